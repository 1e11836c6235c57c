"""Front matter: what is known about a page, as YAML between two lines of dashes above its Markdown.

Each text is written as JSON writes it, in double quotes, which YAML reads as well: any title stays a title, also one
that looks like a list, a date, a key or the end of all this.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from webwinnow.render.formats import Facts

_FENCE: Final = "---\n"
_NOT_IN_YAML: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""What JSON leaves as it is, and YAML takes for the end of a line or for nothing that can be printed."""


def write_front_matter(facts: Facts) -> str:
    """Write what is known, and an empty line; only the fences where nothing is."""
    lines = (line for name, value in _known(facts).items() if value for line in _lines(name, value))
    return f"{_FENCE}{''.join(lines)}{_FENCE}\n"


def _lines(name: str, value: str | list[str]) -> Iterator[str]:
    if isinstance(value, str):
        yield f"{name}: {in_yaml(value)}\n"
    else:
        yield f"{name}:\n"
        yield from (f"- {in_yaml(each)}\n" for each in value)


def in_yaml(text: str) -> str:
    """Write a text so that YAML reads it as this text."""
    return _NOT_IN_YAML.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def _known(facts: Facts) -> dict[str, str | list[str] | None]:
    metadata, headline, page = facts.metadata, facts.headline, facts.page
    single = {
        "date": metadata.published,
        "modified": metadata.modified,
        "site": metadata.site_name,
        "language": metadata.language,
        "description": metadata.description,
        "image": metadata.image,
        "licence": metadata.licence,
    }
    return {
        "title": _plain(headline.text if headline else page.title or ""),
        "authors": [_plain(author.value) for author in metadata.authors],
        "url": page.url,
        **{name: _plain(found.value) for name, found in single.items() if found},
        "tags": [_plain(tag.value) for tag in metadata.tags],
    }


def _plain(text: str) -> str:
    """Replace lone surrogates, which no file can hold."""
    return text.encode("utf-8", "replace").decode()

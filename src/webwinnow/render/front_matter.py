"""Front matter: what is known about a page, as YAML between two lines of dashes above its Markdown.

PyYAML writes it, so that any title stays a title: one that looks like a list, a date, a key or the end of all this.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from webwinnow.errors import MissingExtraError
from webwinnow.render.formats import Facts

_FENCE: Final = "---\n"


def write_front_matter(facts: Facts) -> str:
    """Write what is known, and an empty line; only the fences where nothing is."""
    try:
        yaml = import_module("yaml")
    except ImportError as error:
        raise MissingExtraError("PyYAML", "yaml") from error
    known = {name: value for name, value in _known(facts).items() if value}
    written: str = yaml.safe_dump(known, allow_unicode=True, sort_keys=False, width=1_000_000) if known else ""
    return f"{_FENCE}{written}{_FENCE}\n"


def _known(facts: Facts) -> dict[str, Any]:
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

"""Front matter: what is known about a page, as YAML between two lines of dashes above its Markdown.

Any title stays a title, also one that looks like a list, a date, a key or the end of all this. What is written is what
PyYAML writes, to the letter, so that nobody has to install it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webwinnow.render.formats import Facts

_FENCE: Final = "---\n"
_NEEDS_ESCAPES: Final = re.compile(
    r"[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010fffe]"
)
"""What only double quotes may hold: controls, ends of lines, and what is no character."""
_ESCAPED: Final = re.compile(r"[^\x20\x21\x23-\x5b\x5d-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]")
"""What is written by its name or number inside of double quotes."""
_NAMES: Final = {
    "\0": "0", "\a": "a", "\b": "b", "\t": "t", "\n": "n", "\v": "v", "\f": "f", "\r": "r", "\x1b": "e",
    '"': '"', "\\": "\\", "\x85": "N", "\u2028": "L", "\u2029": "P",
}  # fmt: skip
_MEANS_SOMETHING: Final = re.compile(r"""---|\.\.\.|[#,\[\]{}&*!|>'"%@` ]|[-?:](?:[ ]|$)""")
"""A beginning that makes a text something else than a text (YAML 1.1, sections 5.3 and 9.1.3)."""
_ENDS_IT: Final = re.compile(r":[ ]|[ ]#|[: ]$")
"""What makes a key of the text before it, or a comment of the text behind it."""
_READ_AS_VALUE: Final = re.compile(
    r"""yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF|null|Null|NULL|~|<<|=
    |[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)? |\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?
    |[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]* |[-+]?\.(?:inf|Inf|INF) |\.(?:nan|NaN|NAN)
    |[-+]?0b[0-1_]+ |[-+]?0[0-7_]+ |[-+]?(?:0|[1-9][0-9_]*) |[-+]?0x[0-9a-fA-F_]+ |[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+
    |[0-9]{4}-[0-9]{2}-[0-9]{2}
    |[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?
     (?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?""",
    re.VERBOSE,
)
"""What YAML 1.1 reads as a truth, a number or a date (https://yaml.org/type)."""


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
    """Write a line of text so that YAML reads it as this text: as it is where it can, else in quotes."""
    if _NEEDS_ESCAPES.search(text):
        return '"' + _ESCAPED.sub(lambda found: _escape(found[0]), text) + '"'
    if not text or _MEANS_SOMETHING.match(text) or _ENDS_IT.search(text) or _READ_AS_VALUE.fullmatch(text):
        return "'" + text.replace("'", "''") + "'"
    return text


def _escape(character: str) -> str:
    number = ord(character)
    if character in _NAMES:
        return "\\" + _NAMES[character]
    return f"\\x{number:02X}" if number < 0x100 else f"\\u{number:04X}" if number < 0x10000 else f"\\U{number:08X}"


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

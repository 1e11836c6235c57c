"""What renderings say around the words of a page, in the page's language; phrases.toml holds it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from webwinnow.render.structure.directions import primary

_NEUTRAL: Final = {
    "heading": "{1}",
    "list": "",
    "link": "{0}",
    "image": "{0}",
    "table": "",
    "row": "{0}",
    "code": "",
    "quote": "",
    "end_of_quote": "",
    "note": "{0}",
    "see_note": "{0}",
    "formula": "{0}",
    "skip": "↓",
    "source": "↗",
}
"""For languages that nobody wrote phrases for: the numbers and the page's own words, and nothing foreign."""


@cache
def _all_phrases() -> dict[str, dict[str, str]]:
    return tomllib.loads(files("webwinnow.render").joinpath("phrases.toml").read_text(encoding="utf-8"))


def languages() -> tuple[str, ...]:
    """List the languages that there are phrases for."""
    return tuple(_all_phrases())


def phrase(name: str, language: str | None, *values: object) -> str:
    """Say something in a language, or neutrally.

    >>> phrase("heading", "en-GB", 2, "Chaff"), phrase("heading", "xx", 2, "Chaff")
    ('Heading level 2: Chaff', 'Chaff')
    """
    return _all_phrases().get(primary(language), _NEUTRAL)[name].format(*values)

"""Languages and directions of text, of blocks and of a whole result, and what renderings say in each language.

The language of a result is the page's own word, else what most of its blocks have. What renderings say around the words
of a page, such as "Heading level 2", stands in phrases.toml.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.language.characters import right_to_left
from webwinnow.render.structure.block import Direction, Tree, UnmadeTree

_LANGUAGES: Final = frozenset("ar arc ckb dv fa ha he iw ji ks ku ps sd syr ug ur yi".split())
"""Written from right to left, at least often; where the text shows otherwise, the text decides."""
_STRONG: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""Holds all of scripts.RIGHT_TO_LEFT: most texts have none of these, which this tells soonest."""
_MANY: Final = 0.5
_SOME: Final = 0.3
"""Shares of the letters: a page in such a language may name many things in Latin letters."""
_HTML: Final = NUMBER["html"]
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


def direction_of(text: str, declared: Direction | None, language: str | None) -> Direction:
    """Decide the direction of a text.

    >>> direction_of("سلام", None, None), direction_of("hello", None, "fa"), direction_of("1999", None, "fa")
    ('rtl', 'ltr', 'rtl')
    """
    if declared:
        return declared
    usual = _is_from_the_right(language)
    against = len(right_to_left(text)) if not text.isascii() and _STRONG.search(text) else 0
    if not against and not usual:
        return "ltr"
    letters = sum(map(str.isalpha, text))
    if not letters:
        return "rtl" if usual or against else "ltr"
    return "rtl" if against > (_SOME if usual else _MANY) * letters else "ltr"


def may_be_from_the_right(text: str, languages: Iterable[str]) -> bool:
    """Tell whether any text in one of these languages may have that direction, unless one is declared for it."""
    return any(map(_is_from_the_right, languages)) or bool(_STRONG.search(text))


@lru_cache(maxsize=64)  # every block asks
def _is_from_the_right(language: str | None) -> bool:
    return primary(language) in _LANGUAGES


def primary(language: str | None) -> str:
    """Return the language itself: `en` of `en-GB`."""
    return (language or "").replace("_", "-").partition("-")[0].strip().lower()


def page_language(page: Document, tree: Tree) -> str | None:
    """Name the language of a page as it names it itself, else as most of its text does."""
    for element in np.flatnonzero(page.elements.tag == _HTML)[:1].tolist():
        attributes = page.attributes(element)
        if named := (attributes.get("lang") or attributes.get("xml:lang") or "").strip():
            return named
    if isinstance(tree, UnmadeTree) and not tree.names_languages:
        return None
    told = Counter[str]()
    for block in tree:
        if block.language:
            told[block.language] += len(block.text)
    return told.most_common(1)[0][0] if told else None


def page_direction(tree: Tree) -> Direction:
    """Return the direction that most of the text has."""
    if isinstance(tree, UnmadeTree) and not tree.may_turn:
        return "ltr"
    characters = Counter[Direction]()
    for block in tree:
        characters[block.direction] += len(block.text)
    return "rtl" if characters["rtl"] > characters["ltr"] else "ltr"


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

"""The direction of a block: what the page says, else what the text shows, else what is usual in its language."""

from __future__ import annotations

import re
from typing import Final

from webwinnow.language.scripts import right_to_left
from webwinnow.render.structure.kinds import Direction

_LANGUAGES: Final = frozenset("ar arc ckb dv fa ha he iw ji ks ku ps sd syr ug ur yi".split())
"""Written from right to left, at least often; where the text shows otherwise, the text decides."""
_STRONG: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""Holds all of scripts.RIGHT_TO_LEFT: most texts have none of these, which this tells soonest."""
_MANY: Final = 0.5
_SOME: Final = 0.3
"""Of the letters: a page in such a language may name many things in Latin letters."""


def direction_of(text: str, declared: Direction | None, language: str | None) -> Direction:
    """Decide the direction of a text.

    >>> direction_of("سلام", None, None), direction_of("hello", None, "fa"), direction_of("1999", None, "fa")
    ('rtl', 'ltr', 'rtl')
    """
    if declared:
        return declared
    usual = primary(language) in _LANGUAGES
    against = len(right_to_left(text)) if _STRONG.search(text) else 0
    if not against and not usual:
        return "ltr"
    letters = sum(map(str.isalpha, text))
    if not letters:
        return "rtl" if usual or against else "ltr"
    return "rtl" if against > (_SOME if usual else _MANY) * letters else "ltr"


def primary(language: str | None) -> str:
    """Give the language itself: `en` of `en-GB`."""
    return (language or "").replace("_", "-").partition("-")[0].strip().lower()

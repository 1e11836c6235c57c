"""The direction of a block: what the page says, else what the text shows, else what is usual in its language."""

from __future__ import annotations

from typing import Final

from webwinnow.document.scripts import right_to_left
from webwinnow.render.structure.kinds import Direction

_LANGUAGES: Final = frozenset("ar arc ckb dv fa ha he iw ji ks ku ps sd syr ug ur yi".split())
"""Written from right to left, at least often; where the text shows otherwise, the text decides."""
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
    against = len(right_to_left(text))
    if not against and not usual:
        return "ltr"
    letters = sum(map(str.isalpha, text))
    if not letters:
        return "rtl" if usual or against else "ltr"
    return "rtl" if against > (_SOME if usual else _MANY) * letters else "ltr"


def primary(language: str | None) -> str:
    """Give the language itself: `en` of `en-GB`."""
    return (language or "").replace("_", "-").partition("-")[0].strip().lower()

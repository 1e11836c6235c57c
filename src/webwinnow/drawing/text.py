"""How much room text takes, before anybody has drawn it.

Fonts differ, so widths are rough: a little too wide rather than too narrow. Pictures have no line breaks of their own.
"""

from __future__ import annotations

from typing import Final
from unicodedata import combining, east_asian_width

_NARROW: Final = frozenset("iljtfrI.,:;'|!()[] -/")
_WIDE: Final = frozenset("mwMW@%—")


def width(text: str, size: float) -> float:
    """Estimate the width of a text in a sans-serif font of the given size."""
    return size * sum(map(_share, text))


def shortened(text: str, room: float, size: float) -> str:
    """Cut a text to the room there is; an ellipsis shows that something is missing."""
    if width(text, size) <= room:
        return text
    kept, taken = 0, size  # the ellipsis takes one
    for letter in text:
        taken += size * _share(letter)
        if taken > room:
            break
        kept += 1
    return f"{text[:kept].rstrip()}…"


def wrapped(text: str, room: float, size: float) -> list[str]:
    """Break a text into lines at its blanks; a word that is wider than a line stays whole."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _share(letter: str) -> float:
    if letter in _NARROW:
        return 0.33
    if letter in _WIDE or letter.isupper():
        return 0.72 if letter not in _WIDE else 0.9
    if letter.isascii():
        return 0.56
    return 0.0 if combining(letter) else 1.0 if east_asian_width(letter) in "WF" else 0.6

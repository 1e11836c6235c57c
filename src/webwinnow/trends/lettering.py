"""Text in pictures: as text, or made of strokes for machines that have no fonts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from webwinnow.drawing.markup import Html, element
from webwinnow.drawing.stroke_letters import strokes

Letters: TypeAlias = Callable[[str, str, float, float, str], Html]
"""From text, class, place (x, y) and anchor to an element."""

SIZES: Final = {"title": 16.0, "heading": 13.0}
SIZE: Final = 11.0
"""Of all other classes."""
_BEFORE: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a text's width stands before its place."""


def as_text(text: str, kind: str, x: float, y: float, anchor: str = "start") -> Html:
    """Write text as text."""
    return element("text", text, class_=kind, x=round(x, 1), y=round(y, 1), text_anchor=anchor)


def as_strokes(text: str, kind: str, x: float, y: float, anchor: str = "start") -> Html:
    """Write text as one path."""
    lines, width = strokes(text)
    unit = SIZES.get(kind, SIZE) / 10
    left = x - _BEFORE[anchor] * width * unit
    points = [[f"{left + right * unit:.2f} {y - up * unit:.2f}" for right, up in line] for line in lines]
    path = "".join(f"M{'L'.join(line)}{'h0.01' * (len(line) == 1)}" for line in points)
    return element("path", class_="strokes", d=path or "M0 0")

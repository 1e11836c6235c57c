"""Finding room for labels beside points, so that none covers another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

LETTER: Final = 6.2
"""The usual width of a letter at the size labels are set in."""
HEIGHT: Final = 12.0
_GAP: Final = 8.0

_AROUND: Final = tuple(
    (right * reach, down * reach)
    for reach in (1.0, 1.8, 2.8)
    for right, down in ((1, 0), (-1, 0), (0.7, -0.9), (0.7, 0.9), (-0.7, -0.9), (-0.7, 0.9), (0, -1.1), (0, 1.1))
)
"""Where a label may stand, best first, in units of the gap between point and label."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Tell whether two rectangles share more than an edge."""
        sideways = self.left < other.right and other.left < self.right
        return sideways and self.top < other.bottom and other.top < self.bottom

    def inside(self, other: Box) -> bool:
        """Tell whether this one lies within the other."""
        sideways = other.left <= self.left and self.right <= other.right
        return sideways and other.top <= self.top and self.bottom <= other.bottom


@dataclass(frozen=True, slots=True)
class Placed:
    """A label with its place: the middle of its height, and where along it `x` is."""

    x: float
    y: float
    anchor: str


def place_labels(points: Sequence[tuple[float, float]], labels: Sequence[str], area: Box) -> list[Placed | None]:
    """Place each label near its point, within the area, over no other label or point; None where there is no room."""
    taken = [Box(x - 5, y - 5, x + 5, y + 5) for x, y in points]
    placed: list[Placed | None] = []
    for (x, y), label in zip(points, labels, strict=True):
        found = _free(x, y, label, taken, area)
        placed.append(found[0] if found else None)
        taken.extend([found[1]] if found else [])
    return placed


def _free(x: float, y: float, label: str, taken: Sequence[Box], area: Box) -> tuple[Placed, Box] | None:
    for right, down in _AROUND:
        anchor = "start" if right > 0 else "end" if right < 0 else "middle"
        placed = Placed(x + right * _GAP, y + down * _GAP * 1.3, anchor)
        box = box_of(placed, label)
        if box.inside(area) and not any(box.overlaps(other) for other in taken):
            return placed, box
    return None


def box_of(placed: Placed, label: str) -> Box:
    """Give what a label covers."""
    width = len(label) * LETTER
    left = placed.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[placed.anchor]
    return Box(left, placed.y - HEIGHT / 2, left + width, placed.y + HEIGHT / 2)

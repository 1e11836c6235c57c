"""Precision against recall, over all pages and in each package: one point per candidate, between curves of equal F1.

Labels stand beside their points where there is room, so that none covers another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import Linear, shares
from webwinnow.evaluate.report import frame
from webwinnow.evaluate.report.material import Board, Material, mean_of

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
        """Return whether two rectangles share more than an edge."""
        sideways = self.left < other.right and other.left < self.right
        return sideways and self.top < other.bottom and other.top < self.bottom

    def inside(self, other: Box) -> bool:
        """Return whether this one lies within the other."""
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
    """Return what a label covers."""
    width = len(label) * LETTER
    left = placed.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[placed.anchor]
    return Box(left, placed.y - HEIGHT / 2, left + width, placed.y + HEIGHT / 2)


LARGE: Final = (400, 330)
SMALL: Final = (320, 280)
"""Width and height of a picture that stands alone, and of one beside others."""


@dataclass(frozen=True, slots=True)
class MeanPoint:
    """A candidate's mean precision, recall and F1."""

    mark: frame.CandidateMark
    precision: float
    recall: float
    f1: float

    def in_words(self) -> str:
        """Say it in words."""
        precision, recall, f1 = map(frame.share, (self.precision, self.recall, self.f1))
        return f"{self.mark.name}: precision {precision}, recall {recall}, F1 {f1}"


def precision_recall(points: Sequence[MeanPoint], title: str, size: tuple[int, int] = LARGE) -> Html:
    """Draw the candidates; both axes show the part where they lie."""
    width, height = size
    across = shares([point.recall for point in points], 38, width - 14)
    up = shares([point.precision for point in points], height - 36, 24)
    framed = frame.axes(frame.NamedScale(across, "recall", _tick), frame.NamedScale(up, "precision", _tick))
    described = f"{title}. {'; '.join(point.in_words() for point in points)}"
    placed = _placed(points, across, up)
    return frame.drawing(width, height, described, framed, _curves(across, up, placed), _drawn_points(placed))


def _tick(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A point with its place in the picture, and that of its label if there is room for one."""

    point: MeanPoint
    x: float
    y: float
    label: Placed | None

    def boxes(self) -> list[Box]:
        """Return what the point and its label cover."""
        dot = Box(self.x - 6, self.y - 6, self.x + 6, self.y + 6)
        return [dot] if self.label is None else [dot, box_of(self.label, self.point.mark.label())]


def _placed(points: Sequence[MeanPoint], across: Linear, up: Linear) -> list[_Placed]:
    """Place points and labels; the best are labelled first: where room is short, they are the ones to know."""
    ordered = sorted(points, key=lambda point: -point.f1)
    places = [(across(point.recall), up(point.precision)) for point in ordered]
    area = Box(across.start, up.end - 8, across.end + 12, up.start)
    labels = place_labels(places, [point.mark.label() for point in ordered], area)
    return [_Placed(point, *place, label) for point, place, label in zip(ordered, places, labels, strict=True)]


def _drawn_points(placed: Sequence[_Placed]) -> Html:
    """Draw the points, the best on top."""
    drawn = []
    for each in placed:
        mark, label = each.point.mark, each.label
        named = (
            frame.text(mark.label(), label.x, label.y, text_anchor=label.anchor, class_="label") if label else Html("")
        )
        parts = (element("title", each.point.in_words()), frame.symbol(mark, each.x, each.y), named)
        drawn.append(element("g", *parts, class_="series", data_candidate=mark.number))
    return join(reversed(drawn))


def _curves(across: Linear, up: Linear, placed: Sequence[_Placed]) -> Html:
    taken = [box for each in placed for box in each.boxes()]
    drawn = (_curve(level / 10, across, up, taken) for level in range(1, 10))
    return element("g", *drawn, class_="curves")


def _curve(f1: float, across: Linear, up: Linear, taken: Sequence[Box]) -> Html:
    """Draw where recall and precision give this F1; nothing if that lies outside."""
    least = max(across.low, f1 / (2 - f1))  # with less recall, no precision is enough
    recall = np.linspace(least, max(across.high, least), 60)
    precision = f1 * recall / (2 * recall - f1)
    seen = (recall <= across.high) & (precision >= up.low - 1e-9) & (precision <= up.high + 1e-9)
    x, y = across.places(recall[seen]).tolist(), up.places(precision[seen]).tolist()
    if len(x) < 2:
        return Html("")
    path = "M" + "L".join(f"{right:.1f} {down:.1f}" for right, down in zip(x, y, strict=True))
    ends = (Placed(x[-1] - 3, y[-1] - 7, "end"), Placed(x[0] + 5, y[0] + 7, "start"))
    return join((element("path", d=path), _level(f"F1 {f1:.1f}", ends, taken)))


def _level(name: str, ends: Sequence[Placed], taken: Sequence[Box]) -> Html:
    """Write a curve's name at the first of its ends that is free."""
    for end in ends:
        if not any(box_of(end, name).overlaps(box) for box in taken):
            return frame.text(name, end.x, end.y, text_anchor=end.anchor)
    return Html("")


_MANY: Final = 8
"""Candidates whose names surely have room."""


def section(material: Material) -> Html:
    """Draw the means of all candidates; nothing if the measure knows neither precision nor recall."""
    boards = [material.board, *(material.package_boards.values() if len(material.run.packages) > 1 else ())]
    drawn = [_figure(board, material) for board in boards if board and _points(board)]
    if not drawn:
        return Html("")
    return join((*drawn[:1], element("div", *drawn[1:], class_="panels") if drawn[1:] else Html("")))


def _figure(board: Board, material: Material) -> Html:
    name = material.scope if board is material.board else board.name
    points, title = _points(board), f"Precision and recall, {name}"
    if board is not material.board:
        return frame.figure(f"{name}, by {board.measure}", precision_recall(points, title, SMALL))
    said = "Higher is less noise, further right is less lost; the curves join points of equal F1."
    said += " Names without room are left out: point at a mark to read its name." * (len(points) > _MANY)
    return frame.figure(
        f"Mean precision and recall by {board.measure}, {name}. {said}",
        precision_recall(points, title),
        class_="single",
    )


def _points(board: Board) -> list[MeanPoint]:
    points = []
    for row in board.scored:
        precision, recall, f1 = (mean_of(row, name) for name in ("precision", "recall", "f1"))
        if precision is not None and recall is not None and f1 is not None:
            points.append(MeanPoint(row.mark, precision, recall, f1))
    return points

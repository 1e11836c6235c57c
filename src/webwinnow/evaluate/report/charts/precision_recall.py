"""Precision against recall: one point for each candidate, between curves of equal F1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.report.charts.frame import Axis, axes, drawing, text
from webwinnow.evaluate.report.charts.labels import Box, Placed, box_of, place_labels
from webwinnow.evaluate.report.charts.marks import Mark, symbol
from webwinnow.evaluate.report.charts.scales import Linear, shares
from webwinnow.evaluate.report.numbers import share

LARGE: Final = (400, 330)
SMALL: Final = (320, 280)
"""Width and height of a picture that stands alone, and of one beside others."""


@dataclass(frozen=True, slots=True)
class Point:
    """A candidate's mean precision, recall and F1."""

    mark: Mark
    precision: float
    recall: float
    f1: float

    def told(self) -> str:
        """Say it in words."""
        return f"{self.mark.name}: precision {share(self.precision)}, recall {share(self.recall)}, F1 {share(self.f1)}"


def precision_recall(points: Sequence[Point], title: str, size: tuple[int, int] = LARGE) -> Html:
    """Draw the candidates; both axes show the part where they lie."""
    width, height = size
    across = shares([point.recall for point in points], 38, width - 14)
    up = shares([point.precision for point in points], height - 36, 24)
    framed = axes(Axis(across, "recall", _tick), Axis(up, "precision", _tick))
    told = f"{title}. {'; '.join(point.told() for point in points)}"
    placed = _placed(points, across, up)
    return drawing(width, height, told, framed, _curves(across, up, placed), _points(placed))


def _tick(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A point with its place in the picture, and that of its label if there is room for one."""

    point: Point
    x: float
    y: float
    label: Placed | None

    def boxes(self) -> list[Box]:
        """Give what the point and its label cover."""
        dot = Box(self.x - 6, self.y - 6, self.x + 6, self.y + 6)
        return [dot] if self.label is None else [dot, box_of(self.label, self.point.mark.label())]


def _placed(points: Sequence[Point], across: Linear, up: Linear) -> list[_Placed]:
    """Place points and labels; the best are labelled first: where room is short, they are the ones to know."""
    ordered = sorted(points, key=lambda point: -point.f1)
    places = [(across(point.recall), up(point.precision)) for point in ordered]
    area = Box(across.start, up.end - 8, across.end + 12, up.start)
    labels = place_labels(places, [point.mark.label() for point in ordered], area)
    return [_Placed(point, *place, label) for point, place, label in zip(ordered, places, labels, strict=True)]


def _points(placed: Sequence[_Placed]) -> Html:
    """Draw the points, the best on top."""
    drawn = []
    for each in placed:
        mark, label = each.point.mark, each.label
        named = text(mark.label(), label.x, label.y, text_anchor=label.anchor, class_="label") if label else Html("")
        parts = (element("title", each.point.told()), symbol(mark, each.x, each.y), named)
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
            return text(name, end.x, end.y, text_anchor=end.anchor)
    return Html("")

"""Precision against recall: one point for each candidate, between curves of equal F1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.evaluate.report.charts.frame import Axis, axes, drawing, text
from webwinnow.evaluate.report.charts.labels import Box, place_labels
from webwinnow.evaluate.report.charts.marks import Mark, symbol
from webwinnow.evaluate.report.charts.scales import Linear, shares
from webwinnow.evaluate.report.markup import Html, element, join
from webwinnow.evaluate.report.numbers import share

WIDTH: Final = 420
HEIGHT: Final = 340


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


def precision_recall(points: Sequence[Point], title: str) -> Html:
    """Draw the candidates; both axes show the part where they lie."""
    across = shares([point.recall for point in points], 40, WIDTH - 14)
    up = shares([point.precision for point in points], HEIGHT - 36, 24)
    framed = axes(Axis(across, "recall", _tick), Axis(up, "precision", _tick))
    told = f"{title}. {'; '.join(point.told() for point in points)}"
    return drawing(WIDTH, HEIGHT, told, framed, _curves(across, up), _points(points, across, up))


def _tick(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _points(points: Sequence[Point], across: Linear, up: Linear) -> Html:
    places = [(across(point.recall), up(point.precision)) for point in points]
    names = [point.mark.label() for point in points]
    area = Box(across.start, up.end - 8, across.end + 12, up.start)
    # The best are labelled first: where room is short, they are the ones to know.
    order = sorted(range(len(points)), key=lambda number: -points[number].f1)
    placed = place_labels([places[number] for number in order], [names[number] for number in order], area)
    drawn = []
    for number, label in zip(order, placed, strict=True):
        point = points[number]
        named = text(names[number], label.x, label.y, text_anchor=label.anchor, class_="label") if label else Html("")
        parts = (element("title", point.told()), symbol(point.mark, *places[number]), named)
        drawn.append(element("g", *parts, class_="series", data_candidate=point.mark.number))
    return join(reversed(drawn))


def _curves(across: Linear, up: Linear) -> Html:
    levels = [level / 10 for level in range(1, 10)]
    return element("g", *(curve for level in levels for curve in _curve(level, across, up)), class_="curves")


def _curve(f1: float, across: Linear, up: Linear) -> list[Html]:
    """Draw where recall and precision give this F1; nothing if that lies outside."""
    recall = np.linspace(max(across.low, f1 / (2 - f1)), across.high, 60)
    precision = f1 * recall / (2 * recall - f1)
    seen = (precision >= up.low - 1e-9) & (precision <= up.high + 1e-9)
    x, y = across.places(recall[seen]), up.places(precision[seen])
    if len(x) < 2 or not 0 < f1 < 1:
        return []
    path = "M" + "L".join(f"{right:.1f} {down:.1f}" for right, down in zip(x, y, strict=True))
    named = text(f"F1 {f1:.1f}", float(x[-1]) - 3, float(y[-1]) - 7, text_anchor="end")
    return [element("path", d=path), named]

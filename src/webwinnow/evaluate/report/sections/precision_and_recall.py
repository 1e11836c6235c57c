"""Precision against recall, over all pages and in each package."""

from __future__ import annotations

from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.report.board import Board, mean_of
from webwinnow.evaluate.report.charts.frame import figure
from webwinnow.evaluate.report.charts.precision_recall import SMALL, Point, precision_recall
from webwinnow.evaluate.report.material import Material

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
        return figure(f"{name}, by {board.measure}", precision_recall(points, title, SMALL))
    said = "Higher is less noise, further right is less lost; the curves join points of equal F1."
    said += " Names without room are left out: point at a mark to read its name." * (len(points) > _MANY)
    return figure(
        f"Mean precision and recall by {board.measure}, {name}. {said}",
        precision_recall(points, title),
        class_="single",
    )


def _points(board: Board) -> list[Point]:
    points = []
    for row in board.scored:
        precision, recall, f1 = (mean_of(row, name) for name in ("precision", "recall", "f1"))
        if precision is not None and recall is not None and f1 is not None:
            points.append(Point(row.mark, precision, recall, f1))
    return points

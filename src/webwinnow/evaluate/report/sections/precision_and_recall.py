"""Precision against recall, over all pages and in each package."""

from __future__ import annotations

from webwinnow.evaluate.report.board import Board, mean_of
from webwinnow.evaluate.report.charts.frame import figure
from webwinnow.evaluate.report.charts.precision_recall import Point, precision_recall
from webwinnow.evaluate.report.markup import Html, element, join
from webwinnow.evaluate.report.material import Material


def section(material: Material) -> Html:
    """Draw the means of all candidates; nothing if the measure knows neither precision nor recall."""
    boards = [material.board, *(material.package_boards.values() if len(material.run.packages) > 1 else ())]
    drawn = [_figure(board, material) for board in boards if board and _points(board)]
    if not drawn:
        return Html("")
    return join((*drawn[:1], element("div", *drawn[1:], class_="panels") if drawn[1:] else Html("")))


def _figure(board: Board, material: Material) -> Html:
    name = material.scope if board is material.board else board.name
    said = " Up is less noise, right is less lost; the curves join points of equal F1." * (board is material.board)
    caption = f"Mean precision and recall by {board.measure}, {name}.{said}"
    class_ = "single" if board is material.board else None
    return figure(caption, precision_recall(_points(board), f"Precision and recall, {name}"), class_=class_)


def _points(board: Board) -> list[Point]:
    points = []
    for row in board.scored:
        precision, recall, f1 = (mean_of(row, name) for name in ("precision", "recall", "f1"))
        if precision is not None and recall is not None and f1 is not None:
            points.append(Point(row.mark, precision, recall, f1))
    return points

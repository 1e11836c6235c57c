"""Each candidate against each other."""

from __future__ import annotations

from webwinnow.evaluate.report.board import Board
from webwinnow.evaluate.report.charts.wins import wins_table
from webwinnow.evaluate.report.leaderboard import NAMES
from webwinnow.evaluate.report.markup import Html, element, join
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import count
from webwinnow.evaluate.report.page_scores import PageScores
from webwinnow.evaluate.report.tables import scrolling


def section(material: Material) -> Html:
    """Show all pairs over all pages, and how to read them."""
    board = material.board
    if board is None or not board.pairs:
        return element("p", "There is no pair of candidates to compare.")
    return join((pairs_table(board, material.scores, material.scope), _legend()))


def pairs_table(board: Board, scores: PageScores, scope: str) -> Html:
    """Show the pairs of a board; nothing if it has none."""
    if not board.pairs:
        return Html("")
    pages = count(board.pairs[0].pages)
    caption = f"Row against column: difference of mean {NAMES[board.column]} on the {pages} pages all have in {scope}"
    marks = [row.mark for row in board.scored]
    return scrolling(wins_table(marks, board.pairs, scores.wins, caption), caption)


def _legend() -> Html:
    said = (
        "▲ the row is significantly better, ▼ significantly worse, ≈ the difference may be chance (paired permutation "
        "test, Holm's correction over all pairs, 5 %). d is Cohen's effect size for pairs: 0.2 small, 0.5 medium, 0.8 "
        "large. Below it: pages on which the row is higher : lower. Point at a cell for interval and p-value."
    )
    return element("p", said, class_="note")

"""Each candidate against each other."""

from __future__ import annotations

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.report.board import Board
from webwinnow.evaluate.report.charts.wins import wins_square
from webwinnow.evaluate.report.duels import WORDS, Duel, Duels
from webwinnow.evaluate.report.leaderboard import NAMES
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import count, effect, effect_word, p_value, signed
from webwinnow.evaluate.report.page_scores import PageScores
from webwinnow.evaluate.report.tables import Cell, Column, scrolling, table


def section(material: Material) -> Html:
    """Show all pairs over all pages: as a square, how to read it, and as a list with everything."""
    board = material.board
    if board is None or not board.pairs:
        return element("p", "There is no pair of candidates to compare.")
    square = pairs_square(board, material.scores, material.scope)
    folded = element(
        "details", element("summary", "All pairs with intervals and p-values"), _list(board, material.scores)
    )
    return join((square, _legend(), folded))


def pairs_square(board: Board, scores: PageScores, scope: str) -> Html:
    """Show the pairs of a board; nothing if it has none."""
    if not board.pairs:
        return Html("")
    pages = count(board.pairs[0].pages)
    caption = f"Row against column: difference of mean {NAMES[board.column]} on {pages} pages of {scope}"
    marks = [row.mark for row in board.scored]
    return scrolling(wins_square(marks, Duels(board.pairs, scores.wins), caption), caption)


def _legend() -> Html:
    said = (
        "▲ the row is significantly better, ▼ significantly worse, ≈ the difference may be chance (paired permutation "
        "test, Holm's correction over all pairs, 5\u00a0%). d is Cohen's effect size for pairs: 0.2 small, 0.5 medium, "
        "0.8 large. Below it: pages on which the row is higher : lower. A failed page counts as nothing found."
    )
    return element("p", said, class_="note")


def _list(board: Board, scores: PageScores) -> Html:
    """List each pair once, the higher mean first."""
    columns = [
        Column("Candidate", numbers=False, first="ascending"),
        Column("is", numbers=False, first="ascending"),
        Column("than or from", numbers=False, first="ascending"),
        Column("Difference", f"Difference of mean {NAMES[board.column]}"),
        Column("95\u00a0% interval", "Where the difference lies with 95\u00a0% (paired bootstrap)"),
        Column("p after Holm", "Paired permutation test, corrected over all pairs", first="ascending"),
        Column("Effect", "Cohen's d for pairs"),
        Column("Higher : lower : equal", "Pages on which the first is higher, lower, equal"),
    ]
    rows = [_cells(duel) for duel in Duels(board.pairs, scores.wins).once()]
    return table(f"All pairs by {board.measure}", columns, rows, sorted_by=3)


def _cells(duel: Duel) -> list[Cell]:
    low, high = duel.bounds
    adjusted = duel.pair.p_adjusted
    return [
        Cell(element("code", duel.mine)),
        Cell(WORDS[duel.result]),
        Cell(element("code", duel.other)),
        Cell(signed(duel.difference), duel.difference),
        Cell(f"{signed(low)} to {signed(high)}", low),
        Cell(p_value(adjusted).removeprefix("p ").removeprefix("= "), adjusted),
        Cell(f"{effect(duel.effect).removeprefix('d = ')}, {effect_word(duel.effect)}", duel.effect),
        Cell(" : ".join(map(count, duel.wins)), duel.wins[0]),
    ]

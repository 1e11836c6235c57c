"""The leaderboard over all pages, and all measures beside each other."""

from __future__ import annotations

from collections.abc import Iterator

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.measures import parse
from webwinnow.evaluate.report.board import Board
from webwinnow.evaluate.report.leaderboard import NAMES, leaderboard, verdict
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import count, share
from webwinnow.evaluate.report.tables import Cell, Column, candidate, table
from webwinnow.evaluate.summary import CandidateSummary, main_column


def overall(material: Material) -> Html:
    """Show who is best over all pages, in words and as a table, by every measure."""
    board = material.board
    if board is None:
        return element("p", "No page could be scored: the packages have no gold that a chosen measure compares with.")
    pages = f"{count(board.pages)} pages of {material.scope}"
    weighed = "; each page counts the same, whatever its package" if len(material.run.packages) > 1 else ""
    caption = f"Leaderboard by {board.measure}, {pages}{weighed}"
    measures = every_measure(board)
    return join((verdict(board), leaderboard(board, caption), _notes(material), measures))


def _notes(material: Material) -> Html:
    board = material.board
    lower = bool(board and any(row.measured and row.measured.approximate for row in board.rows))
    said = (
        "≈ best: not significantly different from the highest (paired permutation test, Holm's correction over "
        "all pairs, 5\u00a0%). Rank: one more than the number of candidates that are significantly better. "
    )
    failures = (
        "Failed pages are in no score; but candidates are ordered and compared with failed pages counted as nothing "
        "found, so that leaving out hard pages does not pay. "
    )
    bounds = "* Some scores are lower bounds: texts too long to compare exactly." * lower
    return element("p", said, failures * bool(board and board.failed), bounds, class_="note")


def every_measure(board: Board) -> Html:
    """Show the mean of each measure's main column, rows in the order of the board; nothing if there is but one."""
    measures = list(dict.fromkeys(name for row in board.rows for name in row.summary.measures))
    if len(measures) < 2:
        return Html("")
    columns = [Column("Candidate", numbers=False, first="ascending"), *map(_column, measures)]
    rows = ([candidate(row.mark), *_means(row.summary, measures)] for row in board.rows)
    return table(f"All measures, {board.name}: means over the pages that each can score", columns, rows)


def _column(measure: str) -> Column:
    main = main_column(measure)
    return Column(f"{measure} {'' if main == 'f1' else '/'.join(parse(measure).columns)}".strip(), NAMES[main])


def _means(summary: CandidateSummary, measures: list[str]) -> Iterator[Cell]:
    for measure in measures:
        known, main = summary.measures.get(measure), main_column(measure)
        shown = [main] if main == "f1" else list(parse(measure).columns)
        means = [known.columns[name].mean if known and name in known.columns else None for name in shown]
        yield Cell(" / ".join(map(share, means)), means[0], meaning=f"{count(known.pages)} pages" if known else None)

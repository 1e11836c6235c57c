"""The leaderboard over all pages, and all measures beside each other."""

from __future__ import annotations

from collections.abc import Iterator

from webwinnow.evaluate.measures import parse
from webwinnow.evaluate.report.board import Marks
from webwinnow.evaluate.report.leaderboard import NAMES, leaderboard, verdict
from webwinnow.evaluate.report.markup import Html, element, join
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import count, share
from webwinnow.evaluate.report.tables import Cell, Column, candidate, table
from webwinnow.evaluate.summary import CandidateSummary, PackageSummary, main_column


def overall(material: Material) -> Html:
    """Show who is best over all pages, in words and as a table, by every measure."""
    board = material.board
    if board is None:
        return element("p", "No page could be scored: the packages have no gold that a chosen measure compares with.")
    pages = f"{count(board.pages)} pages of {material.scope}"
    weighed = "; each page counts the same, whatever its package" if len(material.run.packages) > 1 else ""
    caption = f"Leaderboard by {board.measure}, {pages}{weighed}"
    measures = every_measure(material.summary, material.marks)
    return join((verdict(board), leaderboard(board, caption), _notes(material), measures))


def _notes(material: Material) -> Html:
    board = material.board
    lower = bool(board and any(row.measured and row.measured.approximate for row in board.rows))
    said = (
        "≈ best: not significantly different from the highest mean (paired permutation test, Holm's correction over "
        "all pairs, 5 %). Rank: one more than the number of candidates that are significantly better. Failed pages "
        "are in no mean. "
    )
    bounds = "* Some scores are lower bounds: texts too long to compare exactly." * lower
    return element("p", said, bounds, class_="note")


def every_measure(summary: PackageSummary, marks: Marks) -> Html:
    """Show the mean of each measure's main column; nothing if there is but one."""
    measures = list(dict.fromkeys(name for each in summary.candidates for name in each.measures))
    if len(measures) < 2:
        return Html("")
    columns = [Column("Candidate", numbers=False, first="ascending"), *map(_column, measures)]
    rows = ([candidate(marks[each.candidate]), *_means(each, measures)] for each in summary.candidates)
    return table(f"All measures, {summary.name}: means over the pages each can score", columns, rows)


def _column(measure: str) -> Column:
    main = main_column(measure)
    return Column(f"{measure} {'' if main == 'f1' else '/'.join(parse(measure).columns)}".strip(), NAMES[main])


def _means(summary: CandidateSummary, measures: list[str]) -> Iterator[Cell]:
    for measure in measures:
        known, main = summary.measures.get(measure), main_column(measure)
        shown = [main] if main == "f1" else list(parse(measure).columns)
        means = [known.columns[name].mean if known and name in known.columns else None for name in shown]
        yield Cell(" / ".join(map(share, means)), means[0], meaning=f"{count(known.pages)} pages" if known else None)

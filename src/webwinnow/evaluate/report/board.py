"""A leaderboard as values: candidates on the same pages, best first, and which of them are really behind.

Candidates are ordered by what pairs are compared by: the mean with each page without an answer counted as nothing
found. Otherwise whoever fails on the hard pages would stand above all others. Without failures it is the plain mean.

Nobody is called better unless the difference to the other is significant after Holm's correction: a candidate's rank
is one more than the number of candidates that are significantly better, so that ranks are shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from webwinnow.evaluate.measures import parse
from webwinnow.evaluate.report.charts.marks import Mark
from webwinnow.evaluate.summary import CandidateSummary, MeasureSummary, PackageSummary, Pair, main_column

Standing = Literal["best", "level", "behind", "not compared"]
"""Highest; not significantly different from the highest; significantly below it; no pages in common."""
Marks = Mapping[str, Mark]
"""Candidates' marks by their names."""


@dataclass(frozen=True, slots=True)
class Row:
    """A candidate on a board; `measured` is None if it has no score."""

    mark: Mark
    summary: CandidateSummary
    measured: MeasureSummary | None
    rank: int | None
    standing: Standing


@dataclass(frozen=True, slots=True)
class Board:
    """Candidates by one measure, best first; those without a score last."""

    name: str
    pages: int
    measure: str
    column: str
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The measure's columns, the main one first."""
        return self.column, *(column for column in parse(self.measure).columns if column != self.column)

    @property
    def failed(self) -> bool:
        """Whether any candidate failed on any page."""
        return any(row.summary.failed for row in self.rows)

    @property
    def scored(self) -> tuple[Row, ...]:
        """The rows that have a score."""
        return tuple(row for row in self.rows if row.measured is not None)


def make_board(summary: PackageSummary, marks: Marks, measures: Sequence[str]) -> Board | None:
    """Rank by the first of the measures that any candidate has a score for; None if there is no score at all."""
    measure = next((name for name in measures if any(name in each.measures for each in summary.candidates)), None)
    if measure is None:
        return None
    column = main_column(measure)
    pairs = tuple(pair for pair in summary.pairs if (pair.measure, pair.column) == (measure, column))
    ordered = sorted(summary.candidates, key=lambda each: -_value(each, measure))
    rows = tuple(_row(each, ordered[0].candidate, measure, pairs, marks) for each in ordered)
    return Board(summary.name, summary.pages, measure, column, rows, pairs)


def mean_of(row: Row, column: str) -> float | None:
    """Give the mean of a column; None if there is none."""
    known = row.measured.columns.get(column) if row.measured else None
    return None if known is None else known.mean


def _value(candidate: CandidateSummary, measure: str) -> float:
    known = candidate.measures.get(measure)
    return known.with_failures if known else -1.0


def _row(candidate: CandidateSummary, best: str, measure: str, pairs: Sequence[Pair], marks: Marks) -> Row:
    mark, measured = marks[candidate.candidate], candidate.measures.get(measure)
    if measured is None:
        return Row(mark, candidate, None, None, "not compared")
    better = sum(pair.better not in (None, mark.name) for pair in pairs if mark.name in (pair.first, pair.second))
    return Row(mark, candidate, measured, better + 1, _standing(mark.name, best, pairs))


def _standing(name: str, best: str, pairs: Sequence[Pair]) -> Standing:
    if name == best:
        return "best"
    pair = next((pair for pair in pairs if {pair.first, pair.second} == {name, best}), None)
    if pair is None:
        return "not compared"
    return "behind" if pair.better == best else "level"

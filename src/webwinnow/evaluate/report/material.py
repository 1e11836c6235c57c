"""What the sections of a report are made from: a run, its boards, the scores of its pages, one mark per candidate.

A board ranks candidates on the same pages, best first, and says which of them are really behind. Candidates are ordered
by what pairs are compared by: the mean with each page without an answer counted as nothing found. Otherwise whoever
fails on the hard pages would stand above all others. Without failures it is the plain mean.

Nobody is called better unless the difference to the other is significant after Holm's correction: a candidate's rank
is one more than the number of candidates that are significantly better, so that ranks are shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.measures import Measure
from webwinnow.evaluate.report.frame import CandidateMark
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.summary import CandidateSummary, MeasureSummary, PackageSummary, Pair
from webwinnow.lazy_values import cached_property

_COLUMNS: Final = (
    "precision recall with without whole cut missing extra order "
    "overall text headings lists tables code formulas figures"
)
NAMES: Final = {"f1": "F1", **{name: name.capitalize() for name in _COLUMNS.split()}}
"""How the columns of measures are headed."""
Standing = Literal["best", "level", "behind", "not compared"]
"""Highest; not significantly different from the highest; significantly below it; no pages in common."""
Marks = Mapping[str, CandidateMark]
"""Candidates' marks by their names."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A candidate on a board; `measured` is None if it has no score."""

    mark: CandidateMark
    summary: CandidateSummary
    measured: MeasureSummary | None
    rank: int | None
    standing: Standing


@dataclass(frozen=True, slots=True)
class Board:
    """Candidates by one measure, best first; those without a score last."""

    name: str
    pages: int
    measure: Measure
    column: str
    rows: tuple[BoardRow, ...]
    pairs: tuple[Pair, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The measure's columns, the main one first."""
        return self.column, *(column for column in self.measure.columns if column != self.column)

    @property
    def failed(self) -> bool:
        """Whether any candidate failed on any page."""
        return any(row.summary.failed for row in self.rows)

    @property
    def scored(self) -> tuple[BoardRow, ...]:
        """The rows that have a score."""
        return tuple(row for row in self.rows if row.measured is not None)


def make_board(summary: PackageSummary, marks: Marks, measures: Sequence[Measure]) -> Board | None:
    """Rank by the first of the measures that any candidate has a score for; None if there is no score at all."""
    measure = next((name for name in measures if any(name in each.measures for each in summary.candidates)), None)
    if measure is None:
        return None
    column = measure.main_column
    pairs = tuple(pair for pair in summary.pairs if (pair.measure, pair.column) == (measure, column))
    ordered = sorted(summary.candidates, key=lambda each: -_value(each, measure))
    rows = tuple(_row(each, ordered[0].candidate, measure, pairs, marks) for each in ordered)
    return Board(summary.name, summary.pages, measure, column, rows, pairs)


def mean_of(row: BoardRow, column: str) -> float | None:
    """Return the mean of a column; None if there is none."""
    known = row.measured.columns.get(column) if row.measured else None
    return None if known is None else known.mean


def _value(candidate: CandidateSummary, measure: Measure) -> float:
    known = candidate.measures.get(measure)
    return known.with_failures if known else -1.0


def _row(candidate: CandidateSummary, best: str, measure: Measure, pairs: Sequence[Pair], marks: Marks) -> BoardRow:
    mark, measured = marks[candidate.candidate], candidate.measures.get(measure)
    if measured is None:
        return BoardRow(mark, candidate, None, None, "not compared")
    better = sum(pair.better not in (None, mark.name) for pair in pairs if mark.name in (pair.first, pair.second))
    return BoardRow(mark, candidate, measured, better + 1, _standing(mark.name, best, pairs))


def _standing(name: str, best: str, pairs: Sequence[Pair]) -> Standing:
    if name == best:
        return "best"
    pair = next((pair for pair in pairs if {pair.first, pair.second} == {name, best}), None)
    if pair is None:
        return "not compared"
    return "behind" if pair.better == best else "level"


PageNumbers = npt.NDArray[np.float64]
"""One number for each page, or rows of them; NaN where there is none."""


@dataclass(frozen=True)
class ScoreTable:
    """One number for each candidate and page, NaN where there is none; with sizes and seconds.

    `compared` are the numbers that pairs are compared by: a page without an answer counts as nothing found there.
    """

    candidates: tuple[str, ...]
    pages: tuple[tuple[str, str], ...]
    """Package and page id."""
    values: PageNumbers
    compared: PageNumbers
    sizes: PageNumbers
    seconds: PageNumbers

    @cached_property
    def common(self) -> PageNumbers:
        """What pairs are compared by, on the pages all have; candidates without any such page are left aside."""
        known = np.isfinite(self.compared)
        shared: PageNumbers = self.compared[:, known[known.any(axis=1)].all(axis=0)]
        return shared

    def of(self, candidate: str) -> PageNumbers:
        """Return a candidate's scores, NaN where there is none."""
        row: PageNumbers = self.values[self.candidates.index(candidate)]
        return row

    def timed(self, candidate: str) -> tuple[PageNumbers, PageNumbers]:
        """Return sizes and seconds of the pages that have both, and neither is nothing."""
        number = self.candidates.index(candidate)
        sizes, seconds = self.sizes[number], self.seconds[number]
        known = (sizes > 0) & (seconds > 0)
        return sizes[known], seconds[known]

    def wins(self, first: str, second: str) -> tuple[int, int, int]:
        """Count common pages on which the first is higher, the second is, and both are equal."""
        mine, theirs = (self.common[self.candidates.index(name)] for name in (first, second))
        return int((mine > theirs).sum()), int((mine < theirs).sum()), int((mine == theirs).sum())


def page_scores(run: Run, packages: Sequence[str], measure: Measure, column: str) -> ScoreTable:
    """Collect one column of one measure over some packages."""
    names = tuple(candidate.name for candidate in run.candidates)
    pages = [(package, page) for package in packages for page in run.package(package).pages]
    places = {page: number for number, page in enumerate(pages)}
    table = np.full((4, len(names), len(pages)), np.nan)
    for row, name in enumerate(names):
        for package in packages:
            for cell in run.cells.get((package, name), ()):
                table[:, row, places[package, cell.page]] = _numbers(cell, measure, column)
    return ScoreTable(names, tuple(pages), *table)


def _numbers(cell: Cell, measure: Measure, column: str) -> tuple[float | None, ...]:
    value = cell.number(measure, column)
    failed = cell.failure is not None and measure in cell.expected
    return value, 0.0 if failed else value, cell.size, cell.seconds


@dataclass(frozen=True)
class Material:
    """A run, and what is computed from it once for several sections."""

    run: Run

    @cached_property
    def marks(self) -> Marks:
        """The candidates' marks, in the order of the run."""
        return {each.name: CandidateMark(number, each.name) for number, each in enumerate(self.run.candidates)}

    @property
    def measures(self) -> list[Measure]:
        """The run's measures, the leading one first."""
        return sorted(self.run.measures, key=lambda measure: measure != self.run.leading)

    @property
    def summary(self) -> PackageSummary:
        """The summary over all pages."""
        return self.run.summary.overall or self.run.summary.packages[0]

    @cached_property
    def board(self) -> Board | None:
        """The board over all pages; None if no page has a score."""
        return make_board(self.summary, self.marks, self.measures)

    @cached_property
    def package_boards(self) -> dict[str, Board | None]:
        """The boards of the packages by name."""
        return {each.name: make_board(each, self.marks, self.measures) for each in self.run.summary.packages}

    @cached_property
    def scores(self) -> ScoreTable:
        """The scores of all single pages by the measure of the board."""
        measure = self.board.measure if self.board else self.run.leading
        return page_scores(self.run, [each.name for each in self.run.packages], measure, measure.main_column)

    def package_scores(self, board: Board) -> ScoreTable:
        """Return the scores of a package's pages by the measure of its board."""
        return page_scores(self.run, [board.name], board.measure, board.column)

    @cached_property
    def ranked(self) -> tuple[BoardRow, ...]:
        """The candidates that have a score, best first: the order of all pictures."""
        return self.board.scored if self.board else ()

    @cached_property
    def order(self) -> tuple[CandidateMark, ...]:
        """The marks of all candidates, best first."""
        return tuple(row.mark for row in self.board.rows) if self.board else tuple(self.marks.values())

    @property
    def scope(self) -> str:
        """What is spoken of where all pages are: the one package, or all of them."""
        packages = self.run.packages
        return packages[0].name if len(packages) == 1 else f"{len(packages)} packages"

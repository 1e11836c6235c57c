"""What the sections of a report are made from: a run, its boards, and one mark for each candidate."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from webwinnow.evaluate.report.board import Board, Marks, Row, make_board
from webwinnow.evaluate.report.charts.marks import Mark
from webwinnow.evaluate.report.page_scores import PageScores, page_scores
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.summary import PackageSummary, main_column


@dataclass(frozen=True)
class Material:
    """A run, and what is computed from it once for several sections."""

    run: Run

    @cached_property
    def marks(self) -> Marks:
        """The candidates' marks, in the order of the run."""
        return {each.name: Mark(number, each.name) for number, each in enumerate(self.run.candidates)}

    @property
    def measures(self) -> list[str]:
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
    def scores(self) -> PageScores:
        """The scores of all single pages by the measure of the board."""
        measure = self.board.measure if self.board else self.run.leading
        return page_scores(self.run, [each.name for each in self.run.packages], measure, main_column(measure))

    def package_scores(self, board: Board) -> PageScores:
        """The scores of a package's pages by the measure of its board."""
        return page_scores(self.run, [board.name], board.measure, board.column)

    @cached_property
    def ranked(self) -> tuple[Row, ...]:
        """The candidates that have a score, best first: the order of all pictures."""
        return self.board.scored if self.board else ()

    @cached_property
    def order(self) -> tuple[Mark, ...]:
        """The marks of all candidates, best first."""
        return tuple(row.mark for row in self.board.rows) if self.board else tuple(self.marks.values())

    @property
    def scope(self) -> str:
        """What is spoken of where all pages are: the one package, or all of them."""
        packages = self.run.packages
        return packages[0].name if len(packages) == 1 else f"{len(packages)} packages"

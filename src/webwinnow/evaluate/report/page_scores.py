"""The scores of single pages as a table of candidates by pages, which pictures and pairs are drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.results import Run

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PageScores:
    """One number for each candidate and page, NaN where there is none; with sizes and seconds.

    `compared` are the numbers that pairs are compared by: a page without an answer counts as nothing found there.
    """

    candidates: tuple[str, ...]
    pages: tuple[tuple[str, str], ...]
    """Package and page id."""
    values: Values
    compared: Values
    sizes: Values
    seconds: Values

    @cached_property
    def common(self) -> Values:
        """What pairs are compared by, on the pages all have; candidates without any such page are left aside."""
        known = np.isfinite(self.compared)
        shared: Values = self.compared[:, known[known.any(axis=1)].all(axis=0)]
        return shared

    def of(self, candidate: str) -> Values:
        """Give a candidate's scores, NaN where there is none."""
        row: Values = self.values[self.candidates.index(candidate)]
        return row

    def timed(self, candidate: str) -> tuple[Values, Values]:
        """Give sizes and seconds of the pages that have both, and neither is nothing."""
        number = self.candidates.index(candidate)
        sizes, seconds = self.sizes[number], self.seconds[number]
        known = (sizes > 0) & (seconds > 0)
        return sizes[known], seconds[known]

    def wins(self, first: str, second: str) -> tuple[int, int, int]:
        """Count common pages on which the first is higher, the second is, and both are equal."""
        mine, theirs = (self.common[self.candidates.index(name)] for name in (first, second))
        return int((mine > theirs).sum()), int((mine < theirs).sum()), int((mine == theirs).sum())


def page_scores(run: Run, packages: Sequence[str], measure: str, column: str) -> PageScores:
    """Collect one column of one measure over some packages."""
    names = tuple(candidate.name for candidate in run.candidates)
    pages = [(package, page) for package in packages for page in run.package(package).pages]
    places = {page: number for number, page in enumerate(pages)}
    table = np.full((4, len(names), len(pages)), np.nan)
    for row, name in enumerate(names):
        for package in packages:
            for cell in run.cells.get((package, name), ()):
                table[:, row, places[package, cell.page]] = _numbers(cell, measure, column)
    return PageScores(names, tuple(pages), *table)


def _numbers(cell: Cell, measure: str, column: str) -> tuple[float | None, ...]:
    value = cell.number(measure, column)
    failed = cell.failure is not None and measure in cell.expected
    return value, 0.0 if failed else value, cell.size, cell.seconds

"""Parts of the pages: by page type, language or site, each with its means and, where that is not too costly, a board.

A board takes a test of each pair of candidates. A slice of few pages cannot pass one, and in a very large run the
tests would take long: such slices show means alone, and nobody is called better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.report.board import Board, make_board
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.summarising import Wanted, summarise

MOST: Final = 20
"""Slices of one kind that are shown, those with most pages first."""
FEWEST: Final = 3
"""Pages from which a slice is worth showing."""
FEWEST_TESTED: Final = 20
"""Pages from which a slice is worth testing: corrected for many pairs, fewer hardly ever tell candidates apart."""
TESTED: Final = 200_000
"""Pages times pairs of candidates up to which slices are tested: at the limit, about fifteen seconds."""

Divided = Mapping[str, Mapping[str, Sequence[Cell]]]
"""Cells by slice and candidate."""


@dataclass(frozen=True, slots=True)
class Slice:
    """The pages of one language, page type or site."""

    value: str
    pages: int
    means: Mapping[str, float]
    """Candidates' means; those without a score are left out."""
    board: Board | None
    """None if the slice is not tested."""


@dataclass(frozen=True, slots=True)
class Slicing:
    """The slices of one kind: those shown, most pages first, and how many are not."""

    kind: str
    slices: tuple[Slice, ...]
    left_out: int


def make_slicing(material: Material, kind: str) -> Slicing:
    """Divide the pages of all packages."""
    values = _values(material.run, kind)
    numbers = Counter(values.values())
    shown = [value for value, number in numbers.most_common(MOST) if number >= FEWEST]
    chosen = [value for value in shown if numbers[value] >= FEWEST_TESTED] if tested(material.run) else []
    divided = _divided(material.run, kind, chosen)
    slices = (_slice(material, value, values, divided.get(value)) for value in shown)
    scored = tuple(each for each in slices if each.means)
    return Slicing(kind, scored, len(numbers) - len(scored))


def tested(run: Run) -> bool:
    """Tell whether a run is small enough to test its slices."""
    candidates = len(run.candidates)
    return sum(len(each.pages) for each in run.packages) * candidates * (candidates - 1) // 2 <= TESTED


def _values(run: Run, kind: str) -> dict[tuple[str, str], str]:
    """Give the slice of each page; the candidates agree on it, but one may lack the page."""
    return {(package, cell.page): getattr(cell, kind) for (package, _), cells in run.cells.items() for cell in cells}


def _slice(
    material: Material,
    value: str,
    values: Mapping[tuple[str, str], str],
    cells: Mapping[str, Sequence[Cell]] | None,
) -> Slice:
    scores = material.scores
    chosen = np.array([values.get(page) == value for page in scores.pages])
    means = {name: row[np.isfinite(row)] for name, row in zip(scores.candidates, scores.values[:, chosen], strict=True)}
    known = {name: float(row.mean()) for name, row in means.items() if len(row)}
    return Slice(value, int(chosen.sum()), known, None if cells is None else _board(material, value, cells))


def _board(material: Material, value: str, cells: Mapping[str, Sequence[Cell]]) -> Board | None:
    """Make the board of one slice by the measure that leads the report."""
    measure = material.board.measure if material.board else material.run.leading
    named = {(value, candidate): found for candidate, found in cells.items()}
    summary = summarise(Wanted(material.run.program, (measure,), ()), named)
    return make_board(summary.packages[0], material.marks, [measure])


def _divided(run: Run, kind: str, values: Sequence[str]) -> Divided:
    """Give the cells of each slice and candidate."""
    divided: dict[str, dict[str, list[Cell]]] = {
        value: {candidate.name: [] for candidate in run.candidates} for value in values
    }
    for candidate in run.candidates:
        for cell in _cells(run, candidate.name):
            if (value := getattr(cell, kind)) in divided:
                divided[value][candidate.name].append(cell)
    return divided


def _cells(run: Run, candidate: str) -> Iterator[Cell]:
    """Give a candidate's cells of all packages, pages named so that no two are the same."""
    for package in run.packages:
        for cell in run.cells.get((package.name, candidate), ()):
            yield replace(cell, page=f"{package.name}/{cell.page}")

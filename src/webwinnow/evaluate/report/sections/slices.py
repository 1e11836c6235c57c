"""Leaderboards of parts of the pages: by page type, language and site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from webwinnow.evaluate.cell import SLICINGS, Cell
from webwinnow.evaluate.report import tables
from webwinnow.evaluate.report.board import Board, Row, make_board, mean_of
from webwinnow.evaluate.report.leaderboard import NAMES, leaderboard, verdict
from webwinnow.evaluate.report.markup import Html, element, join
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import NONE, count, share
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.summarising import Wanted, summarise

MOST: Final = 20
"""Slices of one kind that are shown, those with most pages first."""
FEWEST: Final = 3
"""Pages from which a slice is worth a leaderboard."""
_NAMES: Final = {"page_type": "page type", "language": "language", "site": "site"}


@dataclass(frozen=True, slots=True)
class Slicing:
    """The slices of one kind: those shown, and how many are not."""

    name: str
    boards: tuple[Board, ...]
    left_out: int


def section(material: Material) -> Html:
    """Show each way the pages were divided, if it divides them."""
    kinds = (_slicing(material, kind) for kind in material.run.slicings or SLICINGS)
    return join(_shown(each) for each in kinds if len(each.boards) + each.left_out > 1 and each.boards)


def _slicing(material: Material, kind: str) -> Slicing:
    pages = Counter(getattr(cell, kind) for cell in _cells(material.run, next(iter(material.marks))))
    values = [value for value, number in pages.most_common(MOST) if number >= FEWEST]
    divided = _divided(material.run, kind, values)
    boards = (_board(material, value, cells) for value, cells in divided.items())
    shown = tuple(board for board in boards if board is not None)
    return Slicing(_NAMES.get(kind, kind), shown, len(pages) - len(shown))


def _divided(run: Run, kind: str, values: Sequence[str]) -> dict[str, dict[str, list[Cell]]]:
    """Give the cells of each value and candidate."""
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


def _board(material: Material, value: str, cells: dict[str, list[Cell]]) -> Board | None:
    """Make the board of one slice by the measure that leads the report."""
    measure = material.board.measure if material.board else material.run.leading
    named = {(value, candidate): found for candidate, found in cells.items()}
    summary = summarise(Wanted(material.run.program, (measure,), ()), named)
    return make_board(summary.packages[0], material.marks, [measure])


def _shown(slicing: Slicing) -> Html:
    boards = slicing.boards
    name = NAMES[boards[0].column]
    caption = f"Mean {name} by {slicing.name}; bold: highest, or not significantly different from the highest"
    columns = [tables.Column("Candidate", numbers=False, first="ascending"), *map(_column, boards)]
    every = {board.name: {row.mark: row for row in board.rows} for board in boards}
    marks = [row.mark for row in boards[0].rows]
    rows = ([tables.candidate(mark), *(_cell(every[board.name][mark], board) for board in boards)] for mark in marks)
    heading = element("h3", f"By {slicing.name}")
    folded = element("details", element("summary", f"Each {slicing.name} in full"), *map(_full, boards))
    return join((heading, tables.table(caption, columns, rows), _left_out(slicing), folded))


def _column(board: Board) -> tables.Column:
    return tables.Column(f"{board.name} ({count(board.pages)})", f"{count(board.pages)} pages")


def _cell(row: Row, board: Board) -> tables.Cell:
    mean = mean_of(row, board.column)
    if mean is None:
        return tables.Cell(NONE)
    told = {"best": "highest", "level": "not significantly different from the highest"}.get(row.standing)
    shown = element("b", share(mean)) if told else share(mean)
    return tables.Cell(shown, mean, class_=row.standing if told else None, meaning=told)


def _full(board: Board) -> Html:
    caption = f"Leaderboard by {board.measure}, {count(board.pages)} pages: {board.name}"
    return join((element("h4", board.name), verdict(board), leaderboard(board, caption)))


def _left_out(slicing: Slicing) -> Html:
    if not slicing.left_out:
        return Html("")
    told = f"Left out: {count(slicing.left_out)} more, with fewer pages than these or fewer than {FEWEST}."
    return element("p", told, class_="note")

"""Parts of the pages: by page type, language or site, all candidates beside each other.

Each part has its means and, where that is not too costly, a leaderboard, which takes a test of each pair of candidates.
A slice of few pages cannot pass one, and in a very large run the tests would take long: such slices show means alone,
and nobody is called better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.cell import SLICINGS, Cell
from webwinnow.evaluate.report import frame
from webwinnow.evaluate.report.leaderboard import leaderboard, verdict
from webwinnow.evaluate.report.material import NAMES, Board, Material, Standing, make_board
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.summary import summarise

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
class PageSlice:
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
    slices: tuple[PageSlice, ...]
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
    """Return whether a run is small enough to test its slices."""
    candidates = len(run.candidates)
    return sum(len(each.pages) for each in run.packages) * candidates * (candidates - 1) // 2 <= TESTED


def _values(run: Run, kind: str) -> dict[tuple[str, str], str]:
    """Return the slice of each page; the candidates agree on it, but one may lack the page."""
    return {(package, cell.page): getattr(cell, kind) for (package, _), cells in run.cells.items() for cell in cells}


def _slice(
    material: Material,
    value: str,
    values: Mapping[tuple[str, str], str],
    cells: Mapping[str, Sequence[Cell]] | None,
) -> PageSlice:
    scores = material.scores
    chosen = np.array([values.get(page) == value for page in scores.pages])
    means = {name: row[np.isfinite(row)] for name, row in zip(scores.candidates, scores.values[:, chosen], strict=True)}
    known = {name: float(row.mean()) for name, row in means.items() if len(row)}
    return PageSlice(value, int(chosen.sum()), known, None if cells is None else _board(material, value, cells))


def _board(material: Material, value: str, cells: Mapping[str, Sequence[Cell]]) -> Board | None:
    """Make the board of one slice by the measure that leads the report."""
    measure = material.board.measure if material.board else material.run.leading
    named = {(value, candidate): found for candidate, found in cells.items()}
    summary = summarise(material.run.program, (measure,), (), named)
    return make_board(summary.packages[0], material.marks, [measure])


def _divided(run: Run, kind: str, values: Sequence[str]) -> Divided:
    """Return the cells of each slice and candidate."""
    divided: dict[str, dict[str, list[Cell]]] = {
        value: {candidate.name: [] for candidate in run.candidates} for value in values
    }
    for candidate in run.candidates:
        for cell in _cells(run, candidate.name):
            if (value := getattr(cell, kind)) in divided:
                divided[value][candidate.name].append(cell)
    return divided


def _cells(run: Run, candidate: str) -> Iterator[Cell]:
    """Yield a candidate's cells of all packages, pages named so that no two are the same."""
    for package in run.packages:
        for cell in run.cells.get((package.name, candidate), ()):
            yield replace(cell, page=f"{package.name}/{cell.page}")


_KINDS: Final = {
    "page_type": "page type",
    "language": "language",
    "site": "site",
    "fragmented": "interrupted content",
    "multiple_articles": "several articles",
}
_MEANT: Final[dict[Standing, str]] = {"best": "highest", "level": "not significantly different from the highest"}


def section(material: Material) -> Html:
    """Show each way of dividing the pages that does divide them."""
    slicings = (make_slicing(material, kind) for kind in material.run.slicings or SLICINGS)
    shown = [_shown(each, material) for each in slicings if each.slices and len(each.slices) + each.left_out > 1]
    return join(shown if tested(material.run) or not shown else [_untested(), *shown])


def _untested() -> Html:
    said = "With so many pages and candidates the differences within slices are not tested: nobody is called better."
    return element("p", said, class_="note")


def _shown(slicing: Slicing, material: Material) -> Html:
    kind = _KINDS.get(slicing.kind, slicing.kind)
    boards = [each.board for each in slicing.slices if each.board]
    folded = element("details", element("summary", f"Each {kind} in full"), *map(_full, boards))
    parts = (_matrix(slicing, kind, material), _left_out(slicing), folded if boards else Html(""))
    return join((element("h3", f"By {kind}"), *parts))


def _matrix(slicing: Slicing, kind: str, material: Material) -> Html:
    """Write candidates by slices; who may be the best of a slice is set in bold."""
    name = NAMES[material.board.column] if material.board else ""
    meaning = f"; bold: the highest, and what is not significantly different (from {FEWEST_TESTED} pages up)"
    bold = meaning * any(each.board for each in slicing.slices)
    columns = [frame.TableColumn("Candidate", numbers=False, first="ascending"), *map(_column, slicing.slices)]
    standings = [{row.mark: row.standing for row in each.board.rows} if each.board else {} for each in slicing.slices]
    rows = (
        [frame.candidate_cell(mark), *(_cell(mark, *column) for column in zip(slicing.slices, standings, strict=True))]
        for mark in material.order
    )
    return frame.table(f"Mean {name} by {kind}, number of pages in parentheses{bold}", columns, rows)


def _column(each: PageSlice) -> frame.TableColumn:
    return frame.TableColumn(f"{each.value} ({frame.count(each.pages)})", f"{frame.count(each.pages)} pages")


def _cell(
    mark: frame.CandidateMark, each: PageSlice, standings: dict[frame.CandidateMark, Standing]
) -> frame.TableCell:
    mean, standing = each.means.get(mark.name), standings.get(mark, "not compared")
    if mean is None:
        return frame.TableCell(frame.NONE)
    meaning = _MEANT.get(standing)
    return frame.TableCell(element("b", frame.share(mean)) if meaning else frame.share(mean), mean, meaning=meaning)


def _full(board: Board) -> Html:
    caption = f"Leaderboard by {board.measure}, {frame.count(board.pages)} pages: {board.name}"
    return join((element("h4", board.name), verdict(board), leaderboard(board, caption)))


def _left_out(slicing: Slicing) -> Html:
    if not slicing.left_out:
        return Html("")
    more = frame.count(slicing.left_out)
    said = f"Left out: {more} more, with fewer pages than these or fewer than {FEWEST}, or no score."
    return element("p", said, class_="note")

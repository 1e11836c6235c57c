"""Parts of the pages: all candidates beside each other, and the leaderboard of each part."""

from __future__ import annotations

from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.cell import SLICINGS
from webwinnow.evaluate.report import tables
from webwinnow.evaluate.report.board import Board, Standing
from webwinnow.evaluate.report.charts.marks import Mark
from webwinnow.evaluate.report.leaderboard import NAMES, leaderboard, verdict
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import NONE, count, share
from webwinnow.evaluate.report.slicing import FEWEST, FEWEST_TESTED, Slice, Slicing, make_slicing, tested

_KINDS: Final = {"page_type": "page type", "language": "language", "site": "site"}
_TOLD: Final[dict[Standing, str]] = {"best": "highest", "level": "not significantly different from the highest"}


def section(material: Material) -> Html:
    """Show each way of dividing the pages that does divide them."""
    slicings = (make_slicing(material, kind) for kind in material.run.slicings or SLICINGS)
    shown = [_shown(each, material) for each in slicings if each.slices and len(each.slices) + each.left_out > 1]
    return join(shown if tested(material.run) or not shown else [_untested(), *shown])


def _untested() -> Html:
    told = "With so many pages and candidates the differences within slices are not tested: nobody is called better."
    return element("p", told, class_="note")


def _shown(slicing: Slicing, material: Material) -> Html:
    kind = _KINDS.get(slicing.kind, slicing.kind)
    boards = [each.board for each in slicing.slices if each.board]
    folded = element("details", element("summary", f"Each {kind} in full"), *map(_full, boards))
    parts = (_matrix(slicing, kind, material), _left_out(slicing), folded if boards else Html(""))
    return join((element("h3", f"By {kind}"), *parts))


def _matrix(slicing: Slicing, kind: str, material: Material) -> Html:
    """Write candidates by slices; who may be the best of a slice is set in bold."""
    name = NAMES[material.board.column] if material.board else ""
    told = f"; bold: the highest, and what is not significantly different (from {FEWEST_TESTED} pages up)"
    bold = told * any(each.board for each in slicing.slices)
    columns = [tables.Column("Candidate", numbers=False, first="ascending"), *map(_column, slicing.slices)]
    standings = [{row.mark: row.standing for row in each.board.rows} if each.board else {} for each in slicing.slices]
    rows = (
        [tables.candidate(mark), *(_cell(mark, *column) for column in zip(slicing.slices, standings, strict=True))]
        for mark in material.order
    )
    return tables.table(f"Mean {name} by {kind}, number of pages in parentheses{bold}", columns, rows)


def _column(each: Slice) -> tables.Column:
    return tables.Column(f"{each.value} ({count(each.pages)})", f"{count(each.pages)} pages")


def _cell(mark: Mark, each: Slice, standings: dict[Mark, Standing]) -> tables.Cell:
    mean, standing = each.means.get(mark.name), standings.get(mark, "not compared")
    if mean is None:
        return tables.Cell(NONE)
    told = _TOLD.get(standing)
    return tables.Cell(element("b", share(mean)) if told else share(mean), mean, meaning=told)


def _full(board: Board) -> Html:
    caption = f"Leaderboard by {board.measure}, {count(board.pages)} pages: {board.name}"
    return join((element("h4", board.name), verdict(board), leaderboard(board, caption)))


def _left_out(slicing: Slicing) -> Html:
    if not slicing.left_out:
        return Html("")
    told = f"Left out: {count(slicing.left_out)} more, with fewer pages than these or fewer than {FEWEST}, or no score."
    return element("p", told, class_="note")

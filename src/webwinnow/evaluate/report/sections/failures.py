"""Pages without an answer: how many, for what reason, and some of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.cell import Cell, Failure
from webwinnow.evaluate.report import tables
from webwinnow.evaluate.report.charts.marks import Mark, named
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import NONE, count, percent
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.summary import CandidateSummary

EXAMPLES: Final = 5
"""Failures of one kind that are shown for a candidate."""
_LONGEST: Final = 400
"""Characters of a reason; a whole trace of calls helps nobody here."""


def section(material: Material) -> Html:
    """Count failures by their kind; a failure is in no mean."""
    summaries = material.summary.candidates
    kinds = sorted({kind for each in summaries for kind in each.failures})
    if not kinds:
        return element("p", "Every candidate answered on every page.")
    columns = [
        tables.Column("Candidate", numbers=False, first="ascending"),
        tables.Column("Failed", "Pages without an answer"),
        tables.Column("Share", "Share of all pages"),
        *(tables.Column(kind, f"Failures of the kind {kind}") for kind in kinds),
    ]
    ordered = sorted(summaries, key=lambda each: -each.failed)
    rows = (_row(material.marks[each.candidate], each, kinds) for each in ordered)
    counted = tables.table("Failures by reason; they are counted here and are in no mean", columns, rows, sorted_by=1)
    failed = [each.candidate for each in ordered if each.failed]
    return join((counted, *(_examples(material.run, material.marks[name]) for name in failed)))


def _row(mark: Mark, summary: CandidateSummary, kinds: list[str]) -> list[tables.Cell]:
    every = [summary.failures.get(kind, 0) for kind in kinds]
    return [
        tables.candidate(mark),
        tables.Cell(count(summary.failed), summary.failed, class_="failed" if summary.failed else "none"),
        tables.Cell(percent(summary.failed, summary.pages), summary.failed / max(summary.pages, 1)),
        *(tables.Cell(count(number) if number else NONE, number) for number in every),
    ]


def _examples(run: Run, mark: Mark) -> Html:
    """List the first failures of each kind, folded."""
    found = list(_failed(run, mark.name))
    kinds = dict.fromkeys(failure.kind for _, _, failure in found)
    chosen = [each for kind in kinds for each in islice((each for each in found if each[2].kind == kind), EXAMPLES)]
    items = (_example(package, cell, failure) for package, cell, failure in chosen)
    shown = "all" if len(chosen) == len(found) else f"{len(chosen)} of {count(len(found))}"
    summary = element("summary", named(mark), f" {shown} shown")
    return element("details", summary, element("ul", *items, class_="reasons"))


def _failed(run: Run, candidate: str) -> Iterator[tuple[str, Cell, Failure]]:
    for package in run.packages:
        for cell in run.cells.get((package.name, candidate), ()):
            if cell.failure is not None:
                yield package.name, cell, cell.failure


def _example(package: str, cell: Cell, failure: Failure) -> Html:
    reason = failure.reason if len(failure.reason) <= _LONGEST else f"{failure.reason[:_LONGEST]}…"
    where = element("span", f"{package} / {cell.page}", class_="page-id")
    return element("li", element("b", failure.kind), " ", where, ": ", element("span", reason, dir="auto"))

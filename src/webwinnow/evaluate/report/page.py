"""The report as one page: head, contents, sections; style and script stand inside, so that it opens anywhere.

The last sections tell what was run, so that it can be run again, and on which pages it gave no answer.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.cell import Cell, Failure
from webwinnow.evaluate.measures import Measure
from webwinnow.evaluate.report import frame, leaderboard, pairs, precision_recall, slices, speed, worst
from webwinnow.evaluate.report.frame import count
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.summary import CandidateSummary, PackageSummary
from webwinnow.evaluate.writing import write_aside

_START: Final = Html("<!DOCTYPE html>\n")
_NOTHING_OUTSIDE: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""The page may use what stands in it and nothing else: whatever it shows, it asks nobody for anything."""


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A part of the page with a heading that the contents lead to."""

    id: str
    title: str
    content: Html


def page(title: str, about: str, sections: Sequence[ReportSection]) -> Html:
    """Write the whole page; sections without content are left out."""
    shown = [section for section in sections if section.content]
    top = element("header", element("h1", title), _toggle(), element("p", about, class_="about"))
    main = element("main", *map(_section, shown), id="main")
    body = element("body", _skip(), top, _contents(shown), main, _script())
    return join((_START, element("html", _head(title), body, lang="en"), Html("\n")))


def _head(title: str) -> Html:
    viewport = element("meta", name="viewport", content="width=device-width, initial-scale=1")
    policy = element("meta", http_equiv="Content-Security-Policy", content=_NOTHING_OUTSIDE)
    style = element("style", Html(_asset("style.css")))
    return element("head", element("meta", charset="utf-8"), viewport, policy, element("title", title), style)


def _toggle() -> Html:
    return element("button", "Colours", type="button", id="theme", hidden=True)


def _skip() -> Html:
    return element("a", "Skip to the results", href="#main", class_="skip")


def _contents(sections: Iterable[ReportSection]) -> Html:
    links = (element("li", element("a", section.title, href=f"#{section.id}")) for section in sections)
    return element("nav", element("ul", *links), aria_label="Contents")


def _section(section: ReportSection) -> Html:
    return element("section", element("h2", section.title), section.content, id=section.id)


def _script() -> Html:
    return element("script", Html(_asset("script.js")))


def _asset(name: str) -> str:
    return resources.files("webwinnow.evaluate.report").joinpath(name).read_text(encoding="utf-8")


_TITLE: Final = "Evaluation of content extraction"


def write_report(run: Run) -> Path:
    """Write `report.html` into the folder of a run; return its path."""
    write_aside(run.report, report(run, _now_and_here()).encode())
    return run.report


def report(run: Run, writing: WrittenAt) -> Html:
    """Make the report of a run."""
    material = Material(run)
    return page(_TITLE, _about(run, writing), _every_section(material, writing))


def _every_section(material: Material, writing: WrittenAt) -> list[ReportSection]:
    return [
        ReportSection("results", "Leaderboard", leaderboard.overall(material)),
        ReportSection("precision-recall", "Precision and recall", precision_recall.section(material)),
        ReportSection("spread", "Spread over the pages", speed.spread_section(material)),
        ReportSection("pairs", "Pairs", pairs.section(material)),
        ReportSection("packages", "Packages", leaderboard.packages(material)),
        ReportSection("slices", "Slices", slices.section(material)),
        ReportSection("speed", "Time and size", speed.section(material)),
        ReportSection("failures", "Failures", failures(material)),
        ReportSection("worst", "Worst pages", worst.section(material)),
        ReportSection("run", "What was run", section(material, writing)),
    ]


def _about(run: Run, writing: WrittenAt) -> str:
    pages = sum(len(package.pages) for package in run.packages)
    parts = (
        _counted(len(run.candidates), "candidate"),
        _counted(pages, "page"),
        _counted(len(run.packages), "package"),
        _counted(len(run.measures), "measure"),
        f"webwinnow {run.program}",
        writing.date,
    )
    return " · ".join(parts)


def _counted(number: int, noun: str) -> str:
    return f"{count(number)} {noun}{'s' * (number != 1)}"


def _now_and_here() -> WrittenAt:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    system = f"{platform.system()} {platform.machine()}"
    return WrittenAt(now, f"{system}, {os.cpu_count() or 1} cores, Python {platform.python_version()}")


EXAMPLES: Final = 5
"""Failures of one kind that are shown for a candidate."""
_LONGEST: Final = 400
"""Characters of a reason; a whole trace of calls helps nobody here."""


def failures(material: Material) -> Html:
    """Count failures by their kind; a failure is in no mean."""
    summaries = material.summary.candidates
    kinds = sorted({kind for each in summaries for kind in each.failures})
    if not kinds:
        return element("p", "Every candidate answered on every page.")
    columns = [
        frame.TableColumn("Candidate", numbers=False, first="ascending"),
        frame.TableColumn("Failed", "Pages without an answer"),
        frame.TableColumn("Share", "Share of all pages"),
        *(frame.TableColumn(kind, f"Failures of the kind {kind}") for kind in kinds),
    ]
    ordered = sorted(summaries, key=lambda each: -each.failed)
    rows = (_failure_row(material.marks[each.candidate], each, kinds) for each in ordered)
    counted = frame.table("Failures by reason; they are counted here and are in no mean", columns, rows, sorted_by=1)
    failed = [each.candidate for each in ordered if each.failed]
    return join((counted, *(_examples(material.run, material.marks[name]) for name in failed)))


def _failure_row(mark: frame.CandidateMark, summary: CandidateSummary, kinds: list[str]) -> list[frame.TableCell]:
    every = [summary.failures.get(kind, 0) for kind in kinds]
    return [
        frame.candidate_cell(mark),
        frame.TableCell(frame.count(summary.failed), summary.failed, class_="failed" if summary.failed else "none"),
        frame.TableCell(frame.percent(summary.failed, summary.pages), summary.failed / max(summary.pages, 1)),
        *(frame.TableCell(frame.count(number) if number else frame.NONE, number) for number in every),
    ]


def _examples(run: Run, mark: frame.CandidateMark) -> Html:
    """List the first failures of each kind, folded."""
    found = list(_failed(run, mark.name))
    kinds = dict.fromkeys(failure.kind for _, _, failure in found)
    chosen = [each for kind in kinds for each in islice((each for each in found if each[2].kind == kind), EXAMPLES)]
    items = (_example(package, cell, failure) for package, cell, failure in chosen)
    shown = "all" if len(chosen) == len(found) else f"{len(chosen)} of {frame.count(len(found))}"
    summary = element("summary", frame.named(mark), f" {shown} shown")
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


@dataclass(frozen=True, slots=True)
class WrittenAt:
    """When and where the report was written."""

    date: str
    machine: str


def section(material: Material, writing: WrittenAt) -> Html:
    """Show everything a result depends on."""
    run = material.run
    facts = {
        "Program": f"webwinnow {run.program}",
        "Report written": writing.date,
        "Machine": writing.machine,
        "Leading measure": str(run.leading),
        "Folder": run.folder.name,
    }
    if run.limit is not None:
        facts["Sample"] = f"at most {frame.count(run.limit)} pages of each package"
    listed = (element("div", element("dt", name), element("dd", value)) for name, value in facts.items())
    return join((element("dl", *listed), _packages(material), _candidates(material), _measures(material)))


def _packages(material: Material) -> Html:
    columns = [
        frame.TableColumn("Package", numbers=False, first="ascending"),
        frame.TableColumn("Pages", "Pages evaluated"),
        frame.TableColumn("Scored", "Pages that at least one candidate has a score for"),
        frame.TableColumn(
            "Digest", "SHA-256 of the package's files: equal digests, equal pages and gold", numbers=False
        ),
    ]
    summaries = {each.name: each for each in material.run.summary.packages}
    rows = [
        [
            frame.TableCell(each.name),
            frame.TableCell(frame.count(len(each.pages)), len(each.pages)),
            _scored(summaries[each.name]),
            frame.TableCell(element("code", each.digest[:16]), class_="fixed", meaning=each.digest),
        ]
        for each in material.run.packages
    ]
    return frame.table("Packages", columns, rows)


def _scored(summary: PackageSummary) -> frame.TableCell:
    most = max((each.scored for each in summary.candidates), default=0)
    return frame.TableCell(frame.count(most), most)


def _candidates(material: Material) -> Html:
    names = ("Candidate", "Kind", "What was run", "Version")
    columns = [frame.TableColumn(name, numbers=False, first="ascending") for name in names]
    rows = [
        [
            frame.candidate_cell(material.marks[each.name]),
            frame.TableCell(each.kind),
            frame.TableCell(element("code", each.specification)),
            frame.TableCell(each.version or frame.NONE),
        ]
        for each in material.run.candidates
    ]
    return frame.table("Candidates", columns, rows)


def _measures(material: Material) -> Html:
    columns = [frame.TableColumn(name, numbers=False, first="ascending") for name in ("Measure", "Meaning")]
    rows = [
        [frame.TableCell(element("code", str(each))), frame.TableCell(_meaning(each))] for each in material.run.measures
    ]
    return frame.table("Measures", columns, rows)


def _meaning(measure: Measure) -> str:
    """Return the first line of a measure's own description."""
    described = type(measure).__doc__ or ""
    return described.strip().splitlines()[0].replace("`", "")

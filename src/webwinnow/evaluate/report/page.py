"""The report as one page: head, contents, sections; style and script stand inside, so that it opens anywhere."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.report import leaderboard, pairs, precision_recall, slices, speed, what_was_run, worst
from webwinnow.evaluate.report.frame import count
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.what_was_run import WrittenAt
from webwinnow.evaluate.results import Run
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
        ReportSection("failures", "Failures", what_was_run.failures(material)),
        ReportSection("worst", "Worst pages", worst.section(material)),
        ReportSection("run", "What was run", what_was_run.section(material, writing)),
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

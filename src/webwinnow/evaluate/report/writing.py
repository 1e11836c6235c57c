"""From a run's folder to its report: the only part that touches disk, clock and machine."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from webwinnow.drawing.markup import Html
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import count
from webwinnow.evaluate.report.page import Section, page
from webwinnow.evaluate.report.sections import (
    failures,
    leaderboards,
    packages,
    pairs,
    precision_and_recall,
    slices,
    speed,
    spread,
    what_was_run,
    worst,
)
from webwinnow.evaluate.report.sections.what_was_run import Writing
from webwinnow.evaluate.results import Run, load_run
from webwinnow.evaluate.run_folder import REPORT
from webwinnow.evaluate.writing import write_aside

_TITLE: Final = "Evaluation of content extraction"


def write_report(run_folder: Path) -> Path:
    """Write `report.html` into a run's folder; raises WebwinnowError if the folder holds no finished run."""
    path = run_folder / REPORT
    write_aside(path, report(load_run(run_folder), _now_and_here()).encode())
    return path


def report(run: Run, writing: Writing) -> Html:
    """Make the report of a run."""
    material = Material(run)
    return page(_TITLE, _about(run, writing), _sections(material, writing))


def _sections(material: Material, writing: Writing) -> list[Section]:
    return [
        Section("results", "Leaderboard", leaderboards.overall(material)),
        Section("precision-recall", "Precision and recall", precision_and_recall.section(material)),
        Section("spread", "Spread over the pages", spread.section(material)),
        Section("pairs", "Pairs", pairs.section(material)),
        Section("packages", "Packages", packages.section(material)),
        Section("slices", "Slices", slices.section(material)),
        Section("speed", "Time and size", speed.section(material)),
        Section("failures", "Failures", failures.section(material)),
        Section("worst", "Worst pages", worst.section(material)),
        Section("run", "What was run", what_was_run.section(material, writing)),
    ]


def _about(run: Run, writing: Writing) -> str:
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


def _now_and_here() -> Writing:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    system = f"{platform.system()} {platform.machine()}"
    return Writing(now, f"{system}, {os.cpu_count() or 1} cores, Python {platform.python_version()}")

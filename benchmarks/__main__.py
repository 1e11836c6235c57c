"""`python -m benchmarks [FOLDER] [--pages N] [--readme]`: speed, growth, memory and start in one run."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.child import NUMPY, Child
from benchmarks.growth import SIZES, Growth, growth
from benchmarks.machine import Commit, Machine, this_commit, this_machine
from benchmarks.pages import Page, Pages, folder_of_pages, generated_pages
from benchmarks.peak import large_pages, peaks
from benchmarks.peers import PEERS, REFERENCES, missing
from benchmarks.readme import write_run
from benchmarks.retained import Retained, retained
from benchmarks.speed import JSON, MARKDOWN, MEGABYTE, SPANS, TEXT, Round, Speed, compared, in_detail, measure, ours
from benchmarks.starts import Start, starts
from benchmarks.table import Cell, table
from webwinnow.kernels import IMPLEMENTATION

COMPARED: Final = (*REFERENCES, *PEERS)
"""What every speed is given as a ratio to, if it is installed."""
SHOWN: Final = ("trafilatura", "resiliparse")
"""Of these, the ones that the table has a column for."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one run measured."""

    machine: Machine
    commit: Commit | None
    source: str
    pages: int
    bytes: int
    speed: list[Speed]
    growth: list[Growth]
    large: list[str]
    """Pages that the memory was measured on."""
    peaks: dict[str, float | None]
    starts: list[Start]
    retained: list[Retained]
    missing: list[str]
    date: str = field(default_factory=lambda: f"{datetime.now(UTC):%Y-%m-%d}")

    def ratio(self, speed: Speed, reference: str) -> float | None:
        """How many times as fast as a reference of the same run; None if that is not installed."""
        other = next((each for each in self.speed if each.task == reference), None)
        return speed.times_as_fast_as(other) if other else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and keep the results if asked to."""
    asked = _parser().parse_args(arguments)
    pages: Pages = folder_of_pages(asked.folder, at_most=asked.pages) if asked.folder else _generated(asked.pages)
    source = asked.folder.resolve().name if asked.folder else "generated"
    report = run(pages, source, asked.sizes, asked.only, steps=asked.steps)
    print(written(report))
    if asked.readme:
        write_run(report, written(report))
    if asked.output:
        asked.output.write_text(json.dumps(as_json(report), indent=2) + "\n", encoding="utf-8")
    return 0


def _generated(count: int) -> Pages:
    return generated_pages(count or 100)


def run(
    pages: Pages,
    source: str,
    sizes: Sequence[int] = SIZES,
    only: Sequence[str] = (),
    *,
    steps: bool = False,
) -> Report:
    """Measure everything on the given pages, or of some tasks the speed alone; `steps` adds ours in detail."""
    known = compared() | (in_detail() if steps or only else {})
    tasks = {name: task for name, task in known.items() if not only or name in only}
    with _beside([name for name in ours() if name in tasks]) as beside:
        speed = measure(pages, tasks, beside=beside)
        grown = growth(tasks, sizes, beside=beside) if sizes and not only else []
    size = max((each.bytes for each in speed), default=0)
    large = large_pages(pages) if sizes and not only else []
    detailed = in_detail()
    return Report(
        this_machine(),
        this_commit(),
        source,
        len(pages),
        size,
        speed,
        grown,
        [page.name for page in large],
        peaks([each.task for each in speed if each.task not in detailed], large) if large else {},
        [] if only else starts(),
        retained(pages) if steps else [],
        missing(),
    )


@contextmanager
def _beside(names: Sequence[str]) -> Iterator[dict[str, Round]]:
    """Run our tasks on numpy, too, unless that is what runs already."""
    if IMPLEMENTATION == NUMPY or not names:
        yield {}
        return
    with Child(pure=True) as child:

        def turn(page: Page) -> dict[str, float | str]:
            return child.times(names, page)

        yield {NUMPY: turn}


def written(report: Report) -> str:
    """Lay the report out to read."""
    machine, commit = report.machine, report.commit
    state = f"commit {commit.hash}{' with changes' if commit.dirty else ''}" if commit else "no commit"
    parts = (
        f"{report.source}: {report.pages} pages, {report.bytes / MEGABYTE:.1f} MB; {state}; {report.date}\n"
        f"{machine.processor}, {machine.cores} cores, Python {machine.python}, numpy {machine.numpy}; "
        f"CPU time of one core; ours {IMPLEMENTATION} unless said\n",
        _speed_table(report),
        _memory_line(report.large),
        _cost_lines(report.speed),
        _starts_table(report.starts),
        _retained_table(report.retained),
        f"not installed: {', '.join(report.missing)}; `make peers` installs them\n" if report.missing else "",
    )
    return "\n".join(part for part in parts if part)


def _speed_table(report: Report) -> str:
    exponents = {each.task: each.exponent for each in report.growth}
    header = ["", "ms/page", "pages/s", "MB/s", *(f"x {name}" for name in SHOWN), "growth", "memory", "failed"]
    rows: list[list[Cell]] = [
        [
            each.task,
            each.milliseconds,
            each.pages_per_second,
            each.rate,
            *(report.ratio(each, name) for name in SHOWN),
            exponents.get(each.task),
            report.peaks.get(each.task),
            each.failed,
        ]
        for each in sorted(report.speed, key=lambda speed: speed.task in PEERS)
    ]
    return table(header, rows)


def _memory_line(large: Sequence[str]) -> str:
    return f"memory: the peak as a multiple of the page, the worst of {'; '.join(large)}\n" if large else ""


def _starts_table(started: Sequence[Start]) -> str:
    rows = [[each.library, _milliseconds(each.imported), _milliseconds(each.first_page)] for each in started]
    return table(["a new process, ms", "import", "with a first page"], rows) if rows else ""


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else 1000 * seconds


def _cost_lines(speeds: Sequence[Speed]) -> str:
    """Say how much more than less takes: all facts than the text, and Markdown than the spans."""
    times = {speed.task: speed for speed in speeds}
    said = [
        f"{name} takes {more.seconds / less.seconds:.2f} times as long as {what}, {median(ratios):.2f} at the median\n"
        for name, what, long, short in (("json", "the text", JSON, TEXT), ("Markdown", "choosing", MARKDOWN, SPANS))
        if (more := times.get(long)) and (less := times.get(short))
        if (ratios := [a / b for a, b in zip(more.each, less.each, strict=True) if a and b])
    ]
    return "".join(said)


def _retained_table(kept: Sequence[Retained]) -> str:
    header = ["retained, bytes per character", "overall", "median", "largest", "page"]
    rows: list[list[Cell]] = [
        [each.columns, each.overall, each.median, each.largest, each.largest_page] for each in kept
    ]
    return table(header, rows) if rows else ""


def as_json(report: Report) -> dict[str, object]:
    """Turn the report into JSON's types, with the figures that follow from others."""
    kept = asdict(report)
    del kept["peaks"]
    for each, speed in zip(kept["speed"], report.speed, strict=True):
        each["megabytes_per_second"] = round(speed.rate, 3)
        each["milliseconds"], each["pages_per_second"] = speed.milliseconds, speed.pages_per_second
        each["peak"] = report.peaks.get(speed.task)
        each["ratios"] = {reference: report.ratio(speed, reference) for reference in COMPARED}
    for each, grown in zip(kept["growth"], report.growth, strict=True):
        each["milliseconds_per_megabyte"], each["exponent"] = grown.per_megabyte, grown.exponent
    return kept


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "folder", nargs="?", type=Path, help="folder with *.html or *.html.gz (default: generated pages)"
    )
    parser.add_argument(
        "--pages", type=int, default=100, help="how many pages, spread evenly; 0 for all (default: 100)"
    )
    parser.add_argument("--output", type=Path, metavar="FILE.json", help="keep the results with machine and commit")
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="*",
        default=SIZES,
        help="bytes of the pages that show growth; none: no memory either",
    )
    parser.add_argument("--only", nargs="+", default=(), metavar="TASK", help='speeds to measure, e.g. "bytes to text"')
    parser.add_argument("--readme", action="store_true", help="show this run in benchmarks/README.md")
    parser.add_argument("--steps", action="store_true", help="measure our steps, every stage and the renderings, too")
    return parser


if __name__ == "__main__":
    sys.exit(main())

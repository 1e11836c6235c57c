"""`python -m benchmarks [FOLDER] [--pages N] [--output FILE.json]`: speed, growth and memory in one run."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.growth import SIZES, Growth, growth
from benchmarks.machine import Commit, Machine, this_commit, this_machine
from benchmarks.pages import Pages, folder_of_pages, generated_pages
from benchmarks.peers import PEERS, REFERENCES
from benchmarks.retained import Retained, retained
from benchmarks.speed import JSON, MEGABYTE, TEXT, Speed, all_tasks, measure, stages, steps
from benchmarks.table import Cell, table

COMPARED: Final = (*REFERENCES, *PEERS)
"""What every speed is given as a ratio to, if it is installed."""


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
    retained: list[Retained]

    def ratio(self, speed: Speed, reference: str) -> float | None:
        """How many times as fast as a reference of the same run; None if that is not installed."""
        base = next((each.rate for each in self.speed if each.task == reference), 0.0)
        return speed.rate / base if base else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and keep the results if asked to."""
    asked = _parser().parse_args(arguments)
    pages: Pages = folder_of_pages(asked.folder, at_most=asked.pages) if asked.folder else _generated(asked.pages)
    source = asked.folder.resolve().name if asked.folder else "generated"
    report = run(pages, source, [] if asked.only else asked.sizes, asked.only)
    print(written(report))
    if asked.output:
        asked.output.write_text(json.dumps(as_json(report), indent=2) + "\n", encoding="utf-8")
    return 0


def _generated(count: int) -> Pages:
    return generated_pages(count or 100)


def run(pages: Pages, source: str, sizes: Sequence[int] = SIZES, only: Sequence[str] = ()) -> Report:
    """Measure everything on the given pages, or of the tasks only some."""
    speed = measure(pages, {name: task for name, task in all_tasks().items() if not only or name in only})
    size = max((each.bytes for each in speed), default=0)
    grown = growth(steps() | stages(), sizes) if sizes else []
    return Report(this_machine(), this_commit(), source, len(pages), size, speed, grown, retained(pages))


def written(report: Report) -> str:
    """Lay the report out to read."""
    machine, commit = report.machine, report.commit
    state = f"commit {commit.hash}{' with changes' if commit.dirty else ''}" if commit else "no commit"
    return (
        f"{report.source}: {report.pages} pages, {report.bytes / MEGABYTE:.1f} MB; {state}\n"
        f"{machine.processor}, {machine.cores} cores, Python {machine.python}, numpy {machine.numpy}; "
        f"CPU time of one thread\n\n{_speed_table(report)}\n{_json_line(report.speed)}{_growth_table(report.growth)}\n"
        f"{_retained_table(report)}"
    )


def _speed_table(report: Report) -> str:
    header = ["speed", "MB/s", *(f"x {reference}" for reference in COMPARED), "failed pages"]
    ratios = [[report.ratio(speed, reference) for reference in COMPARED] for speed in report.speed]
    return table(
        header, [[each.task, each.rate, *row, each.failed] for each, row in zip(report.speed, ratios, strict=True)]
    )


def _json_line(speeds: Sequence[Speed]) -> str:
    """Say how many times as long as the text all that is known about a page takes."""
    times = {speed.task: speed for speed in speeds}
    text, json_ = times.get(TEXT), times.get(JSON)
    if not text or not json_ or len(text.each) != len(json_.each) or not text.each:
        return ""
    middle = median(long / short for long, short in zip(json_.each, text.each, strict=True))
    return f"json takes {json_.seconds / text.seconds:.2f} times as long as the text, {middle:.2f} at the median\n\n"


def _growth_table(grown: Sequence[Growth]) -> str:
    if not grown:
        return ""
    header = ["growth, ms per MB at", *(f"{size / 1000:,.0f} kB" for size in grown[0].sizes), "exponent"]
    return table(header, [[each.task, *each.per_megabyte, each.exponent] for each in grown])


def _retained_table(report: Report) -> str:
    header = ["retained, bytes per character", "overall", "median", "largest", "page"]
    rows: list[list[Cell]] = [
        [each.columns, each.overall, each.median, each.largest, each.largest_page] for each in report.retained
    ]
    return table(header, rows)


def as_json(report: Report) -> dict[str, object]:
    """Turn the report into JSON's types, with the figures that follow from others."""
    kept = asdict(report)
    for each, speed in zip(kept["speed"], report.speed, strict=True):
        each["megabytes_per_second"] = round(speed.rate, 3)
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
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="bytes of the pages that show growth")
    parser.add_argument("--only", nargs="+", default=(), metavar="TASK", help='speeds to measure, e.g. "bytes to text"')
    return parser


if __name__ == "__main__":
    sys.exit(main())

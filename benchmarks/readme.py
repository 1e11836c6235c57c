"""The run that `benchmarks/README.md` shows, and what it says in words: written by `make bench README=yes`.

Every sentence is made of figures of the run, so that none outlives them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Final

from benchmarks.child import NUMPY
from benchmarks.peers import PEERS
from benchmarks.speed import JSON, MARKDOWN, QUICK, SPANS, TEXT, Speed

if TYPE_CHECKING:
    from benchmarks.__main__ import Report

README: Final = Path(__file__).parent / "README.md"
START, END = "<!-- run: written by `make bench README=yes` -->", "<!-- end of the run -->"


def write_run(report: Report, laid_out: str, readme: Path = README) -> None:
    """Put a run, as it is laid out, and its sentences in place of the run before."""
    before, _, rest = readme.read_text(encoding="utf-8").partition(START)
    said = "\n".join(f"- {sentence}" for sentence in sentences(report))
    shown = indent(laid_out.rstrip(), "    ", lambda line: line.strip() != "")
    readme.write_text(f"{before}{START}\n\n{shown}\n\n{said}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def sentences(report: Report) -> list[str]:
    """Say what the figures mean, peers that are faster as well as those that are slower."""
    tasks = {each.task: each for each in report.speed}
    return [*_beside_peers(tasks), *_among_ours(tasks), *_memory(report.peaks), *_starts(report)]


def _beside_peers(tasks: Mapping[str, Speed]) -> Iterator[str]:
    for peer in (name for name in PEERS if name in tasks):
        ratios = {task: tasks[task].times_as_fast_as(tasks[peer]) for task in (SPANS, TEXT) if task in tasks}
        known = [f"{_compared(ratio)} {task.removeprefix('bytes to ')}" for task, ratio in ratios.items() if ratio]
        if known:
            yield f"**{peer}** takes {', '.join(known)}."


def _compared(ratio: float) -> str:
    return f"{ratio:.1f} times as long as our" if ratio >= 1 else f"{ratio:.2f} of the time of our"


def _among_ours(tasks: Mapping[str, Speed]) -> Iterator[str]:
    others = {MARKDOWN: "Markdown", JSON: "JSON with all facts", f"{TEXT}, {NUMPY}": "text on numpy alone"}
    others |= {f"{TEXT} by {expression}": f"text by `{expression}`" for expression in QUICK}
    times = [
        f"{name} {1 / ratio:.2f}"
        for task, name in others.items()
        if task in tasks and TEXT in tasks and (ratio := tasks[task].times_as_fast_as(tasks[TEXT]))
    ]
    if times:
        yield f"As a multiple of our text: {', '.join(times)}."


def _memory(peaks: Mapping[str, float | None]) -> Iterator[str]:
    known = [f"{name} {peaks[name]:.1f}" for name in (TEXT, *PEERS) if peaks.get(name) is not None]
    if known:
        yield f"Memory as a multiple of the page: {', '.join(known)}."


def _starts(report: Report) -> Iterator[str]:
    known = [f"{each.library} {1000 * each.first_page:.0f}" for each in report.starts if each.first_page is not None]
    if known:
        yield f"Milliseconds to the first page of a new process: {', '.join(known)}."

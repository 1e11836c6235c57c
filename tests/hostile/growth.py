"""`make hostile`: how time, output and memory grow over the families of hostile pages, ours beside the peers'.

    python tests/hostile/growth.py [--sizes 0.25 1 8] [--families WORD ...] [--every N] [--forms NAME ...] [--no-peers]

Each page is read in a process of its own, and made into each form in another, which is stopped after so many seconds of
CPU time; so are the peers that are installed (make peers). Time is that of reading, choosing and writing, without what
the form takes for a page of one word. The first table has the rows that are over a limit, or all: seconds for each
megabyte at the size where they are most, the exponent by which time grows from the smallest size to the largest, output
and memory as times the page. The second has the worst of each form and peer. `WEBWINNOW_PURE=1` measures without
compiled kernels. The exit code is 1 if one of our rows is over a limit.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.pages import Page
from benchmarks.peers import PEERS, Task, installed
from benchmarks.sample import Sample

from hostile.families import FAMILIES, Family
from hostile.forms import FORMS, FURNITURE, LITTLE, MOST, MOST_OF, Form, choose
from webwinnow.kernels import IMPLEMENTATION

MEGABYTE = 1_000_000
SLOWEST = 1.0 if IMPLEMENTATION == "compiled" else 3.0
"""Seconds that a megabyte may take."""
STEEPEST = 1.15
"""The exponent of time over size."""
EXPANDED = {"json with blocks": 30.0}
"""How many times as large as the page a form may be, where it is not `MOST`; of small pages more (forms.MOST_OF)."""
LARGEST = 25.0
"""How many times as large as the page the memory may be."""
SURE = 0.2
"""Seconds from which on a measurement says something about growth."""
ROOM = 3_000_000_000
"""Bytes that a process may take, so that the machine goes on."""
CHOOSING = "choosing"
WORD, PROSE = "<p>word", FAMILIES["prose"](20_000)


@dataclass(frozen=True, slots=True)
class Measurement:
    """One page in one form; what was stopped took the limit and wrote nothing."""

    family: str
    form: str
    size: int
    seconds: float
    output: float
    """The bytes that were written beyond what every page gets, as times the page."""
    memory: float
    """The memory that was taken, as times the page."""
    outcome: str = ""
    """Why there is no answer, if there is none."""

    @property
    def pace(self) -> float:
        """Seconds for a megabyte."""
        return self.seconds / self.size * MEGABYTE


def measured(
    families: Mapping[str, Family],
    forms: Mapping[str, Form],
    sizes: Sequence[int],
    limit: float = 60.0,
    peers: Mapping[str, Task] | None = None,
) -> Iterator[Measurement]:
    """Measure every form of every family at every size; what was stopped is not tried at larger ones."""
    peers, prepared = peers or {}, _prepared(forms)
    for name, family in families.items():
        given_up = set[str]()
        for size in sorted(sizes):
            source = family(size)
            left, others = (
                {key: each for key, each in table.items() if key not in given_up} for table in (forms, peers)
            )
            rows = [*_ours(source, left, limit, prepared), *_theirs(source, others, limit)] if left or others else []
            for row in (Measurement(name, form, len(source.encode("utf-8", "replace")), *told) for form, *told in rows):
                yield row
                given_up |= {row.form} if row.outcome else set()


def _prepared(forms: Mapping[str, Form]) -> dict[str, float]:
    """Load what each form needs; tell how long it takes for a page of one word then."""
    found = {}
    for name, form in {CHOOSING: lambda _: "", **forms}.items():
        form(choose(PROSE))
        started = time.process_time()
        form(choose(WORD))
        found[name] = time.process_time() - started
    return found


def _ours(
    source: str, forms: Mapping[str, Form], limit: float, prepared: Mapping[str, float]
) -> list[tuple[str, float, float, float, str]]:
    """Read a page and make it into forms: name, seconds, output, memory, outcome of each."""
    size = len(source.encode("utf-8", "replace"))

    def whole() -> dict[str, Any]:
        results = list[Any]()
        chosen = _timed(lambda: results.append(choose(source)) or "")
        signal.setitimer(signal.ITIMER_PROF, 0)
        gc.collect()
        gc.freeze()  # what is shared with the processes below would be copied
        parts = {name: apart(lambda form=form: _timed(lambda: form(results[0])), limit) for name, form in forms.items()}
        return {CHOOSING: chosen, **parts}

    told = apart(whole, limit)
    chosen = told.get(CHOOSING, told)
    rows = []
    for name in (CHOOSING, *forms):
        part = chosen if name == CHOOSING else told.get(name, chosen)
        seconds = chosen["seconds"] + (part["seconds"] if part is not chosen else 0) - prepared[name]
        output = max(part["written"] - FURNITURE.get(name, LITTLE), 0) / size
        memory = max(chosen["memory"], part["memory"] + (part is not chosen) * chosen["held"]) / size
        rows.append((name, max(seconds, 0.0), output, memory, part["outcome"]))
    return rows


def _theirs(source: str, peers: Mapping[str, Task], limit: float) -> Iterator[tuple[str, float, float, float, str]]:
    data = source.encode("utf-8", "replace")
    for name, task in peers.items():
        sample = Sample(Page(name, data))
        told = apart(lambda task=task, sample=sample: _timed(lambda: str(task(sample) or "")), limit)
        output = max(told["written"] - LITTLE, 0) / len(data)
        yield name, told["seconds"], output, told["memory"] / len(data), told["outcome"]


def _timed(work: Callable[[], str]) -> dict[str, Any]:
    """Do some work, and tell what it took."""
    written, outcome, before = 0, "", _resident("VmRSS")
    started = time.process_time()
    try:
        written = len((work() or "").encode("utf-8", "replace"))
    except BaseException as error:  # the fence of the measurement: what fails is a row
        outcome = f"{type(error).__name__}: {error}"[:200]
    told = {"seconds": time.process_time() - started, "written": written, "outcome": outcome}
    return {**told, "memory": max(_resident("VmHWM") - before, 0), "held": max(_resident("VmRSS") - before, 0)}


def apart(work: Callable[[], dict[str, Any]], limit: float) -> dict[str, Any]:
    """Do some work in a process of its own, which ends after so many seconds of CPU time."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
            signal.setitimer(signal.ITIMER_PROF, limit)
            told = json.dumps(work()).encode()
            while told:
                told = told[os.write(writing, told) :]
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        said = answer.read()
    _, status = os.waitpid(child, 0)
    if status == 0 and said:
        found: dict[str, Any] = json.loads(said)
        return found
    stopped = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
    outcome = f"stopped after {limit:g} s" if stopped else "died"
    return {"seconds": limit if stopped else 0.0, "written": 0, "memory": 0, "held": 0, "outcome": outcome}


def _resident(name: str) -> int:
    """Return the bytes of memory that this process has, or had at most; 0 where the system does not tell."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(name)), 0)


def exponent(rows: Sequence[Measurement]) -> float | None:
    """Return how time grows from the first size at which it can be measured to the largest."""
    sure = [row for row in rows if row.seconds >= SURE]
    if len(sure) < 2 or sure[0].size == sure[-1].size:
        return None
    return math.log(sure[-1].seconds / sure[0].seconds) / math.log(sure[-1].size / sure[0].size)


def faults(rows: Sequence[Measurement]) -> list[str]:
    """Name the limits that a family in a form is over."""
    last, grown = rows[-1], exponent(rows)
    whole = [row for row in rows if row.size >= MEGABYTE // 5]  # of small pages, what every page takes is the most
    found = [last.outcome] if last.outcome else []
    found += ["slow"] if max((row.pace for row in whole), default=0.0) > SLOWEST else []
    found += ["steep"] if grown is not None and grown > STEEPEST else []
    found += ["large"] if max(row.output for row in whole or rows) > _most(last) else []
    return found + (["memory"] if max((row.memory for row in whole), default=0.0) > LARGEST else [])


def _most(row: Measurement) -> float:
    return EXPANDED.get(row.form, MOST) if row.size >= MEGABYTE // 5 else MOST_OF.get(row.form, MOST)


def _grouped(rows: Iterable[Measurement]) -> dict[tuple[str, str], list[Measurement]]:
    found: dict[tuple[str, str], list[Measurement]] = {}
    for row in rows:
        found.setdefault((row.family, row.form), []).append(row)
    return found


def table(rows: Sequence[Measurement], *, every: bool = True) -> str:
    """Write a line for each family and form: those that are over a limit, or all."""
    grouped = _grouped(rows)
    lines = [f"{'family':40} {'form':18} {'MB':>5} {'s/MB':>7} {'exponent':>8} {'output':>7} {'memory':>7}  over"]
    for (family, form), some in grouped.items():
        wrong, grown, worst = faults(some), exponent(some), max(some, key=lambda row: row.pace)
        if wrong or every:
            lines.append(
                f"{family[:40]:40} {form:18} {worst.size / MEGABYTE:5.2f} {worst.pace:7.2f}"
                f" {f'{grown:.2f}' if grown is not None else '-':>8} {max(row.output for row in some):7.1f}"
                f" {max(row.memory for row in some):7.1f}  {', '.join(wrong)}"
            )
    over = sum(bool(faults(some)) for some in grouped.values())
    return "\n".join([*lines, f"{len(grouped)} rows, {over} over a limit"]) + "\n"


def summary(rows: Sequence[Measurement]) -> str:
    """Write the worst of each form and peer over all families."""
    grouped = sorted(
        _grouped(rows).items(), key=lambda entry: list(dict.fromkeys(r.form for r in rows)).index(entry[0][1])
    )
    lines = [
        "| form | families | over a limit | no answer | most s/MB | steepest | most output | most memory |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for form, entries in groupby(grouped, key=lambda entry: entry[0][1]):
        some = [group for _, group in entries]
        paces = [max(row.pace for row in group if not row.outcome) for group in some if not group[0].outcome]
        steep = [grown for group in some if (grown := exponent(group)) is not None]
        over, silent = sum(bool(faults(group)) for group in some), sum(bool(group[-1].outcome) for group in some)
        lines.append(
            f"| {form} | {len(some)} | {over} | {silent} | {max(paces, default=0.0):.2f}"
            f" | {f'{max(steep):.2f}' if steep else '-'} | {max(row.output for group in some for row in group):.1f}"
            f" | {max(row.memory for group in some for row in group):.0f} |"
        )
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure what is asked for, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=float, default=[0.25, 1.0, 8.0], help="megabytes")
    parser.add_argument("--families", nargs="+", default=[""], metavar="WORD", help="those whose names hold a word")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each n-th of them")
    parser.add_argument("--forms", nargs="*", default=list(FORMS), choices=list(FORMS), metavar="NAME")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds of CPU time for a page in a form")
    parser.add_argument("--rows", choices=["over", "all"], default="over", help="which rows to show")
    parser.add_argument("--no-peers", action="store_true", help="only ours")
    asked = parser.parse_args()
    started, families = (
        time.monotonic(),
        {name: each for name, each in FAMILIES.items() if any(word in name for word in asked.families)},
    )
    forms, sizes = {name: FORMS[name] for name in asked.forms}, [int(size * MEGABYTE) for size in asked.sizes]
    peers = {} if asked.no_peers else installed(PEERS)
    for task in peers.values():
        task(Sample(Page("prose", PROSE.encode())))  # what is loaded once is no part of a page
    rows = []
    for number, row in enumerate(measured(families, forms, sizes, asked.limit, peers)):
        rows.append(row)
        if sys.stderr.isatty() and number % 50 == 0:
            print(f"\r{row.family[:60]:60}", end="", file=sys.stderr, flush=True)
    ours = [row for row in rows if row.form not in peers]
    print(
        f"kernels: {IMPLEMENTATION}; limits: {SLOWEST:g} s/MB, exponent {STEEPEST}, memory {LARGEST:g} times the page\n"
    )
    print(table(rows, every=asked.rows == "all"))
    print(summary(rows))
    print(f"{(time.monotonic() - started) / 60:.1f} minutes; peers: {', '.join(peers) or 'none (make peers)'}")
    return 1 if any(faults(group) for group in _grouped(ours).values()) else 0


if __name__ == "__main__":
    sys.exit(main())

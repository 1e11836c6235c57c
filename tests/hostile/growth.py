"""`make hostile`: how time, output and memory of every form grow over the families of hostile pages.

    python tests/hostile/growth.py [--sizes 0.25 0.5 1] [--families WORD ...] [--forms NAME ...] [--all]

Each page is made into each form in a process of its own, which is stopped after the limit. The table shows the rows
that are over a limit, or all: seconds for each megabyte at the largest size, the exponent by which time grows from the
smallest size to it, output and memory as times the page. The exit code is 1 if a row is over a limit.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import select
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile.families import FAMILIES, Family
from hostile.forms import FORMS, FURNITURE, LITTLE, MOST, MOST_OF, Form, choose

MEGABYTE = 1_000_000
SLOWEST = 3.0
"""Seconds that a megabyte may take; a third of it with compiled kernels."""
STEEPEST = 1.15
"""The exponent of time over size."""
LARGEST = 25.0
"""How many times as large as the page the memory may be."""
SURE = 0.2
"""Seconds from which on a measurement says something about growth."""


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


def measured(
    families: Mapping[str, Family], forms: Mapping[str, Form], sizes: Sequence[int], limit: float = 60.0
) -> list[Measurement]:
    """Measure every form of every family at every size; what was stopped is not tried at larger ones."""
    rows = list[Measurement]()
    for name, family in families.items():
        for form, render in forms.items():
            rows += _grown(name, family, form, render, sizes, limit)
    return rows


def _grown(
    name: str, family: Family, form: str, render: Form, sizes: Sequence[int], limit: float
) -> Iterator[Measurement]:
    for size in sorted(sizes):
        row = _alone(name, family(size), form, render, limit)
        yield row
        if row.outcome:
            return


def _alone(name: str, source: str, form: str, render: Form, limit: float) -> Measurement:
    """Make one page into one form in a process of its own."""
    size = len(source.encode("utf-8", "replace"))
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _work(source, render, writing)
    os.close(writing)
    ready, _, _ = select.select([reading], [], [], limit)
    told = os.read(reading, 65536) if ready else b""
    os.close(reading)
    if not told:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if not told:
        return Measurement(name, form, size, limit, 0.0, 0.0, "stopped" if not ready else "died")
    found = json.loads(told)
    output = max(found["written"] - FURNITURE.get(form, LITTLE), 0) / size
    return Measurement(name, form, size, found["seconds"], output, found["memory"] / size, found["outcome"])


def _work(source: str, render: Form, writing: int) -> None:
    """Do the work of the process, and tell what it took."""
    written, outcome, before = 0, "", _resident("VmRSS")
    started = time.process_time()
    try:
        written = len(render(choose(source)).encode())
    except BaseException as error:  # the fence of the measurement: what fails is a row
        outcome = f"{type(error).__name__}: {error}"[:200]
    told = {"seconds": time.process_time() - started, "written": written, "outcome": outcome}
    os.write(writing, json.dumps({**told, "memory": max(_resident("VmHWM") - before, 0)}).encode())
    os._exit(0)


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
    slow = last.seconds >= SURE and last.seconds / last.size * MEGABYTE > SLOWEST
    found = [last.outcome] if last.outcome else []
    found += ["slow"] if slow else []
    found += ["steep"] if grown is not None and grown > STEEPEST else []
    found += ["large"] if last.output > MOST_OF.get(last.form, MOST) else []
    return found + (["memory"] if last.size >= MEGABYTE / 4 and last.memory > LARGEST else [])


def table(rows: Sequence[Measurement], *, every: bool = True) -> str:
    """Write a line for each family and form: those that are over a limit, or all."""
    grouped: dict[tuple[str, str], list[Measurement]] = {}
    for row in rows:
        grouped.setdefault((row.family, row.form), []).append(row)
    lines = [f"{'family':40} {'form':18} {'MB':>5} {'s/MB':>7} {'exponent':>8} {'output':>7} {'memory':>7}  over"]
    for (family, form), some in grouped.items():
        wrong, grown, last = faults(some), exponent(some), some[-1]
        if wrong or every:
            lines.append(
                f"{family[:40]:40} {form:18} {last.size / MEGABYTE:5.2f} {last.seconds / last.size * MEGABYTE:7.2f}"
                f" {f'{grown or math.nan:.2f}':>8} {last.output:7.1f} {last.memory:7.1f}  {', '.join(wrong)}"
            )
    over = sum(bool(faults(some)) for some in grouped.values())
    return "\n".join([*lines, f"{len(grouped)} rows, {over} over a limit"]) + "\n"


def main() -> int:
    """Measure what is asked for, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=float, default=[0.25, 0.5, 1.0], help="megabytes")
    parser.add_argument("--families", nargs="+", default=[""], metavar="WORD", help="those whose names hold a word")
    parser.add_argument("--forms", nargs="+", default=list(FORMS), choices=list(FORMS), metavar="NAME")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for a page in a form")
    parser.add_argument("--all", action="store_true", help="show all rows")
    asked = parser.parse_args()
    families = {name: each for name, each in FAMILIES.items() if any(word in name for word in asked.families)}
    choose("<p>x")  # what is loaded once is no part of a page's memory
    forms, sizes = {name: FORMS[name] for name in asked.forms}, [int(size * MEGABYTE) for size in asked.sizes]
    rows = measured(families, forms, sizes, asked.limit)
    print(table(rows, every=asked.all), end="")
    return 1 if table(rows, every=False).count("\n") > 2 else 0


if __name__ == "__main__":
    sys.exit(main())

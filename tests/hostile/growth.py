"""`make hostile`: how time, output and memory grow over the families of hostile pages, ours beside the peers'.

    python tests/hostile/growth.py [--sizes 0.25 1 8] [--families WORD ...] [--every N] [--forms NAME ...] [--no-peers]
                                   [--results FILE] [--minutes M]

Each page is read in a process of its own (measuring.py); so do the peers that are installed (make peers). Small pages
come first, and of larger ones first those that were slow; what would take longer than the limit by then is not tried at
larger sizes. What is over a limit of time is measured once more, for others may use the machine, too. With `--results`
each measurement is kept in a file, and a run that was stopped, after so many `--minutes` say, goes on where it was.

The first table has the rows that are over a limit, or all: seconds for each megabyte at the size where they are most,
the exponent by which time grows from the smallest size to the largest, output and memory as times the page. The second
has the worst of each form and peer. `WEBWINNOW_PURE=1` measures without compiled kernels. The exit code is 1 if one of
our rows is over a limit.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.peers import PEERS, installed

from hostile.families import FAMILIES, Family
from hostile.forms import FORMS, MOST, MOST_OF
from hostile.measuring import CHOOSING, MEGABYTE, Kept, Measurement, Measuring
from webwinnow.kernels import IMPLEMENTATION

SLOWEST = {"compiled": 1.0, "numpy": 3.0}
"""Seconds that a megabyte may take."""
STEEPEST = 1.15
"""The exponent of time over size."""
EXPANDED = {"json with blocks": 30.0}
"""How many times as large as the page a form may be, where it is not `MOST`; of small pages more (forms.MOST_OF)."""
LARGEST = 25.0
"""How many times as large as the page the memory may be."""
SURE = 0.2
"""Seconds from which on a measurement says something about growth."""
WHOLE = MEGABYTE // 5
"""Bytes from which on a page is held to the limits: of smaller ones, what every page takes is the most."""
Group = list[Measurement]
"""A family in a form, by size."""


def measured(
    measuring: Measuring, families: Mapping[str, Family], sizes: Sequence[int], kept: Kept, until: float = math.inf
) -> list[Measurement]:
    """Measure every form of every family at every size, as far as it has not been done and the time allows."""
    rows = [row for row in kept.read() if row.kernels == IMPLEMENTATION]
    names = [CHOOSING, *measuring.forms, *measuring.peers]
    for size in sorted(sizes):
        worst = {family: max(row.pace for row in some) for family, some in _by_family(rows).items()}
        for name in sorted(families, key=lambda each: -worst.get(each, 0.0)):
            done = grouped(row for row in rows if row.family == name)
            wanted = [form for form in names if _is_wanted(done.get((name, form), []), size, measuring.limit)]
            _extend(rows, measuring.rows(name, families[name], size, wanted) if set(wanted) - {CHOOSING} else [], kept)
            if time.monotonic() > until:
                return rows
    return rows


def again(measuring: Measuring, families: Mapping[str, Family], rows: list[Measurement], kept: Kept) -> None:
    """Measure once more what is over a limit of time: the best of two counts."""
    doubtful: dict[tuple[str, int], set[str]] = {}
    for (family, form), group in grouped(rows).items():
        if family in families and form not in measuring.peers and {"slow", "steep"} & set(faults(group)):
            for row in group:
                doubtful.setdefault((family, row.asked), set()).add(form)
    for (family, size), forms in doubtful.items():
        _extend(rows, measuring.rows(family, families[family], size, forms), kept)


def _extend(rows: list[Measurement], more: Iterable[Measurement], kept: Kept) -> None:
    for row in more:
        rows.append(row)
        kept.add(row)


def _is_wanted(group: Group, size: int, limit: float) -> bool:
    """Tell whether a form is to be measured at a size: not done yet, and an answer is to be hoped for."""
    return not any(row.asked == size or row.outcome or row.pace * size / MEGABYTE > limit for row in group)


def _by_family(rows: Sequence[Measurement]) -> dict[str, Group]:
    found: dict[str, Group] = {}
    for row in rows:
        found.setdefault(row.family, []).append(row)
    return found


def grouped(rows: Iterable[Measurement]) -> dict[tuple[str, str], Group]:
    """Put the sizes of each family in each form together; of what was measured twice, the quicker one."""
    best: dict[tuple[str, str], dict[int, Measurement]] = {}
    for row in rows:
        sizes = best.setdefault((row.family, row.form), {})
        if row.asked not in sizes or row.seconds < sizes[row.asked].seconds:
            sizes[row.asked] = row
    return {key: [sizes[size] for size in sorted(sizes)] for key, sizes in best.items()}


def exponent(rows: Sequence[Measurement]) -> float | None:
    """Return how time grows from the first size at which it can be measured to the largest."""
    sure = [row for row in rows if row.seconds >= SURE]
    if len(sure) < 2 or sure[0].size == sure[-1].size:
        return None
    return math.log(sure[-1].seconds / sure[0].seconds) / math.log(sure[-1].size / sure[0].size)


def faults(rows: Sequence[Measurement]) -> list[str]:
    """Name the limits that a family in a form is over."""
    last, grown = rows[-1], exponent(rows)
    whole = [row for row in rows if row.size >= WHOLE]
    found = [last.outcome] if last.outcome else []
    found += ["slow"] if max((row.pace for row in whole), default=0.0) > SLOWEST[last.kernels] else []
    found += ["steep"] if grown is not None and grown > STEEPEST else []
    found += ["large"] if max(row.output for row in whole or rows) > _most(last) else []
    return found + (["memory"] if max((row.memory for row in whole), default=0.0) > LARGEST else [])


def _most(row: Measurement) -> float:
    return EXPANDED.get(row.form, MOST) if row.size >= WHOLE else MOST_OF.get(row.form, MOST)


def table(rows: Sequence[Measurement], *, every: bool = True) -> str:
    """Write a line for each family and form: those that are over a limit, or all."""
    groups = grouped(rows)
    lines = [f"{'family':40} {'form':18} {'MB':>5} {'s/MB':>7} {'exponent':>8} {'output':>7} {'memory':>7}  over"]
    for (family, form), some in groups.items():
        wrong, grown, worst = faults(some), exponent(some), max(some, key=lambda row: row.pace)
        if wrong or every:
            lines.append(
                f"{family[:40]:40} {form:18} {worst.size / MEGABYTE:5.2f} {worst.pace:7.2f}"
                f" {f'{grown:.2f}' if grown is not None else '-':>8} {max(row.output for row in some):7.1f}"
                f" {max(row.memory for row in some):7.1f}  {', '.join(wrong)}"
            )
    over = sum(bool(faults(some)) for some in groups.values())
    return "\n".join([*lines, f"{len(groups)} rows, {over} over a limit"]) + "\n"


def summary(rows: Sequence[Measurement]) -> str:
    """Write the worst of each form and peer over all families."""
    order = list(dict.fromkeys(row.form for row in rows))
    lines = [
        "| form | families | over a limit | no answer | most s/MB | steepest | most output | most memory |",
        "|---|---|---|---|---|---|---|---|",
    ]
    groups = sorted(grouped(rows).items(), key=lambda entry: order.index(entry[0][1]))
    for form, entries in groupby(groups, key=lambda entry: entry[0][1]):
        lines.append(_summed(form, [group for _, group in entries]))
    return "\n".join(lines) + "\n"


def _summed(form: str, groups: Sequence[Group]) -> str:
    answered = [row for group in groups for row in group if not row.outcome]
    steep = max((grown for group in groups if (grown := exponent(group)) is not None), default=None)
    over, silent = sum(bool(faults(group)) for group in groups), sum(bool(group[-1].outcome) for group in groups)
    most = [max((getattr(row, name) for row in answered), default=0.0) for name in ("pace", "output", "memory")]
    return (
        f"| {form} | {len(groups)} | {over} | {silent} | {most[0]:.2f} | {'-' if steep is None else f'{steep:.2f}'}"
        f" | {most[1]:.1f} | {most[2]:.0f} |"
    )


def main() -> int:
    """Measure what is asked for, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=float, default=[0.25, 1.0, 8.0], help="megabytes")
    parser.add_argument("--families", nargs="+", default=[""], metavar="WORD", help="those whose names hold a word")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each n-th of them")
    parser.add_argument("--forms", nargs="*", default=list(FORMS), choices=list(FORMS), metavar="NAME")
    parser.add_argument("--limit", type=float, help="seconds of CPU time for a page in a form (10, without kernels 30)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop then")
    parser.add_argument("--results", type=Path, help="a file to keep measurements in, and to go on with")
    parser.add_argument("--rows", choices=["over", "all"], default="over", help="which rows to show")
    parser.add_argument("--no-peers", action="store_true", help="only ours")
    asked = parser.parse_args()
    started, kept, limit = time.monotonic(), Kept(asked.results), asked.limit or 10 * SLOWEST[IMPLEMENTATION]
    named = [name for name in FAMILIES if any(word in name for word in asked.families)][:: asked.every]
    families, sizes = {name: FAMILIES[name] for name in named}, [int(size * MEGABYTE) for size in asked.sizes]
    peers = {} if asked.no_peers else installed(PEERS)
    measuring = Measuring.prepared({name: FORMS[name] for name in asked.forms}, peers, limit)
    rows = measured(measuring, families, sizes, kept, started + 60 * asked.minutes)
    if time.monotonic() - started < 60 * asked.minutes:
        again(measuring, families, rows, kept)
    ours = [row for row in rows if row.form not in PEERS]
    print(f"kernels: {IMPLEMENTATION}; limits: {SLOWEST[IMPLEMENTATION]:g} s/MB, exponent {STEEPEST}, ", end="")
    print(f"output {MOST:g} times the page (json with blocks {EXPANDED['json with blocks']:g}), memory {LARGEST:g}\n")
    print(table(ours, every=asked.rows == "all"))
    print(summary(rows))
    print(f"{(time.monotonic() - started) / 60:.1f} minutes; peers: {', '.join(peers) or 'none (make peers)'}")
    return 1 if any(faults(group) for group in grouped(ours).values()) else 0


if __name__ == "__main__":
    sys.exit(main())

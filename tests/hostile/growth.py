"""`make hostile`: how time, output and memory grow over the families of hostile pages, ours beside the peers'.

    python tests/hostile/growth.py [--sizes 0.25 1 8] [--families WORD ...] [--every N] [--forms NAME ...] [--no-peers]
                                   [--results FILE] [--minutes M] [--write docs/hostile.md]

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
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.peers import PEERS, installed

from hostile.families import FAMILIES, Family
from hostile.forms import FORMS, MOST
from hostile.judgement import EXPANDED, LARGEST, SLOWEST, STEEPEST, Group, faults, grouped
from hostile.measuring import CHOOSING, MEGABYTE, Kept, Measurement, Measuring
from hostile.tables import page, summary, table
from webwinnow.kernels import IMPLEMENTATION


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
    parser.add_argument("--write", type=Path, help="a page of the docs to write of all that is kept in --results")
    asked = parser.parse_args()
    started, kept, limit = time.monotonic(), Kept(asked.results), asked.limit or 10 * SLOWEST[IMPLEMENTATION]
    named = [name for name in FAMILIES if any(word in name for word in asked.families)][:: asked.every]
    families, sizes = {name: FAMILIES[name] for name in named}, [int(size * MEGABYTE) for size in asked.sizes]
    peers = {} if asked.no_peers else installed(PEERS)
    measuring = Measuring.prepared({name: FORMS[name] for name in asked.forms}, peers, limit)
    rows = measured(measuring, families, sizes, kept, started + 60 * asked.minutes)
    if time.monotonic() - started < 60 * asked.minutes:
        again(measuring, families, rows, kept)
    if asked.write:
        asked.write.write_text(page(kept.read() or rows), encoding="utf-8")
    ours = [row for row in rows if row.form not in PEERS]
    print(f"kernels: {IMPLEMENTATION}; limits: {SLOWEST[IMPLEMENTATION]:g} s/MB, exponent {STEEPEST}, ", end="")
    print(f"output {MOST:g} times the page (json with blocks {EXPANDED['json with blocks']:g}), memory {LARGEST:g}\n")
    print(table(ours, every=asked.rows == "all"))
    print(summary(rows))
    print(f"{(time.monotonic() - started) / 60:.1f} minutes; peers: {', '.join(peers) or 'none (make peers)'}")
    return 1 if any(faults(group) for group in grouped(ours).values()) else 0


if __name__ == "__main__":
    sys.exit(main())

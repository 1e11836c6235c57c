"""`make hostile`: how time, output and memory grow over the families of hostile pages, ours beside the peers'.

    python tests/hostile/growth.py [--sizes 0.25 1 8] [--counts 0 60 16] [--families WORD ...] [--forms NAME ...]
                                   [--no-peers] [--no-pure] [--results FILE] [--minutes M] [--write docs/hostile.md]

Each page is read in a process of its own (measuring.py); so do the peers that are installed (make peers). All families
are measured at the smallest size. Of larger ones as many are as `--counts` says, by a rule that knows nothing of what
they are: one half stands at even distances in the list of all, the other half was worst at the size before, by the
share of a limit that any of its forms took. Peers read those at even distances. What would take longer than the limit
of time is not tried at larger sizes, and what is over one is measured once more, for others may use the machine, too.
Then all is done again with numpy alone, with a third of the larger pages and without peers.

With `--results` each measurement is kept in a file, and a run that was stopped, after so many `--minutes` say, goes on
where it was.

The first table has the rows that are over a limit, or all: seconds for each megabyte at the size where they are most,
the exponent by which time grows from the smallest size to the largest, output and memory as times the page. The second
has the worst of each form and peer. `WEBWINNOW_PURE=1` measures with numpy alone only. The exit code is 1 if one of our
rows is over a limit.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.peers import PEERS, installed

from hostile.families import FAMILIES, Family
from hostile.forms import FORMS, MOST
from hostile.judgement import EXPANDED, LARGEST, SLOWEST, STEEPEST, WHOLE, Group, faults, grouped
from hostile.measuring import CHOOSING, MEGABYTE, Kept, Measurement, Measuring
from hostile.tables import page, summary, table
from webwinnow.kernels import IMPLEMENTATION

_COUNTS = [0, 60, 16]
"""Families that are measured at 0.25, 1 and 8 MB; 0 is all."""
_COMPARED = 30
"""Families that peers read."""


def measured(
    measuring: Measuring,
    families: Mapping[str, Family],
    sizes: Mapping[int, int],
    kept: Kept,
    until: float = math.inf,
) -> list[Measurement]:
    """Measure every form at every size of as many families as are asked for, as far as it is not done and time allows.

    A count of 0 asks for all.
    """
    rows = [row for row in kept.read() if row.kernels == IMPLEMENTATION]
    compared = set(spread(list(families), _COMPARED))
    for size, count in sorted(sizes.items()):
        for name in chosen(list(families), rows, count):
            names = [CHOOSING, *measuring.forms, *(measuring.peers if name in compared else ())]
            done = grouped(row for row in rows if row.family == name)
            wanted = [form for form in names if _is_wanted(done.get((name, form), []), size, measuring.limit)]
            _extend(rows, measuring.rows(name, families[name], size, wanted) if set(wanted) - {CHOOSING} else [], kept)
            if time.monotonic() > until:
                return rows
    return rows


def spread(names: Sequence[str], count: int) -> Sequence[str]:
    """Choose names at even distances."""
    return names[:: max(len(names) // count, 1)][:count]


def chosen(names: Sequence[str], rows: Iterable[Measurement], count: int) -> Sequence[str]:
    """Choose some families: one half at even distances, then those that took the largest share of a limit."""
    if not 0 < count < len(names):
        return names
    even, taken = spread(names, (count + 1) // 2), dict[str, float]()
    for row in rows:
        if row.form not in PEERS and row.size >= WHOLE:
            share = max(row.pace / SLOWEST[row.kernels], row.memory / LARGEST, row.output / MOST)
            taken[row.family] = max(share, taken.get(row.family, 0.0))
    others = sorted(set(names) - set(even), key=lambda name: (-taken.get(name, 0.0), name))
    return [*even, *others[: count - len(even)]]


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


def main() -> int:
    """Measure what is asked for, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=float, default=[0.25, 1.0, 8.0], help="megabytes")
    parser.add_argument("--counts", nargs="+", type=int, metavar="N", help="families at each size, 0 for all")
    parser.add_argument("--families", nargs="+", default=[""], metavar="WORD", help="those whose names hold a word")
    parser.add_argument("--forms", nargs="*", default=list(FORMS), choices=list(FORMS), metavar="NAME")
    parser.add_argument("--limit", type=float, help="seconds of CPU time for a page in a form (10, without kernels 30)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop then")
    parser.add_argument("--results", type=Path, help="a file to keep measurements in, and to go on with")
    parser.add_argument("--rows", choices=["over", "all"], default="over", help="which rows to show")
    parser.add_argument("--no-peers", action="store_true", help="only ours")
    parser.add_argument("--no-pure", action="store_true", help="not with numpy alone, too")
    parser.add_argument("--write", type=Path, help="a page of the docs to write of all that is kept in --results")
    asked = parser.parse_args()
    compiled = IMPLEMENTATION == "compiled"
    started, kept, limit = time.monotonic(), Kept(asked.results), asked.limit or 10 * SLOWEST[IMPLEMENTATION]
    families = {name: FAMILIES[name] for name in FAMILIES if any(word in name for word in asked.families)}
    counts = asked.counts or (_COUNTS if compiled else [count // 3 for count in _COUNTS])
    sizes = dict(zip_longest([int(size * MEGABYTE) for size in asked.sizes], counts[: len(asked.sizes)], fillvalue=0))
    peers = {} if asked.no_peers or not compiled else installed(PEERS)
    measuring = Measuring.prepared({name: FORMS[name] for name in asked.forms}, peers, limit)
    rows = measured(measuring, families, sizes, kept, started + 60 * asked.minutes)
    if time.monotonic() - started < 60 * asked.minutes:
        again(measuring, families, rows, kept)
    ours = [row for row in rows if row.form not in PEERS]
    print(f"kernels: {IMPLEMENTATION}; limits: {SLOWEST[IMPLEMENTATION]:g} s/MB, exponent {STEEPEST}, ", end="")
    print(f"output {MOST:g} times the page (json with blocks {EXPANDED['json with blocks']:g}), memory {LARGEST:g}\n")
    print(table(ours, every=asked.rows == "all"))
    print(summary(rows))
    print(
        f"{(time.monotonic() - started) / 60:.1f} minutes; peers: {', '.join(peers) or 'none (make peers)'}", flush=True
    )
    over = any(faults(group) for group in grouped(ours).values())
    if compiled and not asked.no_pure:
        command = [sys.executable, __file__, *sys.argv[1:]]
        over |= subprocess.run(command, env={**os.environ, "WEBWINNOW_PURE": "1"}, check=False).returncode != 0
    if asked.write:
        asked.write.write_text(page(kept.read() or rows), encoding="utf-8")
    return int(over)


if __name__ == "__main__":
    sys.exit(main())

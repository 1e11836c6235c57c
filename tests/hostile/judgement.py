"""The limits that hostile pages are held to, and which of them a family in a form is over."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from hostile.forms import MOST, MOST_OF
from hostile.measuring import MEGABYTE, Measurement

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

"""How time grows with the size of a page: linear is an exponent of 1."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.pages import Page, page_of
from benchmarks.peers import Task
from benchmarks.progress import counted
from benchmarks.speed import MEGABYTE, PASSES, Round, measure

SIZES: Final = (250_000, 1_000_000, 4_000_000)


@dataclass(frozen=True, slots=True)
class Growth:
    """One task's seconds for pages of each size."""

    task: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def per_megabyte(self) -> list[float]:
        """Milliseconds for each megabyte, at each size."""
        return [1000 * took * MEGABYTE / size for size, took in zip(self.sizes, self.seconds, strict=True)]

    @property
    def exponent(self) -> float | None:
        """How time grows between the two largest sizes; smaller ones hide it behind what every page costs."""
        if len(self.sizes) < 2 or min(self.seconds[-2:]) <= 0:
            return None
        return math.log(self.seconds[-1] / self.seconds[-2]) / math.log(self.sizes[-1] / self.sizes[-2])


def growth(
    tasks: dict[str, Task],
    sizes: Sequence[int] = SIZES,
    *,
    passes: int = PASSES,
    beside: dict[str, Round] | None = None,
) -> list[Growth]:
    """Measure all tasks, and rounds `beside` as `measure` does, on generated pages of the given sizes.

    The sizes take turns, and the best of each counts: a machine that is busy for a while then bends no curve.
    """
    pages = [Page(f"{size} bytes", page_of(size)) for size in sizes]
    turns = [
        {speed.task: speed.each for speed in measure(pages, tasks, passes=1, beside=beside)}
        for _ in counted(range(passes), passes, "growth: pass")
    ]
    lengths = tuple(len(page.data) for page in pages)
    return [Growth(task, lengths, best([turn[task] for turn in turns])) for task in turns[0]]


def best(turns: Sequence[Sequence[float | None]]) -> tuple[float, ...]:
    """Keep the shortest time of each page over all turns; 0 for one that was never read."""
    return tuple(min((took for took in tries if took is not None), default=0.0) for tries in zip(*turns, strict=True))

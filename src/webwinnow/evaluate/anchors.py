"""Anchors: stretches that two long sequences certainly share, found without comparing every pair of items.

Candidates are stretches of `width` items that are rare in both sequences; those that continue each other on both
sides are joined into runs. Of the runs, those are chosen that keep their order and together match the most items.
Rare does not mean unique: many pages hold their main content twice, for wide and for narrow screens.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint32]
Positions = npt.NDArray[np.intp]

_MULTIPLIER: Final = np.uint64(0x9E3779B97F4A7C15)
"""Odd and of well mixed bits, so that the hashes of similar stretches lie apart."""
_RARE: Final = 3
"""How often a stretch may occur in one sequence: bounds the candidates to nine for each stretch."""


class Run(NamedTuple):
    """Equal stretches: where in gold, where in found, how long."""

    gold_start: int
    found_start: int
    length: int


def anchors(gold: str, found: str, width: int) -> list[Run]:
    """Equal stretches of at least one item, in order on both sides and without overlap."""
    chosen: list[Run] = []
    gold_done = found_done = 0
    for run in _heaviest_chain(_candidates(gold, found, width), width):
        overlap = max(gold_done - run.gold_start, found_done - run.found_start, 0)
        if overlap < run.length:
            chosen.append(Run(run.gold_start + overlap, run.found_start + overlap, run.length - overlap))
            gold_done, found_done = run.gold_start + run.length, run.found_start + run.length
    return chosen


def codes(text: str) -> Codes:
    """The code points of a text as numbers."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def _candidates(gold: str, found: str, width: int) -> list[Run]:
    """Runs of rare equal stretches."""
    gold_at, found_at = _pairs(_rare(codes(gold), width), _rare(codes(found), width))
    order = np.lexsort((gold_at, found_at - gold_at))
    gold_at, found_at = gold_at[order], found_at[order]
    breaks = np.flatnonzero((np.diff(gold_at) != 1) | (np.diff(found_at) != 1)) + 1
    bounds = [0, *breaks.tolist(), len(gold_at)] if len(gold_at) else []
    firsts = zip(gold_at[bounds[:-1]].tolist(), found_at[bounds[:-1]].tolist(), strict=True) if bounds else ()
    lengths = (last - first + width - 1 for first, last in pairwise(bounds))
    runs = (Run(*starts, length) for starts, length in zip(firsts, lengths, strict=True))
    # Equal hashes are not yet equal stretches.
    return [
        run
        for run in runs
        if gold[run.gold_start : run.gold_start + run.length] == found[run.found_start : run.found_start + run.length]
    ]


def _rare(items: Codes, width: int) -> tuple[npt.NDArray[np.uint64], Positions]:
    """Hashes of the rare stretches, sorted, and where each starts."""
    length = max(len(items) - width + 1, 0)
    hashes = np.zeros(length, dtype=np.uint64)
    for offset in range(width if length else 0):
        hashes = hashes * _MULTIPLIER + items[offset : offset + length]
    order = hashes.argsort(kind="stable")
    hashes = hashes[order]
    _, counts = np.unique(hashes, return_counts=True)
    keep = np.repeat(counts <= _RARE, counts)
    return hashes[keep], order[keep]


def _pairs(
    gold: tuple[npt.NDArray[np.uint64], Positions], found: tuple[npt.NDArray[np.uint64], Positions]
) -> tuple[Positions, Positions]:
    """Where equal hashes stand, each of gold with each of found."""
    first = np.searchsorted(found[0], gold[0], side="left")
    times = np.searchsorted(found[0], gold[0], side="right") - first
    ends = np.cumsum(times)
    within = np.arange(times.sum()) - np.repeat(ends - times, times)
    return np.repeat(gold[1], times), found[1][np.repeat(first, times) + within]


@dataclass(slots=True)
class _Chains:
    """The chains worth going on with: the further one reaches in found, the more it matches.

    A chain that reaches further than another and matches no more is dropped.
    """

    reach: list[int] = field(default_factory=list)
    weight: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)

    def before(self, found_start: int) -> tuple[int, int]:
        """The weight and last run of the best chain that ends before a place in found."""
        place = bisect_left(self.reach, found_start) - 1
        return (self.weight[place], self.last[place]) if place >= 0 else (0, -1)

    def add(self, reach: int, weight: int, last: int) -> None:
        """Add a chain, unless it is of no use."""
        place = bisect_right(self.reach, reach)
        if place and self.weight[place - 1] >= weight:
            return
        start = bisect_left(self.reach, reach)
        while place < len(self.weight) and self.weight[place] <= weight:
            place += 1
        self.reach[start:place], self.weight[start:place], self.last[start:place] = [reach], [weight], [last]


def _heaviest_chain(runs: Sequence[Run], width: int) -> list[Run]:
    """The runs that follow each other in gold and in found and match the most items.

    A run may begin inside the last stretch of the one before: that happens around repeated items.
    """
    runs = sorted(runs)
    ends = sorted(range(len(runs)), key=lambda number: runs[number].gold_start + runs[number].length)
    chains, weights, links = _Chains(), [0] * len(runs), [-1] * len(runs)
    done = 0
    for number, run in enumerate(runs):
        while (ended := runs[ends[done]]).gold_start + ended.length - width < run.gold_start:
            chains.add(ended.found_start + ended.length - width, weights[ends[done]], ends[done])
            done += 1
        before, links[number] = chains.before(run.found_start)
        weights[number] = before + run.length
    return _followed(runs, links, max(range(len(runs)), key=weights.__getitem__, default=-1))


def _followed(runs: Sequence[Run], links: Sequence[int], number: int) -> list[Run]:
    """The chain that ends with a run, first run first."""
    chain = []
    while number >= 0:
        chain.append(runs[number])
        number = links[number]
    return chain[::-1]

"""Stretches of a sequence: those where something holds, how they grow together, and the one with the largest sum."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.intp]


def runs(holds: npt.NDArray[np.bool_]) -> tuple[Places, Places]:
    """Return the first and the last index of every stretch where it holds."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], holds, [False]])))
    return edges[0::2], edges[1::2] - 1


def grow(first: Places, last: Places, seed: int, gap: int) -> tuple[int, int]:
    """Take in neighbours of the seed run, one after the other on both sides, as long as they are near enough.

    The distance of two runs is `first of the right - last of the left + 1` (mohammadzadeh2013, formula 4.4). Gives the
    indices of the outermost runs taken in.
    """
    far = np.flatnonzero(first[1:] - last[:-1] + 1 > gap)  # between run i and i + 1
    left = int(far[far < seed].max(initial=-1)) + 1
    right = int(far[far >= seed].min(initial=len(first) - 1))
    return left, right


def best_stretch(values: npt.NDArray[np.number]) -> tuple[int, int]:
    """Find the first and last index of the stretch with the largest sum (its length is at least one).

    Among stretches of equal sum it is the one that starts first and, of those, ends first, as a search that keeps
    its first best result would find. Ours: sums are differences of prefix sums, and the lowest prefix before each
    place is a running minimum, so the paper's quadratic or cubic search becomes three passes.
    """
    before = np.concatenate([[0], np.cumsum(values)])
    lowest = np.minimum.accumulate(before[:-1])
    sums = before[1:] - lowest
    best = sums.max()
    # Equal best sums: the earliest start is the first place whose prefix is the minimum that some best end sees.
    ends = np.flatnonzero(sums == best)
    start = int(np.flatnonzero(before[:-1] == lowest[ends[0]])[0])
    end = int(ends[0])
    return start, end

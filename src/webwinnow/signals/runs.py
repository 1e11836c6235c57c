"""Runs: stretches of a sequence where something holds."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.intp]


def runs(holds: npt.NDArray[np.bool_]) -> tuple[Places, Places]:
    """Give the first and the last index of every stretch where it holds."""
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

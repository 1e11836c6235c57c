"""The stretch of a sequence with the largest sum, in one pass."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


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

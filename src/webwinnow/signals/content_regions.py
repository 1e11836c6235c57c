"""The regions of a sequence of lines that hold the main content (mohammadzadeh2013, 4.3.3 and 4.3.4).

Shared by R2L, DANA and DANAg, which differ only in what they count as content and as code.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.signals.runs import Places, grow, runs
from webwinnow.signals.smoothing import window_sums


@dataclass(frozen=True, slots=True)
class Regions:
    """What was seen on the way, for pictures, and what was chosen."""

    difference: npt.NDArray[np.number]
    """Per line: content minus code, smoothed."""
    first: Places
    last: Places
    """Lines where the chosen regions start and end."""


def content_regions(
    content: npt.NDArray[np.integer], code: npt.NDArray[np.integer], gap: int, smoothing: int
) -> Regions:
    """Find regions with more content than code: the largest one, and those in a chain of short gaps beside it."""
    difference = window_sums(content.astype(np.int64) - code, smoothing)
    first, last = runs(difference > 0)
    if not len(first):
        return Regions(difference, first, last)
    before = np.concatenate([[0], np.cumsum(content)])
    largest = int(np.argmax(before[last + 1] - before[first]))
    left, right = grow(first, last, largest, gap)
    return Regions(difference, first[left : right + 1], last[left : right + 1])

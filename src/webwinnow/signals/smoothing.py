"""Smoothing of sequences: sums in windows, one blur, and blurring again and again.

Blurring again and again with a Gaussian is blurring once with a wider one: variances add up. So any number of rounds on
zeros and ones that come in long stretches costs one pass, and since the wide Gaussian is smooth, the sequence may first
be cut into bins of a quarter of its deviation, each with its exact share of ones. The result stays within `BOUND` of
blurring each place, round by round.

At the ends, where a part of the window lies outside, the weights of the places inside share the missing weight.
"""

from __future__ import annotations

from functools import reduce
from typing import Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
BOUND: Final = 0.02
"""How far a value may be from the one found by the definition; the tests hold it."""
_BINS: Final = 4
"""Bins in a deviation: with 2, 3, 4, 6 the largest difference seen was 0.029, 0.015, 0.011, 0.007 (random stretches,
radius 1 to 60, 1 to 30 rounds, 2026-11-15)."""
_REACH: Final = 4
"""Deviations to which the wide Gaussian reaches; beyond are 6 of 100,000 parts of it."""
_NOTHING: Final = 1e-12
"""Instead of zero, where the window holds no place at all."""
Counts = npt.NDArray[np.integer]


def window_sums(values: npt.NDArray[np.number], width: int) -> npt.NDArray[np.number]:
    """Sum each value with its neighbours in a window of odd width; beyond the ends there is nothing."""
    half = width // 2
    before = np.concatenate([[0], np.cumsum(values)])
    places = np.arange(len(values))
    sums: npt.NDArray[np.number] = (
        before[np.minimum(places + half + 1, len(values))] - before[np.maximum(places - half, 0)]
    )
    return sums


def gaussian_kernel(radius: int) -> Numbers:
    """Return the weights of a Gaussian over `2 * radius + 1` places: their sum is one, the radius three deviations."""
    distance = np.arange(-radius, radius + 1)
    weights = np.exp(-0.5 * (3 * distance / max(radius, 1)) ** 2)
    kernel: Numbers = weights / weights.sum()
    return kernel


def blur(values: npt.NDArray[np.number], kernel: Numbers) -> Numbers:
    """Weigh each value with its neighbours; at the ends the missing weight is shared by those that are there."""
    if not len(values):
        return values.astype(np.float64)
    half = len(kernel) // 2
    whole = np.convolve(values, kernel)[half : half + len(values)]
    before = np.concatenate([[0.0], np.cumsum(kernel)])
    places = np.arange(len(values))
    share = before[np.minimum(len(values) - places + half, len(kernel))] - before[np.maximum(half - places, 0)]
    blurred: Numbers = whole / share
    return blurred


def blurred_stretches(lengths: Counts, ones: Counts, places: Numbers, radius: int, rounds: int) -> Numbers:
    """Blur stretches of zeros and ones, and read the result at some places.

    Stretch i has `lengths[i]` places, of which `ones[i]` are ones (all or none). A round weighs `2 * radius + 1` places
    with the Gaussian of `gaussian_kernel`.
    """
    ends, sums = (np.concatenate([[0], np.cumsum(column, dtype=np.int64)]) for column in (lengths, ones))
    kernel = gaussian_kernel(radius)
    variance = rounds * float(np.sum(kernel * np.arange(-radius, radius + 1) ** 2))
    width = max(int(np.sqrt(variance)) // _BINS, 1)
    wide = _repeated(kernel, rounds, variance) if width == 1 else _gaussian(np.sqrt(variance) / width)
    bins = np.arange(int(ends[-1]) // width + 2) * width
    inside, counted = (np.diff(np.interp(bins, ends, column)) for column in (ends, sums))
    # One bin more on both sides: places near the ends lie between its middle and that of the last one inside.
    half = len(wide) // 2
    shown = slice(half - 1, half + len(inside) + 1)
    blurred = np.convolve(counted, wide)[shown] / np.maximum(np.convolve(inside, wide)[shown], _NOTHING)
    return np.interp(places, (np.arange(len(blurred)) - 0.5) * width - 0.5, blurred)


def _repeated(kernel: Numbers, rounds: int, variance: float) -> Numbers:
    """Return the weights of all rounds together, without the far ends that weigh nothing."""
    wide = reduce(np.convolve, [kernel] * rounds)
    half, reach = len(wide) // 2, int(2 * _REACH * np.sqrt(variance)) + len(kernel)
    return wide[max(half - reach, 0) : half + reach + 1]


def _gaussian(deviation: float) -> Numbers:
    distance = np.arange(-int(_REACH * deviation + 1), int(_REACH * deviation + 1) + 1)
    weights = np.exp(-0.5 * (distance / deviation) ** 2)
    kernel: Numbers = weights / weights.sum()
    return kernel

"""Hashes of many stretches of a sequence at once: one pass over the numbers, two look-ups for each stretch.

The hash of a stretch is a polynomial in its numbers, modulo 2^64. Prefix sums hold the polynomial from the start of the
sequence; the factor that a stretch got by its place is divided out, which an odd number allows.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Hashes = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.integer]

_FACTOR: Final = 0x9E3779B97F4A7C15
_INVERSE: Final = pow(_FACTOR, -1, 2**64)
_MIX: Final = np.uint64(0xBF58476D1CE4E5B9)
"""2^64 by the golden ratio, and the first multiplier of splitmix64: odd numbers whose products spread bits well."""


def stretch_hashes(numbers: Numbers, start: Numbers, end: Numbers) -> Hashes:
    """Hash the numbers from each start to each end; equal stretches have equal hashes wherever they stand."""
    powers = _powers(_FACTOR, len(numbers))
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum((numbers.astype(np.uint64) + np.uint64(1)) * powers)])
    placed: Hashes = (sums[end] - sums[start]) * _powers(_INVERSE, len(numbers) + 1)[start]
    return mixed(placed)


def mixed(hashes: Hashes) -> Hashes:
    """Spread the bits, so that the upper ones tell as much as the lower ones."""
    spread: Hashes = (hashes ^ (hashes >> np.uint64(29))) * _MIX
    return spread ^ (spread >> np.uint64(32))


def joined(*columns: Numbers) -> Hashes:
    """Hash each row of several columns of numbers."""
    total = np.zeros(len(columns[0]), dtype=np.uint64)
    for each in columns:
        total = mixed(total * np.uint64(_FACTOR) + each.astype(np.uint64) + np.uint64(1))
    return total


def _powers(factor: int, count: int) -> Hashes:
    powers = np.full(count, factor, dtype=np.uint64)
    powers[:1] = 1
    return np.cumprod(powers, dtype=np.uint64)

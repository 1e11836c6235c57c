"""Sets that are nearly equal, found without comparing each with each other: MinHash, in bands.

The share of MinHashes in which two sets agree is about the share of members that they have in common (Broder 1997).
Hashes are joined to bands; sets that agree in a whole band fall into one bucket. Groups are what buckets connect, and
the first of a group stands for it, so the order in which buckets are looked at makes no difference.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.signals.rolling_hash import Hashes, joined

BANDS: Final = 14
ROWS: Final = 8
"""The setting of FineWeb (Penedo et al. 2024): of two sets that share 0.75 of their members, 0.77 are found, of those
that share 0.9 all but 0.0004, of those that share 0.5 0.05."""
_AT_ONCE: Final = 4096
_IN_MEMORY: Final = 4_000_000
"""Keys of a band that are sorted at once: 64 MB."""
_MULTIPLIERS: Final = joined(np.arange(BANDS * ROWS)) | np.uint64(1)
_ADDED: Final = joined(np.arange(BANDS * ROWS), np.ones(BANDS * ROWS, np.int64))


def bands(members: Hashes) -> Hashes:
    """Return a key for each band of a set of hashes; a set without members has none."""
    if not len(members):
        return np.zeros(0, dtype=np.uint64)
    least = np.full(BANDS * ROWS, np.iinfo(np.uint64).max, dtype=np.uint64)
    for start in range(0, len(members), _AT_ONCE):
        part = members[start : start + _AT_ONCE]
        least = np.minimum(least, (part[None, :] * _MULTIPLIERS[:, None] + _ADDED[:, None]).min(axis=1))
    return joined(*least.reshape(BANDS, ROWS).T)


def first_alike(keys: Hashes, first: npt.NDArray[np.int64], in_memory: int = _IN_MEMORY) -> None:
    """Set, for each row of keys, the first row of its group; both columns may stand on disk.

    `first` must hold the number of each row. Of a band, `in_memory` keys are looked at, a slice of their range after
    the other.
    """
    slices = -(-len(keys) // in_memory)
    for band in range(keys.shape[1]):
        for at in range(slices):
            own = _slice(keys[:, band], at, slices)
            values = keys[own, band]
            order = np.argsort(values, kind="stable")
            values, own = values[order], own[order]
            starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]])[: len(values)])
            _unite(first, np.repeat(own[starts], np.diff([*starts, len(own)])), own)
    first[:] = _roots(first, np.arange(len(first)))


def _slice(values: Hashes, at: int, slices: int) -> npt.NDArray[np.intp]:
    """Number the values in one of so many slices of their range."""
    width = 2**64 // slices
    below = values <= np.uint64(2**64 - 1 if at == slices - 1 else (at + 1) * width - 1)
    return np.flatnonzero(below & (values >= np.uint64(at * width)))


def _unite(first: npt.NDArray[np.int64], one: npt.NDArray[np.intp], other: npt.NDArray[np.intp]) -> None:
    """Join the groups of pairs: the later root of each pair points to the earlier one, until none is left."""
    apart = one != other
    one, other = one[apart], other[apart]
    while len(one):
        a, b = _roots(first, one), _roots(first, other)
        apart = a != b
        one, other, a, b = one[apart], other[apart], a[apart], b[apart]
        np.minimum.at(first, np.maximum(a, b), np.minimum(a, b))


def _roots(first: npt.NDArray[np.int64], rows: npt.NDArray[np.intp]) -> npt.NDArray[np.int64]:
    found = np.asarray(first[rows])
    while True:
        above = np.asarray(first[found])
        if np.array_equal(above, found):
            return found
        first[rows], found = above, above

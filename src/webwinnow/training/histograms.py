"""Histograms for growing trees: sums of slopes and curvatures per column, leaf and bin."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from webwinnow.kernels import LIBRARY, address

Amounts = npt.NDArray[np.float64]
Codes = npt.NDArray[np.integer[Any]]
"""Bins of values, or leaves of rows, as numbers of eight bits."""


def histograms(codes: Codes, leaf: Codes, amounts: Amounts, leaves: int, bins: int) -> Amounts:
    """Return the sums per column, leaf, bin and amount.

    Bins of values stand as columns by rows, amounts as rows by two; both ways give the same sums to the last bit.
    """
    if LIBRARY is None:
        return _histograms(codes, leaf, amounts, leaves, bins)
    sums = np.zeros((len(codes), leaves, bins, 2))
    packed, reached = np.ascontiguousarray(codes, np.uint8), np.ascontiguousarray(leaf, np.uint8)
    added = np.ascontiguousarray(amounts, np.float64)
    LIBRARY.add_histograms(
        address(packed), address(reached), address(added), len(codes), codes.shape[1], leaves, bins, address(sums)
    )
    return sums


def _histograms(codes: Codes, leaf: Codes, amounts: Amounts, leaves: int, bins: int) -> Amounts:
    """Add up with numpy: the definition that compiled code follows."""
    cells, size = leaf.astype(np.int64) * bins, leaves * bins
    found = np.stack([[np.bincount(cells + code, amount, minlength=size) for amount in amounts.T] for code in codes])
    return np.ascontiguousarray(found.reshape(len(codes), 2, leaves, bins).transpose(0, 2, 3, 1))

"""Scores of all combinations on a page, from the page's table.

On one page, most combinations keep the same: there are only so many choices of its patterns. Each different choice is
scored once, as a small product of matrices, and combinations take the score of theirs.
Paper: gottron2007, section 3 (bag of words); the numbers are those of `evaluate` with the measure word-bag.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.search.combinations import Combination, Weights, weight_matrix
from webwinnow.search.page_table import PageTable

Scores = npt.NDArray[np.float64]
_Choices = npt.NDArray[np.bool_]
_Numbers = npt.NDArray[np.intp]

_ONE_THREAD: Final = 2**18
"""Multiplications up to which OpenBLAS, numpy's usual library for matrices, stays in one thread."""
_BATCH: Final = 64
"""Columns of a batch."""


@dataclass(frozen=True, slots=True)
class PageScores:
    """Precision, recall and F1 of every combination on one page."""

    precision: Scores
    recall: Scores
    f1: Scores


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores combinations of members page by page."""

    weights: Weights
    quorum: Weights

    @classmethod
    def of(cls, every: Sequence[Combination], members: int) -> Scorer:
        """Prepare for scoring these combinations."""
        return cls(*weight_matrix(every, members))

    def __call__(self, table: PageTable) -> PageScores:
        """Score all combinations on a page."""
        kept = self._kept(table)
        first, number = _distinct(kept)
        scores = _scores(table, kept[first])
        return PageScores(*(column[number] for column in scores))

    def _kept(self, table: PageTable) -> _Choices:
        """Tell which patterns each combination keeps."""
        members = np.arange(self.weights.shape[1], dtype=np.uint64)
        chosen = (table.patterns[:, None] >> members & np.uint64(1)).astype(np.float32)
        kept: _Choices = (
            product(self.weights, chosen.T) >= self.quorum[:, None]
        )  # whole numbers, which floats add exactly
        return kept


def _distinct(kept: _Choices) -> tuple[_Numbers, _Numbers]:
    """Find the different rows: where each is first, and for every row which of them it is."""
    packed = np.packbits(kept, axis=1)
    width = -(-packed.shape[1] // 8) * 8
    rows = np.zeros((len(kept), max(width, 8)), dtype=np.uint8)
    rows[:, : packed.shape[1]] = packed
    number = np.zeros(len(kept), dtype=np.uint64)
    first = np.zeros(0, dtype=np.intp)
    for column in rows.view(np.uint64).T:  # eight bytes at a time, joined with what the bytes before told apart
        _, here = np.unique(column, return_inverse=True)
        joined = number * np.uint64(len(kept)) + here.astype(np.uint64)
        _, first, inverse = np.unique(joined, return_index=True, return_inverse=True)
        number = inverse.astype(np.uint64)
    return first, number.astype(np.intp)


def _scores(table: PageTable, kept: _Choices) -> tuple[Scores, Scores, Scores]:
    """Score choices of patterns: common words are those of gold, each as often as both have it."""
    wanted = (table.needs > 0).sum(axis=1)
    active = (product(kept.astype(np.float32), table.needs.T.astype(np.float32)) == wanted).astype(np.float32)
    common = np.minimum(product(active, table.counts()), table.gold).sum(axis=1, dtype=np.float64)
    found = active.astype(np.float64) @ table.words.astype(np.float64)
    total = float(table.gold.sum())
    empty = (found == 0) & (total == 0)  # nothing found where there is nothing to find, as in `Score.from_counts`
    shares = (_share(common, found), _share(common, np.full_like(found, total)), _share(2 * common, found + total))
    precision, recall, f1 = (np.where(empty, 1.0, share) for share in shares)
    return precision, recall, f1


def product(left: Weights, right: Weights) -> Weights:
    """Multiply matrices in batches that are small enough for one thread.

    Several threads for a product of a millisecond spend more time on waiting for each other than on the work: seven
    times as much on a busy machine of two cores.
    """
    multiplied = np.empty((len(left), right.shape[1]), dtype=left.dtype)
    columns = _BATCH
    rows = max(min(_ONE_THREAD // (columns * max(len(right), 1)), len(left)), 1)
    for at in range(0, right.shape[1], columns):
        part = np.ascontiguousarray(right[:, at : at + columns])
        batches, whole = len(left) // rows, len(left) // rows * rows
        stacked = left[:whole].reshape(batches, rows, left.shape[1]) @ part
        multiplied[:whole, at : at + columns] = stacked.reshape(whole, part.shape[1])
        multiplied[whole:, at : at + columns] = left[whole:] @ part
    return multiplied


def _share(part: Scores, whole: Scores) -> Scores:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)

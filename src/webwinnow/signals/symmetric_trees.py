"""Decision trees that ask the same question on each level, evaluated for all rows at once.

The answers of a tree's questions are the bits of the number of a leaf, so a whole forest is one comparison, one packing
of bits and one look-up: there is a loop over the levels, none over trees or rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float32]
DEPTH: Final = 6
"""Questions per tree."""


@dataclass(frozen=True, slots=True)
class SymmetricTrees:
    """A forest: per tree and level a column and a limit, and per leaf what it adds to the log odds."""

    column: npt.NDArray[np.intp]
    """Shape (trees, DEPTH)."""
    limit: Numbers
    """Shape (trees, DEPTH): the question is whether the value is above it."""
    leaf: Numbers
    """Shape (trees, 2 ** DEPTH): the first question is the highest bit."""
    start: float
    """What all leaves are added to."""

    def odds(self, values: Numbers) -> Numbers:
        """Give the log odds of each row."""
        trees, rows = len(self.column), len(values)
        asked = np.ascontiguousarray(values.T)[self.column.ravel()]
        answers = (asked > self.limit.reshape(-1, 1)).view(np.uint8).reshape(trees, DEPTH, rows)
        reached: npt.NDArray[Any] = answers[:, 0]
        for level in range(1, DEPTH):
            reached = reached << 1 | answers[:, level]
        found = np.take(self.leaf.ravel(), reached + np.arange(trees)[:, None] * 2**DEPTH)
        total: Numbers = (found.sum(axis=0) + self.start).astype(np.float32)
        return total


def likely(odds: npt.NDArray[Any]) -> Numbers:
    """Turn log odds into probabilities."""
    chance: Numbers = (1 / (1 + np.exp(-np.clip(odds, -30, 30)))).astype(np.float32)
    return chance


def join(trees: SymmetricTrees, name: str) -> dict[str, npt.NDArray[Any]]:
    """Give a forest as named arrays, small enough to ship."""
    return {
        f"{name} columns": trees.column.astype(np.uint16),
        f"{name} limits": trees.limit,
        f"{name} leaves": trees.leaf.astype(np.float16),
        f"{name} start": np.array([trees.start]),
    }


def split(arrays: Mapping[str, npt.NDArray[Any]], name: str) -> SymmetricTrees:
    """Read a forest from named arrays."""
    return SymmetricTrees(
        arrays[f"{name} columns"].astype(np.intp),
        arrays[f"{name} limits"],
        arrays[f"{name} leaves"].astype(np.float32),
        float(arrays[f"{name} start"][0]),
    )

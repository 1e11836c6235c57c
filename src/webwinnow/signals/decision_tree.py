"""Decision trees as arrays: all rows walk down together, one level of the tree at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[Any]
Arrays = Mapping[str, Numbers]

NAMES: Final = ("roots", "feature", "threshold", "left", "right", "value")
"""Where each tree starts; per node the column that it asks for (-1 for a leaf), its limit, the nodes for values up to
the limit and above it, and the probability that it answers with."""
_DEEPEST: Final = 64
"""Levels of a tree, so that not even an altered file can make a walk that never ends."""


def judge_trees(trees: Arrays, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Give for each row the mean of the probabilities that the trees answer with."""
    total = np.zeros(len(rows))
    for root in trees["roots"].tolist():
        total += trees["value"][_leaves(trees, rows, root)]
    return total / max(len(trees["roots"]), 1)


def _leaves(trees: Arrays, rows: npt.NDArray[np.float32], root: int) -> Numbers:
    node = np.full(len(rows), root, dtype=np.intp)
    walking = np.arange(len(rows))
    for _ in range(_DEEPEST):
        walking = walking[trees["feature"][node[walking]] >= 0]
        if not len(walking):
            break
        at = node[walking]
        small = rows[walking, trees["feature"][at]] <= trees["threshold"][at]
        node[walking] = np.where(small, trees["left"][at], trees["right"][at])
    return node

"""Decision trees as arrays: all rows walk down together, one level of the tree at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

Nodes = npt.NDArray[np.intp]
Arrays = Mapping[str, npt.NDArray[np.number]]
"""`roots`, where each tree starts; per node the `feature`, which is the column that it asks for (-1 for a leaf), its
`threshold`, the nodes `left` for values up to it and `right` for those above, and the `value` that it answers with."""

TREE_SIZES: Final = {"roots": ("trees",)} | dict.fromkeys(
    ("feature", "threshold", "left", "right", "value"), ("nodes",)
)
TREE_PLACES: Final = dict.fromkeys(("roots", "left", "right"), "nodes")
"""How many of each there are, and which of them point to nodes: what a file is checked for."""

_DEEPEST: Final = 64
"""Levels of a tree, so that not even an altered file can make a walk that never ends."""


def judge_trees(trees: Arrays, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Return for each row the mean of the probabilities that the trees answer with."""
    total, value = np.zeros(len(rows)), trees["value"].astype(np.float64)
    for root in trees["roots"].tolist():
        total += value[_leaves(trees, rows, root)]
    return total / max(len(trees["roots"]), 1)


def _leaves(trees: Arrays, rows: npt.NDArray[np.float32], root: int) -> Nodes:
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

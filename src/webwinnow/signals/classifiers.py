"""Learned judges of rows of figures, as arrays: decision trees, a linear model and a perceptron.

Of trees, all rows walk down together, one level at a time; of the others, above 0 is yes.
"""

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


LinearArrays = Mapping[str, npt.NDArray[np.floating]]
"""`mean` and `deviation` of each column, `weights` and `start`; of a perceptron also `hidden` and `hidden start`."""


def linear_sizes(columns: int) -> dict[str, tuple[int | str, ...]]:
    """Return the sizes of the arrays of a linear model, which a file is checked for."""
    return {"mean": (columns,), "deviation": (columns,), "weights": (columns,), "start": (1,)}


def perceptron_sizes(columns: int) -> dict[str, tuple[int | str, ...]]:
    """Return the same of a perceptron."""
    own = {"hidden": (columns, "units"), "hidden start": ("units",), "weights": ("units",)}
    return {**linear_sizes(columns), **own}


def judge_linear(model: LinearArrays, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Return for each row how far it lies on the side of yes."""
    answer: npt.NDArray[np.float64] = scaled(model, rows) @ model["weights"].astype(np.float64) + model["start"][0]
    return answer


def scaled(model: LinearArrays, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Measure values in deviations from the mean."""
    answer: npt.NDArray[np.float64] = (rows.astype(np.float64) - model["mean"]) / model["deviation"]
    return answer


def judge_perceptron(model: LinearArrays, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Return for each row the log odds of yes."""
    hidden = np.maximum(scaled(model, rows) @ model["hidden"].astype(np.float64) + model["hidden start"], 0)
    odds: npt.NDArray[np.float64] = hidden @ model["weights"].astype(np.float64) + model["start"][0]
    return odds

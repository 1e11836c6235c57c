"""Sums of small decision trees, as plain data: what a boosted model is once it has been trained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Trees:
    """Nodes of all trees in columns: a node asks whether its figure is at most its limit, a leaf points to itself."""

    figures: tuple[str, ...]
    """The names of the figures that nodes ask for."""
    roots: npt.NDArray[np.intp]
    figure: npt.NDArray[np.intp]
    limit: npt.NDArray[np.float64]
    below: npt.NDArray[np.intp]
    above: npt.NDArray[np.intp]
    value: npt.NDArray[np.float64]
    """What a leaf adds to the sum."""
    start: float
    depth: int

    @classmethod
    def from_json(cls, model: Mapping[str, Any]) -> Trees:
        """Read what `to_json` gave: per tree a list of [figure, limit, below, above] and leaves [value]."""
        nodes, roots = list[Sequence[float]](), list[int]()
        for tree in model["trees"]:
            roots.append(len(nodes))
            nodes.extend(_placed(tree, len(nodes)))
        columns = np.array(nodes or [(0, 0, 0, 0, 0)], dtype=np.float64).T
        figure, below, above = (columns[k].astype(np.intp) for k in (0, 2, 3))
        depth = max((len(tree) // 2 for tree in model["trees"]), default=0)
        place = np.array(roots or [0], dtype=np.intp)
        return cls(tuple(model["figures"]), place, figure, columns[1], below, above, columns[4], model["start"], depth)

    def score(self, figures: Mapping[str, float]) -> float:
        """Add up the leaves that a page's figures lead to; above 0 means yes."""
        values = np.array([figures[name] for name in self.figures])
        node = self.roots
        for _ in range(self.depth):
            node = np.where(values[self.figure[node]] <= self.limit[node], self.below[node], self.above[node])
        return self.start + float(self.value[node].sum())


def _placed(tree: Sequence[Sequence[float]], offset: int) -> list[Sequence[float]]:
    """Give a tree's nodes their places among all nodes; a leaf's questions lead back to it."""
    return [
        (node[0], node[1], node[2] + offset, node[3] + offset, 0.0)
        if len(node) > 1
        else (0, 0.0, at + offset, at + offset, node[0])
        for at, node in enumerate(tree)
    ]

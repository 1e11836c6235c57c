"""Sums of small decision trees as columns of numbers: what a boosted model is once it has been trained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.kernels import LIBRARY, address
from webwinnow.models import Model

Nodes = npt.NDArray[np.int64]
Node = Sequence[float]
"""A question [figure, limit, node if at most the limit, node if above], or a leaf [value]."""
_NODES: Final = ("roots", "figure", "below", "above")
"""The columns that number nodes and figures."""


@dataclass(frozen=True, slots=True)
class Trees:
    """Nodes of all trees in columns: a node asks whether its figure is at most its limit, a leaf points to itself."""

    figures: tuple[str, ...]
    """The names of the figures that nodes ask for."""
    roots: Nodes
    figure: Nodes
    limit: npt.NDArray[np.float64]
    below: Nodes
    above: Nodes
    value: npt.NDArray[np.float64]
    """What a leaf adds to the sum."""
    start: float
    depth: int

    @classmethod
    def of(cls, figures: Sequence[str], start: float, trees: Sequence[Sequence[Node]]) -> Trees:
        """Put trees into columns; the nodes of each tree count from its root."""
        nodes, roots = list[Node](), list[int]()
        for tree in trees:
            roots.append(len(nodes))
            nodes.extend(_placed(tree, len(nodes)))
        columns = np.array(nodes or [(0, 0, 0, 0, 0)], dtype=np.float64).T.copy()  # each in one piece
        figure, below, above = (columns[k].astype(np.int64) for k in (0, 2, 3))
        depth = max((len(tree) // 2 for tree in trees), default=0)
        place = np.array(roots or [0], dtype=np.int64)
        return cls(tuple(figures), place, figure, columns[1], below, above, columns[4], start, depth)

    @classmethod
    def from_model(cls, model: Model) -> Trees:
        """Read what `to_model` wrote."""
        arrays, settings = model.arrays, model.settings
        nodes = {name: arrays[name].astype(np.int64) for name in _NODES}
        return cls(
            tuple(settings["figures"]),
            limit=arrays["limit"],
            value=arrays["value"],
            start=settings["start"],
            depth=settings["depth"],
            **nodes,
        )

    def to_model(self, name: str, card: Mapping[str, Any]) -> Model:
        """Return the model of this name; the card says what it was trained on and how good it is."""
        settings = {"figures": list(self.figures), "start": self.start, "depth": self.depth, "card": dict(card)}
        small = {name: getattr(self, name).astype(np.int16) for name in _NODES}
        return Model(name, settings, small | {"limit": self.limit, "value": self.value})

    def score(self, figures: Mapping[str, float]) -> float:
        """Add up the leaves that a page's figures lead to; above 0 means yes."""
        values = np.array([figures[name] for name in self.figures], np.float64)
        if LIBRARY is not None:
            columns = self.roots, self.figure, self.limit, self.below, self.above, self.value, values
            return self.start + float(LIBRARY.score_figures(len(self.roots), self.depth, *map(address, columns)))
        node = self.roots
        for _ in range(self.depth):
            node = np.where(values[self.figure[node]] <= self.limit[node], self.below[node], self.above[node])
        return self.start + float(np.cumsum(self.value[node])[-1])  # added up one by one, as compiled code does


def _placed(tree: Sequence[Node], offset: int) -> list[Node]:
    """Move a tree's nodes to their places among all nodes; a leaf's questions lead back to it."""
    return [
        (node[0], node[1], node[2] + offset, node[3] + offset, 0.0)
        if len(node) > 1
        else (0, 0.0, at + offset, at + offset, node[0])
        for at, node in enumerate(tree)
    ]

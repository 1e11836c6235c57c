"""Gradient boosting of small trees that keep to known directions, in numpy: a few thousand pages need no more.

Each tree corrects the sum of those before it by a Newton step on the logistic loss. A figure may be bound to a
direction: more of it never makes the answer less (1) or never more (-1) likely. That is what carries over from the
sites that were seen to those that were not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from webwinnow.kind.trees import Trees

Numbers = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
Node = list[float]


@dataclass(frozen=True, slots=True)
class Boosting:
    """How trees are grown."""

    rounds: int = 100
    leaves: int = 4
    rate: float = 0.08
    ridge: float = 5.0
    """Added to the curvature, so that leaves with few pages say little."""
    fewest: int = 20
    """Pages that a leaf needs."""
    bins: int = 48
    """Limits that are tried for each figure."""
    directions: Mapping[str, int] = field(default_factory=dict)

    def fit(self, names: Sequence[str], values: Numbers, target: npt.NDArray[np.bool_], weights: Numbers) -> Trees:
        """Train."""
        limits = [_limits(column, self.bins) for column in values.T]
        codes = np.column_stack(
            [np.searchsorted(limit, column) for limit, column in zip(limits, values.T, strict=True)]
        )
        bound = np.array([self.directions.get(name, 0) for name in names])
        start = float(np.log(weights[target].sum() / weights[~target].sum()))
        score, trees = np.full(len(values), start), []
        for _ in range(self.rounds):
            likely = 1 / (1 + np.exp(-score))
            slope, curve = weights * (target - likely), weights * likely * (1 - likely)
            nodes, change = _Growing(self, codes, slope, curve, bound, limits).grow()
            score += change
            trees.append(nodes)
        return Trees.of(names, round(start, 6), trees)


@dataclass(frozen=True, slots=True)
class _Split:
    """The best question to ask the pages of a leaf."""

    gain: float
    figure: int
    code: int
    below: float
    above: float


@dataclass(frozen=True, slots=True)
class _Leaf:
    node: int
    rows: Places
    value: float
    low: float
    high: float
    split: _Split | None


@dataclass(frozen=True, slots=True)
class _Growing:
    """One tree while it grows: always the leaf that gains most is split."""

    settings: Boosting
    codes: npt.NDArray[np.intp]
    slope: Numbers
    curve: Numbers
    bound: npt.NDArray[np.int_]
    limits: list[Numbers]

    def grow(self) -> tuple[list[Node], Numbers]:
        """Give the nodes and what the tree adds to each page."""
        nodes: list[Node] = [[0.0]]
        leaves = [self._leaf(0, np.arange(len(self.codes)), 0.0, -np.inf, np.inf)]
        while len(leaves) < self.settings.leaves:
            chosen = max(leaves, key=lambda leaf: leaf.split.gain if leaf.split else 0.0)
            if chosen.split is None:
                break
            leaves.remove(chosen)
            leaves += self._parted(chosen, chosen.split, nodes)
        change = np.zeros(len(self.codes))
        for leaf in leaves:
            nodes[leaf.node] = [round(self.settings.rate * leaf.value, 5)]
            change[leaf.rows] = nodes[leaf.node][0]
        return nodes, change

    def _parted(self, leaf: _Leaf, split: _Split, nodes: list[Node]) -> list[_Leaf]:
        """Make a node of a leaf and two leaves below it."""
        limit = float(f"{self.limits[split.figure][split.code]:.6g}")
        nodes[leaf.node] = [split.figure, limit, len(nodes), len(nodes) + 1]
        nodes += [[0.0], [0.0]]
        is_below = self.codes[leaf.rows, split.figure] <= split.code
        below, above = np.clip([split.below, split.above], leaf.low, leaf.high).tolist()
        middle, direction = (below + above) / 2, self.bound[split.figure]
        low, high = (middle, leaf.high) if direction > 0 else (leaf.low, middle)  # of the pages above the limit
        other_low, other_high = (leaf.low, middle) if direction > 0 else (middle, leaf.high)
        if direction == 0:
            low, high, other_low, other_high = leaf.low, leaf.high, leaf.low, leaf.high
        return [
            self._leaf(len(nodes) - 2, leaf.rows[is_below], below, other_low, other_high),
            self._leaf(len(nodes) - 1, leaf.rows[~is_below], above, low, high),
        ]

    def _leaf(self, node: int, rows: Places, value: float, low: float, high: float) -> _Leaf:
        return _Leaf(node, rows, value, low, high, self._best_split(rows))

    def _best_split(self, rows: Places) -> _Split | None:
        below, total = self._sums(rows)
        above = total[:, None, None] - below
        ridge = self.settings.ridge
        answer_below, answer_above = below[0] / (below[1] + ridge), above[0] / (above[1] + ridge)
        gain = below[0] * answer_below + above[0] * answer_above - total[0] ** 2 / (total[1] + ridge)
        allowed = (below[2] >= self.settings.fewest) & (above[2] >= self.settings.fewest)
        allowed &= self.bound[:, None] * (answer_above - answer_below) >= 0
        best = np.unravel_index(int(np.where(allowed, gain, -1.0).argmax()), gain.shape)
        if not allowed[best] or gain[best] <= 1e-9:
            return None
        return _Split(
            float(gain[best]), int(best[0]), int(best[1]), float(answer_below[best]), float(answer_above[best])
        )

    def _sums(self, rows: Places) -> tuple[Numbers, Numbers]:
        """Add up slope, curvature and pages up to each limit of each figure, and over all."""
        figures, bins = self.codes.shape[1], self.settings.bins + 1
        place = (self.codes[rows] + np.arange(figures) * bins).ravel()
        amounts = [self.slope[rows], self.curve[rows], np.ones(len(rows))]
        sums = [np.bincount(place, np.repeat(amount, figures), minlength=figures * bins) for amount in amounts]
        amount_in_bin = np.array(sums, dtype=np.float64).reshape(3, figures, bins)
        below: Numbers = np.cumsum(amount_in_bin, axis=2)[:, :, :-1]
        return below, np.array([amount.sum() for amount in amounts])


def _limits(column: Numbers, bins: int) -> Numbers:
    """Choose limits so that about as many pages lie between any two; halfway between values that occur."""
    distinct = np.unique(column)
    middles = (distinct[1:] + distinct[:-1]) / 2
    if len(middles) <= bins:
        return middles
    wanted = np.unique(np.quantile(column, np.linspace(0, 1, bins + 2)[1:-1]))
    return np.unique(middles[np.clip(np.searchsorted(middles, wanted), 0, len(middles) - 1)])

"""Gradient boosting in numpy: each tree corrects the sum of those before it by a Newton step on the logistic loss.

There are two shapes of trees, for two tasks. Symmetric trees (`grow`, see `signals.symmetric_trees`) ask the same
question on each level: many blocks and signals, judged in a millisecond. Each is grown on a random part of the rows and
columns; the same input and seed give the same trees. Trees that keep to known directions (`Boosting`) are for a few
thousand pages and few figures: more of a figure never makes the answer less (1) or never more (-1) likely. That is what
carries over from the sites that were seen to those that were not.

Both are grown on histograms: sums of slopes and curvatures per column, leaf and bin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from webwinnow.kernels import LIBRARY, address
from webwinnow.kind.trees import Trees
from webwinnow.signals.symmetric_trees import DEPTH, SymmetricTrees

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


Amounts = npt.NDArray[np.float64]
"""A number for each row: odds, weights, slopes, curvatures."""
Marks = npt.NDArray[np.bool_]
Values = npt.NDArray[np.floating[Any]]
"""Rows by columns, or one such column."""
Codes = npt.NDArray[np.integer[Any]]
"""Which bin a value lies in, or which leaf a row reaches."""
Places = npt.NDArray[np.intp]
Node = list[float]


def _start(labels: Marks, weights: Amounts) -> float:
    """Return the log odds of all rows together, which trees start from."""
    return float(np.log(weights[labels].sum() / weights[~labels].sum()))


def _slopes(odds: Amounts, labels: Marks, weights: Amounts) -> tuple[Amounts, Amounts]:
    """Return slope and curvature of the logistic loss at what the trees say so far."""
    likely = 1 / (1 + np.exp(-odds))
    return weights * (labels - likely), weights * likely * (1 - likely)


@dataclass(frozen=True, slots=True)
class Growing:
    """How symmetric trees are grown."""

    trees: int = 400
    rate: float = 0.08
    bins: int = 64
    rows: float = 0.3
    columns: float = 0.25
    """Shares that each tree sees."""
    ridge: float = 5.0
    """Added to the curvature, so that leaves with few rows say little."""
    seed: int = 0


def grow(
    values: Values,
    labels: Marks,
    weights: Amounts,
    how: Growing = Growing(),
    report: Callable[[int], None] = lambda tree: None,  # noqa: ARG005  (nobody listens)
) -> SymmetricTrees:
    """Grow a forest; `report` is called with the number of each finished tree."""
    random = np.random.default_rng(how.seed)
    limits = [_quantiles(column, how.bins) for column in values.T]
    codes = np.stack(
        [np.searchsorted(limit, column).astype(np.uint8) for limit, column in zip(limits, values.T, strict=True)]
    )
    start = _start(labels, weights)
    odds = np.full(len(labels), start)
    column, limit, leaf = [], [], []
    for tree in range(how.trees):
        slope, curve = _slopes(odds, labels, weights)
        rows = np.sort(random.choice(len(labels), max(int(how.rows * len(labels)), 1), replace=False))
        seen = np.sort(random.choice(len(codes), max(int(how.columns * len(codes)), 1), replace=False))
        chosen = _questions(codes[seen][:, rows], slope[rows], curve[rows], how)
        asked = [(int(seen[place]), cut) for place, cut in chosen]
        reached = _leaves(codes, asked)
        added = how.rate * _steps(reached[rows], slope[rows], curve[rows], how.ridge)
        odds += added[reached]
        column.append([place for place, _ in asked])
        limit.append([limits[place][cut] if cut < len(limits[place]) else np.inf for place, cut in asked])
        leaf.append(added)
        report(tree)
    return SymmetricTrees(np.array(column), np.array(limit, dtype=np.float32), np.array(leaf, dtype=np.float32), start)


def _quantiles(column: Values, bins: int) -> npt.NDArray[np.float32]:
    """Choose limits so that about equally many values lie between two; a value equal to one lies below it."""
    steps = np.quantile(column, np.linspace(0, 1, bins + 1)[1:-1])
    return np.unique(steps.astype(np.float32))


def _questions(codes: Codes, slope: Amounts, curve: Amounts, how: Growing) -> list[tuple[int, int]]:
    """Choose for each level the question that makes all leaves of the level purest together."""
    leaf = np.zeros(codes.shape[1], dtype=np.uint8)
    amounts, chosen = np.column_stack([slope, curve]), []
    for level in range(DEPTH):
        gains = _gains(histograms(codes, leaf, amounts, 2**level, how.bins), how.ridge)
        place, cut = np.unravel_index(int(np.argmax(gains)), gains.shape)
        chosen.append((int(place), int(cut)))
        leaf = leaf * 2 + (codes[place] > cut)
    return chosen


def _gains(sums: Amounts, ridge: float) -> Amounts:
    """Tell for each column and limit how much asking about it would gain, over all leaves."""
    slopes, curves = np.moveaxis(sums.cumsum(axis=2), 3, 0)
    above, above_curve = slopes[..., -1:] - slopes, curves[..., -1:] - curves
    gain: Amounts = (slopes**2 / (curves + ridge) + above**2 / (above_curve + ridge)).sum(axis=1)
    return gain


def _leaves(codes: Codes, asked: list[tuple[int, int]]) -> npt.NDArray[np.int64]:
    reached = np.zeros(codes.shape[1], dtype=np.int64)
    for place, cut in asked:
        reached = reached * 2 + (codes[place] > cut)
    return reached


def _steps(reached: Codes, slope: Amounts, curve: Amounts, ridge: float) -> Amounts:
    """Return the Newton step of each leaf."""
    leaves = 2**DEPTH
    steps: Amounts = np.bincount(reached, slope, leaves) / (np.bincount(reached, curve, leaves) + ridge)
    return steps


@dataclass(frozen=True, slots=True)
class Boosting:
    """How trees that keep to directions are grown."""

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

    def fit(self, names: Sequence[str], values: Amounts, target: Marks, weights: Amounts) -> Trees:
        """Train."""
        limits = [_middles(column, self.bins) for column in values.T]
        codes = np.column_stack(
            [np.searchsorted(limit, column) for limit, column in zip(limits, values.T, strict=True)]
        )
        bound = np.array([self.directions.get(name, 0) for name in names])
        start = _start(target, weights)
        score, trees = np.full(len(values), start), []
        for _ in range(self.rounds):
            slope, curve = _slopes(score, target, weights)
            nodes, change = _GrowingTree(self, codes, slope, curve, bound, limits).grow()
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
class _GrowingTree:
    """One tree while it grows: always the leaf that gains most is split."""

    settings: Boosting
    codes: npt.NDArray[np.intp]
    slope: Amounts
    curve: Amounts
    bound: npt.NDArray[np.int_]
    limits: list[Amounts]

    def grow(self) -> tuple[list[Node], Amounts]:
        """Return the nodes and what the tree adds to each page."""
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

    def _sums(self, rows: Places) -> tuple[Amounts, Amounts]:
        """Add up slope, curvature and pages up to each limit of each figure, and over all."""
        figures, bins = self.codes.shape[1], self.settings.bins + 1
        place = (self.codes[rows] + np.arange(figures) * bins).ravel()
        amounts = [self.slope[rows], self.curve[rows], np.ones(len(rows))]
        sums = [np.bincount(place, np.repeat(amount, figures), minlength=figures * bins) for amount in amounts]
        amount_in_bin = np.array(sums, dtype=np.float64).reshape(3, figures, bins)
        below: Amounts = np.cumsum(amount_in_bin, axis=2)[:, :, :-1]
        return below, np.array([amount.sum() for amount in amounts])


def _middles(column: Amounts, bins: int) -> Amounts:
    """Choose limits so that about as many pages lie between any two; halfway between values that occur."""
    distinct = np.unique(column)
    middles = (distinct[1:] + distinct[:-1]) / 2
    if len(middles) <= bins:
        return middles
    wanted = np.unique(np.quantile(column, np.linspace(0, 1, bins + 2)[1:-1]))
    return np.unique(middles[np.clip(np.searchsorted(middles, wanted), 0, len(middles) - 1)])

"""Gradient boosting of symmetric trees (see `signals.symmetric_trees`), in numpy.

Each tree is grown on a random part of the rows and columns, by Newton steps on the logistic loss, from histograms of
the values cut into bins. The same input and seed give the same trees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from webwinnow.signals.symmetric_trees import DEPTH, SymmetricTrees

Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Growing:
    """How trees are grown."""

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
    values: Numbers,
    labels: npt.NDArray[np.bool_],
    weights: Numbers,
    how: Growing = Growing(),  # noqa: B008  (a frozen value)
    told: Callable[[int], None] = lambda tree: None,  # noqa: ARG005  (nobody listens)
) -> SymmetricTrees:
    """Grow a forest; `told` hears the number of each finished tree."""
    random = np.random.default_rng(how.seed)
    limits = [_limits(column, how.bins) for column in values.T]
    codes = np.stack(
        [np.searchsorted(limit, column).astype(np.uint8) for limit, column in zip(limits, values.T, strict=True)]
    )
    start = float(np.log(weights[labels].sum() / weights[~labels].sum()))
    odds = np.full(len(labels), start)
    column, limit, leaf = [], [], []
    for tree in range(how.trees):
        likely = 1 / (1 + np.exp(-odds))
        slope, curve = weights * (labels - likely), weights * likely * (1 - likely)
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
        told(tree)
    return SymmetricTrees(np.array(column), np.array(limit, dtype=np.float32), np.array(leaf, dtype=np.float32), start)


def _limits(column: Numbers, bins: int) -> Numbers:
    """Choose limits so that about equally many values lie between two; a value equal to one lies below it."""
    steps = np.quantile(column, np.linspace(0, 1, bins + 1)[1:-1])
    return np.unique(steps.astype(np.float32))


def _questions(codes: Numbers, slope: Numbers, curve: Numbers, how: Growing) -> list[tuple[int, int]]:
    """Choose for each level the question that makes all leaves of the level purest together."""
    leaf = np.zeros(codes.shape[1], dtype=np.int64)
    chosen = []
    for level in range(DEPTH):
        gains = np.stack([_gains(leaf * how.bins + code, slope, curve, 2**level, how) for code in codes])
        place, cut = np.unravel_index(int(np.argmax(gains)), gains.shape)
        chosen.append((int(place), int(cut)))
        leaf = leaf * 2 + (codes[place] > cut)
    return chosen


def _gains(cell: Numbers, slope: Numbers, curve: Numbers, leaves: int, how: Growing) -> Numbers:
    """Tell for each limit how much asking about it would gain, over all leaves."""
    shape = (leaves, how.bins)
    slopes = np.bincount(cell, slope, minlength=leaves * how.bins).reshape(shape).cumsum(axis=1)
    curves = np.bincount(cell, curve, minlength=leaves * how.bins).reshape(shape).cumsum(axis=1)
    above, above_curve = slopes[:, -1:] - slopes, curves[:, -1:] - curves
    gain: Numbers = (slopes**2 / (curves + how.ridge) + above**2 / (above_curve + how.ridge)).sum(axis=0)
    return gain


def _leaves(codes: Numbers, asked: list[tuple[int, int]]) -> Numbers:
    reached = np.zeros(codes.shape[1], dtype=np.int64)
    for place, cut in asked:
        reached = reached * 2 + (codes[place] > cut)
    return reached


def _steps(reached: Numbers, slope: Numbers, curve: Numbers, ridge: float) -> Numbers:
    """Give the Newton step of each leaf."""
    leaves = 2**DEPTH
    steps: Numbers = np.bincount(reached, slope, leaves) / (np.bincount(reached, curve, leaves) + ridge)
    return steps

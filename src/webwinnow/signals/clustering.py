"""k-means with deterministic seeds: of points in a plane, and of numbers on a line.

Numbers on a line are sorted, so that clusters are stretches between two places and their sums are differences of prefix
sums: a round of Lloyd's algorithm costs one search per cluster, and centres start at quantiles.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.signals.smoothing import Numbers

Labels = npt.NDArray[np.intp]

ROUNDS: Final = 50
"""More rounds than pages need; the bound keeps the time linear."""
_ROUNDS_ON_A_LINE: Final = 100
"""More than k-means on a line needs; a bound for numbers that would swing."""


def k_means(points: Numbers, centres: Numbers, *, fixed: int = 0, rounds: int = ROUNDS) -> Labels:
    """Assign each point to its nearest centre and move the centres to their points' means, until nothing changes.

    The first `fixed` centres never move; a centre without points stays; of equally near centres the first wins.
    """
    columns, centres = np.ascontiguousarray(points.T), centres.copy()
    labels: Labels = _squared(columns, centres).argmin(axis=0)
    for _ in range(rounds):
        counts = np.bincount(labels, minlength=len(centres))
        moved = np.flatnonzero(counts[fixed:]) + fixed
        sums = np.array([np.bincount(labels, column, minlength=len(centres)) for column in columns])
        centres[moved] = (sums[:, moved] / counts[moved]).T
        before, labels = labels, _squared(columns, centres).argmin(axis=0)
        if (before == labels).all():
            break
    return labels


def farthest_first(points: Numbers, given: Numbers, more: int) -> Numbers:
    """Add centres to the given ones: each is the point farthest from all before it, of equally far ones the first."""
    centres, columns = given, np.ascontiguousarray(points.T)
    distance = _squared(columns, centres).min(axis=0)
    for _ in range(more if len(points) else 0):
        centres = np.vstack([centres, points[int(distance.argmax())]])
        distance = np.minimum(distance, _squared(columns, centres[-1:])[0])
    return centres


def _squared(columns: Numbers, centres: Numbers) -> Numbers:
    """Compute the squared distance of each centre (rows) to each point (columns)."""
    squared: Numbers = sum((column - centres[:, axis, None]) ** 2 for axis, column in enumerate(columns))
    return squared


def adaptive_kmeans(values: Numbers, rest: float, most: int) -> Labels:
    """Cluster numbers, with one more cluster until no more than a share `rest` of their spread is left inside clusters.

    Clusters are numbered from that of the lowest values. There are at most `most`, and never more than distinct values.
    """
    ordered = np.sort(values)
    distinct = len(np.unique(ordered))
    for clusters in range(1, min(most, distinct) + 1):
        edges = _on_a_line(ordered, clusters)
        if _spread(ordered, edges) <= rest * _spread(ordered, edges[[0, -1]]):
            break
    return _labels(values, ordered, edges)


def _on_a_line(ordered: Numbers, clusters: int) -> Labels:
    """Find the edges of the clusters in the sorted numbers by Lloyd's algorithm."""
    before = np.concatenate([[0.0], np.cumsum(ordered)])
    centres = np.quantile(np.unique(ordered), (np.arange(clusters) + 0.5) / clusters)
    edges = np.empty(0, dtype=np.intp)
    for _ in range(_ROUNDS_ON_A_LINE):
        inner = np.searchsorted(ordered, (centres[1:] + centres[:-1]) / 2, side="right")
        moved = np.unique(np.concatenate([[0], inner, [len(ordered)]]))  # a cluster that has lost all goes
        if np.array_equal(moved, edges):
            break
        edges = moved
        centres = np.diff(before[edges]) / np.diff(edges)
    return edges


def _spread(ordered: Numbers, edges: Labels) -> float:
    """Add up the squared distances to the centres of the clusters."""
    sums, squares = (np.diff(np.concatenate([[0.0], np.cumsum(each)])[edges]) for each in (ordered, ordered**2))
    return float((squares - sums**2 / np.maximum(np.diff(edges), 1)).sum())


def _labels(values: Numbers, ordered: Numbers, edges: Labels) -> Labels:
    """Find the cluster of each number; equal numbers are never parted."""
    return np.searchsorted(ordered[edges[1:-1]], values, side="right")

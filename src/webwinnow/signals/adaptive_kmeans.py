"""k-means on a line, with as many clusters as the numbers ask for.

Numbers on a line are sorted, so that clusters are stretches between two places and their sums are differences of prefix
sums: a round of Lloyd's algorithm costs one search per cluster. Deterministic: centres start at quantiles.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Labels = npt.NDArray[np.intp]

ROUNDS = 100
"""More than k-means on a line needs; a bound for numbers that would swing."""


def adaptive_kmeans(values: Numbers, rest: float, most: int) -> Labels:
    """Cluster numbers, with one more cluster until no more than a share `rest` of their spread is left inside clusters.

    Clusters are numbered from that of the lowest values. There are at most `most`, and never more than distinct values.
    """
    ordered = np.sort(values)
    distinct = len(np.unique(ordered))
    for clusters in range(1, min(most, distinct) + 1):
        edges = _kmeans(ordered, clusters)
        if _spread(ordered, edges) <= rest * _spread(ordered, edges[[0, -1]]):
            break
    return _labels(values, ordered, edges)


def _kmeans(ordered: Numbers, clusters: int) -> Labels:
    """Find the edges of the clusters in the sorted numbers by Lloyd's algorithm."""
    before = np.concatenate([[0.0], np.cumsum(ordered)])
    centres = np.quantile(np.unique(ordered), (np.arange(clusters) + 0.5) / clusters)
    edges = np.empty(0, dtype=np.intp)
    for _ in range(ROUNDS):
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
    """Give each number its cluster; equal numbers are never parted."""
    return np.searchsorted(ordered[edges[1:-1]], values, side="right")

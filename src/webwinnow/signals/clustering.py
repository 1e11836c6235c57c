"""k-means clustering with deterministic seeds."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.signals.smoothing import Numbers

Labels = npt.NDArray[np.intp]

ROUNDS: Final = 50
"""More rounds than pages need; the bound keeps the time linear."""


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
    """Give the squared distance of each centre (rows) to each point (columns)."""
    squared: Numbers = sum((column - centres[:, axis, None]) ** 2 for axis, column in enumerate(columns))
    return squared

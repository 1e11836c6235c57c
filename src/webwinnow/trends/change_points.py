"""Change points: where the level of a series changes, by PELT (killick2012) with the penalty of BIC (schwarz1978).

A series is cut into stretches of constant mean so that the squared distances from the means, divided by the variance of
the noise, and a penalty for each cut are least. Pruning makes the search exact and nearly linear. The noise is taken from
the differences of neighbours, by their median, so that the changes themselves do not count as noise.
A slope comes out as several steps: read the points of a steadily rising line as "it rises", not as events.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.signals.similarity import Weights

SHORTEST: Final = 2
"""Values of a stretch: one alone is an outlier, not a level."""
PARAMETERS: Final = 3.0
"""Penalty of a cut in units of log n."""
_TO_DEVIATION: Final = 1.4826
"""From the median absolute deviation to the standard deviation, for normal noise."""


def change_points(values: Weights, penalty: float | None = None) -> list[int]:
    """Give the positions at which a new level begins; series with gaps are taken without them by the caller.

    >>> change_points(np.array([1.0, 1.1, 0.9, 1.0, 5.0, 5.1, 4.9, 5.0]))
    [4]
    """
    noise = _noise(values)
    if len(values) < 2 * SHORTEST or noise <= 0:
        return []
    scaled = (values - values.mean()) / noise
    return _pelt(scaled, PARAMETERS * float(np.log(len(values))) if penalty is None else penalty)


def _noise(values: Weights) -> float:
    """Estimate the standard deviation of the noise; a series without any noise gets that of its differences."""
    if len(values) < 2:
        return 0.0
    steps = np.diff(values)
    deviation = _TO_DEVIATION * float(np.median(np.abs(steps - np.median(steps))))
    spread = float(np.abs(values).max()) * 1e-9
    return (deviation if deviation > spread else float(steps.std()) if steps.std() > spread else 0.0) / 2**0.5


def _pelt(values: Weights, penalty: float) -> list[int]:
    """Find the best cuts: `best[t]` is the least cost of the first t values, `last[t]` where their last stretch starts."""
    sums, squares = (np.concatenate([[0.0], np.cumsum(each)]) for each in (values, values**2))
    count = len(values)
    best, last = np.full(count + 1, np.inf), np.zeros(count + 1, dtype=np.int64)
    best[0] = -penalty
    starts = np.array([0])
    for end in range(SHORTEST, count + 1):
        length = end - starts
        cost = best[starts] + squares[end] - squares[starts] - (sums[end] - sums[starts]) ** 2 / length
        chosen = int(np.argmin(cost))
        best[end], last[end] = cost[chosen] + penalty, starts[chosen]
        # A start that is worse than the best by more than a cut costs can never be the start of a best stretch again.
        starts = np.append(starts[cost <= best[end]], end - SHORTEST + 1)
    return _cuts(last)


def _cuts(last: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[int]:
    cuts: list[int] = []
    at = int(last[-1])
    while at > 0:
        cuts.append(at)
        at = int(last[at])
    return cuts[::-1]

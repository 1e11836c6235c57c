"""Series: the mean score of a query in each period, with its band, the share without keyword, and its changes.

The band is the percentile bootstrap (efron1979): texts are drawn again with replacement, as many as there are, and the
middle 95 % of the means of these draws are the band. The same draw serves all queries.
The texts nearest to a query in each period are its typical ones. The cosine is 1 for every text with the keywords in
the query's proportions, however few; among equals, the one with more keywords comes first.

Change points, where the level of a series changes, are found by optimal partitioning (jackson2005). A series is cut
into stretches of constant mean so that the squared distances from the means, divided by the variance of the noise, and
a penalty for each cut are least; dynamic programming finds the best of all ways to cut. The penalty grows with log n,
as that of BIC (schwarz1978) does. The noise is taken from the differences of neighbours, by their median, so that the
changes themselves do not count as noise. A value that lies alone, more than three deviations from the median of five,
is taken as that median (hampel1974). A series that a straight line fits better than steps, each with its penalty, rises
or falls and has no change points.
Cost: O(periods squared), and periods are years or months.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.signals.similarity import Weights
from webwinnow.trends.scores import QueryScores

SHORTEST: Final = 3
"""Values of a stretch: fewer are outliers, not a level."""
_BESIDE: Final = 2
"""Values on each side that an outlier is compared with."""
_FAR: Final = 3.0
"""Deviations of the noise that make an outlier."""
PARAMETERS: Final = 3.0
"""Penalty of a cut in units of log n.

BIC has 2 for the place and the level of a cut; the noise is an estimate here. Swept on 2026-11-16 over 2, 3 and 4 on
300 series each of normal noise: in noise alone, points are found in 20, 8 and 4 of 100 series of 24 values, and in 17,
5 and 4 of 51; a step of 2.5 deviations in the middle is found within one value in 90, 88 and 84 of 100 series of
24."""
_TO_DEVIATION: Final = 1.4826
"""From the median absolute deviation to the standard deviation, for normal noise."""


def change_points(values: Weights, penalty: float | None = None) -> list[int]:
    """Return the positions at which a new level begins; series with gaps are taken without them by the caller.

    >>> change_points(np.array([1.0, 1.1, 0.9, 1.0, 5.0, 5.1, 4.9, 5.0]))
    [4]
    """
    noise = _noise(values)
    if len(values) < 2 * SHORTEST or noise <= 0:
        return []
    scaled = _without_outliers((values - values.mean()) / noise)
    penalty = PARAMETERS * float(np.log(len(values))) if penalty is None else penalty
    cuts = _partitioned(scaled, penalty)
    steps = sum(float(piece.var()) * len(piece) for piece in np.split(scaled, cuts)) + penalty * len(cuts)
    return [] if cuts and _distance_from_line(scaled) + penalty <= steps else cuts


def _noise(values: Weights) -> float:
    """Estimate the standard deviation of the noise; a series without any noise gets that of its differences."""
    if len(values) < 2:
        return 0.0
    steps = np.diff(values)
    deviation = _TO_DEVIATION * float(np.median(np.abs(steps - np.median(steps))))
    spread = float(np.abs(values).max()) * 1e-9
    return (deviation if deviation > spread else float(steps.std()) if steps.std() > spread else 0.0) / 2**0.5


def _without_outliers(values: Weights) -> Weights:
    """Replace values that lie alone by the median of their surroundings; steps stay as they are."""
    around = np.lib.stride_tricks.sliding_window_view(np.pad(values, _BESIDE, mode="edge"), 2 * _BESIDE + 1)
    middle = np.median(around, axis=1)
    return np.where(np.abs(values - middle) > _FAR, middle, values)


def _distance_from_line(values: Weights) -> float:
    """Return the sum of squared distances from the straight line that fits best."""
    time = np.arange(len(values)) - (len(values) - 1) / 2
    slope = float((time * values).sum() / (time**2).sum())
    return float(((values - values.mean() - slope * time) ** 2).sum())


def _partitioned(values: Weights, penalty: float) -> list[int]:
    """Find the best cuts: `best[t]` is the least cost of the first t values, `last[t]` where their last one starts."""
    sums, squares = (np.concatenate([[0.0], np.cumsum(each)]) for each in (values, values**2))
    best, last = np.full(len(values) + 1, np.inf), np.zeros(len(values) + 1, dtype=np.int64)
    best[0] = -penalty
    for end in range(SHORTEST, len(values) + 1):
        start = np.arange(end - SHORTEST + 1)
        inside = squares[end] - squares[start] - (sums[end] - sums[start]) ** 2 / (end - start)
        cost = best[start] + inside + penalty
        last[end] = np.argmin(cost)
        best[end] = cost[last[end]]
    return _cuts(last)


def _cuts(last: npt.NDArray[np.int64]) -> list[int]:
    cuts: list[int] = []
    at = int(last[-1])
    while at > 0:
        cuts.append(at)
        at = int(last[at])
    return cuts[::-1]


DRAWS: Final = 1000
"""Draws for each band: the usual number for percentiles at 2.5 and 97.5 %."""
_AT_ONCE: Final = 1 << 19
"""Numbers that are drawn at once; more need memory and are no quicker."""
ALL: Final = "all"
"""The source that stands for all texts."""


def band(values: Weights, draws: int, seed: tuple[int, ...], level: float = 0.95) -> tuple[Weights, Weights]:
    """Return for each column the lower and the upper end of the band around its mean; same seed, same band."""
    rows, columns = values.shape
    means = np.empty((draws, columns))
    generator = np.random.default_rng(seed)
    step = max(_AT_ONCE // max(rows, 1), 1)
    for first in range(0, draws, step):
        count = min(step, draws - first)
        chosen = generator.integers(0, rows, (count, rows), dtype=np.int32)
        for column in range(columns):
            means[first : first + count, column] = values[:, column][chosen].mean(axis=1)
    low, high = np.quantile(means, ((1 - level) / 2, (1 + level) / 2), axis=0)
    return low, high


@dataclass(frozen=True, slots=True)
class SourceTexts:
    """The texts of one source, by period."""

    source: str
    texts: dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class TrendSeries:
    """One line of a picture: columns with one number for each period that has texts."""

    query: str
    source: str
    periods: tuple[str, ...]
    documents: tuple[int, ...]
    mean: Weights
    low: Weights
    high: Weights
    """The band around the mean."""
    without: Weights
    """The share of texts that have no keyword of the query."""
    changes: tuple[int, ...]
    """Positions at which a new level begins."""


def series_of(
    groups: Sequence[SourceTexts], scores: QueryScores, queries: Sequence[str], *, draws: int, seed: int
) -> tuple[TrendSeries, ...]:
    """Make the series of each group, query by query."""
    return tuple(
        series
        for number, group in enumerate(groups)
        for series in _of_group(group, scores, queries, draws, (seed, number))
    )


def _of_group(
    group: SourceTexts, scores: QueryScores, queries: Sequence[str], draws: int, seed: tuple[int, ...]
) -> list[TrendSeries]:
    periods = tuple(sorted(group.texts))
    figures = np.array(
        [_figures(scores, group.texts[period], draws, (*seed, at)) for at, period in enumerate(periods)]
    )  # period, figure, query
    documents = tuple(len(group.texts[period]) for period in periods)
    made = []
    for at, query in enumerate(queries):
        mean, low, high, without = figures[:, :, at].T
        changes = tuple(change_points(mean))
        made.append(TrendSeries(query, group.source, periods, documents, mean, low, high, without, changes))
    return made


def _figures(scores: QueryScores, texts: list[int], draws: int, seed: tuple[int, ...]) -> Weights:
    """Return mean, band and the share without keyword; a row each, a column for each query."""
    cosine = scores.cosine[texts]
    low, high = band(cosine, draws, seed)
    return np.array([cosine.mean(axis=0), low, high, (scores.keywords[texts] == 0).mean(axis=0)])


@dataclass(frozen=True, slots=True)
class Typical:
    """A text that stands for a query in a period."""

    query: str
    period: str
    text: int
    """Its number in the collection."""
    score: float
    keywords: int


def typical_texts(group: SourceTexts, scores: QueryScores, queries: Sequence[str], count: int) -> tuple[Typical, ...]:
    """Return so many texts for each query and period, the nearest first; texts without any keyword are not typical."""
    return tuple(
        typical
        for at, query in enumerate(queries)
        for period in sorted(group.texts)
        for typical in _nearest(np.array(group.texts[period]), scores, at, query, period, count)
    )


def _nearest(
    texts: np.ndarray[tuple[int], np.dtype[np.int64]], scores: QueryScores, at: int, query: str, period: str, count: int
) -> list[Typical]:
    cosine, keywords = scores.cosine[texts, at], scores.keywords[texts, at]
    order = np.lexsort((texts, -keywords, -np.round(cosine, 9)))[:count]
    return [
        Typical(query, period, int(texts[each]), float(cosine[each]), int(keywords[each]))
        for each in order
        if cosine[each] > 0
    ]

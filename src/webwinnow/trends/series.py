"""Series: the mean score of a query in each period, with its band, the share without keyword, and its changes.

The band is the percentile bootstrap (efron1979): texts are drawn again with replacement, as many as there are, and the
middle 95 % of the means of these draws are the band. The same draw serves all queries.
The texts nearest to a query in each period are its typical ones. The cosine is 1 for every text with the keywords in
the query's proportions, however few; among equals, the one with more keywords comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.signals.similarity import Weights
from webwinnow.trends.change_points import change_points
from webwinnow.trends.scores import QueryScores

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

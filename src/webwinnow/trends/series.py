"""Series: the mean score of a query in each period, with its band, the share without keyword, and its changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.signals.similarity import Weights
from webwinnow.trends.bootstrap import band
from webwinnow.trends.change_points import change_points
from webwinnow.trends.scores import Scores

ALL: Final = "all"
"""The source that stands for all texts."""


@dataclass(frozen=True, slots=True)
class Group:
    """The texts of one source, by period."""

    source: str
    texts: dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class Series:
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
    groups: Sequence[Group], scores: Scores, queries: Sequence[str], *, draws: int, seed: int
) -> tuple[Series, ...]:
    """Make the series of each group, query by query."""
    return tuple(
        series
        for number, group in enumerate(groups)
        for series in _of_group(group, scores, queries, draws, (seed, number))
    )


def _of_group(group: Group, scores: Scores, queries: Sequence[str], draws: int, seed: tuple[int, ...]) -> list[Series]:
    periods = tuple(sorted(group.texts))
    figures = np.array(
        [_figures(scores, group.texts[period], draws, (*seed, at)) for at, period in enumerate(periods)]
    )  # period, figure, query
    documents = tuple(len(group.texts[period]) for period in periods)
    made = []
    for at, query in enumerate(queries):
        mean, low, high, without = figures[:, :, at].T
        changes = tuple(change_points(mean))
        made.append(Series(query, group.source, periods, documents, mean, low, high, without, changes))
    return made


def _figures(scores: Scores, texts: list[int], draws: int, seed: tuple[int, ...]) -> Weights:
    """Give mean, band and the share without keyword; a row each, a column for each query."""
    cosine = scores.cosine[texts]
    low, high = band(cosine, draws, seed)
    return np.array([cosine.mean(axis=0), low, high, (scores.keywords[texts] == 0).mean(axis=0)])

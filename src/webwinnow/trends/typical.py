"""The most typical texts: those nearest to a query in each period.

The cosine is 1 for every text with the keywords in the query's proportions, however few; among equals, the one with
more keywords comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from webwinnow.trends.scores import Scores
from webwinnow.trends.series import Group


@dataclass(frozen=True, slots=True)
class Typical:
    """A text that stands for a query in a period."""

    query: str
    period: str
    text: int
    """Its number in the collection."""
    score: float
    keywords: int


def typical_texts(group: Group, scores: Scores, queries: Sequence[str], count: int) -> tuple[Typical, ...]:
    """Give so many texts for each query and period, the nearest first; texts without any keyword are not typical."""
    return tuple(
        typical
        for at, query in enumerate(queries)
        for period in sorted(group.texts)
        for typical in _nearest(np.array(group.texts[period]), scores, at, query, period, count)
    )


def _nearest(
    texts: np.ndarray[tuple[int], np.dtype[np.int64]], scores: Scores, at: int, query: str, period: str, count: int
) -> list[Typical]:
    cosine, keywords = scores.cosine[texts, at], scores.keywords[texts, at]
    order = np.lexsort((texts, -keywords, -np.round(cosine, 9)))[:count]
    return [
        Typical(query, period, int(texts[each]), float(cosine[each]), int(keywords[each]))
        for each in order
        if cosine[each] > 0
    ]

"""Which pages a candidate does worst on, and what the others make of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from webwinnow.evaluate.report.page_scores import PageScores


@dataclass(frozen=True, slots=True)
class WorstPage:
    """A page, the candidate's score, and the best score any candidate has on it."""

    package: str
    page: str
    score: float
    best: str
    best_score: float


def worst_pages(scores: PageScores, candidate: str, number: int) -> list[WorstPage]:
    """Give the pages with the lowest scores, lowest first; of equal ones those that others do best on."""
    mine = scores.of(candidate)
    highest = np.where(np.isfinite(scores.values), scores.values, -1.0).max(axis=0, initial=-1.0)
    order = np.lexsort((-highest, mine))[: min(number, int(np.isfinite(mine).sum()))]
    return [_worst(scores, float(mine[place]), int(place)) for place in order]


def _worst(scores: PageScores, score: float, place: int) -> WorstPage:
    column = np.nan_to_num(scores.values[:, place], nan=-1.0)
    best = int(column.argmax())
    return WorstPage(*scores.pages[place], score, scores.candidates[best], float(column[best]))

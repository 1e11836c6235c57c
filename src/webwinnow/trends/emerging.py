"""Emerging terms: words that more and more texts have, without anybody asking for them.

For each word, the share of texts that have it is compared with time: its slope tells how fast it grows, and the trend
test of Cochran and Armitage (armitage1955) whether chance alone could do that. Many words are tested, so the level
holds for all of them together (benjamini1995).
Cost: O(words of the collection).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.signals.similarity import Weights
from webwinnow.trends.scores import Places, TermStream

FEWEST: Final = 10
"""Texts that must have a word: the test takes sums as normal, which those of fewer are not."""
_TOGETHER: Final = 4096
"""Texts that are counted at once; more need memory and are no quicker."""
LEVEL: Final = 0.05
"""The share of wrong words that is accepted among those that are given."""


@dataclass(frozen=True, slots=True)
class Emerging:
    """A word whose share of texts changes."""

    word: str
    """As most texts write it."""
    texts: int
    slope: float
    """Change of the share of texts that have it, by year."""
    early: float
    late: float
    """The share in the first and in the last third of the texts."""
    significance: float
    """The adjusted p of Benjamini and Hochberg: smaller is surer."""


def emerging_terms(
    stream: TermStream, years: Weights, *, count: int = 20, fewest: int = FEWEST, level: float = LEVEL
) -> tuple[Emerging, ...]:
    """Return the words that grow most, the fastest first; `years` has the time of each text."""
    since = years - (years.mean() if len(years) else 0.0)
    spread = float((since**2).sum())
    if spread == 0:
        return ()
    early, late = _thirds(years)
    sums = _sums(stream, (np.ones_like(years), since, early / early.sum(), late / late.sum()))
    tested = np.flatnonzero((sums[0] >= fewest) & (sums[0] < stream.texts) & _has_letters(stream))
    texts, moment, *shares = sums[:, tested]
    share, slope = texts / stream.texts, moment / spread
    adjusted = _adjusted(_chances(moment / np.sqrt(share * (1 - share) * spread)))
    order = np.argsort(-slope, kind="stable")
    chosen = order[(slope[order] > 0) & (adjusted[order] <= level)][:count]
    figures = np.array([slope, *shares, adjusted])
    return tuple(
        Emerging(stream.written[tested[at]], int(texts[at]), *map(float, figures[:, at])) for at in chosen.tolist()
    )


def _sums(stream: TermStream, weights: tuple[Weights, ...]) -> Weights:
    """Add up weights of texts for each word that they have: a row for each kind of weight, a column for each word."""
    sums = np.zeros((len(weights), len(stream.stems)))
    for first in range(0, stream.texts, _TOGETHER):
        last = min(first + _TOGETHER, stream.texts)
        term, text = _incidences(stream, first, last)
        for row, weight in zip(sums, weights, strict=True):
            row += np.bincount(term, weight[text], minlength=len(row))
    return sums


def _incidences(stream: TermStream, first: int, last: int) -> tuple[Places, Places]:
    """Return each word of each of some texts once."""
    terms, start = len(stream.stems), stream.start[first : last + 1]
    text = np.repeat(np.arange(first, last), np.diff(start))
    keys = np.sort(text * terms + stream.term[start[0] : start[-1]])
    keys = keys[np.diff(keys, prepend=-1) > 0]  # np.unique does the same in many times the time
    return keys % max(terms, 1), keys // max(terms, 1)


def _has_letters(stream: TermStream) -> npt.NDArray[np.bool_]:
    """Leave numbers out: those of years grow with the years."""
    return np.array([any(map(str.isalpha, stem)) for stem in stream.stems], dtype=np.bool_)


def _chances(deviations: Weights) -> Weights:
    """Return the chance of a growth at least as large (one-sided)."""
    return np.array([erfc(deviation / sqrt(2)) / 2 for deviation in deviations.tolist()])


def _adjusted(chances: Weights) -> Weights:
    """Raise the chances for the number of tests: the smallest level at which each would still be given."""
    order = np.argsort(chances)
    raised = chances[order] * len(chances) / np.arange(1, len(chances) + 1)
    adjusted = np.empty_like(chances)
    adjusted[order] = np.minimum(np.minimum.accumulate(raised[::-1])[::-1], 1.0)
    return adjusted


def _thirds(years: Weights) -> tuple[Weights, Weights]:
    """Mark the texts of the first and of the last third of the time."""
    first, last = np.quantile(years, (1 / 3, 2 / 3))
    return (years <= first).astype(np.float64), (years >= last).astype(np.float64)

"""Emerging terms: words that more and more texts have, without anybody asking for them.

For each word, the share of texts that have it is compared with time: its slope tells how fast it grows, and the trend test
of Cochran and Armitage (armitage1955) whether chance alone could do that. Many words are tested, so the level holds for
all of them together (benjamini1995).
Cost: O(words of the collection).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.signals.similarity import Weights
from webwinnow.trends.stream import TermStream

FEWEST: Final = 10
"""Texts that must have a word: the test takes sums as normal, which those of fewer are not."""
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
    """Give the words that grow most, the fastest first; `years` has the time of each text."""
    term, text = _incidences(stream)
    texts = np.bincount(term, minlength=len(stream.stems))
    tested = np.flatnonzero((texts >= fewest) & (texts < stream.texts) & _has_letters(stream))
    since = years - (years.mean() if len(years) else 0.0)
    spread = float((since**2).sum())
    if not len(tested) or spread == 0:
        return ()
    moment = np.bincount(term, since[text], minlength=len(stream.stems))[tested]
    share = texts[tested] / stream.texts
    adjusted = _adjusted(_chances(moment / np.sqrt(share * (1 - share) * spread)))
    slope = moment / spread
    order = np.argsort(-slope, kind="stable")
    chosen = order[(slope[order] > 0) & (adjusted[order] <= level)][:count]
    early, late = (_shares(term, text, third, stream)[tested] for third in _thirds(years))
    return tuple(
        Emerging(stream.written[tested[at]], int(texts[tested[at]]), *figures)
        for at in chosen
        for figures in [(float(slope[at]), float(early[at]), float(late[at]), float(adjusted[at]))]
    )


def _incidences(stream: TermStream) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Give each word of each text once."""
    terms = max(len(stream.stems), 1)
    text = np.repeat(np.arange(stream.texts), np.diff(stream.start))
    keys = np.sort(text * terms + stream.term)
    keys = keys[np.diff(keys, prepend=-1) > 0]  # np.unique does the same in many times the time
    return keys % terms, keys // terms


def _has_letters(stream: TermStream) -> npt.NDArray[np.bool_]:
    """Leave numbers out: those of years grow with the years."""
    return np.array([any(map(str.isalpha, stem)) for stem in stream.stems], dtype=np.bool_)


def _chances(deviations: Weights) -> Weights:
    """Give the chance of a growth at least as large (one-sided)."""
    return np.array([erfc(deviation / sqrt(2)) / 2 for deviation in deviations.tolist()])


def _adjusted(chances: Weights) -> Weights:
    """Raise the chances for the number of tests: the smallest level at which each would still be given."""
    order = np.argsort(chances)
    raised = chances[order] * len(chances) / np.arange(1, len(chances) + 1)
    adjusted = np.empty_like(chances)
    adjusted[order] = np.minimum(np.minimum.accumulate(raised[::-1])[::-1], 1.0)
    return adjusted


def _thirds(years: Weights) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    first, last = np.quantile(years, (1 / 3, 2 / 3))
    return years <= first, years >= last


def _shares(
    term: npt.NDArray[np.int64], text: npt.NDArray[np.int64], chosen: npt.NDArray[np.bool_], stream: TermStream
) -> Weights:
    return np.bincount(term[chosen[text]], minlength=len(stream.stems)) / max(int(chosen.sum()), 1)

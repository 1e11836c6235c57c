"""Guards against chance winners: chosen on some sites, judged on the others.

Of thousands of combinations one is the best on any set of pages, if only by chance. So the sites are dealt into folds;
for each fold, the choice is made on all other folds and judged on this one. Pages of one site look alike and are never
on both sides. What the choices reach on the pages that they did not see is what a user may expect.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.search.scoring import Scores


@dataclass(frozen=True, slots=True)
class Fold:
    """What was chosen without a fold's pages (the number of a combination), and its mean F1 with and on these."""

    choice: int
    training: float
    held_out: float
    pages: int


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums of F1, combinations by folds, and the number of pages in each fold."""

    f1: Scores
    pages: npt.NDArray[np.int64]

    @property
    def means(self) -> Scores:
        """The mean F1 of each combination over all pages."""
        means: Scores = self.f1.sum(axis=1) / max(self.pages.sum(), 1)
        return means

    def validated(self, seconds: Scores, among: npt.NDArray[np.bool_]) -> list[Fold]:
        """Choose among some combinations for each fold; of equally good ones the fastest."""
        return [self._fold(fold, seconds, among) for fold in range(len(self.pages))] if len(self.pages) > 1 else []

    def _fold(self, fold: int, seconds: Scores, among: npt.NDArray[np.bool_]) -> Fold:
        training = (self.f1.sum(axis=1) - self.f1[:, fold]) / (self.pages.sum() - self.pages[fold])
        choice = best(training, seconds, among)
        held_out = self.f1[choice, fold] / self.pages[fold]
        return Fold(choice, float(training[choice]), float(held_out), int(self.pages[fold]))


def best(scores: Scores, seconds: Scores, among: npt.NDArray[np.bool_]) -> int:
    """Give the number of the best; of equally good ones the fastest."""
    highest = scores[among].max()
    equal = np.flatnonzero(among & (scores >= highest - 1e-12))  # sums of the same numbers may differ by rounding
    return int(equal[np.argmin(seconds[equal])])


def held_out_mean(folds: Sequence[Fold]) -> float | None:
    """Give the mean F1 over all pages, each judged by the choice that did not see its site; None without folds."""
    pages = sum(fold.pages for fold in folds)
    return sum(fold.held_out * fold.pages for fold in folds) / pages if pages else None


def deal(sites: Sequence[str], folds: int) -> list[int]:
    """Deal pages, given by their sites, into folds of about the same size; always the same way.

    The largest sites come first, each into the smallest fold. There are no more folds than sites.
    """
    often = Counter(sites)
    sizes = [0] * max(min(folds, len(often)), 1)
    places = {}
    for site in sorted(often, key=lambda site: (-often[site], hashlib.sha256(site.encode(errors="replace")).digest())):
        places[site] = sizes.index(min(sizes))
        sizes[places[site]] += often[site]
    return [places[site] for site in sites]

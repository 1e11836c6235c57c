"""What a search has found: every combination's numbers, the front of F1 against time, and whether combining pays.

Of thousands of combinations one is the best on any set of pages, if only by chance. So the sites are dealt into folds;
for each fold, the choice is made on all other folds and judged on this one. Pages of one site look alike and are never
on both sides. What the choices reach on the pages that they did not see is what a user may expect.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.evaluate.statistics import Interval, bootstrap_intervals, permutation_test
from webwinnow.search.combinations import Combination, Member, Scorer, Scores
from webwinnow.search.page_table import PageTable


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
    """Return the number of the best; of equally good ones the fastest."""
    highest = scores[among].max()
    equal = np.flatnonzero(among & (scores >= highest - 1e-12))  # sums of the same numbers may differ by rounding
    return int(equal[np.argmin(seconds[equal])])


def held_out_mean(folds: Sequence[Fold]) -> float | None:
    """Return the mean F1 over all pages, each judged by the choice that did not see its site; None without folds."""
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


def pareto_front(f1: Scores, seconds: Scores) -> list[int]:
    """Return the numbers of the combinations on the front, the fastest first.

    >>> pareto_front(np.array([0.5, 0.4, 0.7, 0.7]), np.array([1.0, 2.0, 3.0, 4.0]))
    [0, 2]
    """
    order = np.lexsort((-f1, seconds))
    so_far = np.concatenate([[-np.inf], np.maximum.accumulate(f1[order])[:-1]])
    return [int(number) for number in order[f1[order] > so_far + 1e-12]]


@dataclass(frozen=True, slots=True)
class Measured:
    """The numbers of a search, combinations in their order."""

    sums: Sums
    precision: Scores
    recall: Scores
    reading: float
    """Mean seconds for reading a page."""
    member_seconds: tuple[float, ...]
    """Mean seconds of each member on a page that has been read."""
    fold: tuple[int, ...]
    """The fold of each page."""
    sites: int
    approximate: int
    """Pages on which a word mixes too many decisions to be counted exactly."""


@dataclass(frozen=True, slots=True)
class OnFront:
    """A combination on the front, and what choosing within its time reaches on sites that were not seen."""

    number: int
    held_out: float | None


@dataclass(frozen=True, slots=True)
class Advantage:
    """Choosing among all combinations against choosing among single members, both judged on sites not seen."""

    combinations: float
    singles: float
    difference: Interval
    p_value: float

    @property
    def better(self) -> bool:
        """Whether combining is better, and not by chance."""
        return self.difference.mean > 0 and self.p_value < 1 - self.difference.level


@dataclass(frozen=True, slots=True)
class Findings:
    """All that a search has found; numbers of combinations are places in `combinations`."""

    members: tuple[Member, ...]
    combinations: list[Combination]
    measured: Measured
    failures: Mapping[str, str]
    seconds: Scores
    winner: int
    best_single: int
    front: tuple[OnFront, ...]
    folds: tuple[Fold, ...]
    single_folds: tuple[Fold, ...]
    verdict: Advantage | None

    @classmethod
    def of(
        cls,
        members: tuple[Member, ...],
        every: list[Combination],
        measured: Measured,
        failures: Mapping[str, str],
        tables: Sequence[PageTable],
    ) -> Findings:
        """Rank what was measured."""
        own = np.array(measured.member_seconds)
        seconds = np.array([measured.reading + own[list(each.members)].sum() for each in every])
        all_of_them = np.ones(len(every), dtype=np.bool_)
        single = np.array([len(each.members) == 1 for each in every])
        sums = measured.sums
        folds, single_folds = (tuple(sums.validated(seconds, among)) for among in (all_of_them, single))
        scorer = Scorer.of([every[fold.choice] for fold in (*folds, *single_folds)], len(members))
        return cls(
            members=members,
            combinations=every,
            measured=measured,
            failures=failures,
            seconds=seconds,
            winner=best(sums.means, seconds, all_of_them),
            best_single=best(sums.means, seconds, single),
            front=_front(sums, seconds),
            folds=folds,
            single_folds=single_folds,
            verdict=_verdict(scorer, measured.fold, tables) if folds else None,
        )

    def expression(self, number: int) -> str:
        """Write a combination; recipes are written out, so that anybody can read it."""
        return str(self.combinations[number].stage([member.stage for member in self.members]))


def _front(sums: Sums, seconds: Scores) -> tuple[OnFront, ...]:
    """Find the front; each entry is validated among all that are as fast."""
    numbers = pareto_front(sums.means, seconds)
    return tuple(OnFront(each, held_out_mean(sums.validated(seconds, seconds <= seconds[each]))) for each in numbers)


def _verdict(scorer: Scorer, fold: Sequence[int], tables: Sequence[PageTable]) -> Advantage:
    """Compare page by page what the choices of combinations and of single members reach on their held-out pages."""
    half = len(scorer.quorum) // 2
    pairs = [
        (scores[place], scores[half + place])
        for scores, place in ((scorer(table).f1, place) for table, place in zip(tables, fold, strict=True))
    ]
    first, second = (np.array(column) for column in zip(*pairs, strict=True))
    interval = bootstrap_intervals((first - second)[None, :])[0]
    return Advantage(float(first.mean()), float(second.mean()), interval, permutation_test(first, second))

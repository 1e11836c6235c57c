"""What a search has found: every combination's numbers, the front, and whether combining pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from webwinnow.evaluate.statistics import Interval, bootstrap_intervals, permutation_test
from webwinnow.search.combinations import Combination
from webwinnow.search.cross_validation import Fold, Sums, best, held_out_mean
from webwinnow.search.front import pareto_front
from webwinnow.search.members import Member
from webwinnow.search.page_table import PageTable
from webwinnow.search.scoring import Scorer, Scores


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
class Verdict:
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
    verdict: Verdict | None

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


def _verdict(scorer: Scorer, fold: Sequence[int], tables: Sequence[PageTable]) -> Verdict:
    """Compare page by page what the choices of combinations and of single members reach on their held-out pages."""
    half = len(scorer.quorum) // 2
    pairs = [
        (scores[place], scores[half + place])
        for scores, place in ((scorer(table).f1, place) for table, place in zip(tables, fold, strict=True))
    ]
    first, second = (np.array(column) for column in zip(*pairs, strict=True))
    interval = bootstrap_intervals((first - second)[None, :])[0]
    return Verdict(float(first.mean()), float(second.mean()), interval, permutation_test(first, second))

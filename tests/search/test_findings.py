"""Choosing on some sites and judging on the others."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from webwinnow.search.findings import Fold, Sums, best, deal, held_out_mean, pareto_front


def test_sites_stay_whole_and_folds_are_level() -> None:
    sites = ["a"] * 6 + ["b"] * 3 + ["c"] * 3 + [f"s{number}" for number in range(12)]
    folds = deal(sites, 4)
    assert all(len({fold for fold, other in zip(folds, sites, strict=True) if other == site}) == 1 for site in sites)
    assert Counter(folds) == {0: 6, 1: 6, 2: 6, 3: 6}
    assert deal(sites, 4) == folds


@pytest.mark.parametrize(("sites", "folds"), [(["a", "a"], 1), (["a", "b"], 2), ([], 0)])
def test_there_are_no_more_folds_than_sites(sites: list[str], folds: int) -> None:
    assert len(set(deal(sites, 5))) == folds


def test_a_choice_does_not_see_its_fold() -> None:
    # Two folds of ten pages: combination 0 shines on the first only, 1 on the second only, 2 is steady.
    sums = Sums(np.array([[10.0, 0.0], [0.0, 9.0], [6.0, 6.0]]), np.array([10, 10]))
    folds = sums.validated(np.ones(3), np.ones(3, dtype=bool))
    assert folds == [Fold(1, 0.9, 0.0, 10), Fold(0, 1.0, 0.0, 10)]
    assert held_out_mean(folds) == 0.0
    steady = sums.validated(np.ones(3), np.array([False, False, True]))
    assert held_out_mean(steady) == pytest.approx(0.6)
    assert best(sums.means, np.ones(3), np.ones(3, dtype=bool)) == 2


def test_one_fold_validates_nothing() -> None:
    assert Sums(np.array([[1.0]]), np.array([2])).validated(np.ones(1), np.ones(1, dtype=bool)) == []
    assert held_out_mean([]) is None


def test_of_equally_good_ones_the_fastest_is_best() -> None:
    assert best(np.array([0.5, 0.7, 0.7]), np.array([1.0, 3.0, 2.0]), np.ones(3, dtype=bool)) == 2


def test_the_front_rises_with_time_and_nothing_beats_it() -> None:
    random = np.random.default_rng(1)
    f1, seconds = random.random(200), random.integers(1, 40, 200) / 10
    front = pareto_front(f1, seconds)
    for number in range(200):
        beaten = any(seconds[o] <= seconds[number] and f1[o] > f1[number] for o in range(200))
        faster = any(seconds[o] < seconds[number] and f1[o] == f1[number] for o in range(200))
        assert (number in front) == (not beaten and not faster)
    assert list(seconds[front]) == sorted(seconds[front])

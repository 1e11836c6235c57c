from itertools import product
from math import inf, nan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import ParameterError
from webwinnow.evaluate import statistics
from webwinnow.evaluate.statistics import (
    bootstrap_intervals,
    compare_all,
    holm,
    paired_cohens_d,
    permutation_test,
    seconds_per_kb,
    standard_deviation,
)

scores = st.floats(0, 1).map(lambda value: round(value, 3))


def naive_permutation(first: list[float], second: list[float]) -> float:
    """The share of all sign flips that give a mean difference at least as large."""
    differences = [mine - theirs for mine, theirs in zip(first, second, strict=True)]
    sums = [
        abs(sum(sign * difference for sign, difference in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    return sum(value >= sums[0] - 1e-9 for value in sums) / len(sums)


@given(pairs=st.lists(st.tuples(scores, scores), min_size=1, max_size=8))
def test_a_small_permutation_test_equals_full_enumeration(pairs: list[tuple[float, float]]) -> None:
    first, second = map(list, zip(*pairs, strict=True))
    assert permutation_test(first, second) == pytest.approx(naive_permutation(first, second))


def test_permutation_by_hand() -> None:
    assert permutation_test([1, 1, 1, 1], [0, 0, 0, 0]) == 2 / 16  # all signs alike, in two of sixteen cases
    assert permutation_test([0.5, 0.7], [0.5, 0.7]) == 1.0


def test_a_large_permutation_test_is_near_full_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    first = random.random(17)
    second = first - random.normal(0.005, 0.08, 17)
    drawn = permutation_test(first, second, rounds=20_000)
    monkeypatch.setattr(statistics, "_EXACT_PAGES", 17)
    enumerated = permutation_test(first, second)
    assert 0.02 < enumerated < 0.5
    assert drawn == pytest.approx(enumerated, abs=4 * sqrt(enumerated / 20_000))
    assert drawn != enumerated


def test_permutation_is_deterministic_and_never_zero() -> None:
    first, second = np.linspace(0.5, 1, 40), np.linspace(0.4, 0.9, 40)
    assert permutation_test(first, second, rounds=1000) == 1 / 1001
    noisy = second + np.sin(np.arange(40)) / 2
    assert permutation_test(first, noisy, seed=1) == permutation_test(first, noisy, seed=1)
    assert permutation_test(first, noisy, seed=1) == permutation_test(noisy, first, seed=1)


def test_p_values_are_even_where_there_is_no_difference() -> None:
    random = np.random.default_rng(5)
    p_values = [permutation_test(random.random(30), random.random(30), rounds=200) for _ in range(300)]
    assert 0.02 <= np.mean(np.array(p_values) < 0.05) <= 0.09
    assert np.mean(p_values) == pytest.approx(0.5, abs=0.06)


def test_bootstrap_covers_the_true_mean_as_often_as_it_says() -> None:
    random = np.random.default_rng(11)
    rows = random.beta(8, 2, size=(300, 80))  # scores crowd near 1, like F1 does; their true mean is 0.8
    covered = [
        interval.low <= 0.8 <= interval.high
        for seed, row in enumerate(rows)
        for interval in bootstrap_intervals([row], resamples=400, seed=seed)
    ]
    assert 0.91 <= np.mean(covered) <= 0.98


def test_bootstrap_is_near_the_normal_interval_on_many_pages() -> None:
    row = np.random.default_rng(2).random(900)
    (interval,) = bootstrap_intervals([row])
    half = 1.96 * row.std(ddof=1) / 30
    assert interval.mean == pytest.approx(row.mean())
    assert interval.low == pytest.approx(row.mean() - half, abs=half / 20)
    assert interval.high == pytest.approx(row.mean() + half, abs=half / 20)


def test_bootstrap_is_paired_and_deterministic(monkeypatch: pytest.MonkeyPatch) -> None:
    row = np.random.default_rng(4).random(50)
    first, second = bootstrap_intervals([row, row + 0.25], resamples=500, seed=9)
    assert second.low == pytest.approx(first.low + 0.25, abs=1e-12)  # the same pages were drawn for both
    assert second.high == pytest.approx(first.high + 0.25, abs=1e-12)
    assert bootstrap_intervals([row], resamples=500, seed=9)[0] == first
    assert bootstrap_intervals([row], resamples=500, seed=8)[0] != first
    monkeypatch.setattr(statistics, "_CHUNK", 50 * 7)  # 500 rounds do not fill chunks of 7
    rough = bootstrap_intervals([row], resamples=500, seed=9)[0]
    assert (rough.low, rough.high) == pytest.approx((first.low, first.high), abs=0.02)


def test_bootstrap_of_equal_scores_has_no_width() -> None:
    (interval,) = bootstrap_intervals([[0.5, 0.5, 0.5]], level=0.9)
    assert (interval.low, interval.mean, interval.high, interval.level) == (0.5, 0.5, 0.5, 0.9)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([0.04]) == [0.04]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_lies_between_no_correction_and_bonferroni(p_values: list[float]) -> None:
    for given_p, adjusted in zip(p_values, holm(p_values), strict=True):
        assert given_p <= adjusted <= min(1, given_p * len(p_values))


def test_effect_size_by_hand() -> None:
    # Differences 0.1, 0.3: mean 0.2, standard deviation sqrt(0.02).
    assert paired_cohens_d([0.6, 0.8], [0.5, 0.5]) == pytest.approx(0.2 / sqrt(0.02))
    assert paired_cohens_d([0.5, 0.5], [0.6, 0.8]) == pytest.approx(-0.2 / sqrt(0.02))
    assert paired_cohens_d([0.4, 0.9], [0.4, 0.9]) == 0
    assert paired_cohens_d([0.4, 0.9], [0.3, 0.8]) == inf
    assert paired_cohens_d([0.4], [0.5]) == -inf


def test_better_needs_a_significant_difference() -> None:
    random = np.random.default_rng(6)
    good = random.uniform(0.8, 1, 60)
    similar = good + random.normal(0, 0.05, 60)
    bad = good - random.uniform(0, 0.4, 60)
    found = {(row.first, row.second): row for row in compare_all({"bad": bad, "good": good, "similar": similar})}
    assert found["bad", "good"].better == "good"
    assert found["bad", "good"].difference.high < 0
    assert found["bad", "good"].effect < -0.8
    assert found["good", "similar"].better is None
    assert not found["good", "similar"].significant
    assert all(row.p_adjusted >= row.p_value for row in found.values())
    assert compare_all({"good": good}) == []


def test_standard_deviation_is_estimated_with_n_minus_1() -> None:
    assert standard_deviation([0.2, 0.4, 0.9]) == pytest.approx(sqrt(0.13))
    assert standard_deviation([0.5]) is None
    assert standard_deviation([]) is None


def test_seconds_per_kb() -> None:
    assert seconds_per_kb(0.5, 2000) == 0.25
    assert seconds_per_kb(0.5, 0) is None


@pytest.mark.parametrize("rows", [[], [[]], [[0.5], [0.5, 0.6]], [[0.5, nan]], [[inf, 0.5]]])
def test_scores_that_are_not_paired_or_not_finite_are_refused(rows: list[list[float]]) -> None:
    with pytest.raises(ParameterError):
        bootstrap_intervals(rows)


def test_impossible_parameters_are_refused() -> None:
    with pytest.raises(ParameterError, match="same pages"):
        permutation_test([0.5], [0.5, 0.6])
    with pytest.raises(ParameterError, match="level 2"):
        bootstrap_intervals([[0.5]], level=2)
    with pytest.raises(ParameterError, match="rounds 0"):
        permutation_test([0.5], [0.6], rounds=0)

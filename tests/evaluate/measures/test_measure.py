import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate.measures.measure import Score


def test_counts_become_precision_recall_and_f1() -> None:
    score = Score.from_counts(common=6, found=8, gold=12)
    assert (score.precision, score.recall) == (0.75, 0.5)
    assert score.f1 == pytest.approx(0.6)
    assert not score.approximate
    assert list(score.numbers()) == ["precision", "recall", "f1"]


@pytest.mark.parametrize(("found", "gold", "expected"), [(0, 0, 1.0), (0, 5, 0.0), (5, 0, 0.0), (5, 5, 0.0)])
def test_nothing_is_right_only_where_there_is_nothing(found: int, gold: int, expected: float) -> None:
    assert Score.from_counts(0, found, gold) == Score(expected, expected, expected)


@given(common=st.integers(1, 50), surplus=st.integers(0, 50), missing=st.integers(0, 50))
def test_f1_is_the_harmonic_mean(common: int, surplus: int, missing: int) -> None:
    score = Score.from_counts(common, common + surplus, common + missing)
    harmonic = 2 * score.precision * score.recall / (score.precision + score.recall)
    assert score.f1 == pytest.approx(harmonic, abs=1e-12)
    assert 0 <= min(score.precision, score.recall) <= score.f1 <= max(score.precision, score.recall) <= 1


@pytest.mark.parametrize("counts", [(3, 2, 9), (3, 9, 2), (-1, 4, 4)])
def test_impossible_counts_are_refused(counts: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        Score.from_counts(*counts)


def test_is_a_value() -> None:
    score = Score.from_counts(1, 2, 3, approximate=True)
    assert score.approximate
    assert pickle.loads(pickle.dumps(score)) == score
    assert hash(score) == hash(Score.from_counts(1, 2, 3, approximate=True))

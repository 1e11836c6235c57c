"""Both shapes of boosted trees."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.kind.trees import Trees
from webwinnow.signals.symmetric_trees import DEPTH, SymmetricTrees, in_a_row
from webwinnow.training.boosting import Boosting, Growing, _histograms, grow, histograms

NAMES = ("first", "second")


def forest(trees: int, columns: int, seed: int) -> SymmetricTrees:
    random = np.random.default_rng(seed)
    return SymmetricTrees(
        random.integers(0, columns, (trees, DEPTH)),
        random.standard_normal((trees, DEPTH)).astype(np.float32),
        random.standard_normal((trees, 2**DEPTH)).astype(np.float32),
        0.25,
    )


def walked(found: SymmetricTrees, row: np.ndarray) -> float:
    """One row through one tree after another."""
    total = found.start
    for column, limit, leaf in zip(found.column, found.limit, found.leaf, strict=True):
        place = 0
        for level in range(DEPTH):
            place = place * 2 + int(row[column[level]] > limit[level])
        total += float(leaf[place])
    return total


@given(st.integers(1, 9), st.integers(0, 12), st.integers(0, 99))
def test_all_at_once_is_the_same_as_one_by_one(trees: int, rows: int, seed: int) -> None:
    found = forest(trees, 4, seed)
    values = np.random.default_rng(seed + 1).standard_normal((rows, 4)).astype(np.float32)
    assert found.odds(values) == pytest.approx([walked(found, row) for row in values], abs=1e-4)


def test_many_trees_and_rows_are_the_same_as_few() -> None:
    found = forest(230, 7, 3)
    values = np.random.default_rng(4).standard_normal((1100, 7)).astype(np.float32)
    together = found.odds(values)
    for row in (0, 511, 512, 1099):
        assert together[row] == pytest.approx(walked(found, values[row]), abs=1e-3)
        assert found.odds(values[row : row + 1]) == pytest.approx(together[row], abs=1e-3)
    assert together == pytest.approx(found.odds(np.asfortranarray(values)), abs=1e-4)
    assert pickle.loads(pickle.dumps(found)).odds(values) == pytest.approx(together, abs=1e-4)


def task(rows: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Content is where two signals agree in sign: no single signal tells."""
    values = np.random.default_rng(seed).standard_normal((rows, 6)).astype(np.float32)
    return values, (values[:, 1] > 0) == (values[:, 4] > 0)


def test_they_learn_what_two_signals_tell_together() -> None:
    values, labels = task(3000, 0)
    found = grow(values, labels, np.ones(3000), Growing(trees=30, rate=0.3, rows=0.5, columns=1.0))
    unseen, truth = task(1000, 1)
    assert ((found.odds(unseen) > 0) == truth).mean() > 0.95


def test_the_same_rows_give_the_same_trees() -> None:
    values, labels = task(500, 0)
    first, second = (grow(values, labels, np.ones(500), Growing(trees=5)) for _ in range(2))
    assert np.array_equal(first.leaf, second.leaf)
    assert np.array_equal(first.column, second.column)


def test_weights_count() -> None:
    values = np.zeros((10, 1), dtype=np.float32)
    labels = np.arange(10) < 5
    found = grow(values, labels, np.where(labels, 9.0, 1.0), Growing(trees=3))
    assert found.odds(values[:1])[0] > 1


def test_forests_in_a_row_say_what_each_says() -> None:
    random = np.random.default_rng(5)
    values = random.normal(size=(400, 4)).astype(np.float32)
    forests = [grow(values, values[:, k] > 0, np.ones(400), Growing(trees=k + 2)) for k in range(3)]
    said = in_a_row(forests).said(values[0])
    assert len(said) == 2 + 3 + 4
    for first, last, forest in zip((0, 2, 5), (2, 5, 9), forests, strict=True):
        assert said[first:last].sum() + forest.start == pytest.approx(float(forest.odds(values[:1])[0]), abs=1e-5)


def scores(trees: Trees, values: np.ndarray) -> np.ndarray:
    return np.array([trees.score(dict(zip(NAMES, row, strict=True))) for row in values.tolist()])


@pytest.fixture
def values() -> np.ndarray:
    return np.random.default_rng(1).random((400, 2))


def test_learns_what_needs_two_figures(values) -> None:
    target = (values[:, 0] > 0.5) & (values[:, 1] > 0.5)
    found = scores(Boosting(rounds=60).fit(NAMES, values, target, np.ones(400)), values)
    assert ((found > 0) == target).mean() > 0.97


def test_keeps_to_its_directions(values) -> None:
    noise = np.random.default_rng(2).random(400)
    target = values[:, 0] + 0.8 * noise > 0.9
    model = Boosting(directions={"first": 1, "second": -1}).fit(NAMES, values, target, np.ones(400))
    line = np.linspace(-0.5, 1.5, 101)
    for other in (0.1, 0.5, 0.9):
        rising = scores(model, np.column_stack([line, np.full(101, other)]))
        assert (np.diff(rising) >= -1e-9).all()
        falling = scores(model, np.column_stack([np.full(101, other), line]))
        assert (np.diff(falling) <= 1e-9).all()


def test_a_direction_that_is_wrong_is_not_used(values) -> None:
    target = values[:, 0] > 0.5
    model = Boosting(directions={"first": -1}, rounds=5).fit(("first",), values[:, :1], target, np.ones(400))
    assert model.depth == 0


def test_weights_count_with_directions(values) -> None:
    target = np.arange(400) % 2 == 0
    weights = np.where(target, 3.0, 1.0)
    model = Boosting(rounds=0).fit(NAMES, values, target, weights)
    assert model.start == pytest.approx(np.log(3), abs=1e-6)


def test_same_input_same_trees(values) -> None:
    target = values[:, 0] > 0.3
    first, second = (Boosting().fit(NAMES, values, target, np.ones(400)).to_model("small", {}) for _ in range(2))
    assert first.digest == second.digest


@given(st.integers(1, 5), st.integers(0, 40), st.sampled_from([1, 2, 32]), st.integers(1, 64), st.integers(0, 99))
def test_sums_are_equal_to_the_last_bit(columns: int, rows: int, leaves: int, bins: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    codes = random.integers(0, bins, (columns, rows)).astype(np.uint8)
    leaf = random.integers(0, leaves, rows).astype(np.uint8)
    amounts = random.standard_normal((rows, 2))
    found = histograms(codes, leaf, amounts, leaves, bins)
    np.testing.assert_array_equal(found, _histograms(codes, leaf, amounts, leaves, bins))


def test_each_row_is_added_where_it_belongs() -> None:
    codes = np.array([[0, 1, 1], [2, 2, 0]], dtype=np.uint8)
    found = _histograms(codes, np.array([0, 1, 1], dtype=np.uint8), np.array([[1, 10], [2, 20], [4, 40]]), 2, 3)
    assert found.shape == (2, 2, 3, 2)
    assert found[0, 1, 1].tolist() == [6, 60]
    assert found[1, 1].tolist() == [[4, 40], [0, 0], [2, 20]]
    assert found.sum(axis=(1, 2)).tolist() == [[7, 70], [7, 70]]

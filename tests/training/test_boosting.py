"""Boosting of small trees."""

from __future__ import annotations

import numpy as np
import pytest

from webwinnow.kind.trees import Trees
from webwinnow.training.boosting import Boosting

NAMES = ("first", "second")


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


def test_weights_count(values) -> None:
    target = np.arange(400) % 2 == 0
    weights = np.where(target, 3.0, 1.0)
    model = Boosting(rounds=0).fit(NAMES, values, target, weights)
    assert model.start == pytest.approx(np.log(3), abs=1e-6)


def test_same_input_same_trees(values) -> None:
    target = values[:, 0] > 0.3
    first, second = (Boosting().fit(NAMES, values, target, np.ones(400)).to_model("small", {}) for _ in range(2))
    assert first.digest == second.digest

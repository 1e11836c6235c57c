"""The best path against a loop over places."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from webwinnow.signals.viterbi import best_path


def total(first: np.ndarray, steps: np.ndarray, path: list[int]) -> float:
    return float(first[path[0]] + sum(steps[t, a, b] for t, (a, b) in enumerate(itertools.pairwise(path))))


@pytest.mark.parametrize("length", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("labels", [2, 3])
def test_no_path_is_better(length: int, labels: int) -> None:
    random = np.random.default_rng(length)
    for _ in range(10):
        first, steps = random.normal(size=labels), random.normal(size=(length - 1, labels, labels))
        best = max(total(first, steps, list(path)) for path in itertools.product(range(labels), repeat=length))
        found = best_path(first, steps).tolist()
        assert len(found) == length
        assert total(first, steps, found) == pytest.approx(best)


def test_equal_paths_give_one_that_is_a_path() -> None:
    steps = np.full((6, 2, 2), -1.0)
    steps[:, 0, 0] = steps[:, 1, 1] = 0.0
    assert best_path(np.zeros(2), steps).tolist() in ([0] * 7, [1] * 7)


def test_long_sequences() -> None:
    steps = np.zeros((100_000, 2, 2))
    steps[:, :, 1] = 0.5
    assert best_path(np.zeros(2), steps).sum() == 100_000

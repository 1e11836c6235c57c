"""k-means on a line: clusters are stretches, and no number is nearer to another centre."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.adaptive_kmeans import adaptive_kmeans

NUMBERS = st.lists(st.integers(0, 40).map(float), min_size=1, max_size=30)


def spread(values: np.ndarray, labels: np.ndarray) -> float:
    return sum(
        ((values[labels == label] - values[labels == label].mean()) ** 2).sum() for label in set(labels.tolist())
    )


def test_two_heaps() -> None:
    assert adaptive_kmeans(np.array([9.0, 1, 2, 10, 1.5]), 0.1, 5).tolist() == [1, 0, 0, 1, 0]


def test_three_heaps_need_three_clusters() -> None:
    values = np.array([0.0, 1, 50, 51, 100, 101])
    assert adaptive_kmeans(values, 0.01, 5).tolist() == [0, 0, 1, 1, 2, 2]
    assert adaptive_kmeans(values, 0.01, 2).max() == 1
    assert adaptive_kmeans(values, 1, 5).max() == 0


@pytest.mark.parametrize("values", [[5.0], [3.0, 3.0, 3.0]])
def test_what_is_all_the_same_is_one_cluster(values: list[float]) -> None:
    assert not adaptive_kmeans(np.array(values), 0, 9).any()


@given(NUMBERS, st.sampled_from([0.5, 0.1, 0.01]), st.integers(1, 8))
def test_clusters(numbers: list[float], rest: float, most: int) -> None:
    values = np.array(numbers)
    labels = adaptive_kmeans(values, rest, most)
    order = np.argsort(values, kind="stable")
    assert (np.diff(labels[order]) >= 0).all()
    centres = np.array([values[labels == label].mean() for label in range(labels.max() + 1)])
    own = np.abs(values - centres[labels])
    assert (own <= np.abs(values[:, None] - centres).min(axis=1) + 1e-9).all()
    assert labels.max() == 0 or spread(values, labels) < spread(values, np.zeros(len(values)))
    assert labels.max() < most

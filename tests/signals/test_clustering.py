"""k-means against a naive version, in the plane and on a line."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.clustering import adaptive_kmeans, farthest_first, k_means

POINTS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=30)
Point = tuple[float, float]


def nearest(point: Point, centres: list[Point]) -> int:
    distances = [(point[0] - x) ** 2 + (point[1] - y) ** 2 for x, y in centres]
    return distances.index(min(distances))


def naive_k_means(points: list[Point], centres: list[Point], fixed: int, rounds: int) -> list[int]:
    labels = [nearest(point, centres) for point in points]
    for _ in range(rounds):
        for cluster in range(fixed, len(centres)):
            members = [point for point, label in zip(points, labels, strict=True) if label == cluster]
            if members:
                x, y = (sum(point[axis] for point in members) / len(members) for axis in (0, 1))
                centres[cluster] = (x, y)
        labels, before = [nearest(point, centres) for point in points], labels
        if labels == before:
            break
    return labels


@given(POINTS, st.integers(0, 2), st.integers(0, 8))
def test_clusters_are_those_of_the_loops(points: list[Point], fixed: int, rounds: int) -> None:
    centres = [(0.0, 0.0), (10.0, 10.0), (30.0, 5.0)]
    found = k_means(np.array(points, dtype=np.float64), np.array(centres), fixed=fixed, rounds=rounds)
    assert found.tolist() == naive_k_means(points, centres, fixed, rounds)


def test_a_fixed_centre_stays() -> None:
    points = np.array([[3.0, 0.0], [5.0, 0.0], [9.0, 0.0]])
    start = np.array([[0.0, 0.0], [9.0, 0.0]])
    assert k_means(points, start, fixed=1).tolist() == [0, 1, 1]
    assert k_means(points, start).tolist() == [0, 0, 1]
    assert start.tolist() == [[0.0, 0.0], [9.0, 0.0]]


@given(POINTS, st.integers(0, 4))
def test_seeds_are_as_far_as_may_be(points: list[Point], more: int) -> None:
    cloud = np.array(points, dtype=np.float64)
    seeds = farthest_first(cloud, np.zeros((1, 2)), more)
    assert seeds.shape == (more + 1, 2)
    for count in range(1, more + 1):
        distance = [min(float(((point - seed) ** 2).sum()) for seed in seeds[:count]) for point in cloud]
        assert min(float(((seeds[count] - seed) ** 2).sum()) for seed in seeds[:count]) == pytest.approx(max(distance))


def test_no_points_no_clusters() -> None:
    nothing = np.zeros((0, 2))
    assert k_means(nothing, np.zeros((3, 2)), fixed=1).tolist() == []
    assert farthest_first(nothing, np.zeros((1, 2)), 2).tolist() == [[0.0, 0.0]]


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

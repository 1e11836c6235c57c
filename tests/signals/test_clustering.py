"""k-means against Lloyd's steps written as loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.clustering import farthest_first, k_means

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

"""Stretches, against naive searches."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.stretches import best_stretch, grow, runs


def naive_runs(holds: list[bool]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for place, each in enumerate(holds):
        if each and found and found[-1][1] == place - 1:
            found[-1] = (found[-1][0], place)
        elif each:
            found.append((place, place))
    return found


def algorithm_1(regions: list[tuple[int, int]], largest: int, gap: int) -> list[tuple[int, int]]:
    """Finding all regions comprising the main content (mohammadzadeh2013, 4.3.4), with its distance of formula 4.4."""

    def distance(left: tuple[int, int], right: tuple[int, int]) -> int:
        return right[0] - left[1] + 1

    chosen = [regions[largest]]
    at = largest
    while at > 0 and distance(regions[at - 1], regions[at]) <= gap:
        chosen.insert(0, regions[at - 1])
        at -= 1
    at = largest
    while at < len(regions) - 1 and distance(regions[at], regions[at + 1]) <= gap:
        chosen.append(regions[at + 1])
        at += 1
    return chosen


@given(st.lists(st.booleans(), max_size=40))
def test_runs_are_those_of_a_loop(holds: list[bool]) -> None:
    first, last = runs(np.array(holds, dtype=np.bool_))
    assert list(zip(first.tolist(), last.tolist(), strict=True)) == naive_runs(holds)


@given(st.lists(st.booleans(), min_size=1, max_size=60), st.integers(0, 12), st.data())
def test_growing_is_algorithm_1(holds: list[bool], gap: int, data: st.DataObject) -> None:
    first, last = runs(np.array([*holds, True]))
    seed = data.draw(st.integers(0, len(first) - 1))
    left, right = grow(first, last, seed, gap)
    found = list(zip(first[left : right + 1].tolist(), last[left : right + 1].tolist(), strict=True))
    assert found == algorithm_1(naive_runs([*holds, True]), seed, gap)


@pytest.mark.parametrize(("gap", "taken"), [(3, 1), (4, 1), (5, 2), (100, 2)])
def test_distance_counts_both_ends(gap: int, taken: int) -> None:
    """Regions 0:2 and 6:8 have the distance 6 - 2 + 1."""
    left, right = grow(np.array([0, 6]), np.array([2, 8]), 0, gap)
    assert right - left + 1 == taken


def naive_best(values: list[int]) -> tuple[int, int]:
    """Try all stretches and keep the first of the best."""
    best, found = None, (0, 0)
    for first in range(len(values)):
        for last in range(first, len(values)):
            if best is None or sum(values[first : last + 1]) > best:
                best, found = sum(values[first : last + 1]), (first, last)
    return found


def test_example_of_the_paper() -> None:
    """mohammadzadeh2013, section 3.3.1.4."""
    values = np.array([4, -5, 3, -5, 1, 2, -2, 2, -2, 1, 5])
    first, last = best_stretch(values)
    assert (first, last) == (4, 10)
    assert values[first : last + 1].sum() == 7


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=20))
def test_best_stretch_is_that_of_a_naive_search(values: list[int]) -> None:
    assert best_stretch(np.array(values)) == naive_best(values)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([5], (0, 0)),
        ([-3, -1, -2], (1, 1)),
        ([0, 0], (0, 0)),
        ([1, -1, 1], (0, 0)),  # of equal sums the first, and the shortest from there
        ([-1, 1, 1, -1, 1, 1], (1, 5)),
    ],
)
def test_edges(values: list[int], expected: tuple[int, int]) -> None:
    assert best_stretch(np.array(values)) == expected


def test_small_numbers_do_not_overflow() -> None:
    assert best_stretch(np.ones(1000, dtype=np.int8)) == (0, 999)

"""Runs, and Algorithm 1 of the paper as it stands there."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.runs import grow, runs


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

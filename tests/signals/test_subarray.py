"""The best stretch against a search over all stretches."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.subarray import best_stretch


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

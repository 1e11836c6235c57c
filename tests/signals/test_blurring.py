"""Fast blurring against blurring each place, round by round."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.blurring import BOUND, blurred_stretches
from webwinnow.signals.smoothing import gaussian_kernel

STRETCHES = st.lists(st.integers(0, 120), min_size=1, max_size=16)


def naive_rounds(vector: npt.NDArray[np.float64], radius: int, rounds: int) -> list[npt.NDArray[np.float64]]:
    """The vector after each round; what the windows miss beyond the ends is shared by what is there."""
    beyond = radius * rounds
    padded, there = np.pad(vector, beyond), np.pad(np.ones(len(vector)), beyond)
    kernel, found = gaussian_kernel(radius), []
    for _ in range(rounds):
        padded, there = np.convolve(padded, kernel, "same"), np.convolve(there, kernel, "same")
        inside = slice(beyond, beyond + len(vector))
        found.append(padded[inside] / there[inside])
    return found


def both(lengths: list[int], radius: int, rounds: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The fast way and the slow one; stretches of zeros and ones take turns."""
    is_one = np.arange(len(lengths)) % 2 == 1
    vector = np.repeat(is_one, lengths).astype(np.float64)
    places = np.arange(len(vector), dtype=np.float64)
    fast = blurred_stretches(np.array(lengths), np.where(is_one, lengths, 0), places, radius, rounds)
    return fast, naive_rounds(vector, radius, rounds)[-1]


@given(STRETCHES, st.sampled_from([(40, 12), (25, 12), (18, 12), (7, 12), (40, 1), (40, 3), (10, 2), (60, 5)]))
def test_within_the_stated_bound(lengths: list[int], how: tuple[int, int]) -> None:
    fast, slow = both(lengths, *how)
    assert np.abs(fast - slow).max(initial=0) <= BOUND


@given(st.lists(st.integers(0, 9), min_size=1, max_size=16), st.integers(1, 6), st.integers(1, 4))
def test_exact_where_the_window_is_small(lengths: list[int], radius: int, rounds: int) -> None:
    fast, slow = both(lengths, radius, rounds)
    assert fast.tolist() == pytest.approx(slow.tolist())


@given(STRETCHES, st.sampled_from([5, 12, 40]))
def test_no_value_changes_by_more_than_the_stated_share_in_a_round(lengths: list[int], radius: int) -> None:
    """What makes 12 rounds stable: at most 0.242 / rounds, here with room for the kernel's cut-off tails."""
    vector = np.repeat(np.arange(len(lengths)) % 2, lengths).astype(np.float64)
    found = naive_rounds(np.pad(vector, 30 * radius, mode="edge") if len(vector) else vector, radius, 13)
    for done, (before, after) in enumerate(pairwise(found), 1):
        assert np.abs(after - before).max(initial=0) <= 0.26 / done


def test_long_stretches_keep_their_value() -> None:
    lengths, ones = np.array([5000, 5000, 5000]), np.array([0, 5000, 0])
    found = blurred_stretches(lengths, ones, np.array([2500.0, 4999.5, 7500.0]), 40, 12)
    assert found.tolist() == pytest.approx([0, 0.5, 1], abs=1e-3)


def test_nothing_to_blur() -> None:
    empty = np.zeros(0, dtype=np.int64)
    assert blurred_stretches(empty, empty, np.zeros(0), 40, 12).tolist() == []
    assert blurred_stretches(np.array([0, 0]), np.array([0, 0]), np.zeros(0), 1, 1).tolist() == []

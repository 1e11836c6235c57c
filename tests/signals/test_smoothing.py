"""Smoothing, against the definitions place by place and round by round."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.smoothing import BOUND, blur, blurred_stretches, gaussian_kernel, window_sums

NUMBERS = st.lists(st.integers(-50, 50), max_size=30)


def naive_sums(values: list[int], width: int) -> list[int]:
    half = width // 2
    return [sum(values[max(place - half, 0) : place + half + 1]) for place in range(len(values))]


def naive_blur(values: list[float], kernel: list[float]) -> list[float]:
    """Weigh what lies in the window; weights that fall outside are shared by the rest."""
    half, blurred = len(kernel) // 2, []
    for place in range(len(values)):
        inside = [
            (values[place + shift], kernel[shift + half])
            for shift in range(-half, half + 1)
            if 0 <= place + shift < len(values)
        ]
        blurred.append(sum(value * weight for value, weight in inside) / sum(weight for _, weight in inside))
    return blurred


@given(NUMBERS, st.sampled_from([1, 3, 5, 9]))
def test_sums_over_windows(values: list[int], width: int) -> None:
    assert window_sums(np.array(values, dtype=np.int64), width).tolist() == naive_sums(values, width)


def test_formula_4_2_and_formula_4_6() -> None:
    """mohammadzadeh2013: three lines are added up, or each stands for itself."""
    difference = np.array([5, -20, 7, 1])
    assert window_sums(difference, 3).tolist() == [-15, -8, -12, 8]
    assert window_sums(difference, 1).tolist() == [5, -20, 7, 1]


@pytest.mark.parametrize("radius", [0, 1, 2, 5, 40])
def test_kernel(radius: int) -> None:
    kernel = gaussian_kernel(radius)
    assert len(kernel) == 2 * radius + 1
    assert kernel.sum() == pytest.approx(1)
    assert kernel.tolist() == kernel[::-1].tolist()
    assert (np.diff(kernel[: radius + 1]) >= 0).all()


@given(NUMBERS, st.integers(0, 12))
def test_blur_is_that_of_its_definition(values: list[int], radius: int) -> None:
    kernel = gaussian_kernel(radius)
    blurred = blur(np.array(values, dtype=np.float64), kernel)
    assert blurred.tolist() == pytest.approx(naive_blur([float(each) for each in values], kernel.tolist()))


@given(st.integers(1, 40), st.integers(0, 12))
def test_blur_leaves_constants_alone(size: int, radius: int) -> None:
    assert blur(np.full(size, 7.0), gaussian_kernel(radius)).tolist() == pytest.approx([7.0] * size)


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

"""Sums over windows and blurring, against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.smoothing import blur, gaussian_kernel, window_sums

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

"""Smoothing of sequences."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]


def window_sums(values: npt.NDArray[np.number], width: int) -> npt.NDArray[np.number]:
    """Sum each value with its neighbours in a window of odd width; beyond the ends there is nothing."""
    half = width // 2
    before = np.concatenate([[0], np.cumsum(values)])
    places = np.arange(len(values))
    sums: npt.NDArray[np.number] = (
        before[np.minimum(places + half + 1, len(values))] - before[np.maximum(places - half, 0)]
    )
    return sums


def gaussian_kernel(radius: int) -> Numbers:
    """Weights of a Gaussian over `2 * radius + 1` places that add up to one; the radius is three deviations."""
    distance = np.arange(-radius, radius + 1)
    weights = np.exp(-0.5 * (3 * distance / max(radius, 1)) ** 2)
    kernel: Numbers = weights / weights.sum()
    return kernel


def blur(values: npt.NDArray[np.number], kernel: Numbers) -> Numbers:
    """Weigh each value with its neighbours; at the ends the missing weight is shared by those that are there."""
    if not len(values):
        return values.astype(np.float64)
    half = len(kernel) // 2
    whole = np.convolve(values, kernel)[half : half + len(values)]
    before = np.concatenate([[0.0], np.cumsum(kernel)])
    places = np.arange(len(values))
    share = before[np.minimum(len(values) - places + half, len(kernel))] - before[np.maximum(half - places, 0)]
    blurred: Numbers = whole / share
    return blurred

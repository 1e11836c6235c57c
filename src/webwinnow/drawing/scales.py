"""Scales: from a number to its place in a picture, and the round numbers that are worth a label."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Linear:
    """From `low` to `high` in numbers, from `start` to `end` in the picture; equal differences have equal lengths."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Give the place of a number."""
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def places(self, values: npt.NDArray[np.number]) -> Values:
        """Give the places of many numbers."""
        share: Values = (values.astype(np.float64) - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * share

    def ticks(self, parts: int = 6, whole: bool = False) -> list[float]:
        """Give round numbers within the scale that part it into `parts` at most, or whole numbers only."""
        step = _step(self.high - self.low, parts)
        step = max(step, 1.0) if whole else step
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [round(number * step, 10) for number in range(first, last + 1)]


def linear(low: float, high: float, start: float, end: float) -> Linear:
    """Make a scale; where all numbers are the same, it is one long."""
    return Linear(low, high if high > low else low + 1, start, end)


def written(number: float) -> str:
    """Write a number at an axis: `12,000`, `1.5 M`, `0.25`, with a real minus."""
    size, whole = abs(number), float(number).is_integer()
    text = f"{size / 1e6:g} M" if size >= 1e6 else f"{size:,.0f}" if whole else f"{size:,.6f}".rstrip("0")
    return f"\u2212{text}" if number < 0 else text


def _step(length: float, parts: int) -> float:
    """Give the round number (1, 2 or 5 with zeros) that divides a length into no more parts than asked for."""
    power = 10.0 ** floor(log10(length / parts))
    return power * next(factor for factor in (1, 2, 5, 10, 20) if length / (factor * power) <= parts + 1e-9)

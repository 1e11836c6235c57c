"""What surrounds the data of a picture: scales, axes with their ticks, the drawing itself, and a caption."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Protocol

import numpy as np
import numpy.typing as npt

from webwinnow.drawing.markup import Html, element, join

Values = npt.NDArray[np.float64]


class Scale(Protocol):
    """Maps numbers to places in a picture."""

    @property
    def start(self) -> float:
        """Where the scale begins in the picture."""

    @property
    def end(self) -> float:
        """Where it ends."""

    def __call__(self, value: float) -> float:
        """Give the place of a number."""

    def ticks(self) -> list[float]:
        """Give round numbers within the scale."""


@dataclass(frozen=True, slots=True)
class Linear:
    """Equal differences have equal lengths."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Give the place of a number."""
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def places(self, values: Values) -> Values:
        """Give the places of many numbers."""
        return self.start + (self.end - self.start) * (values - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Give round numbers within the scale, about five."""
        step = _step(self.high - self.low)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [round(number * step, 10) for number in range(first, last + 1)]


@dataclass(frozen=True, slots=True)
class Logarithmic:
    """Equal ratios have equal lengths; numbers must be positive."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Give the place of a number."""
        return float(self.places(np.array([value], dtype=np.float64))[0])

    def places(self, values: Values) -> Values:
        """Give the places of many numbers."""
        share = np.log10(values / self.low) / log10(self.high / self.low)
        return self.start + (self.end - self.start) * share

    def ticks(self) -> list[float]:
        """Give the powers of ten within the scale."""
        first, last = ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9)
        return [10.0**power for power in range(first, last + 1)]


def shares(values: Sequence[float], start: float, end: float) -> Linear:
    """Make a scale of shares (0 to 1) around some: whole tenths with all values well inside, or at 0 or 1."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    bottom, top = max(floor(low * 10 - 0.2) / 10, 0.0), min(ceil(high * 10 + 0.2) / 10, 1.0)
    if top - bottom < 0.15:
        bottom, top = (bottom - 0.1, top) if bottom >= 0.1 else (bottom, top + 0.1)
    return Linear(round(bottom, 1), round(top, 1), start, end)


def decades(values: Values, start: float, end: float) -> Logarithmic:
    """Make a logarithmic scale around positive numbers, with a little air, and at least one power of ten long."""
    low, high = (float(values.min()), float(values.max())) if len(values) else (1.0, 10.0)
    missing = max(1 - log10(high / low), 0.0) / 2 + 0.04
    return Logarithmic(low / 10**missing, high * 10**missing, start, end)


def _step(length: float) -> float:
    """Give the round number that divides a length into three to seven parts."""
    power = 10.0 ** floor(log10(length / 5))
    return power * next(factor for factor in (1, 2, 5, 10) if length / (factor * power) <= 6)


@dataclass(frozen=True, slots=True)
class NamedScale:
    """A scale with its name and the way its ticks are written."""

    scale: Scale
    name: str
    written: Callable[[float], str]


def drawing(width: int, height: int, described: str, *content: Html) -> Html:
    """Put shapes into a picture; `described` is what it says to who cannot see it."""
    parts = (element("title", described), *content)
    return element("svg", *parts, viewBox=f"0 0 {width} {height}", role="img", aria_label=described)


def figure(caption: str, *content: Html, class_: str | None = None) -> Html:
    """Put pictures above their caption."""
    return element("figure", *content, element("figcaption", caption), class_=class_)


def axes(across: NamedScale, up: NamedScale) -> Html:
    """Draw a horizontal and a vertical axis with faint lines across the picture."""
    return element("g", join(_verticals(across, up)), join(_horizontals(across, up)), _names(across, up), class_="axes")


def text(written: str, x: float, y: float, **attributes: str) -> Html:
    """Write a text around a place: its height's middle is `y`."""
    return element("text", written, x=round(x, 1), y=round(y, 1), dy="0.35em", **attributes)


def line(left: float, top: float, right: float, bottom: float) -> Html:
    """Draw a straight line."""
    return element("line", x1=round(left, 1), y1=round(top, 1), x2=round(right, 1), y2=round(bottom, 1))


def _verticals(across: NamedScale, up: NamedScale) -> Iterable[Html]:
    bottom, top = up.scale.start, up.scale.end
    for tick in across.scale.ticks():
        x = across.scale(tick)
        yield line(x, bottom, x, top)
        yield text(across.written(tick), x, bottom + 12, text_anchor="middle")


def _horizontals(across: NamedScale, up: NamedScale) -> Iterable[Html]:
    left, right = across.scale.start, across.scale.end
    for tick in up.scale.ticks():
        y = up.scale(tick)
        yield line(left, y, right, y)
        yield text(up.written(tick), left - 6, y, text_anchor="end")


def _names(across: NamedScale, up: NamedScale) -> Html:
    under = text(f"{across.name} →", across.scale.end, up.scale.start + 27, text_anchor="end", class_="axis-name")
    over = text(f"↑ {up.name}", 2, up.scale.end - 12, class_="axis-name")
    return join((under, over))

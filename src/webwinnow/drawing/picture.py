"""The parts of pictures: scales with round ticks, the room that text takes, and colours for light and dark paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final, NamedTuple, Protocol
from unicodedata import combining, east_asian_width

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.float64]
_NARROW: Final = frozenset("iljtfrI.,:;'|!()[] -/")
_WIDE: Final = frozenset("mwMW@%—")


class Colour(NamedTuple):
    """One meaning, two papers."""

    light: str
    dark: str


PALETTE: Final = {
    "paper": Colour("#ffffff", "#14181d"),
    "raised": Colour("#f6f8fa", "#1b2128"),
    "ink": Colour("#1c242c", "#e6ebf0"),
    "quiet": Colour("#5a6570", "#9aa7b4"),
    "rule": Colour("#e6eaee", "#28313a"),
    "axis": Colour("#7d8893", "#75828f"),
    "content": Colour("#1b6ab0", "#6cb4f5"),
    "content-left": Colour("#a9cae8", "#33597c"),
    "code": Colour("#c46a20", "#e8a468"),
    "code-left": Colour("#efd2b6", "#6d4d30"),
    "chosen": Colour("#e3f3e8", "#1a3325"),
    "chosen-ink": Colour("#1b7441", "#7fd6a1"),
    "threshold": Colour("#93296f", "#ea95cf"),
}
"""What a colour stands for: paper and ink, content and code (`-left` where it was not chosen), the choice itself."""


class Scale(Protocol):
    """Maps numbers to places in a picture."""

    @property
    def start(self) -> float:
        """Where the scale begins in the picture."""

    @property
    def end(self) -> float:
        """Where it ends."""

    def __call__(self, value: float) -> float:
        """Return the place of a number."""

    def ticks(self) -> list[float]:
        """Return round numbers within the scale."""


@dataclass(frozen=True, slots=True)
class Linear:
    """From `low` to `high` in numbers, from `start` to `end` in the picture; equal differences have equal lengths."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the place of a number."""
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def places(self, values: npt.NDArray[np.number]) -> Places:
        """Return the places of many numbers."""
        share: Places = (values.astype(np.float64) - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * share

    def ticks(self, parts: int = 6, whole: bool = False) -> list[float]:
        """Return round numbers within the scale that part it into `parts` at most, or whole numbers only."""
        step = _step(self.high - self.low, parts)
        step = max(step, 1.0) if whole else step
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
        """Return the place of a number."""
        return float(self.places(np.array([value], dtype=np.float64))[0])

    def places(self, values: npt.NDArray[np.number]) -> Places:
        """Return the places of many numbers."""
        share: Places = np.log10(values.astype(np.float64) / self.low) / log10(self.high / self.low)
        return self.start + (self.end - self.start) * share

    def ticks(self) -> list[float]:
        """Return the powers of ten within the scale."""
        first, last = ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9)
        return [10.0**power for power in range(first, last + 1)]


def linear(low: float, high: float, start: float, end: float) -> Linear:
    """Make a scale; where all numbers are the same, it is one long."""
    return Linear(low, high if high > low else low + 1, start, end)


def shares(values: Sequence[float], start: float, end: float) -> Linear:
    """Make a scale of shares (0 to 1) around some: whole tenths with all values well inside, or at 0 or 1."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    bottom, top = max(floor(low * 10 - 0.2) / 10, 0.0), min(ceil(high * 10 + 0.2) / 10, 1.0)
    if top - bottom < 0.15:
        bottom, top = (bottom - 0.1, top) if bottom >= 0.1 else (bottom, top + 0.1)
    return Linear(round(bottom, 1), round(top, 1), start, end)


def decades(values: npt.NDArray[np.number], start: float, end: float) -> Logarithmic:
    """Make a logarithmic scale around positive numbers, with a little air, and at least one power of ten long."""
    low, high = (float(values.min()), float(values.max())) if len(values) else (1.0, 10.0)
    missing = max(1 - log10(high / low), 0.0) / 2 + 0.04
    return Logarithmic(low / 10**missing, high * 10**missing, start, end)


def written(number: float) -> str:
    """Write a number at an axis: `12,000`, `1.5 M`, `0.25`, with a real minus."""
    size, whole = abs(number), float(number).is_integer()
    text = f"{size / 1e6:g} M" if size >= 1e6 else f"{size:,.0f}" if whole else f"{size:,.6f}".rstrip("0")
    return f"\u2212{text}" if number < 0 else text


def _step(length: float, parts: int) -> float:
    """Return the round number (1, 2 or 5 with zeros) that divides a length into no more parts than asked for."""
    power = 10.0 ** floor(log10(length / parts))
    return power * next(factor for factor in (1, 2, 5, 10, 20) if length / (factor * power) <= parts + 1e-9)


def width(text: str, size: float) -> float:
    """Estimate the width of a text in a sans-serif font of the given size."""
    return size * sum(map(_share, text))


def shortened(text: str, room: float, size: float) -> str:
    """Cut a text to the room there is; an ellipsis shows that something is missing."""
    if width(text, size) <= room:
        return text
    kept, taken = 0, size  # the ellipsis takes one
    for letter in text:
        taken += size * _share(letter)
        if taken > room:
            break
        kept += 1
    return f"{text[:kept].rstrip()}…"


def wrapped(text: str, room: float, size: float) -> list[str]:
    """Break a text into lines at its blanks; a word that is wider than a line stays whole."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _share(letter: str) -> float:
    if letter in _NARROW:
        return 0.33
    if letter in _WIDE or letter.isupper():
        return 0.72 if letter not in _WIDE else 0.9
    if letter.isascii():
        return 0.56
    return 0.0 if combining(letter) else 1.0 if east_asian_width(letter) in "WF" else 0.6


def literal(name: str) -> str:
    """Write a colour as it is on light paper, for files that stand alone."""
    return PALETTE[name].light


def variable(name: str) -> str:
    """Write a colour as a variable, for pages that define both variants."""
    return f"var(--{name})"


def variables(paper: Callable[[Colour], str]) -> str:
    """Define the variables for one paper: `variables(lambda colour: colour.dark)`."""
    return "".join(f"--{name}:{paper(colour)};" for name, colour in PALETTE.items())

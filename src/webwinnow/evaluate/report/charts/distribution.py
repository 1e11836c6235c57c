"""How the F1 of single pages is spread: one row of bars for each candidate, drawn without any text.

The row is stretched to the room there is, so that it is as readable on a phone; axis and words are HTML around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.drawing.markup import Html, element
from webwinnow.evaluate.report.charts.marks import Mark
from webwinnow.evaluate.report.numbers import count, share

BINS: Final = 50
_HEIGHT: Final = 40


@dataclass(frozen=True, slots=True)
class Spread:
    """The F1 of a candidate's pages, counted in equal steps from 0 to 1, with what is told about them."""

    pages: int
    bars: tuple[int, ...]
    mean: float
    lowest_tenth: float
    median: float
    highest_tenth: float

    @property
    def highest(self) -> float:
        """The share of pages in the fullest step."""
        return max(self.bars) / self.pages

    def told(self) -> str:
        """Say it in words."""
        tenth = f"a tenth of the pages is below {share(self.lowest_tenth)}, a tenth above {share(self.highest_tenth)}"
        return f"{count(self.pages)} pages, median {share(self.median)}, {tenth}"


def spread(values: Sequence[float] | npt.NDArray[np.float64]) -> Spread:
    """Count at least one score between 0 and 1."""
    scores = np.asarray(values, dtype=np.float64)
    bars, _ = np.histogram(scores, bins=BINS, range=(0, 1))
    low, middle, high = np.quantile(scores, [0.1, 0.5, 0.9]).tolist()
    return Spread(len(scores), tuple(bars.tolist()), float(scores.mean()), low, middle, high)


def distribution(mark: Mark, shown: Spread, highest: float) -> Html:
    """Draw a row; `highest` is the share of pages that a bar of full height stands for.

    Heights are square roots: most pages of a good extractor crowd near 1 and would flatten all others.
    """
    parts = (
        element("title", f"{mark.name}: {shown.told()}"),
        element("path", class_=f"bars {mark.colour}", d=_bars(shown, highest)),
        element("path", class_="mean", d=f"M{200 * shown.mean:.1f} 0V{_HEIGHT}"),
        element("path", class_="baseline", d=f"M0 {_HEIGHT}H200"),
    )
    told = f"F1 of single pages, {mark.name}: {shown.told()}"
    box = f"0 0 200 {_HEIGHT}"
    return element("svg", *parts, viewBox=box, preserveAspectRatio="none", role="img", aria_label=told)


def _bars(shown: Spread, highest: float) -> str:
    width, foot = 200 / BINS, _HEIGHT
    heights = [sqrt(bar / shown.pages / highest) * (foot - 2) for bar in shown.bars]
    drawn = ((number * width + 0.3, foot - height) for number, height in enumerate(heights) if height)
    return "".join(f"M{left:g} {foot}V{top:.1f}h{width - 0.6:g}V{foot}z" for left, top in drawn)

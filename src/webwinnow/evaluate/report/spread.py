"""How the scores of single pages are spread: one row of bars for each candidate, drawn without any text.

A row is stretched to the room there is, so that it is as readable on a phone; axis and words are HTML around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from webwinnow.drawing.markup import Html, element
from webwinnow.evaluate.report.frame import CandidateMark, named
from webwinnow.evaluate.report.material import NAMES, Material, PageNumbers
from webwinnow.evaluate.report.numbers import count, share

BINS: Final = 50
_HEIGHT: Final = 40


@dataclass(frozen=True, slots=True)
class Spread:
    """The F1 of a candidate's pages, counted in equal steps from 0 to 1, with what is said about them."""

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

    def in_words(self) -> str:
        """Say it in words."""
        tenth = f"a tenth of the pages is below {share(self.lowest_tenth)}, a tenth above {share(self.highest_tenth)}"
        return f"{count(self.pages)} pages, median {share(self.median)}, {tenth}"


def spread(values: Sequence[float] | PageNumbers) -> Spread:
    """Count at least one score between 0 and 1."""
    scores = np.asarray(values, dtype=np.float64)
    bars, _ = np.histogram(scores, bins=BINS, range=(0, 1))
    low, middle, high = np.quantile(scores, [0.1, 0.5, 0.9]).tolist()
    return Spread(len(scores), tuple(bars.tolist()), float(scores.mean()), low, middle, high)


def distribution(mark: CandidateMark, shown: Spread, highest: float) -> Html:
    """Draw a row; `highest` is the share of pages that a bar of full height stands for.

    Heights are square roots: most pages of a good extractor crowd near 1 and would flatten all others.
    """
    parts = (
        element("title", f"{mark.name}: {shown.in_words()}"),
        element("path", class_=f"bars {mark.colour}", d=_bars(shown, highest)),
        element("path", class_="mean", d=f"M{200 * shown.mean:.1f} 0V{_HEIGHT}"),
        element("path", class_="baseline", d=f"M0 {_HEIGHT}H200"),
    )
    described = f"F1 of single pages, {mark.name}: {shown.in_words()}"
    box = f"0 0 200 {_HEIGHT}"
    return element("svg", *parts, viewBox=box, preserveAspectRatio="none", role="img", aria_label=described)


def _bars(shown: Spread, highest: float) -> str:
    width, foot = 200 / BINS, _HEIGHT
    heights = [sqrt(bar / shown.pages / highest) * (foot - 2) for bar in shown.bars]
    drawn = ((number * width + 0.3, foot - height) for number, height in enumerate(heights) if height)
    return "".join(f"M{left:g} {foot}V{top:.1f}h{width - 0.6:g}V{foot}z" for left, top in drawn)


def section(material: Material) -> Html:
    """Draw a row of bars for each candidate, on one common axis."""
    board = material.board
    spreads = {row.mark: _spread(material, row.mark) for row in material.ranked}
    if board is None or not spreads:
        return Html("")
    highest = max(each.highest for each in spreads.values())
    rows = (_row(mark, each, highest) for mark, each in spreads.items())
    ticks = (element("span", f"{tick / 4:g}") for tick in range(5))
    axis = element("li", element("span"), element("span", *ticks, class_="ticks"), element("span"), class_="axis")
    name = NAMES[board.column]
    said = (
        f"How many pages have which {name}, {material.scope}. The height of a bar is the square root of its share of "
        "the pages, so that few pages are seen beside many; all rows have the same scale. The line is the mean."
    )
    rows_and_axis = element("ul", *rows, axis, class_="spreads")
    return element("figure", rows_and_axis, element("figcaption", said))


def _spread(material: Material, mark: CandidateMark) -> Spread:
    values = material.scores.of(mark.name)
    return spread(values[np.isfinite(values)])


def _row(mark: CandidateMark, each: Spread, highest: float) -> Html:
    name = named(mark)
    figures = f"median {share(each.median)}, lowest tenth < {share(each.lowest_tenth)}"
    return element("li", name, distribution(mark, each, highest), element("span", figures, class_="detail"))

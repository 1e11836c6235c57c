"""Single pages in pictures: their time against their size, and how their scores are spread.

Time and size are in powers of ten: one panel per candidate, the others as faint lines behind. Scores are one row of
bars for each candidate, drawn without any text. A row is stretched to the room there is, so that it is as readable on a
phone; axis and words are HTML around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import Logarithmic, decades
from webwinnow.evaluate.report import frame
from webwinnow.evaluate.report.material import NAMES, Material, PageNumbers

WIDTH: Final = 300
HEIGHT: Final = 210
POINTS: Final = 8_000
"""Points drawn in all panels together: more make the file large and the picture no clearer."""
_FEWEST: Final = 5
"""Pages from which a median is worth drawing."""


@dataclass(frozen=True, slots=True)
class Timed:
    """The pages of one candidate: bytes and seconds of each, all positive."""

    mark: frame.CandidateMark
    sizes: PageNumbers
    seconds: PageNumbers

    @property
    def typical(self) -> float:
        """The median of seconds per kB."""
        return float(np.median(self.seconds / self.sizes * 1000))


def time_and_size(candidates: Sequence[Timed]) -> list[tuple[Timed, Html]]:
    """Draw a panel for each candidate that has pages, all with the same axes."""
    drawn = [candidate for candidate in candidates if len(candidate.sizes)]
    if not drawn:
        return []
    across = decades(np.concatenate([each.sizes for each in drawn]), 48, WIDTH - 8)
    up = decades(np.concatenate([each.seconds for each in drawn]), HEIGHT - 34, 24)
    framed = frame.axes(frame.NamedScale(across, "page size", frame.size), frame.NamedScale(up, "time", frame.seconds))
    lines = {each.mark: _medians(each, across, up) for each in drawn}
    others = element("path", class_="others", d="".join(lines.values()))
    limit = points_of_each(len(drawn))
    return [(each, _panel(each, limit, (across, up), (framed, others), lines[each.mark])) for each in drawn]


def points_of_each(candidates: int) -> int:
    """Return the number of points a candidate's panel may have."""
    return min(POINTS // max(candidates, 1), 1_000)


def _panel(
    each: Timed, limit: int, scales: tuple[Logarithmic, Logarithmic], behind: Iterable[Html], median: str
) -> Html:
    described = f"{each.mark.name}: time against page size, median {frame.seconds(each.typical)} per kB"
    points = element("path", class_=f"points {each.mark.colour}", d=_points(each, limit, *scales))
    line = element("path", class_=f"median {each.mark.colour}", d=median)
    return frame.drawing(WIDTH, HEIGHT, described, join(behind), points, line)


def _points(each: Timed, limit: int, across: Logarithmic, up: Logarithmic) -> str:
    """Write points as strokes of no length, a tenth of the text that circles would take."""
    order = np.argsort(each.sizes, kind="stable")
    if len(order) > limit:
        order = order[np.linspace(0, len(order) - 1, limit).round().astype(np.intp)]
    x, y = across.places(each.sizes[order]), up.places(each.seconds[order])
    return "".join(f"M{right:.0f} {down:.0f}h0" for right, down in zip(x, y, strict=True))


def _medians(each: Timed, across: Logarithmic, up: Logarithmic) -> str:
    """Write the line through the medians of pages of about one size (four groups in a power of ten)."""
    group = np.floor(np.log10(each.sizes) * 4)
    line = []
    for number in np.unique(group):
        pages = group == number
        if pages.sum() >= _FEWEST:
            place = across(float(np.median(each.sizes[pages]))), up(float(np.median(each.seconds[pages])))
            line.append(f"{place[0]:.1f} {place[1]:.1f}")
    return f"M{'L'.join(line)}" if len(line) > 1 else ""


def section(material: Material) -> Html:
    """Draw a panel for each candidate."""
    timed = [Timed(mark, *material.scores.timed(mark.name)) for mark in material.order]
    panels = time_and_size(timed)
    if not panels:
        return element("p", "No page was timed.")
    drawn = (element("div", _name(each), panel, class_="panel") for each, panel in panels)
    return frame.figure(_caption(timed, len(panels)), element("div", *drawn, class_="panels"))


def _name(each: Timed) -> Html:
    median = element("span", f"median {frame.seconds(each.typical)} per kB", class_="detail")
    return element("h3", frame.named(each.mark), " ", median)


def _caption(timed: list[Timed], panels: int) -> str:
    limit, most = points_of_each(panels), max(len(each.sizes) for each in timed)
    said = "Time against page size, both in powers of ten. The line joins medians of pages of about one size."
    others = " Faint: the other candidates." * (panels > 1)
    sampled = f" Drawn are {frame.count(limit)} of up to {frame.count(most)} pages, evenly by size; medians are of all."
    return said + others + sampled * (most > limit)


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
        low, median, high = map(frame.share, (self.lowest_tenth, self.median, self.highest_tenth))
        return (
            f"{frame.count(self.pages)} pages, median {median}, "
            f"a tenth of the pages is below {low}, a tenth above {high}"
        )


def spread(values: Sequence[float] | PageNumbers) -> Spread:
    """Count at least one score between 0 and 1."""
    scores = np.asarray(values, dtype=np.float64)
    bars, _ = np.histogram(scores, bins=BINS, range=(0, 1))
    low, middle, high = np.quantile(scores, [0.1, 0.5, 0.9]).tolist()
    return Spread(len(scores), tuple(bars.tolist()), float(scores.mean()), low, middle, high)


def distribution(mark: frame.CandidateMark, shown: Spread, highest: float) -> Html:
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


def spread_section(material: Material) -> Html:
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


def _spread(material: Material, mark: frame.CandidateMark) -> Spread:
    values = material.scores.of(mark.name)
    return spread(values[np.isfinite(values)])


def _row(mark: frame.CandidateMark, each: Spread, highest: float) -> Html:
    name = frame.named(mark)
    figures = f"median {frame.share(each.median)}, lowest tenth < {frame.share(each.lowest_tenth)}"
    return element("li", name, distribution(mark, each, highest), element("span", figures, class_="detail"))

"""Time against page size, both in powers of ten: one panel per candidate, the others as faint lines behind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import Logarithmic, decades
from webwinnow.evaluate.report.frame import CandidateMark, NamedScale, axes, drawing, figure, named
from webwinnow.evaluate.report.material import Material, PageNumbers
from webwinnow.evaluate.report.numbers import count, seconds, size

WIDTH: Final = 300
HEIGHT: Final = 210
POINTS: Final = 8_000
"""Points drawn in all panels together: more make the file large and the picture no clearer."""
_FEWEST: Final = 5
"""Pages from which a median is worth drawing."""


@dataclass(frozen=True, slots=True)
class Timed:
    """The pages of one candidate: bytes and seconds of each, all positive."""

    mark: CandidateMark
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
    framed = axes(NamedScale(across, "page size", size), NamedScale(up, "time", seconds))
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
    described = f"{each.mark.name}: time against page size, median {seconds(each.typical)} per kB"
    points = element("path", class_=f"points {each.mark.colour}", d=_points(each, limit, *scales))
    line = element("path", class_=f"median {each.mark.colour}", d=median)
    return drawing(WIDTH, HEIGHT, described, join(behind), points, line)


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
    return figure(_caption(timed, len(panels)), element("div", *drawn, class_="panels"))


def _name(each: Timed) -> Html:
    median = element("span", f"median {seconds(each.typical)} per kB", class_="detail")
    return element("h3", named(each.mark), " ", median)


def _caption(timed: list[Timed], panels: int) -> str:
    limit, most = points_of_each(panels), max(len(each.sizes) for each in timed)
    said = "Time against page size, both in powers of ten. The line joins medians of pages of about one size."
    others = " Faint: the other candidates." * (panels > 1)
    sampled = f" Drawn are {count(limit)} of up to {count(most)} pages, evenly by size; medians are of all."
    return said + others + sampled * (most > limit)

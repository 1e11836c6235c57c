"""One panel as shapes: the shaded regions, the axes, the series and the names beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.scales import Linear, linear, written
from webwinnow.drawing.text import shortened, width
from webwinnow.explain.columns import Columns, columns
from webwinnow.explain.panel import Panel, Region, Series, Threshold
from webwinnow.explain.shapes import drawn

WIDTH: Final = 960
HEIGHT: Final = 236
LEFT: Final = 70.0
RIGHT: Final = 842.0
TOP: Final = 20.0
BOTTOM: Final = 196.0
_LONGEST: Final = 1.5
"""How many times longer columns below the axis may be than those above it: one huge tag shall not hide the rest."""
_OUTSTANDING: Final = 3.0
"""How many times higher than usual a column above the axis may be before it is cut, for the same reason."""
_MANY: Final = 200
"""Positions from which it is clear what is usual."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A panel with its columns and scales."""

    panel: Panel
    columns: Columns
    across: Linear
    up: Linear
    cut: str
    """What is said about columns that are too long to draw."""

    def place(self, region: Region) -> tuple[float, float]:
        """Find where a region begins and ends in the picture."""
        edges = self.panel.x_edges
        return self.across(float(edges[region.first])), self.across(float(edges[region.last + 1]))


def frame(panel: Panel) -> Frame:
    """Find the scales of a panel."""
    laid_out = columns(panel)
    low, high = _extremes(panel)
    highest = min(high, _OUTSTANDING * _usual(panel))
    lowest = max(low, -_LONGEST * highest) if highest > 0 else low
    told = [f"Columns that reach the upper edge ({written(round(highest))}) go on above it."] * (highest < high)
    told += [f"Columns that reach the lower edge ({written(round(-lowest))}) go on below it."] * (lowest > low)
    across = linear(0, float(panel.x_edges[-1]), LEFT, RIGHT)
    return Frame(panel, laid_out, across, linear(lowest, highest, BOTTOM, TOP), " ".join(told))


def plot(framed: Frame) -> Html:
    """Draw a panel; what needs words beyond names and numbers is said by who places it."""
    panel = framed.panel
    if not len(panel):
        return join((_nothing(), _axis_names(panel)))
    parts = (
        *_bands(framed),
        *_grid(framed),
        *(shape for series in panel.series for shape in drawn(series, framed.columns, framed.across, framed.up)),
        element("path", class_="zero", d=f"M{LEFT:g} {framed.up(max(framed.up.low, 0)):.1f}H{RIGHT:g}"),
        *_limits(framed),
        *_names(framed),
        _axis_names(panel),
    )
    return join(parts)


def region_told(panel: Panel, region: Region) -> str:
    """Name a region by the first and the last of its units, counted from one: `lines 12–30`."""
    edges = panel.x_edges
    first, last = round(float(edges[region.first])) + 1, max(round(float(edges[region.last + 1])), 1)
    if first >= last:
        return f"{panel.x.unit} {first:,}"
    return f"{panel.x.unit}s {first:,}–{last:,}"


def _extremes(panel: Panel) -> tuple[float, float]:
    """Find how far the series and thresholds reach below and above zero."""
    low, high = 0.0, max((threshold.value for threshold in panel.thresholds), default=0.0)
    for series in panel.series:
        if len(series.values) and series.mark != "told":
            reach = (float(series.values.min()), float(series.values.max()))
            low = min(low, -reach[1] if series.mark == "below" else reach[0])
            high = max(high, 0.0 if series.mark == "below" else reach[1])
    return low * 1.03, high * 1.03


def _usual(panel: Panel) -> float:
    """Give the height that only one in a hundred columns exceeds; any height is usual where there are few."""
    tall = [series.values for series in panel.series if series.mark in ("above", "signed")]
    return float(np.quantile(tall[0], 0.99)) if tall and len(panel) >= _MANY else np.inf


def _nothing() -> Html:
    middle = (TOP + BOTTOM) / 2
    axis = element("path", class_="zero", d=f"M{LEFT:g} {BOTTOM:g}H{RIGHT:g}")
    said = element(
        "text", "nothing to draw here", x=(LEFT + RIGHT) / 2, y=middle, text_anchor="middle", class_="caption"
    )
    return join((axis, said))


def _bands(framed: Frame) -> Iterator[Html]:
    """Shade the regions as one shape; name those that have room for a name."""
    shaded = framed.columns.shaded(framed.panel)
    places = [framed.place(region) for region in shaded]
    if places:
        yield element("path", class_="band", d="".join(_rectangle(left, right) for left, right in places))
    names = [
        (_name_of_region(framed.panel, region, right - left), (left + right) / 2)
        for region, (left, right) in zip(shaded, places, strict=True)
    ]
    yield from (_above(name, middle) for name, middle in names if name)
    if places and not any(name for name, _ in names):
        widest = max(places, key=lambda place: place[1] - place[0])
        yield _above("chosen", sum(widest) / 2)


def _name_of_region(panel: Panel, region: Region, room: float) -> str:
    """Name a region in as many words as there is room for."""
    told = region_told(panel, region)
    return next((name for name in (f"chosen: {told}", told) if width(name, 11) + 8 < room), "")


def _above(told: str, x: float) -> Html:
    half = width(told, 11) / 2
    middle = min(max(x, LEFT + half), RIGHT - half)
    return element("text", told, class_="in-chosen", x=round(middle, 1), y=TOP - 6, text_anchor="middle")


def _rectangle(left: float, right: float) -> str:
    return f"M{left:.2f} {TOP:g}H{max(right, left + 0.75):.2f}V{BOTTOM:g}H{left:.2f}z"


def _grid(framed: Frame) -> Iterator[Html]:
    whole = all(series.values.dtype.kind in "iu" for series in framed.panel.series)
    for tick in framed.up.ticks(7, whole):
        y = framed.up(tick)
        yield element("path", class_="grid", d=f"M{LEFT:g} {y:.1f}H{RIGHT:g}")
        yield element("text", written(abs(tick)), class_="tick", x=LEFT - 8, y=round(y + 3.8, 1), text_anchor="end")
    for tick in framed.across.ticks(10, whole=True):
        x = framed.across(tick)
        yield element("path", class_="zero", d=f"M{x:.1f} {BOTTOM:g}v4")
        yield element("text", written(tick), class_="tick", x=round(x, 1), y=BOTTOM + 17, text_anchor="middle")


def _axis_names(panel: Panel) -> Html:
    across = element("text", f"{panel.x.name} →", class_="axis-name", x=RIGHT, y=BOTTOM + 34, text_anchor="end")
    turned = f"translate(18 {(TOP + BOTTOM) / 2:g}) rotate(-90)"
    return join((across, element("text", panel.y.name, class_="axis-name", transform=turned, text_anchor="middle")))


def _limits(framed: Frame) -> Iterator[Html]:
    for threshold in framed.panel.thresholds:
        y = framed.up(threshold.value)
        yield element("path", class_="limit", d=f"M{LEFT:g} {y:.1f}H{RIGHT:g}")


def _names(framed: Frame) -> Iterator[Html]:
    """Write the names of series and thresholds beside the plot, where they lie, apart from each other."""
    wanted = sorted(
        [(place, text, kind) for series in framed.panel.series for place, text, kind in _series_names(series, framed)]
        + [(framed.up(limit.value), _limit_name(limit), "in-threshold") for limit in framed.panel.thresholds]
    )
    free = TOP
    for place, text, kind in wanted:
        y = max(min(place, BOTTOM), free)
        free = y + 15
        yield element("text", text, class_=kind, x=RIGHT + 8, y=round(y + 4, 1))


def _limit_name(limit: Threshold) -> str:
    """Write the limit with its number, unless the label says it."""
    number = "" if limit.label[:1].isdigit() else f" {written(float(f'{limit.value:.3g}'))}"
    return shortened(f"{limit.label}{number}", WIDTH - RIGHT - 14, 11.5)


def _series_names(series: Series, framed: Frame) -> list[tuple[float, str, str]]:
    zero = framed.up(0)
    if series.mark == "told":
        return []
    if series.mark == "below":
        return [((zero + BOTTOM) / 2, f"↓ {series.name}", "in-code")]
    if series.mark == "signed":
        return [((zero + TOP) / 2, "↑ more content", "in-content"), ((zero + BOTTOM) / 2, "↓ more code", "in-code")]
    if series.mark == "line":
        return [(framed.up(float(np.asarray(series.values)[-1])), series.name, f"in-{series.tone}")]
    return [((zero + TOP) / 2, f"↑ {series.name}" if series.mark == "above" else series.name, f"in-{series.tone}")]

"""One panel as shapes: the shaded regions, the axes, the curves and the names beside them.

From positions to the columns that are drawn: as many as the page has, or, on long pages, groups of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import Linear, linear, shortened, width, written
from webwinnow.signals.stretches import runs
from webwinnow.stages.curves import Chosen, Curve, Panel, Threshold, Tone, Values, chosen_between

MOST: Final = 2_000
"""Positions that are drawn one by one; nobody could tell more apart."""
GROUPED: Final = 1_000
"""Columns that are drawn where there are more positions than that."""
SHADED: Final = 500
"""Regions that are shaded one by one."""

Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """What is drawn, from left to right."""

    first: Places
    """The position that each column starts with."""
    edges: Values
    """Where columns begin on the x-axis, and where the last one ends."""
    chosen: npt.NDArray[np.bool_]
    """Whether a position in the column was chosen."""
    widths: Values
    """Per position, not per column: how long it is on the x-axis."""
    uneven: bool
    """Whether positions differ in width; then a column of them is as high as their mean."""

    @property
    def positions(self) -> int:
        """Count the positions."""
        return len(self.widths)

    @property
    def grouped(self) -> bool:
        """Say whether columns stand for several positions."""
        return self.positions > len(self.first)

    def __len__(self) -> int:
        """Count the columns."""
        return len(self.first)

    def heights(self, curve: Curve) -> Values:
        """Return what is drawn or read out: each column's mean or highest number, the lowest where all are negative."""
        if curve.mark in ("line", "steps") or not curve.drawn or (self.uneven and curve.mark == "columns"):
            return self.mean(curve.values)
        highest = self.highest(curve.values)
        return np.where(highest == 0, self.lowest(curve.values), highest) if curve.mark == "signed" else highest

    def highest(self, values: Values) -> Values:
        """Return each column's highest number, 0 if none is positive."""
        return self._reduced(np.maximum, np.maximum(values, 0))

    def lowest(self, values: Values) -> Values:
        """Return each column's lowest number, 0 if none is negative."""
        return self._reduced(np.minimum, np.minimum(values, 0))

    def mean(self, values: Values) -> Values:
        """Return each column's mean; wide positions weigh more."""
        sums, weights = self._reduced(np.add, values * self.widths), self._reduced(np.add, self.widths)
        return np.divide(sums, weights, out=np.zeros(len(self)), where=weights > 0)

    def shaded(self, panel: Panel) -> tuple[Chosen, ...]:
        """Return the regions to shade; where there are very many, stretches of columns that hold some of them."""
        if len(panel.chosen) <= SHADED:
            return panel.chosen
        first, last = runs(self.chosen)
        return chosen_between(self.first[first], np.append(self.first, self.positions)[last + 1] - 1)

    def _reduced(self, by: np.ufunc, values: Values) -> Values:
        reduced: Values = by.reduceat(values, self.first) if len(self.first) else values[:0]
        return reduced


def columns(panel: Panel) -> Columns:
    """Lay the columns of a panel out."""
    edges, chosen = panel.x_edges, panel.is_chosen()
    first = np.arange(len(panel))
    if len(panel) > MOST:
        group = (edges[:-1] - edges[0]) * GROUPED // max(edges[-1] - edges[0], 1)
        first = np.flatnonzero(np.diff(group, prepend=-1))
    held = np.logical_or.reduceat(chosen, first) if len(first) < len(panel) else chosen
    return Columns(first, np.append(edges[first], edges[-1:]), held, np.diff(edges), panel.edges is not None)


def grouping_note(panel: Panel, laid_out: Columns) -> str:
    """Say how positions were put together, if they were."""
    if not laid_out.grouped:
        return ""
    each = round(laid_out.positions / len(laid_out))
    means = laid_out.uneven or all(curve.mark in ("line", "steps") for curve in panel.curves)
    how = "mean" if means else "highest number"
    kinds = "blocks" if panel.edges is not None else f"{panel.x.unit}s"
    return f"Drawn in {len(laid_out):,} columns of about {each:,} {kinds} each, by their {how}; json holds them all."


WIDTH: Final = 960
HEIGHT: Final = 236
LEFT: Final = 70.0
RIGHT: Final = 842.0
TOP: Final = 20.0
BOTTOM: Final = 196.0
"""The size of a panel, and where the plot lies in it, with room for the names of axes and curves."""
_LONGEST: Final = 1.5
"""How many times longer columns below the axis may be than those above it: one huge tag shall not hide the rest."""
_OUTSTANDING: Final = 3.0
"""How many times higher than usual a column above the axis may be before it is cut, for the same reason."""
_MANY: Final = 200
"""Positions from which it is clear what is usual."""


@dataclass(frozen=True, slots=True, eq=False)
class FramedPanel:
    """A panel with its columns and scales."""

    panel: Panel
    columns: Columns
    across: Linear
    up: Linear
    cut: str
    """What is said about columns that are too long to draw."""

    def place(self, region: Chosen) -> tuple[float, float]:
        """Find where a region begins and ends in the picture."""
        edges = self.panel.x_edges
        return self.across(float(edges[region.first])), self.across(float(edges[region.last + 1]))


def frame(panel: Panel) -> FramedPanel:
    """Find the scales of a panel."""
    laid_out = columns(panel)
    low, high = _extremes(panel)
    highest = min(high, _OUTSTANDING * _usual(panel))
    lowest = max(low, -_LONGEST * highest) if highest > 0 else low
    notes = [f"Columns that reach the upper edge ({written(round(highest))}) go on above it."] * (highest < high)
    notes += [f"Columns that reach the lower edge ({written(round(-lowest))}) go on below it."] * (lowest > low)
    across = linear(0, float(panel.x_edges[-1]), LEFT, RIGHT)
    return FramedPanel(panel, laid_out, across, linear(lowest, highest, BOTTOM, TOP), " ".join(notes))


def plot(framed: FramedPanel) -> Html:
    """Draw a panel; what needs words beyond names and numbers is said by who places it."""
    panel = framed.panel
    if not len(panel):
        return join((_nothing(), _axis_names(panel)))
    parts = (
        *_bands(framed),
        *_grid(framed),
        *(shape for curve in panel.curves for shape in drawn(curve, framed.columns, framed.across, framed.up)),
        element("path", class_="zero", d=f"M{LEFT:g} {framed.up(max(framed.up.low, 0)):.1f}H{RIGHT:g}"),
        *_limits(framed),
        *_names(framed),
        _axis_names(panel),
    )
    return join(parts)


def region_name(panel: Panel, region: Chosen) -> str:
    """Name a region by the first and the last of its units, counted from one: `lines 12–30`."""
    edges = panel.x_edges
    first, last = round(float(edges[region.first])) + 1, max(round(float(edges[region.last + 1])), 1)
    if first >= last:
        return f"{panel.x.unit} {first:,}"
    return f"{panel.x.unit}s {first:,}–{last:,}"


def _extremes(panel: Panel) -> tuple[float, float]:
    """Find how far the curves and thresholds reach below and above zero."""
    low, high = 0.0, max((threshold.value for threshold in panel.thresholds), default=0.0)
    for curve in panel.curves:
        if len(curve.values) and curve.drawn:
            reach = (float(curve.values.min()), float(curve.values.max()))
            low = min(low, -reach[1] if curve.mark == "below" else reach[0])
            high = max(high, 0.0 if curve.mark == "below" else reach[1])
    return low * 1.03, high * 1.03


def _usual(panel: Panel) -> float:
    """Return the height that only one in a hundred columns exceeds; any height is usual where there are few."""
    tall = [curve.values for curve in panel.curves if curve.mark in ("above", "signed")]
    return float(np.quantile(tall[0], 0.99)) if tall and len(panel) >= _MANY else np.inf


def _nothing() -> Html:
    middle = (TOP + BOTTOM) / 2
    axis = element("path", class_="zero", d=f"M{LEFT:g} {BOTTOM:g}H{RIGHT:g}")
    said = element(
        "text", "nothing to draw here", x=(LEFT + RIGHT) / 2, y=middle, text_anchor="middle", class_="caption"
    )
    return join((axis, said))


def _bands(framed: FramedPanel) -> Iterator[Html]:
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


def _name_of_region(panel: Panel, region: Chosen, room: float) -> str:
    """Name a region in as many words as there is room for."""
    name_in_full = region_name(panel, region)
    return next((name for name in (f"chosen: {name_in_full}", name_in_full) if width(name, 11) + 8 < room), "")


def _above(name: str, x: float) -> Html:
    half = width(name, 11) / 2
    middle = min(max(x, LEFT + half), RIGHT - half)
    return element("text", name, class_="in-chosen", x=round(middle, 1), y=TOP - 6, text_anchor="middle")


def _rectangle(left: float, right: float) -> str:
    return f"M{left:.2f} {TOP:g}H{max(right, left + 0.75):.2f}V{BOTTOM:g}H{left:.2f}z"


def _grid(framed: FramedPanel) -> Iterator[Html]:
    whole = all(curve.values.dtype.kind in "iu" for curve in framed.panel.curves)
    mirrored = any(curve.mark in ("below", "signed") for curve in framed.panel.curves)
    for tick in framed.up.ticks(7, whole):
        y, number = framed.up(tick), written(abs(tick) if mirrored else tick)
        yield element("path", class_="grid", d=f"M{LEFT:g} {y:.1f}H{RIGHT:g}")
        yield element("text", number, class_="tick", x=LEFT - 8, y=round(y + 3.8, 1), text_anchor="end")
    for tick in framed.across.ticks(10, whole=True):
        x = framed.across(tick)
        yield element("path", class_="zero", d=f"M{x:.1f} {BOTTOM:g}v4")
        yield element("text", written(tick), class_="tick", x=round(x, 1), y=BOTTOM + 17, text_anchor="middle")


def _axis_names(panel: Panel) -> Html:
    across = element("text", f"{panel.x.name} →", class_="axis-name", x=RIGHT, y=BOTTOM + 34, text_anchor="end")
    turned = f"translate(18 {(TOP + BOTTOM) / 2:g}) rotate(-90)"
    return join((across, element("text", panel.y.name, class_="axis-name", transform=turned, text_anchor="middle")))


def _limits(framed: FramedPanel) -> Iterator[Html]:
    for threshold in framed.panel.thresholds:
        y = framed.up(threshold.value)
        yield element("path", class_="limit", d=f"M{LEFT:g} {y:.1f}H{RIGHT:g}")


def _names(framed: FramedPanel) -> Iterator[Html]:
    """Write the names of curves and thresholds beside the plot, where they lie, apart from each other."""
    wanted = sorted(
        [(place, text, kind) for curve in framed.panel.curves for place, text, kind in _curve_names(curve, framed)]
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


def _curve_names(curve: Curve, framed: FramedPanel) -> list[tuple[float, str, str]]:
    zero = framed.up(0)
    if not curve.drawn:
        return []
    if curve.mark == "below":
        return [((zero + BOTTOM) / 2, f"↓ {curve.name}", "in-code")]
    if curve.mark == "signed":
        return [((zero + TOP) / 2, "↑ more content", "in-content"), ((zero + BOTTOM) / 2, "↓ more code", "in-code")]
    if curve.mark == "line":
        return [(framed.up(float(np.asarray(curve.values)[-1])), curve.name, f"in-{curve.tone}")]
    return [((zero + TOP) / 2, f"↑ {curve.name}" if curve.mark == "above" else curve.name, f"in-{curve.tone}")]


def drawn(curve: Curve, columns: Columns, across: Linear, up: Linear) -> Iterator[Html]:
    """Draw a curve."""
    if not curve.drawn:
        return
    if curve.mark == "line":
        yield from _line(columns.heights(curve), curve.tone, columns, across, up)
    elif curve.mark == "below":
        yield from _bars(-columns.heights(curve), "code", columns, across, up)
    elif curve.mark == "steps":
        yield from _steps(columns.heights(curve), columns, across, up)
    elif curve.mark == "signed":
        yield from _bars(columns.highest(curve.values), "content", columns, across, up)
        yield from _bars(columns.lowest(curve.values), "code", columns, across, up)
    else:
        yield from _bars(columns.heights(curve), curve.tone, columns, across, up)


def _bars(heights: Values, kind: str, columns: Columns, across: Linear, up: Linear) -> Iterator[Html]:
    """Draw columns from the axis to their heights, chosen ones and others as a path each."""
    edges = across.places(columns.edges)
    ends = up.places(np.clip(heights, up.low, up.high))
    air = np.where((np.diff(edges) > 4) & ~columns.uneven, np.minimum(np.diff(edges) * 0.15, 3), 0) / 2
    left, right = edges[:-1] + air, edges[1:] - air
    for chosen, name in ((False, f"{kind}-left"), (True, kind)):
        shown = (columns.chosen == chosen) & (heights != 0)
        path = _rectangles(left[shown], right[shown], ends[shown], up(0))
        if path:
            yield element("path", class_=name, d=path)


def _rectangles(left: Values, right: Values, ends: Values, zero: float) -> str:
    return "".join(
        f"M{a:.2f} {zero:.1f}V{y:.1f}H{b:.2f}V{zero:.1f}z"
        for a, b, y in zip(left.tolist(), right.tolist(), ends.tolist(), strict=True)
    )


def _steps(heights: Values, columns: Columns, across: Linear, up: Linear) -> Iterator[Html]:
    """Draw steps with the area below them, and once more, thicker, where they were chosen."""
    edges, ends = across.places(columns.edges).tolist(), up.places(heights).tolist()
    yield element("path", class_="area", d=f"M{edges[0]:.2f} {up(0):.1f}{_staircase(edges, ends)}V{up(0):.1f}z")
    yield element("path", class_="curve", d=_staircase(edges, ends).replace("V", f"M{edges[0]:.2f} ", 1))
    for first, last in zip(*(places.tolist() for places in runs(columns.chosen)), strict=True):
        path = _staircase(edges[first : last + 2], ends[first : last + 1])
        yield element("path", class_="curve-chosen", d=path.replace("V", f"M{edges[first]:.2f} ", 1))


def _staircase(edges: list[float], ends: list[float]) -> str:
    return "".join(f"V{y:.1f}H{right:.2f}" for right, y in zip(edges[1:], ends, strict=True))


def _line(heights: Values, tone: Tone, columns: Columns, across: Linear, up: Linear) -> Iterator[Html]:
    """Draw a line through the middle of the columns, and once more, thicker, where they were chosen."""
    edges = across.places(columns.edges)
    middle, ends = (edges[:-1] + edges[1:]) / 2, up.places(heights)
    points = [f"{x:.2f} {y:.1f}" for x, y in zip(middle.tolist(), ends.tolist(), strict=True)]
    path = "M" + "L".join(points) if len(points) > 1 else f"M{points[0]}h1"
    yield element("path", class_="curve" if tone == "content" else "curve-code", d=path)
    chosen = zip(*(places.tolist() for places in runs(columns.chosen)), strict=True)
    path = "".join(f"M{'L'.join(points[first : last + 1])}{'h1' * (first == last)}" for first, last in chosen)
    if path and tone == "content":
        yield element("path", class_="curve-chosen", d=path)

"""The series of a panel as paths: what was chosen in full colour, the rest paler."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from webwinnow.drawing.markup import Html, element
from webwinnow.drawing.scales import Linear
from webwinnow.explain.columns import Columns
from webwinnow.explain.panel import Series, Tone, Values
from webwinnow.signals.runs import runs


def drawn(series: Series, columns: Columns, across: Linear, up: Linear) -> Iterator[Html]:
    """Draw a series."""
    if series.mark == "told":
        return
    if series.mark == "line":
        yield from _line(columns.heights(series), series.tone, columns, across, up)
    elif series.mark == "below":
        yield from _bars(-columns.heights(series), "code", columns, across, up)
    elif series.mark == "steps":
        yield from _steps(columns.heights(series), columns, across, up)
    elif series.mark == "signed":
        yield from _bars(columns.highest(series.values), "content", columns, across, up)
        yield from _bars(columns.lowest(series.values), "code", columns, across, up)
    else:
        yield from _bars(columns.heights(series), series.tone, columns, across, up)


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

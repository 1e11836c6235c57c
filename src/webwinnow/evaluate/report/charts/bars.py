"""The bar beside a score: how much of 1 it is, with its interval."""

from __future__ import annotations

from webwinnow.drawing.markup import Html, element
from webwinnow.evaluate.report.charts.marks import Mark
from webwinnow.evaluate.summary import Mean


def bar(mark: Mark, mean: Mean) -> Html:
    """Draw a mean from 0 to 1 as a bar, and its bounds as a line across the bar's end."""
    track = element("path", class_="track", d="M0 0h100v10H0z")
    filled = element("path", class_=f"bar {mark.colour}", d=f"M0 0h{100 * mean.mean:.1f}v10H0z")
    bounds = element("path", class_="bounds", d=f"M{100 * mean.low:.1f} 5H{100 * mean.high:.1f}")
    box = {"viewBox": "0 0 100 10", "preserveAspectRatio": "none"}
    return element("svg", track, filled, bounds, class_="score", aria_hidden="true", **box)

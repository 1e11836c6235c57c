"""How the scores of single pages are spread."""

from __future__ import annotations

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.report.charts.distribution import Spread, distribution, spread
from webwinnow.evaluate.report.charts.marks import Mark, named
from webwinnow.evaluate.report.leaderboard import NAMES
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import share


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


def _spread(material: Material, mark: Mark) -> Spread:
    values = material.scores.of(mark.name)
    return spread(values[np.isfinite(values)])


def _row(mark: Mark, each: Spread, highest: float) -> Html:
    name = named(mark)
    told = element("span", f"median {share(each.median)}, lowest tenth < {share(each.lowest_tenth)}", class_="told")
    return join((element("li", name, distribution(mark, each, highest), told),))

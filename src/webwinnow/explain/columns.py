"""From positions to the columns that are drawn: as many as the page has, or, on long pages, groups of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.explain.panel import Panel, Region, Series, Values, regions
from webwinnow.signals.runs import runs

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
        """Tell whether columns stand for several positions."""
        return self.positions > len(self.first)

    def __len__(self) -> int:
        """Count the columns."""
        return len(self.first)

    def heights(self, series: Series) -> Values:
        """Give what is drawn of a series: each column's mean or highest number, the lowest where all are negative."""
        if series.mark in ("line", "steps") or (self.uneven and series.mark == "columns"):
            return self.mean(series.values)
        highest = self.highest(series.values)
        return np.where(highest == 0, self.lowest(series.values), highest) if series.mark == "signed" else highest

    def highest(self, values: Values) -> Values:
        """Give each column's highest number, 0 if none is positive."""
        return self._reduced(np.maximum, np.maximum(values, 0))

    def lowest(self, values: Values) -> Values:
        """Give each column's lowest number, 0 if none is negative."""
        return self._reduced(np.minimum, np.minimum(values, 0))

    def mean(self, values: Values) -> Values:
        """Give each column's mean; wide positions weigh more."""
        sums, weights = self._reduced(np.add, values * self.widths), self._reduced(np.add, self.widths)
        return np.divide(sums, weights, out=np.zeros(len(self)), where=weights > 0)

    def shaded(self, panel: Panel) -> tuple[Region, ...]:
        """Give the regions to shade; where there are very many, stretches of columns that hold some of them."""
        if len(panel.regions) <= SHADED:
            return panel.regions
        first, last = runs(self.chosen)
        return regions(self.first[first], np.append(self.first, self.positions)[last + 1] - 1)

    def _reduced(self, by: np.ufunc, values: Values) -> Values:
        reduced: Values = by.reduceat(values, self.first) if len(self.first) else values[:0]
        return reduced


def columns(panel: Panel) -> Columns:
    """Lay the columns of a panel out."""
    edges, bounds, size = panel.x_edges, panel.bounds(), len(panel) + 1
    opened = np.bincount(bounds[:, 0], minlength=size) - np.bincount(bounds[:, 1] + 1, minlength=size)
    chosen = np.cumsum(opened)[:-1] > 0
    first = np.arange(len(panel))
    if len(panel) > MOST:
        group = (edges[:-1] - edges[0]) * GROUPED // max(edges[-1] - edges[0], 1)
        first = np.flatnonzero(np.diff(group, prepend=-1))
    held = np.logical_or.reduceat(chosen, first) if len(first) < len(panel) else chosen
    return Columns(first, np.append(edges[first], edges[-1:]), held, np.diff(edges), panel.edges is not None)


def grouping_told(panel: Panel, laid_out: Columns) -> str:
    """Say how positions were put together, if they were."""
    if not laid_out.grouped:
        return ""
    each = round(laid_out.positions / len(laid_out))
    means = laid_out.uneven or all(series.mark in ("line", "steps") for series in panel.series)
    how = "mean" if means else "highest number"
    kinds = "blocks" if panel.edges is not None else f"{panel.x.unit}s"
    return f"Drawn in {len(laid_out):,} columns of about {each:,} {kinds} each, by their {how}; json holds them all."

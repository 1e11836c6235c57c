"""From positions to the columns that are drawn: as many as the page has, or, on long pages, groups of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.explain.panel import Panel, Series, Values
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
    positions: int

    @property
    def grouped(self) -> bool:
        """Tell whether columns stand for several positions."""
        return self.positions > len(self.first)

    def __len__(self) -> int:
        """Count the columns."""
        return len(self.first)

    def highest(self, values: Values) -> Values:
        """Give each column's highest number, 0 if none is positive."""
        return self._reduced(np.maximum, np.maximum(values, 0))

    def lowest(self, values: Values) -> Values:
        """Give each column's lowest number, 0 if none is negative."""
        return self._reduced(np.minimum, np.minimum(values, 0))

    def mean(self, values: Values) -> Values:
        """Give each column's mean."""
        sizes = np.diff(np.append(self.first, self.positions))
        return self._reduced(np.add, values.astype(np.float64)) / np.maximum(sizes, 1)

    def bands(self, panel: Panel) -> Values:
        """Give where regions begin and end on the x-axis; where there are very many, columns that hold some of them."""
        bounds, edges = panel.bounds(), panel.x_edges
        if len(bounds) > SHADED:
            first, last = runs(self.chosen)
            return np.column_stack([self.edges[first], self.edges[last + 1]])
        return np.column_stack([edges[bounds[:, 0]], edges[bounds[:, 1] + 1]])

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
    laid_out = Columns(first, np.append(edges[first], edges[-1:]), chosen, len(panel))
    if not laid_out.grouped:
        return laid_out
    return Columns(first, laid_out.edges, np.logical_or.reduceat(chosen, first), len(panel))


def grouping_told(panel: Panel, laid_out: Columns) -> str:
    """Say how positions were put together, if they were."""
    if not laid_out.grouped:
        return ""
    each = round(laid_out.positions / len(laid_out))
    how = "mean" if all(_is_line(series) for series in panel.series) else "highest number"
    kinds = "blocks" if panel.edges is not None else f"{panel.x.unit}s"
    return f"Drawn in {len(laid_out):,} columns of about {each:,} {kinds} each, by their {how}; json holds them all."


def _is_line(series: Series) -> bool:
    return series.mark == "line"

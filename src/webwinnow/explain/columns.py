"""From positions to the columns that are drawn: as many as the page has, or, on long pages, groups of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.signals.stretches import runs
from webwinnow.stages.curves import Chosen, Curve, Panel, Values, chosen_between

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

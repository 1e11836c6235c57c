"""Which values of a sequence are the same: groups of equal ones, found by one sort."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class EqualValues:
    """Groups of places that hold equal values."""

    group: npt.NDArray[np.intp]
    """Per place: the number of its group."""
    order: npt.NDArray[np.intp]
    """The places, group by group, rising in each,"""
    bound: npt.NDArray[np.intp]
    """and where each group starts in that order; one more entry closes it."""

    @property
    def sizes(self) -> npt.NDArray[np.intp]:
        """Count the places of each group."""
        return self.bound[1:] - self.bound[:-1]

    @property
    def spread(self) -> npt.NDArray[np.intp]:
        """Tell how far the last place of each group is from its first."""
        return self.order[self.bound[1:] - 1] - self.order[self.bound[:-1]]


def equal_values(values: Numbers) -> EqualValues:
    """Group the places of at least one value."""
    order = values.argsort(kind="stable")
    in_order = values[order]
    starts = np.empty(len(values) + 1, dtype=np.bool_)
    starts[0] = starts[-1] = True
    np.not_equal(in_order[1:], in_order[:-1], out=starts[1:-1])
    group = np.empty(len(values), dtype=np.intp)
    group[order] = starts[:-1].cumsum() - 1
    return EqualValues(group, order, starts.nonzero()[0])

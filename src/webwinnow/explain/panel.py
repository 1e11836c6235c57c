"""A picture as plain data: curves over the page, the regions that were chosen, and the limits that decided.

The x-axis counts positions in their own unit (lines, tokens, characters), and every position knows which stretch of the
page's source it stands for: any face can draw a panel and lead back to the text.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from webwinnow.spans import Offsets

Values = npt.NDArray[np.number]
Mark = Literal["above", "below", "signed", "line", "columns", "steps", "told"]
"""How a series is drawn: columns above or below the x-axis, columns on the side of their sign, a line, columns side by
side, steps, or not at all, only told. What is drawn below is positive all the same."""
Tone = Literal["content", "code"]


@dataclass(frozen=True, slots=True)
class Axis:
    """What is counted along an axis, and in what."""

    name: str
    unit: str
    """Of one: `line`, `token`; the y-axis has the plural, as it is read."""


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """One number for each position."""

    name: str
    mark: Mark
    values: Values
    tone: Tone = "content"
    """What it speaks of; what is drawn below the axis is always code."""

    def to_json(self) -> dict[str, object]:
        """Give the data as JSON has it."""
        return {"name": self.name, "mark": self.mark, "tone": self.tone, "values": numbers(self.values)}


@dataclass(frozen=True, slots=True)
class Region:
    """Positions that were chosen, from the first to the last."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Threshold:
    """A limit on the y-axis, and what it means."""

    value: float
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One picture."""

    stage: str
    """The expression of the stage that is explained."""
    title: str
    caption: str
    """What is seen, and which formula or figure of which paper it is."""
    x: Axis
    y: Axis
    start: Offsets
    end: Offsets
    """Per position: the stretch of the source that it stands for."""
    series: tuple[Series, ...]
    regions: tuple[Region, ...] = ()
    thresholds: tuple[Threshold, ...] = ()
    edges: Values | None = None
    """Where positions begin on the x-axis, and where the last one ends; without it, each is one long."""

    def __len__(self) -> int:
        """Count the positions."""
        return len(self.start)

    @property
    def x_edges(self) -> Values:
        """Where positions begin on the x-axis, and where the last one ends."""
        return np.arange(len(self) + 1) if self.edges is None else self.edges

    def bounds(self) -> npt.NDArray[np.intp]:
        """Give the first and the last position of every region as two columns."""
        return np.array([(region.first, region.last) for region in self.regions], dtype=np.intp).reshape(-1, 2)

    def pairs(self) -> npt.NDArray[np.int32]:
        """Give the regions as stretches of the source; `page.select` makes spans of them."""
        first, last = self.bounds().T
        return np.column_stack([self.start[first], self.end[last]])

    def to_json(self) -> dict[str, object]:
        """Give the data as JSON has it; regions say their stretch of the source, too."""
        stretches = self.pairs().tolist()
        regions = [
            {"first": region.first, "last": region.last, "start": start, "end": end}
            for region, (start, end) in zip(self.regions, stretches, strict=True)
        ]
        return {
            "stage": self.stage,
            "title": self.title,
            "caption": self.caption,
            "x": asdict(self.x) | ({} if self.edges is None else {"edges": numbers(self.edges)}),
            "y": asdict(self.y),
            "start": self.start.tolist(),
            "end": self.end.tolist(),
            "series": [series.to_json() for series in self.series],
            "regions": regions,
            "thresholds": [asdict(threshold) for threshold in self.thresholds],
        }


def regions(first: npt.NDArray[np.integer], last: npt.NDArray[np.integer]) -> tuple[Region, ...]:
    """Make regions of two columns."""
    return tuple(map(Region, first.tolist(), last.tolist()))


def numbers(values: Values) -> list[float]:
    """Write numbers out, no finer than anybody would draw them."""
    listed: list[float] = (values if values.dtype.kind in "iu" else np.round(values.astype(np.float64), 6)).tolist()
    return listed

"""What a stage decides by, as plain values: curves over the page, what was chosen, and the limits that decided.

A panel's x-axis counts positions in their own unit (lines, tokens, characters), and every position knows which stretch
of the page's source it stands for: any face can draw a panel and lead back to the text.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from webwinnow.signals.stretches import runs
from webwinnow.spans import Offsets

Values = npt.NDArray[np.number]
Mark = Literal["above", "below", "signed", "line", "columns", "steps", "readout", "adds"]
"""How a curve is drawn: columns above or below the x-axis, columns on the side of their sign, a line, columns side by
side, steps, or not at all: it is only named where a place is looked at, as a number of its own (`readout`) or one of
those that add up to the decision (`adds`): places are chosen whose sum is above zero. What is drawn below is positive
all the same.
"""
Tone = Literal["content", "code"]


@dataclass(frozen=True, slots=True)
class AxisLabel:
    """What is counted along an axis, and in what."""

    name: str
    unit: str
    """In the singular, `line` or `token`; for the y-axis in the plural, as it is read."""


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One number for each position."""

    name: str
    mark: Mark
    values: Values
    tone: Tone = "content"
    """What it speaks of; what is drawn below the axis is always code."""
    meaning: str = ""
    """What the number is about, where its name does not say it."""

    @property
    def drawn(self) -> bool:
        """Say whether pictures show it."""
        return self.mark not in ("readout", "adds")

    def to_json(self) -> dict[str, object]:
        """Return the data as JSON has it."""
        meaning = {"meaning": self.meaning} if self.meaning else {}
        return {"name": self.name, **meaning, "mark": self.mark, "tone": self.tone, "values": numbers(self.values)}


@dataclass(frozen=True, slots=True)
class Chosen:
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
    """Curves over the same positions, with what was chosen by them."""

    stage: str
    """The expression of the stage that is explained."""
    title: str
    caption: str
    """What is seen, and which formula or figure of which paper it is."""
    x: AxisLabel
    y: AxisLabel
    start: Offsets
    end: Offsets
    """Per position: the stretch of the source that it stands for."""
    curves: tuple[Curve, ...]
    chosen: tuple[Chosen, ...] = ()
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
        """Return the first and the last position of every stretch that was chosen, as two columns."""
        return np.array([(each.first, each.last) for each in self.chosen], dtype=np.intp).reshape(-1, 2)

    def is_chosen(self) -> npt.NDArray[np.bool_]:
        """Mark the positions that were chosen."""
        bounds, size = self.bounds(), len(self) + 1
        opened = np.bincount(bounds[:, 0], minlength=size) - np.bincount(bounds[:, 1] + 1, minlength=size)
        marked: npt.NDArray[np.bool_] = np.cumsum(opened)[:-1] > 0
        return marked

    def pairs(self) -> npt.NDArray[np.int32]:
        """Return what was chosen as stretches of the source; `page.select` makes spans of them."""
        first, last = self.bounds().T
        return np.column_stack([self.start[first], self.end[last]])

    def to_json(self) -> dict[str, object]:
        """Return the data as JSON has it; regions, which were chosen, say their stretch of the source, too."""
        regions = [
            {"first": each.first, "last": each.last, "start": start, "end": end}
            for each, (start, end) in zip(self.chosen, self.pairs().tolist(), strict=True)
        ]
        return {
            "stage": self.stage,
            "title": self.title,
            "caption": self.caption,
            "x": asdict(self.x) | ({} if self.edges is None else {"edges": numbers(self.edges)}),
            "y": asdict(self.y),
            "start": self.start.tolist(),
            "end": self.end.tolist(),
            "series": [curve.to_json() for curve in self.curves],
            "regions": regions,
            "thresholds": [asdict(threshold) for threshold in self.thresholds],
        }


Panels: TypeAlias = tuple[Panel, ...]
"""What a stage shows of itself, in the order of its work: the last panel shows the decision."""


def chosen_where(holds: npt.NDArray[np.bool_]) -> tuple[Chosen, ...]:
    """Choose the positions where something holds."""
    return chosen_between(*runs(holds))


def chosen_between(first: npt.NDArray[np.integer], last: npt.NDArray[np.integer]) -> tuple[Chosen, ...]:
    """Choose the positions from each first to each last one."""
    return tuple(map(Chosen, first.tolist(), last.tolist()))


def numbers(values: Values) -> list[float]:
    """Write numbers out, no finer than anybody would draw them."""
    listed: list[float] = (values if values.dtype.kind in "iu" else np.round(values.astype(np.float64), 6)).tolist()
    return listed

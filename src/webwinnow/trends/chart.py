"""One chart: a line for each query over the periods, with its band and a ring where a new level begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.scales import Linear, linear, written
from webwinnow.drawing.text import shortened, width
from webwinnow.signals.similarity import Weights
from webwinnow.trends.lettering import SIZE, Letters, as_text

_POINTS: Final = 80
"""A line of no more values shows each of them as a point."""
_ROW: Final = 14.0
"""Height of a name beside its line."""


class Line(NamedTuple):
    """What is drawn for a query: numbers by period, and the ends of the band, if there is one."""

    name: str
    style: int
    periods: tuple[str, ...]
    values: Weights
    low: Weights | None = None
    high: Weights | None = None
    changes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a chart, and its scales; charts side by side share the scales' ends."""

    width: float
    height: float
    first: float
    last: float
    top: float
    unit: str
    named: bool = True
    """Whether the lines' names stand beside them."""

    @property
    def across(self) -> Linear:
        """From years to places."""
        return linear(self.first, self.last, 44, self.width - (150 if self.named else 24))

    @property
    def up(self) -> Linear:
        """From values to places."""
        return linear(0, self.top, self.height - 26, 22)


def time_of(period: str) -> float:
    """Give the time of a period in years.

    >>> time_of("2006"), time_of("2006-07")
    (2006.0, 2006.5)
    """
    return int(period[:4]) + (int(period[5:7]) - 1) / 12 if len(period) > 4 else float(int(period))


def frame_for(lines: Sequence[Line], width: float, height: float, unit: str, *, named: bool = True) -> Frame:
    """Make a frame that all lines fit into."""
    times = [time_of(period) for line in lines for period in (line.periods[0], line.periods[-1])]
    tops = [float((line.values if line.high is None else line.high).max()) for line in lines]
    return Frame(width, height, min(times), max(times), (max(tops) or 1.0) * 1.04, unit, named)


def chart(lines: Sequence[Line], frame: Frame, letters: Letters = as_text) -> Html:
    """Draw the chart; the caller puts it into a picture."""
    parts = [join(_axes(frame, letters)), *(_band(line, frame) for line in lines)]
    parts += [join(_curve(line, frame)) for line in lines]
    return join([*parts, join(_names(lines, frame, letters)) if frame.named else Html()])


def _axes(frame: Frame, letters: Letters) -> Iterator[Html]:
    across, up = frame.across, frame.up
    for tick in up.ticks(5):
        y = round(up(tick), 1)
        yield element("line", class_="rule", x1=across.start, x2=across.end, y1=y, y2=y)
        yield letters(written(tick), "quiet", across.start - 6, y + 4, "end")
    for tick in across.ticks(max(int((across.end - across.start) // 60), 1), whole=True):
        x = across(tick)
        yield element("line", class_="rule", x1=x, x2=x, y1=up.start, y2=up.start + 4)
        yield letters(f"{tick:.0f}", "quiet", x, up.start + 17, "middle")
    yield letters(frame.unit, "quiet", across.start, 12, "start")


def _pieces(line: Line) -> list[slice]:
    """Cut a line where periods are missing: nothing is drawn where nothing is known."""
    times = np.array([time_of(period) for period in line.periods])
    step = 1.0 if len(line.periods[0]) == 4 else 1 / 12
    cuts = [0, *(np.flatnonzero(np.diff(times) > 1.5 * step) + 1).tolist(), len(times)]
    return [slice(first, last) for first, last in pairwise(cuts)]


def _places(line: Line, frame: Frame, values: Weights) -> list[str]:
    x = frame.across.places(np.array([time_of(period) for period in line.periods]))
    return [f"{right:.1f} {down:.1f}" for right, down in zip(x, frame.up.places(values), strict=True)]


def _band(line: Line, frame: Frame) -> Html:
    if line.low is None or line.high is None:
        return Html()
    low, high = _places(line, frame, line.low), _places(line, frame, line.high)
    path = "".join(f"M{'L'.join(high[each] + low[each][::-1])}Z" for each in _pieces(line))
    return element("path", class_=f"band band-{line.style}", d=path)


def _curve(line: Line, frame: Frame) -> Iterator[Html]:
    places = _places(line, frame, line.values)
    path = "".join(f"M{'L'.join(places[each])}" for each in _pieces(line))
    yield element("path", element("title", line.name), class_=f"line line-{line.style}", d=path)
    if len(places) <= _POINTS:
        for place, period, value in zip(places, line.periods, line.values.tolist(), strict=True):
            told = element("title", f"{line.name} {period}: {value:.0f}")
            yield _circle(place, f"mark-{line.style}", 2.2, told)
    for change in line.changes:
        told = element("title", f"{line.name}: a new level from {line.periods[change]}")
        yield _circle(places[change], f"change change-{line.style}", 6, told)


def _circle(place: str, kind: str, radius: float, told: Html) -> Html:
    x, _, y = place.partition(" ")
    return element("circle", told, class_=kind, cx=x, cy=y, r=radius)


def _names(lines: Sequence[Line], frame: Frame, letters: Letters) -> Iterator[Html]:
    """Write the names beside the ends of the lines, pushed apart where they would cover each other."""
    ends = sorted(((frame.up(float(line.values[-1])), line) for line in lines), key=lambda end: end[0])
    y = 0.0
    for end, line in ends:
        y = max(end, y + _ROW)
        room = frame.width - frame.across.end - 10
        name = line.name if width(line.name, SIZE) <= room else shortened(line.name, room, SIZE)
        yield letters(name, f"name name-{line.style}", frame.across.end + 8, y + 4, "start")

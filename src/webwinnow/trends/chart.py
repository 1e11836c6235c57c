"""Charts of trends: a line for each query over the periods, with its band and a ring where a new level begins.

Lines show means times 1000, as in mohammadzadeh2013, table 6.4, or shares in percent. Colours stay apart for
colour-blind readers, and each line has its own dashes, so that nothing depends on colour. Text is text, or strokes for
machines that have no fonts.

A picture, as SVG or PNG, has one large chart for all texts, and a small one for each source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import PALETTE, Colour, Linear, linear, literal, shortened, width, written
from webwinnow.drawing.png import ZOOM, fonts_are_found, render_png, stroke_path
from webwinnow.signals.similarity import Weights
from webwinnow.trends.analysis import Trends
from webwinnow.trends.series import ALL, TrendSeries

_POINTS: Final = 80
"""A line of no more values shows each of them as a point."""
_ROW: Final = 14.0
"""Height of a name beside its line."""
LINES: Final = (
    PALETTE["content"],
    PALETTE["code"],
    PALETTE["threshold"],
    PALETTE["chosen-ink"],
    Colour("#25788c", "#7fd0e0"),
    Colour("#856a00", "#d9c25a"),
    Colour("#b3261e", "#f2938c"),
    PALETTE["quiet"],
)
_DASHES: Final = ("", "7 3", "2 3", "8 3 2 3")
Letters: TypeAlias = Callable[[str, str, float, float, str], Html]
"""From text, class, place (x, y) and anchor to an element."""

SIZES: Final = {"title": 16.0, "heading": 13.0}
SIZE: Final = 11.0
"""The size of all other classes of text."""
THOUSAND: Final = 1000.0
SOURCES: Final = 12
"""Sources that get a chart of their own; series.csv has all."""


class ChartLine(NamedTuple):
    """What is drawn for a query: numbers by period, and the ends of the band, if there is one."""

    name: str
    style: int
    periods: tuple[str, ...]
    values: Weights
    low: Weights | None = None
    high: Weights | None = None
    changes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChartFrame:
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
    """Return the time of a period in years.

    >>> time_of("2006"), time_of("2006-07")
    (2006.0, 2006.5)
    """
    return int(period[:4]) + (int(period[5:7]) - 1) / 12 if len(period) > 4 else float(int(period))


def frame_for(lines: Sequence[ChartLine], width: float, height: float, unit: str, *, named: bool = True) -> ChartFrame:
    """Make a frame that all lines fit into."""
    times = [time_of(period) for line in lines for period in (line.periods[0], line.periods[-1])]
    tops = [float((line.values if line.high is None else line.high).max()) for line in lines]
    return ChartFrame(width, height, min(times), max(times), (max(tops) or 1.0) * 1.04, unit, named)


def as_text(text: str, kind: str, x: float, y: float, anchor: str = "start") -> Html:
    """Write text as text."""
    return element("text", text, class_=kind, x=round(x, 1), y=round(y, 1), text_anchor=anchor)


def as_strokes(text: str, kind: str, x: float, y: float, anchor: str = "start") -> Html:
    """Write text as one path."""
    return element("path", class_="strokes", d=stroke_path(text, SIZES.get(kind, SIZE), x, y, anchor))


def chart(lines: Sequence[ChartLine], frame: ChartFrame, letters: Letters = as_text) -> Html:
    """Draw the chart; the caller puts it into a picture."""
    parts = [join(_axes(frame, letters)), *(_band(line, frame) for line in lines)]
    parts += [join(_curve(line, frame)) for line in lines]
    return join([*parts, join(_names(lines, frame, letters)) if frame.named else Html()])


def _axes(frame: ChartFrame, letters: Letters) -> Iterator[Html]:
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


def _pieces(line: ChartLine) -> list[slice]:
    """Cut a line where periods are missing: nothing is drawn where nothing is known."""
    times = np.array([time_of(period) for period in line.periods])
    step = 1.0 if len(line.periods[0]) == 4 else 1 / 12
    cuts = [0, *(np.flatnonzero(np.diff(times) > 1.5 * step) + 1).tolist(), len(times)]
    return [slice(first, last) for first, last in pairwise(cuts)]


def _places(line: ChartLine, frame: ChartFrame, values: Weights) -> list[str]:
    x = frame.across.places(np.array([time_of(period) for period in line.periods]))
    return [f"{right:.1f} {down:.1f}" for right, down in zip(x, frame.up.places(values), strict=True)]


def _band(line: ChartLine, frame: ChartFrame) -> Html:
    if line.low is None or line.high is None:
        return Html()
    low, high = _places(line, frame, line.low), _places(line, frame, line.high)
    path = "".join(f"M{'L'.join(high[each] + low[each][::-1])}Z" for each in _pieces(line))
    return element("path", class_=f"band band-{line.style}", d=path)


def _curve(line: ChartLine, frame: ChartFrame) -> Iterator[Html]:
    places = _places(line, frame, line.values)
    path = "".join(f"M{'L'.join(places[each])}" for each in _pieces(line))
    yield element("path", element("title", line.name), class_=f"line line-{line.style}", d=path)
    if len(places) <= _POINTS:
        for place, period, value in zip(places, line.periods, line.values.tolist(), strict=True):
            title = element("title", f"{line.name} {period}: {value:.0f}")
            yield _circle(place, f"mark-{line.style}", 2.2, title)
    for change in line.changes:
        title = element("title", f"{line.name}: a new level from {line.periods[change]}")
        yield _circle(places[change], f"change change-{line.style}", 6, title)


def _circle(place: str, kind: str, radius: float, title: Html) -> Html:
    x, _, y = place.partition(" ")
    return element("circle", title, class_=kind, cx=x, cy=y, r=radius)


def _names(lines: Sequence[ChartLine], frame: ChartFrame, letters: Letters) -> Iterator[Html]:
    """Write the names beside the ends of the lines, pushed apart where they would cover each other."""
    ends = sorted(((frame.up(float(line.values[-1])), line) for line in lines), key=lambda end: end[0])
    y = 0.0
    for end, line in ends:
        y = max(end, y + _ROW)
        room = frame.width - frame.across.end - 10
        name = line.name if width(line.name, SIZE) <= room else shortened(line.name, room, SIZE)
        yield letters(name, f"name name-{line.style}", frame.across.end + 8, y + 4, "start")


def style_number(query: int) -> int:
    """Return the number of the style that a query is drawn in; after the last comes the first again."""
    return query % len(LINES)


def line_rules(paper: Callable[[Colour], str]) -> str:
    """Write the style rules of all lines, for one paper: `line_rules(lambda colour: colour.light)`."""
    rules = (
        f".line-{at}{{stroke:{paper(colour)};stroke-dasharray:{_DASHES[at % len(_DASHES)] or 'none'}}}"
        f".band-{at},.mark-{at},.name-{at}{{fill:{paper(colour)}}}.change-{at}{{stroke:{paper(colour)}}}"
        for at, colour in enumerate(LINES)
    )
    return "".join(rules)


SHAPES: Final = (
    ".line{fill:none;stroke-width:2;stroke-linejoin:round}.band{fill-opacity:.15}"
    ".change{fill:none;stroke-width:2}.name{font-weight:600}"
)
"""The rules that all lines share."""


def of_source(trends: Trends, source: str) -> list[TrendSeries]:
    """Return the series of one source, in the order of the queries."""
    return [series for series in trends.series if series.source == source]


def shown_sources(trends: Trends) -> tuple[str, ...]:
    """Return the sources that get a chart: those with most texts."""
    return trends.sources[:SOURCES]


def mean_lines(trends: Trends, source: str) -> list[ChartLine]:
    """Return the means of a source with their bands."""
    return [
        ChartLine(
            series.query,
            style_number(at),
            series.periods,
            series.mean * THOUSAND,
            series.low * THOUSAND,
            series.high * THOUSAND,
            series.changes,
        )
        for at, series in enumerate(of_source(trends, source))
    ]


def without_lines(trends: Trends, source: str) -> list[ChartLine]:
    """Return the shares of texts without any keyword."""
    return [
        ChartLine(series.query, style_number(at), series.periods, series.without * 100)
        for at, series in enumerate(of_source(trends, source))
    ]


WIDTH: Final = 900
UNIT: Final = "mean cosine × 1000"
_FONTS: Final = "system-ui,'DejaVu Sans',sans-serif"
_LARGE, _SMALL, _COLUMNS, _TOP = 380, 220, 3, 44
_RULES: Final = (
    f"text{{font:11px {_FONTS};fill:{literal('ink')}}}"
    f".quiet{{fill:{literal('quiet')}}}.title{{font-size:16px;font-weight:600}}.heading{{font-size:13px;font-weight:600}}"
    f".rule{{stroke:{literal('rule')}}}"
    f".strokes{{fill:none;stroke:{literal('ink')};stroke-width:1.1;stroke-linecap:round;stroke-linejoin:round}}"
)


def draw_svg(trends: Trends, letters: Letters = as_text) -> str:
    """Draw all trends; the file needs nothing else and refers to nothing."""
    sources = shown_sources(trends)
    lines = mean_lines(trends, ALL)
    title = f"Trends of {len(trends.records):,} texts"
    parts = [letters(title, "title", 16, 28, "start")]
    parts.append(_placed(chart(lines, frame_for(lines, WIDTH, _LARGE, UNIT), letters), 0, _TOP))
    small = [mean_lines(trends, source) for source in sources] if len(sources) > 1 else []
    parts += _multiples(sources, small, letters)
    height = _TOP + _LARGE + 10 + -(-len(small) // _COLUMNS) * _SMALL
    rules = Html(_RULES + line_rules(lambda colour: colour.light) + SHAPES)
    paper = element("rect", width=WIDTH, height=height, fill=literal("paper"))
    box, space = f"0 0 {WIDTH} {height}", "http://www.w3.org/2000/svg"
    head = (element("title", title), element("style", rules), paper)
    return element("svg", *head, *parts, xmlns=space, viewBox=box, width=WIDTH, height=height, role="img") + "\n"


def draw_png(trends: Trends, *, zoom: float = ZOOM, system_fonts: bool = True) -> bytes:
    """Draw the same with resvg; where no font is found, or none is wanted, letters are made of strokes."""
    letters = as_text if system_fonts and fonts_are_found("trends", _FONTS) else as_strokes
    return render_png(draw_svg(trends, letters), "trends", zoom)


def _multiples(sources: tuple[str, ...], small: list[list[ChartLine]], letters: Letters) -> list[Html]:
    """Draw the small charts in rows; all have the same scales, so that they can be compared."""
    if not small:
        return []
    wide = WIDTH / _COLUMNS
    frame = frame_for([line for lines in small for line in lines], wide, _SMALL - 30, UNIT, named=False)
    made = []
    for at, (source, lines) in enumerate(zip(sources, small, strict=True)):
        left, down = at % _COLUMNS * wide, _TOP + _LARGE + 10 + at // _COLUMNS * _SMALL
        content = join((letters(source[:40], "heading", 44, 10, "start"), _placed(chart(lines, frame, letters), 0, 16)))
        made.append(_placed(content, left, down))
    return made


def _placed(content: Html, x: float, y: float) -> Html:
    return element("g", content, transform=f"translate({x:g} {y:g})")

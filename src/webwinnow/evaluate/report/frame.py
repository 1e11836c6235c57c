"""What sections are made of: numbers, the marks of candidates, pictures with their axes, tables that can be sorted.

A candidate has one colour and one shape in all tables and pictures. The eight colours stay apart for colour-blind
readers and are defined once, in `style.css`, for light and dark; after eight candidates the shape changes.

Numbers are rounded for reading, never so that they say something else. Tables are sorted by a click on a column, and
scroll sideways by themselves where room is short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isinf
from typing import Final, Literal

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import Scale

NONE: Final = "–"
"""Stands where there is no number."""
_MINUS: Final = "\u2212"


def count(value: int) -> str:
    """Write a number of pages: `1,234`."""
    return f"{value:,}"


def share(value: float | None) -> str:
    """Write a score with three digits: `0.873`."""
    return NONE if value is None else f"{value:.3f}"


def signed(value: float, digits: int = 3) -> str:
    """Write a difference with its sign: `+0.031`; what rounds to nothing has none."""
    written = f"{abs(value):.{digits}f}"
    if not float(written):
        return written
    return f"{'+' if value > 0 else _MINUS}{written}"


def percent(part: int, whole: int) -> str:
    """Write a part in per cent; neither 0 nor 100 unless it is so."""
    if not whole:
        return NONE
    if part in (0, whole):
        return "100\u00a0%" if part else "0\u00a0%"
    value = 100 * part / whole
    return "< 0.1\u00a0%" if value < 0.1 else f"{min(value, 99.9):.1f}\u00a0%"


def p_value(value: float) -> str:
    """Write a p-value: `p = 0.023`, `p < 0.001`."""
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"


def effect(value: float) -> str:
    """Write an effect size: `d = +0.42`."""
    return f"d = {_MINUS * (value < 0)}∞" if isinf(value) else f"d = {signed(value, 2)}"


def effect_word(value: float) -> str:
    """Name the size of an effect by the usual bounds (Cohen: 0.2, 0.5, 0.8)."""
    size = abs(value)
    return "negligible" if size < 0.2 else "small" if size < 0.5 else "medium" if size < 0.8 else "large"


def seconds(value: float | None) -> str:
    """Write a time in the unit that suits it: `850 µs`, `1.2 ms`, `3.4 s`."""
    if value is None:
        return NONE
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if value * factor >= 0.9995:
            return f"{_digits(value * factor)} {unit}"
    return f"{_digits(value * 1e6)} µs"


def size(value: float) -> str:
    """Write a number of bytes: `34 kB`, `1.2 MB`; a kB is 1,000 bytes, as in the speed."""
    for unit, factor in (("MB", 1e6), ("kB", 1e3)):
        if value >= factor:
            return f"{_digits(value / factor)} {unit}"
    return f"{value:.0f} bytes"


def _digits(value: float) -> str:
    """Write a number with two or three digits that count."""
    return f"{value:,.0f}" if value >= 99.95 else f"{value:.3g}" if value >= 9.995 else f"{value:.2g}"


COLOURS: Final = 8
"""Candidates beyond so many get the same colours with another shape."""
_SHAPES: Final = ("circle", "square", "triangle", "diamond", "cross")


@dataclass(frozen=True, slots=True)
class CandidateMark:
    """A candidate in a picture: which one it is, and its name."""

    number: int
    name: str

    @property
    def colour(self) -> str:
        """The class that sets the colour."""
        return f"c{self.number % COLOURS}"

    @property
    def shape(self) -> str:
        """The name of the shape."""
        return _SHAPES[self.number // COLOURS % len(_SHAPES)]

    def label(self, length: int = 26) -> str:
        """Shorten the name to what a picture has room for."""
        return self.name if len(self.name) <= length else f"{self.name[: length - 1]}…"


def symbol(mark: CandidateMark, x: float, y: float, radius: float = 5) -> Html:
    """Draw a candidate's mark around a place."""
    return element("path", class_=f"symbol {mark.colour}", d=_outline(mark.shape, x, y, radius))


def swatch(mark: CandidateMark) -> Html:
    """Draw a candidate's mark to stand before its name in a text."""
    drawn = symbol(mark, 6, 6)
    return element("svg", drawn, class_="swatch", viewBox="0 0 12 12", aria_hidden="true")


def named(mark: CandidateMark, link: str | None = None) -> Html:
    """Write a candidate's mark and name, as a link if it leads anywhere."""
    name = element("code", mark.name)
    return element("span", swatch(mark), element("a", name, href=link) if link else name, class_="named")


def _outline(shape: str, x: float, y: float, radius: float) -> str:
    """Write the path of a shape; all look about equally large."""
    if shape == "circle":
        r = f"{radius:g}"
        return f"M{x - radius:.1f} {y:.1f}a{r} {r} 0 1 0 {2 * radius:g} 0a{r} {r} 0 1 0 -{2 * radius:g} 0z"
    scale, points = _CORNERS[shape]
    places = (f"{x + scale * radius * right:.1f} {y + scale * radius * down:.1f}" for right, down in points)
    return f"M{'L'.join(places)}z"


_T: Final = 0.4
_CROSS: Final = (
    *((-_T, -1), (_T, -1), (_T, -_T), (1, -_T), (1, _T), (_T, _T)),
    *((_T, 1), (-_T, 1), (-_T, _T), (-1, _T), (-1, -_T), (-_T, -_T)),
)
_CORNERS: Final[dict[str, tuple[float, tuple[tuple[float, float], ...]]]] = {
    "square": (0.9, ((-1, -1), (1, -1), (1, 1), (-1, 1))),
    "triangle": (1.1, ((0, -1), (1, 0.8), (-1, 0.8))),
    "diamond": (1.25, ((0, -1), (1, 0), (0, 1), (-1, 0))),
    "cross": (1.1, _CROSS),
}
"""The corners of each shape around its middle, and the factor that makes all shapes look equally large."""


@dataclass(frozen=True, slots=True)
class NamedScale:
    """A scale with its name and the way its ticks are written."""

    scale: Scale
    name: str
    written: Callable[[float], str]


def drawing(width: int, height: int, described: str, *content: Html) -> Html:
    """Put shapes into a picture; `described` is what it says to who cannot see it."""
    parts = (element("title", described), *content)
    return element("svg", *parts, viewBox=f"0 0 {width} {height}", role="img", aria_label=described)


def figure(caption: str, *content: Html, class_: str | None = None) -> Html:
    """Put pictures above their caption."""
    return element("figure", *content, element("figcaption", caption), class_=class_)


def axes(across: NamedScale, up: NamedScale) -> Html:
    """Draw a horizontal and a vertical axis with faint lines across the picture."""
    return element("g", join(_verticals(across, up)), join(_horizontals(across, up)), _names(across, up), class_="axes")


def text(written: str, x: float, y: float, **attributes: str) -> Html:
    """Write a text around a place: its height's middle is `y`."""
    return element("text", written, x=round(x, 1), y=round(y, 1), dy="0.35em", **attributes)


def line(left: float, top: float, right: float, bottom: float) -> Html:
    """Draw a straight line."""
    return element("line", x1=round(left, 1), y1=round(top, 1), x2=round(right, 1), y2=round(bottom, 1))


def _verticals(across: NamedScale, up: NamedScale) -> Iterable[Html]:
    bottom, top = up.scale.start, up.scale.end
    for tick in across.scale.ticks():
        x = across.scale(tick)
        yield line(x, bottom, x, top)
        yield text(across.written(tick), x, bottom + 12, text_anchor="middle")


def _horizontals(across: NamedScale, up: NamedScale) -> Iterable[Html]:
    left, right = across.scale.start, across.scale.end
    for tick in up.scale.ticks():
        y = up.scale(tick)
        yield line(left, y, right, y)
        yield text(up.written(tick), left - 6, y, text_anchor="end")


def _names(across: NamedScale, up: NamedScale) -> Html:
    under = text(f"{across.name} →", across.scale.end, up.scale.start + 27, text_anchor="end", class_="axis-name")
    over = text(f"↑ {up.name}", 2, up.scale.end - 12, class_="axis-name")
    return join((under, over))


Direction = Literal["ascending", "descending"]


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its name, what it means, and whether it holds numbers (which are best sorted high first)."""

    name: str
    meaning: str = ""
    numbers: bool = True
    first: Direction = "descending"
    """The direction of the first click."""


@dataclass(frozen=True, slots=True)
class TableCell:
    """What a cell shows, and the number it is sorted by if that is not what it shows."""

    content: str
    order: float | None = None
    class_: str | None = None
    meaning: str | None = None


def table(
    caption: str, columns: Sequence[TableColumn], rows: Iterable[Sequence[TableCell]], *, sorted_by: int | None = None
) -> Html:
    """Write a table; each row's first cell names it. `sorted_by` is the column that rows come sorted by."""
    heads = (_head(column, number, sorted_by) for number, column in enumerate(columns))
    body = join(element("tr", *_cells(row, columns)) for row in rows)
    parts = (
        caption_of(caption),
        element("thead", element("tr", *heads)),
        element("tbody", body),
    )
    return scrolling(element("table", *parts, class_="sortable"), caption)


def caption_of(text: str) -> Html:
    """Write a table's caption; it stays in sight while the table scrolls under it."""
    return element("caption", element("span", text))


def scrolling(content: Html, name: str) -> Html:
    """Let wide content scroll by itself, with the keyboard, too."""
    return element("div", content, class_="scroll", role="region", tabindex="0", aria_label=name)


def candidate_cell(mark: CandidateMark) -> TableCell:
    """Name a candidate with its mark; the name leads to its worst pages."""
    return TableCell(named(mark, f"#worst-{mark.number}"))


def _head(column: TableColumn, number: int, sorted_by: int | None) -> Html:
    direction = column.first if number == sorted_by else None
    button = element("button", column.name, type="button", title=column.meaning or None, data_first=column.first)
    return element("th", button, scope="col", class_="number" if column.numbers else None, aria_sort=direction)


def _cells(row: Sequence[TableCell], columns: Sequence[TableColumn]) -> Iterable[Html]:
    for number, (cell, column) in enumerate(zip(row, columns, strict=True)):
        classes = " ".join(filter(None, ("number" if column.numbers else None, cell.class_))) or None
        order = None if cell.order is None else f"{cell.order:.9g}"
        if number == 0:
            yield element("th", cell.content, scope="row", class_=classes, data_order=order)
        else:
            yield element("td", cell.content, class_=classes, data_order=order, title=cell.meaning)

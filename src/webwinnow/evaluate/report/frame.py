"""What pictures are drawn with: the marks of candidates, axes with their ticks, the drawing itself, a caption.

A candidate has one colour and one shape in all tables and pictures. The eight colours stay apart for colour-blind
readers and are defined once, in `style.css`, for light and dark; after eight candidates the shape changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import Scale

COLOURS: Final = 8
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

"""What surrounds the data of a picture: axes with their ticks, the drawing itself, and a caption."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import Scale


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

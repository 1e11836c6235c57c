"""The mark of a candidate: one colour and one shape for it in all tables and pictures.

The eight colours stay apart for colour-blind readers and are defined once, in `style.css`, for light and dark; after
eight candidates the shape changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from webwinnow.drawing.markup import Html, element

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

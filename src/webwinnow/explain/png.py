"""An explanation as a PNG picture: the SVG, drawn by resvg; no display, browser or font is needed."""

from __future__ import annotations

import xml.etree.ElementTree as Xml
from typing import Final

from webwinnow.drawing.picture import literal
from webwinnow.drawing.png import ZOOM, fonts_are_found, render_png, stroke_path
from webwinnow.explain.explanation import Explanation
from webwinnow.explain.svg import MONO, SANS, TEXTS, Lettering, draw_svg

_SPACE: Final = "http://www.w3.org/2000/svg"


def draw_png(explanation: Explanation, *, zoom: float = ZOOM, system_fonts: bool = True) -> bytes:
    """Draw an explanation; where no font is found, or none is wanted, letters are made of strokes."""
    svg = draw_svg(explanation)
    with_fonts = system_fonts and fonts_are_found("explain", SANS, MONO)
    return render_png(svg if with_fonts else with_strokes(svg), "explain", zoom)


def with_strokes(svg: str) -> str:
    """Replace the texts of one of our pictures by strokes."""
    root = Xml.fromstring(svg)
    for text in list(root.iter(f"{{{_SPACE}}}text")):
        _draw(text)
    return Xml.tostring(root, encoding="unicode")


def _draw(text: Xml.Element) -> None:
    look = TEXTS[text.get("class", "caption")]
    x, y = float(text.get("x", 0)), float(text.get("y", 0))
    path = stroke_path("".join(text.itertext()), look.size, x, y, text.get("text-anchor", "start"))
    kept = {name: value for name, value in text.items() if name == "transform"}
    text.clear()
    text.tag = f"{{{_SPACE}}}path"
    text.attrib.update(kept, d=path, **_stroke(look))


def _stroke(look: Lettering) -> dict[str, str]:
    width = look.size * (0.115 if look.bold else 0.085)
    ends = {"stroke-linecap": "round", "stroke-linejoin": "round", "fill": "none"}
    return {"stroke": literal(look.colour), "stroke-width": f"{width:.2f}", **ends}

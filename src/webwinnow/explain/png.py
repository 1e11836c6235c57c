"""An explanation as a PNG picture: the SVG, drawn by resvg; no display, browser or font is needed."""

from __future__ import annotations

from webwinnow.drawing.png import ZOOM, fonts_are_found, render_png
from webwinnow.explain.explanation import Explanation
from webwinnow.explain.style import MONO, SANS
from webwinnow.explain.svg import draw_svg
from webwinnow.explain.without_fonts import with_strokes


def draw_png(explanation: Explanation, *, zoom: float = ZOOM, system_fonts: bool = True) -> bytes:
    """Draw an explanation; where no font is found, or none is wanted, letters are made of strokes."""
    svg = draw_svg(explanation)
    with_fonts = system_fonts and fonts_are_found("explain", SANS, MONO)
    return render_png(svg if with_fonts else with_strokes(svg), "explain", zoom)

"""An explanation as a PNG picture: the SVG, drawn by resvg; no display, browser or font is needed."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Final

from webwinnow.errors import MissingExtraError
from webwinnow.explain.explanation import Explanation
from webwinnow.explain.style import MONO, SANS
from webwinnow.explain.svg import draw_svg
from webwinnow.explain.without_fonts import with_strokes

ZOOM: Final = 2.0
"""Dots for each unit of the SVG: sharp on fine screens and in print."""
_PROBE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text y="30" font-family="{}">{}</text></svg>'
)


def draw_png(explanation: Explanation, *, zoom: float = ZOOM, system_fonts: bool = True) -> bytes:
    """Draw an explanation; where no font is found, or none is wanted, letters are made of strokes."""
    resvg, svg = renderer(), draw_svg(explanation)
    with_fonts = system_fonts and _letters_are_drawn()
    return bytes(resvg.svg_to_bytes(svg_string=svg if with_fonts else with_strokes(svg), zoom=zoom))


def renderer() -> ModuleType:
    """Import the renderer, or say how to get it."""
    try:
        import resvg_py
    except ImportError as error:
        raise MissingExtraError("resvg_py", "explain") from error
    found: ModuleType = resvg_py
    return found


@cache
def _letters_are_drawn() -> bool:
    """Try whether the renderer finds fonts: text that it has no font for, it leaves out without a word."""
    draw = renderer().svg_to_bytes
    return all(
        draw(svg_string=_PROBE.format(family.replace("'", ""), "M")) != draw(svg_string=_PROBE.format("", ""))
        for family in (SANS, MONO)
    )

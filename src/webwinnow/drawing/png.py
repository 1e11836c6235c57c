"""From SVG to PNG by resvg: no display, browser or font is needed."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Final

from webwinnow.errors import MissingExtraError

ZOOM: Final = 2.0
"""Dots for each unit of the SVG: sharp on fine screens and in print."""
_PROBE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text y="30" font-family="{}">{}</text></svg>'
)


def render_png(svg: str, extra: str, zoom: float = ZOOM) -> bytes:
    """Draw a picture; `extra` is the extra of webwinnow that brings the renderer, for the message if it is missing."""
    return bytes(renderer(extra).svg_to_bytes(svg_string=svg, zoom=zoom))


@cache
def fonts_are_found(extra: str, *families: str) -> bool:
    """Try whether the renderer finds fonts: text that it has no font for, it leaves out without a word."""
    draw = renderer(extra).svg_to_bytes
    nothing = draw(svg_string=_PROBE.format("", ""))
    return all(draw(svg_string=_PROBE.format(family.replace("'", ""), "M")) != nothing for family in families)


def renderer(extra: str) -> ModuleType:
    """Import the renderer, or say how to get it."""
    try:
        return import_module("resvg_py")
    except ImportError as error:
        raise MissingExtraError("resvg_py", extra) from error

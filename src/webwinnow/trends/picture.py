"""The picture of all trends, as SVG and PNG: one large chart for all texts, and a small one for each source."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.palette import literal
from webwinnow.errors import MissingExtraError
from webwinnow.trends.analysis import Trends
from webwinnow.trends.chart import Line, chart, frame_for
from webwinnow.trends.colours import SHAPES, line_rules
from webwinnow.trends.lettering import Letters, as_strokes, as_text
from webwinnow.trends.lines import mean_lines, shown_sources
from webwinnow.trends.series import ALL

WIDTH: Final = 900
UNIT: Final = "mean cosine × 1000"
ZOOM: Final = 2.0
"""Dots for each unit of the SVG: sharp on fine screens and in print."""
_LARGE, _SMALL, _COLUMNS, _TOP = 380, 220, 3, 44
_RULES: Final = (
    f"text{{font:11px system-ui,'DejaVu Sans',sans-serif;fill:{literal('ink')}}}"
    f".quiet{{fill:{literal('quiet')}}}.title{{font-size:16px;font-weight:600}}.heading{{font-size:13px;font-weight:600}}"
    f".rule{{stroke:{literal('rule')}}}"
    f".strokes{{fill:none;stroke:{literal('ink')};stroke-width:1.1;stroke-linecap:round;stroke-linejoin:round}}"
)
_PROBE: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text y="30">{}</text></svg>'


def draw_svg(trends: Trends, letters: Letters = as_text) -> str:
    """Draw all trends; the file needs nothing else and refers to nothing."""
    sources = shown_sources(trends)
    lines = mean_lines(trends, ALL)
    told = f"Trends of {len(trends.records):,} texts"
    parts = [letters(told, "title", 16, 28, "start")]
    parts.append(_placed(chart(lines, frame_for(lines, WIDTH, _LARGE, UNIT), letters), 0, _TOP))
    small = [mean_lines(trends, source) for source in sources] if len(sources) > 1 else []
    parts += _multiples(sources, small, letters)
    height = _TOP + _LARGE + 10 + -(-len(small) // _COLUMNS) * _SMALL
    rules = Html(_RULES + line_rules(lambda colour: colour.light) + SHAPES)
    paper = element("rect", width=WIDTH, height=height, fill=literal("paper"))
    box, space = f"0 0 {WIDTH} {height}", "http://www.w3.org/2000/svg"
    head = (element("title", told), element("style", rules), paper)
    return element("svg", *head, *parts, xmlns=space, viewBox=box, width=WIDTH, height=height, role="img") + "\n"


def draw_png(trends: Trends, *, zoom: float = ZOOM, system_fonts: bool = True) -> bytes:
    """Draw the same with resvg; where no font is found, or none is wanted, letters are made of strokes."""
    letters = as_text if system_fonts and _letters_are_drawn() else as_strokes
    return bytes(_renderer().svg_to_bytes(svg_string=draw_svg(trends, letters), zoom=zoom))


def _multiples(sources: tuple[str, ...], small: list[list[Line]], letters: Letters) -> list[Html]:
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


def _renderer() -> ModuleType:
    try:
        return import_module("resvg_py")
    except ImportError as error:
        raise MissingExtraError("resvg_py", "trends") from error


@cache
def _letters_are_drawn() -> bool:
    """Try whether the renderer finds a font: text that it has none for, it leaves out without a word."""
    draw = _renderer().svg_to_bytes
    return bool(draw(svg_string=_PROBE.format("M")) != draw(svg_string=_PROBE.format("")))

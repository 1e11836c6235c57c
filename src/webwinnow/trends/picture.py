"""The picture of all trends, as SVG and PNG: one large chart for all texts, and a small one for each source."""

from __future__ import annotations

from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import literal
from webwinnow.drawing.png import ZOOM, fonts_are_found, render_png
from webwinnow.trends.analysis import Trends
from webwinnow.trends.chart import (
    SHAPES,
    ChartLine,
    Letters,
    as_strokes,
    as_text,
    chart,
    frame_for,
    line_rules,
    mean_lines,
    shown_sources,
)
from webwinnow.trends.series import ALL

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

"""An explanation as one SVG file: the page and what was kept of it, then the panels with their captions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.palette import literal
from webwinnow.drawing.text import shortened, width, wrapped
from webwinnow.explain.columns import grouping_told
from webwinnow.explain.explanation import Explanation
from webwinnow.explain.panel import Panel
from webwinnow.explain.plot import HEIGHT, LEFT, RIGHT, WIDTH, Frame, frame, plot
from webwinnow.explain.style import rules

_MARGIN: Final = 28
_LINE: Final = 17
_BETWEEN: Final = 34


def draw_svg(explanation: Explanation) -> str:
    """Draw an explanation; the file needs nothing else and refers to nothing."""
    parts, y = [], 0.0
    panels = (_panel(panel, explanation.expression) for panel in explanation.panels)
    for part, height in (_header(explanation), *panels):
        parts.append(element("g", part, transform=f"translate(0 {y:g})"))
        y += height
    paper = element("rect", width=WIDTH, height=y, class_="paper")
    told = f"{page_name(explanation)}: {explanation.expression}. {kept_told(explanation)}."
    content = (element("title", told), element("style", Html(rules(literal))), paper, *parts)
    box, space = f"0 0 {WIDTH} {y:g}", "http://www.w3.org/2000/svg"
    return element("svg", *content, xmlns=space, viewBox=box, width=WIDTH, height=y, role="img") + "\n"


def page_name(explanation: Explanation) -> str:
    """Name the page by what it says of itself."""
    return explanation.title or explanation.url or "page without a title"


def kept_told(explanation: Explanation) -> str:
    """Say how much was kept."""
    kept, seen = explanation.found.characters, explanation.visible.characters
    return f"kept {kept:,} of {seen:,} visible characters ({share_told(explanation)})"


def share_told(explanation: Explanation) -> str:
    """Say the share in per cent; neither 0 nor 100 unless it is so."""
    kept, seen = explanation.found.characters, explanation.visible.characters
    if not seen or kept in (0, seen):
        return "100 %" if seen and kept else "0 %"
    return f"{min(max(100 * kept / seen, 1), 99):.0f} %"


def caption(framed: Frame) -> str:
    """Say everything about a panel that is not drawn."""
    told = (framed.panel.caption, grouping_told(framed.panel, framed.columns), framed.cut)
    return " ".join(part for part in told if part)


def _header(explanation: Explanation) -> tuple[Html, float]:
    room = WIDTH - 2 * _MARGIN
    name = shortened(page_name(explanation), room, 20)
    lines = wrapped(explanation.expression, room, 13.5)[:4]
    parts = [element("text", name, class_="page-title", x=_MARGIN, y=42)]
    parts += [
        element("text", line, class_="expression", x=_MARGIN, y=66 + number * _LINE)
        for number, line in enumerate(lines)
    ]
    y = 66 + len(lines) * _LINE
    bar = element("rect", class_="track", x=_MARGIN, y=y - 7, width=240, height=6, rx=3)
    kept = element("rect", class_="bar", x=_MARGIN, y=y - 7, width=240 * explanation.share, height=6, rx=3)
    told = element("text", kept_told(explanation), class_="caption", x=_MARGIN + 252, y=y)
    return join((*parts, bar, kept, told)), y + _BETWEEN


def _panel(panel: Panel, expression: str) -> tuple[Html, float]:
    framed = frame(panel)
    lines = wrapped(caption(framed), RIGHT - LEFT + 70, 12)
    drawing = element("g", plot(framed), transform="translate(0 22)")
    written = join(_caption(lines))
    return join((_heading(panel, expression), drawing, written)), 22 + HEIGHT + len(lines) * _LINE + _BETWEEN


def _heading(panel: Panel, expression: str) -> Html:
    """Write the title, and the stage where it is not the one that the whole picture is about."""
    title = element("text", panel.title, class_="heading", x=_MARGIN, y=8)
    taken = _MARGIN + width(panel.title, 15) + 24
    stage = shortened("" if panel.stage == expression else panel.stage, WIDTH - _MARGIN - taken, 13.5)
    return join((title, element("text", stage, class_="expression", x=round(taken), y=8)))


def _caption(lines: list[str]) -> Iterator[Html]:
    for number, line in enumerate(lines):
        yield element("text", line, class_="caption", x=LEFT, y=22 + HEIGHT + 12 + number * _LINE)

"""An explanation as one SVG file: the page and what was kept of it, then the panels with their captions.

As a PNG picture it is the SVG, drawn by resvg: no display, browser or font is needed.
"""

from __future__ import annotations

import xml.etree.ElementTree as Xml
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import literal, shortened, width, wrapped
from webwinnow.drawing.png import ZOOM, fonts_are_found, render_png, stroke_path
from webwinnow.explain.explanation import Explanation
from webwinnow.explain.plot import HEIGHT, LEFT, RIGHT, WIDTH, FramedPanel, frame, grouping_note, plot
from webwinnow.stages.curves import Panel

_MARGIN: Final = 28
_LINE: Final = 17
_BETWEEN: Final = 34
"""At the left, from line to line of text, and from panel to panel."""
SANS: Final = "Inter,'Segoe UI','Helvetica Neue',Arial,'Liberation Sans','Noto Sans','DejaVu Sans',sans-serif"
MONO: Final = "'SF Mono',Menlo,Consolas,'Liberation Mono','Noto Sans Mono','DejaVu Sans Mono',monospace"


class Lettering(NamedTuple):
    """How a kind of text is set."""

    size: float
    colour: str
    bold: bool = False
    family: str = SANS


TEXTS: Final = {
    "page-title": Lettering(20, "ink", bold=True),
    "heading": Lettering(15, "ink", bold=True),
    "expression": Lettering(12.5, "quiet", family=MONO),
    "caption": Lettering(12, "quiet"),
    "tick": Lettering(11, "quiet"),
    "axis-name": Lettering(11, "quiet"),
    "in-content": Lettering(11.5, "content", bold=True),
    "in-code": Lettering(11.5, "code", bold=True),
    "in-chosen": Lettering(11, "chosen-ink", bold=True),
    "in-threshold": Lettering(11.5, "threshold", bold=True),
}
"""The classes of texts."""
_FILLS: Final = {
    "paper": "paper",
    "band": "chosen",
    "area": "content-left",
    "content": "content",
    "content-left": "content-left",
    "code": "code",
    "code-left": "code-left",
    "bar": "chosen-ink",
    "track": "rule",
}
_STROKES: Final = {
    "grid": "rule",
    "zero": "axis",
    "curve": "content-left",
    "curve-chosen": "content",
    "curve-code": "code",
    "limit": "threshold",
}
_SHAPES: Final = (
    ".area{fill-opacity:.3}.grid,.zero{stroke-width:1}.limit{stroke-width:1.5;stroke-dasharray:5 3}"
    ".curve-code{stroke-width:1.5;stroke-linejoin:round}.curve{stroke-width:2;stroke-linejoin:round}.curve-chosen{stroke-width:3;stroke-linejoin:round}"
)


def draw_svg(explanation: Explanation) -> str:
    """Draw an explanation; the file needs nothing else and refers to nothing."""
    parts, y = [], 0.0
    panels = (_panel(panel, explanation.expression) for panel in explanation.panels)
    for part, height in (_header(explanation), *panels):
        parts.append(element("g", part, transform=f"translate(0 {y:g})"))
        y += height
    paper = element("rect", width=WIDTH, height=y, class_="paper")
    title = f"{explanation.name}: {explanation.expression}. {explanation.summary}."
    content = (element("title", title), element("style", Html(rules(literal))), paper, *parts)
    box, space = f"0 0 {WIDTH} {y:g}", "http://www.w3.org/2000/svg"
    return element("svg", *content, xmlns=space, viewBox=box, width=WIDTH, height=y, role="img") + "\n"


def caption(framed: FramedPanel) -> str:
    """Say everything about a panel that is not drawn."""
    notes = (framed.panel.caption, grouping_note(framed.panel, framed.columns), framed.cut)
    return " ".join(part for part in notes if part)


def _header(explanation: Explanation) -> tuple[Html, float]:
    room = WIDTH - 2 * _MARGIN
    name = shortened(explanation.name, room, 20)
    lines = wrapped(explanation.expression, room, 13.5)[:4]
    parts = [element("text", name, class_="page-title", x=_MARGIN, y=42)]
    parts += [
        element("text", line, class_="expression", x=_MARGIN, y=66 + number * _LINE)
        for number, line in enumerate(lines)
    ]
    y = 66 + len(lines) * _LINE
    bar = element("rect", class_="track", x=_MARGIN, y=y - 7, width=240, height=6, rx=3)
    kept = element("rect", class_="bar", x=_MARGIN, y=y - 7, width=240 * explanation.share, height=6, rx=3)
    summary = element("text", explanation.summary, class_="caption", x=_MARGIN + 252, y=y)
    return join((*parts, bar, kept, summary)), y + _BETWEEN


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


def rules(colour: Callable[[str], str]) -> str:
    """Write the rules of pictures; `colour` turns the name of a colour into what stands in the rule."""
    texts = "".join(_text_rule(name, look, colour) for name, look in TEXTS.items())
    fills = "".join(f".{name}{{fill:{colour(meaning)}}}" for name, meaning in _FILLS.items())
    strokes = "".join(f".{name}{{stroke:{colour(meaning)};fill:none}}" for name, meaning in _STROKES.items())
    return f"{texts}{fills}{strokes}{_SHAPES}"


def _text_rule(name: str, look: Lettering, colour: Callable[[str], str]) -> str:
    font = f"font-family:{look.family};font-size:{look.size:g}px;font-weight:{600 if look.bold else 400}"
    return f".{name}{{fill:{colour(look.colour)};{font}}}"


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

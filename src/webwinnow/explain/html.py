"""An explanation as one page of HTML: the curves, and beside them the page's text; each points at the other.

Below the curves of a stage that gives numbers to elements stands the tree of the page with these numbers.

The page needs nothing else, fetches nothing (its own policy forbids it), and works with keyboard and pointer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from itertools import groupby
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import variable, variables
from webwinnow.explain.explanation import Explanation
from webwinnow.explain.outline import outline
from webwinnow.explain.plot import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, FramedPanel, frame, plot, region_name
from webwinnow.explain.svg import caption, rules
from webwinnow.spans import Spans
from webwinnow.stages.curves import Chosen, Panel, numbers

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_HINT: Final = (
    "Point at a curve to see its text, click to go there. With the keyboard: Tab to a curve, then the arrow keys,"
    " Page Up and Page Down for the chosen regions, Enter to go to the text."
)
LONGEST: Final = 1_000_000
"""Characters of text that a page of HTML shows; more would make browsers slow."""
_BLANKS: Final = re.compile(r"[ \t\n\r\f\v]+")
_BLANK_BETWEEN: Final = re.compile(r"\A\s|\s\Z|>\s+<")


def write_html(explanation: Explanation, page: Document) -> str:
    """Write the page."""
    figures, numbers_of_them = write_figures(explanation)
    curves = element("section", figures, class_="curves", aria_label="Curves")
    tree = outline(page, explanation.panels) or Html()
    main = element("main", element("div", curves, tree), _text(explanation, page))
    body = element("body", _header(explanation), main, _data(numbers_of_them), _script())
    return f"<!doctype html>\n{element('html', _head(explanation), body, lang='en')}\n"


def write_figures(explanation: Explanation) -> tuple[Html, list[dict[str, object]]]:
    """Write the curves as figures, and the numbers by which `curves.js` links them with a text."""
    frames = [frame(panel) for panel in explanation.panels]
    figures = join(_figure(number, framed, explanation.expression) for number, framed in enumerate(frames))
    return figures, [_numbers(framed) for framed in frames]


def figure_rules() -> str:
    """Write the style rules of figures; the colours are variables."""
    return rules(variable) + _resource("curves.css")


def figure_script() -> str:
    """Return the module of JavaScript that links figures with a text."""
    return _resource("curves.js")


def _head(explanation: Explanation) -> Html:
    light, dark = variables(lambda colour: colour.light), variables(lambda colour: colour.dark)
    themes = (
        f":root{{color-scheme:light;{light}}}"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}"
    )
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("title", f"{explanation.expression}: {explanation.name}"),
        element("style", Html(themes + figure_rules() + _resource("page.css"))),
    )


def _header(explanation: Explanation) -> Html:
    share = element("span", class_="share", style=f"width:{100 * explanation.share:.1f}%")
    return element(
        "header",
        element("h1", explanation.name, dir="auto"),
        element("p", element("code", explanation.expression)),
        element(
            "p", element("span", share, class_="track", aria_hidden="true"), explanation.summary, class_="kept-share"
        ),
        element("p", _HINT, class_="hint"),
        element("button", "Dark or light", type="button", id="theme", hidden=True),
    )


def _figure(number: int, framed: FramedPanel, expression: str) -> Html:
    """Write a curve; the rectangle over it takes pointer and keyboard, the script does the rest."""
    panel = framed.panel
    stage = () if panel.stage == expression else (" ", element("code", panel.stage))
    over = element(
        "rect",
        class_="over",
        x=LEFT,
        y=TOP,
        width=RIGHT - LEFT,
        height=BOTTOM - TOP,
        tabindex="0",
        role="slider",
        aria_label=f"{panel.title}: place on the page",
        aria_valuemin="0",
        aria_valuemax=str(max(len(framed.columns) - 1, 0)),
        aria_valuenow="0",
    )
    shapes = (plot(framed), element("path", class_="lit-band"), element("path", class_="cursor"), over)
    drawing = element("svg", *shapes, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="group", aria_label=panel.title)
    readout = element("p", "\u00a0", class_="readout", aria_hidden="true")
    below = (readout, element("figcaption", caption(framed)), *_meanings(panel))
    return element("figure", element("h2", panel.title, *stage), drawing, *below, data_panel=str(number))


def _meanings(panel: Panel) -> Iterator[Html]:
    """Say what the numbers are about whose names do not say it."""
    said = [(curve.name, curve.meaning) for curve in panel.curves if curve.meaning]
    if said:
        lines = (element("dt", name) + element("dd", meaning) for name, meaning in said)
        yield element("details", element("summary", "What the numbers are about"), element("dl", *lines))


def _text(explanation: Explanation, page: Document) -> Html:
    legend = (element("span", "kept", class_="kept"), " and ", element("span", "dropped", class_="dropped"))
    heading = element("h2", "Text of the page: ", *legend)
    text = element("article", text_of_page(page, explanation.found), tabindex="0", aria_label="Text of the page")
    return element("section", heading, text, class_="text", aria_label="Text")


def _data(panels: list[dict[str, object]]) -> Html:
    """Write what the script needs; `<` is spelt out, so that no text can end the element."""
    written = json.dumps(panels, ensure_ascii=False, separators=(",", ":"))
    return element("script", Html(written.replace("<", "\\u003c")), type="application/json", id="data")


def _numbers(framed: FramedPanel) -> dict[str, object]:
    panel, columns = framed.panel, framed.columns
    last = np.append(columns.first[1:], len(panel))[: len(columns)] - 1
    return {
        "unit": panel.x.unit,
        "x": numbers(np.round(framed.across.places(columns.edges), 2)),
        "at": numbers(columns.edges),
        "start": panel.start[columns.first].tolist(),
        "end": panel.end[last].tolist(),
        "chosen": columns.chosen.astype(np.int8).tolist(),
        "series": [[curve.name, numbers(columns.heights(curve)), curve.mark == "adds"] for curve in panel.curves],
        "regions": [_region(framed, region) for region in columns.shaded(panel)],
    }


def _region(framed: FramedPanel, region: Chosen) -> list[object]:
    """Write where a region is in the picture and in the source, and its name."""
    panel = framed.panel
    left, right = (round(place, 2) for place in framed.place(region))
    return [left, right, int(panel.start[region.first]), int(panel.end[region.last]), region_name(panel, region)]


def _script() -> Html:
    return element("script", Html(figure_script() + _resource("page.js")), type="module")


def _resource(name: str) -> str:
    return resources.files("webwinnow.explain").joinpath(name).read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class MarkedText:
    """Text of one block that was kept or dropped as a whole."""

    start: int
    end: int
    block: int
    kept: bool


def pieces(page: Document, found: Spans) -> list[MarkedText]:
    """Cut the visible text at blocks and where kept and dropped text meet."""
    blocks = page.runs.start[page.blocks.runs[page.blocks.first[:-1]]]
    kept, dropped = found & page.visible, page.visible - found
    start, end = np.concatenate([kept.starts, dropped.starts]), np.concatenate([kept.ends, dropped.ends])
    order = np.argsort(start)
    block = np.searchsorted(blocks, start, side="right")
    was_kept = np.arange(len(start)) < len(kept)
    columns = (column[order].tolist() for column in (start, end, block, was_kept))
    return list(map(MarkedText, *columns))


def text_of_page(page: Document, found: Spans) -> Html:
    """Write the text as paragraphs; very long text is cut, and says so."""
    every = pieces(page, found)
    lengths = np.cumsum([piece.end - piece.start for piece in every], dtype=np.int64)
    shown = every[: int(np.searchsorted(lengths, LONGEST)) + 1]
    parts = [_block(page, list(members)) for _, members in groupby(shown, key=lambda piece: piece.block)]
    if len(shown) < len(every):
        rest = int(lengths[-1] - lengths[len(shown) - 1])
        parts.append(element("p", f"{rest:,} more characters are left out here; json holds them all.", class_="note"))
    return join(parts or [element("p", "This page has no visible text.", class_="note")], "\n")


def _block(page: Document, members: list[MarkedText]) -> Html:
    return element("p", *_spans(page, members), dir="auto")


def _spans(page: Document, members: list[MarkedText]) -> Iterator[Html]:
    before = members[0].start
    for piece in members:
        if before < piece.start and _BLANK_BETWEEN.search(page.source[before : piece.start]):
            yield Html(" ")
        text = _BLANKS.sub(" ", decode_references(page.source[piece.start : piece.end]))
        name = "kept" if piece.kept else "dropped"
        yield element("span", text, class_=name, data_start=str(piece.start), data_end=str(piece.end))
        before = piece.end

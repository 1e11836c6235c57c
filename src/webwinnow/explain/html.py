"""An explanation to read: one page of HTML with the curves beside the page's text, or a few lines for a terminal.

Curves and text point at each other. Below the curves of a stage that gives numbers to elements stands the tree of the
page with these numbers.

The page needs nothing else, fetches nothing (its own policy forbids it), and works with keyboard and pointer.

The tree is a collapsible outline: every element with the numbers that a stage gave it, chosen ones marked. It is made
of the panels whose positions are elements. On large pages the elements with most text are shown; an element never has
less text than one inside it, so what is around an element that is shown is shown, too.

The few lines say what was kept and dropped, stretch by stretch, and what decided.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import groupby
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.document.tree.elements import Amounts, Marked, around
from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import variable, variables
from webwinnow.explain.explanation import Explanation
from webwinnow.explain.plot import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, FramedPanel, frame, plot, region_name
from webwinnow.explain.svg import caption, rules
from webwinnow.spans import Spans
from webwinnow.stages.curves import Chosen, Curve, Panel, numbers

MOST_ELEMENTS: Final = 1_500
"""Elements of an outline; more would make browsers slow, and nobody would read them."""
_LONGEST: Final = 40
"""Characters of an element's name with its identifier and classes."""
_NOTE: Final = (
    "Each line is an element: its characters of text, then the numbers of the curves. Open and close by a click."
)


def outline(page: Document, panels: Sequence[Panel]) -> Html | None:
    """Write the outline; None if no panel speaks of elements."""
    speaking = [panel for panel in panels if panel.x.unit == "element" and len(panel) == len(page.elements)]
    if not speaking:
        return None
    chosen = speaking[-1].is_chosen()
    characters = page.in_subtrees(page.characters_before)
    shown = _shown(characters)
    left_out = int((characters > 0).sum()) - len(shown)
    note = f"{_NOTE} {left_out:,} smaller elements are left out." if left_out else _NOTE
    writer = _Writer(page, [curve for panel in speaking for curve in panel.curves], chosen, characters)
    tree = writer.tree(shown) if shown else element("p", "No element has any text.", class_="note")
    heading = element("h2", "Tree of the page: ", element("span", "chosen", class_="kept"))
    hint = element("p", note, class_="hint")
    return element("section", heading, hint, tree, class_="outline", aria_label="Tree of the page")


def _shown(characters: Amounts) -> list[int]:
    """Choose the elements with most text, in the order of the document."""
    order = np.argsort(-characters, kind="stable")[:MOST_ELEMENTS]
    found: list[int] = np.sort(order[characters[order] > 0]).tolist()
    return found


class _Writer:
    """Writes elements from the last to the first, so that what stands inside is there before what is around it."""

    __slots__ = ("characters", "chosen", "curves", "open", "page")

    def __init__(self, page: Document, curves: list[Curve], chosen: Marked, characters: Amounts) -> None:
        self.page, self.curves, self.chosen, self.characters = page, curves, chosen, characters
        self.open = around(page.elements, chosen & ~np.append(chosen, False)[page.elements.parent])

    def tree(self, shown: list[int]) -> Html:
        """Write the elements that are shown, each inside the one around it."""
        inside: dict[int, list[Html]] = {}
        for each in reversed(shown):
            parts = inside.pop(each, [])
            written = self._branch(each, parts[::-1]) if parts else self._leaf(each)
            inside.setdefault(int(self.page.elements.parent[each]), []).append(written)
        return join(part for parts in inside.values() for part in reversed(parts))

    def _branch(self, each: int, parts: list[Html]) -> Html:
        return element("details", element("summary", *self._line(each)), *parts, open=bool(self.open[each]))

    def _leaf(self, each: int) -> Html:
        return element("p", *self._line(each), class_="leaf")

    def _line(self, each: int) -> list[Html]:
        start, end = self.page.extent(each)
        mark = "kept" if self.chosen[each] else "dropped"
        name = element("code", self._name(each), class_=mark, data_start=str(start), data_end=str(end))
        numbers = [f"{curve.name} {curve.values[each]:.4g}" for curve in self.curves]
        numbers_of_it = " · ".join([f"{int(self.characters[each]):,} characters", *numbers])
        return [name, Html(" "), element("span", numbers_of_it, class_="numbers")]

    def _name(self, each: int) -> str:
        """Name an element as style sheets do."""
        attributes = self.page.attributes(each)
        identifier = "".join(f"#{name}" for name in attributes.get("id", "").split()[:1])
        classes = "".join(f".{name}" for name in attributes.get("class", "").split()[:3])
        return f"{self.page.name(each)}{identifier}{classes}"[:_LONGEST]


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


_STRETCHES: Final = 16
"""Stretches that are listed, the longest; a terminal has 24 lines or more."""
_NUMBERS: Final = 4
"""The loudest numbers that are named for what was kept, and for what was dropped."""
_FIRST_WORDS: Final = 56
"""Characters of a stretch that tell which one it is."""


def write_summary(explanation: Explanation, page: Document) -> str:
    """Write the lines."""
    return "".join(f"{line}\n" for line in _lines(explanation, page))


def _lines(explanation: Explanation, page: Document) -> Iterator[str]:
    yield " ".join(explanation.name.split())
    yield f"{explanation.expression} {explanation.summary}"
    stretches = _stretches(page, explanation)
    longest = sorted(stretches, key=lambda each: each[0].start - each[-1].end)[:_STRETCHES]
    yield ""
    for stretch in sorted(longest, key=lambda each: each[0].start):
        yield _stretch(page, stretch)
    if len(stretches) > len(longest):
        yield f"         and {len(stretches) - len(longest)} shorter stretches"
    for panel in explanation.panels:
        yield from _decided(panel)
    yield ""
    yield "-o FILE.html draws it beside the text, --json has all numbers; 'webwinnow why' asks for one sentence."


def _stretches(page: Document, explanation: Explanation) -> list[list[MarkedText]]:
    marked = pieces(page, explanation.found)
    return [list(members) for _, members in groupby(marked, key=lambda piece: piece.kept)]


def _stretch(page: Document, stretch: list[MarkedText]) -> str:
    characters = sum(piece.end - piece.start for piece in stretch)
    beginning = (page.text(piece.start, piece.end) for piece in stretch[:_FIRST_WORDS])
    words = " ".join(" ".join(beginning).split())
    shown = words if len(words) <= _FIRST_WORDS else words[: _FIRST_WORDS - 1] + "…"
    return f"{'kept' if stretch[0].kept else 'dropped':7}  {characters:>7,} characters  {shown}"


def _decided(panel: Panel) -> Iterator[str]:
    """Name the numbers that add up to the decision, on average over the positions of each side."""
    adding = [curve for curve in panel.curves if curve.mark == "adds"]
    if not adding:
        return
    chosen = panel.is_chosen()
    yield ""
    yield "What decided, in log odds, on average (a block is kept if all together is above zero):"
    for side, where in (("kept", chosen), ("dropped", ~chosen)):
        if not where.any():
            continue
        means = [(curve.name, float(np.mean(curve.values[where]))) for curve in adding]
        loudest = sorted(means, key=lambda each: -abs(each[1]))[:_NUMBERS]
        total = round(sum(value for _, value in means), 2)
        rest = total - sum(round(value, 2) for _, value in loudest)  # so that what is shown adds up
        terms = ", ".join(f"{name} {value:+.2f}" for name, value in [*loudest, ("others", rest)])
        yield f"{side:7}  {terms} = {total:+.2f}"

"""From what a browser measured to the columns of a page: each of its nodes says which start tag or run made it.

A start tag that made one element of ours and one of the browser's is the usual case. Formatting that a browser opens
again, because blocks were closed in between, makes several of one tag: they are paired in their order, and what the
browser has more of is joined. Elements that a page only implies have no mark; they are known by what they hold: the
unmarked parent, of the same name, of their first child or of their first run of text.

Marks in the source of a page by which a browser's nodes are known again, whatever tree the browser builds.

Every start tag gets an attribute with its number, right behind its name, where it outdoes any later one of that name.
Behind every run of text stands a comment with the number of the run: a comment changes neither layout nor what style
sheets select, and the parser puts it where it has just put the text, so the text nodes right before it are the run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.geometry import Boxes
from webwinnow.document.html_names import RAW_TEXT, column

ATTRIBUTE: Final = "data-webwinnow-tag"
COMMENT: Final = "webwinnow "
_RAW: Final = column(RAW_TEXT)
_NAME: Final = re.compile(r"<[^ \t\n\f\r/>]*+")


def marked(page: Document) -> str:
    """Return the source with all marks written into it."""
    source, tokens, runs = page.source, page.tokens, page.runs
    opening = np.flatnonzero(tokens.code > 0)
    attributes = [
        (_behind_name(source, start), f' {ATTRIBUTE}="{tag}"')
        for start, tag in zip(tokens.tag_start[opening].tolist(), opening.tolist(), strict=True)
    ]
    written = np.flatnonzero(~_RAW[page.elements.tag[runs.home]])
    ends = tokens.gap_end[runs.gap[written]]
    comments = [(end, f"<!--{COMMENT}{run}-->") for end, run in zip(ends.tolist(), written.tolist(), strict=True)]
    pieces, at = [], 0
    for place, mark in sorted([*attributes, *comments]):
        pieces += [source[at:place], mark]
        at = place
    return "".join([*pieces, source[at:]])


def _behind_name(source: str, start: int) -> int:
    name = _NAME.match(source, start)
    return name.end() if name else start


Table = npt.NDArray[np.float64]
_LOOK: Final = ("shown", "left", "top", "width", "height", "size", "weight", "colour", "background", "inline", "loaded")
"""What stands in a measured row behind its keys, in the order of measure.js."""
_ELEMENT: Final = 3 + len(_LOOK)
_RUN: Final = 2 + len(_LOOK)
_ONCE: Final = ("html", "head", "body")
_SAME: Final = {"image": "img"}
"""Names that parsers replace."""


@dataclass(frozen=True, slots=True)
class MeasuredNodes:
    """What measure.js returned, as tables with a row per node."""

    elements: Table
    runs: Table
    names: tuple[str, ...]
    texts: tuple[str, ...]
    extent: tuple[float, float]

    @classmethod
    def of(cls, returned: dict[str, Any]) -> MeasuredNodes:
        """Read what came from the browser."""
        return cls(
            _table(returned["elements"], _ELEMENT),
            _table(returned["runs"], _RUN),
            tuple(returned["names"]),
            tuple(returned["texts"]),
            (float(returned["width"]), float(returned["height"])),
        )

    def name(self, node: int) -> str:
        """Name a node; one in a template has none."""
        number = int(self.elements[node, 2])
        return self.names[number] if number >= 0 else ""


def _table(numbers: list[float], columns: int) -> Table:
    return np.asarray(numbers, dtype=np.float64).reshape(-1, columns)


def element_boxes(page: Document, measured: MeasuredNodes) -> Boxes:
    """Return the boxes of the page's elements."""
    nodes = nodes_of(page, measured)
    boxes = Boxes.empty(len(nodes))
    known = np.flatnonzero(nodes >= 0)
    _fill(boxes, known, measured.elements[nodes[known], 3:])
    _join(boxes, page, measured)
    return boxes


def run_boxes(page: Document, measured: MeasuredNodes) -> Boxes:
    """Return the boxes of the page's runs of text; where scripts doubled one, the first counts."""
    boxes = Boxes.empty(len(page.runs))
    number = measured.runs[:, 0].astype(np.intp)
    run, row = np.unique(number, return_index=True)
    inside = (run >= 0) & (run < len(page.runs))
    _fill(boxes, run[inside], measured.runs[row[inside], 2:])
    return boxes


def _fill(boxes: Boxes, places: npt.NDArray[np.intp], look: Table) -> None:
    boxes.known[places] = True
    for name, values in zip(_LOOK, look.T, strict=True):
        getattr(boxes, name)[places] = values


def nodes_of(page: Document, measured: MeasuredNodes) -> npt.NDArray[np.intp]:
    """Return for each element of the page the browser's node, -1 where there is none."""
    elements, marks = page.elements, measured.elements[:, 0].astype(np.intp)
    tags = elements.start_tags().astype(np.intp)
    nodes = np.full(len(elements), -1, dtype=np.intp)
    own = np.flatnonzero(tags >= 0)
    node = np.flatnonzero(marks >= 0)
    ours, theirs = _numbered(tags[own]), _numbered(marks[node])
    size = int(max(ours.max(initial=0), theirs.max(initial=0))) + 1
    _, at, row = np.intersect1d(tags[own] * size + ours, marks[node] * size + theirs, return_indices=True)
    nodes[own[at]] = node[row]
    _implied(page, measured, nodes)
    return nodes


def _numbered(keys: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Number what has the same key, from 0."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1) != 0)
    numbers = np.arange(len(keys)) - np.repeat(starts, np.diff(starts, append=len(keys)))
    numbered = np.empty(len(keys), dtype=np.intp)
    numbered[order] = numbers
    return numbered


def _implied(page: Document, measured: MeasuredNodes, nodes: npt.NDArray[np.intp]) -> None:
    """Find the nodes of elements that no tag opens, the inner ones first."""
    elements = page.elements
    unmarked = measured.elements[:, 0] < 0
    parent = measured.elements[:, 1].astype(np.intp)
    held = {int(run): int(node) for run, node in measured.runs[:, :2].tolist()}
    first_run = dict(zip(page.runs.home[::-1].tolist(), range(len(page.runs) - 1, -1, -1), strict=True))
    single = {measured.name(node): node for node in range(min(len(parent), 64))[::-1] if measured.name(node) in _ONCE}
    for element in sorted((each for each, tag in elements.owner.items() if tag < 0), reverse=True):
        name = page.name(element)
        child = element + 1
        holds_child = child < len(elements) and elements.parent[child] == element and nodes[child] >= 0
        node = int(parent[nodes[child]]) if holds_child else held.get(first_run.get(element, -1), -1)
        if name in single:
            nodes[element] = single.pop(name)
        elif node >= 0 and unmarked[node] and measured.name(node) == name:
            nodes[element] = node
    for element in range(min(len(elements), 64)):  # a late start tag gives its attributes to what was implied before
        name = page.name(element)
        if nodes[element] < 0 and name in single:
            nodes[element] = single[name]


def _join(boxes: Boxes, page: Document, measured: MeasuredNodes) -> None:
    """Let an element whose tag made more nodes than elements reach over all of them."""
    marks, tags = measured.elements[:, 0].astype(np.intp), page.elements.start_tags()
    rows = np.flatnonzero((marks >= 0) & (marks < len(page.tokens.code)) & (measured.elements[:, 3] > 0))
    ours = np.bincount(tags[tags >= 0], minlength=len(page.tokens.code))
    theirs = np.bincount(marks[rows], minlength=len(ours))
    rows = rows[(ours[marks[rows]] == 1) & (theirs[marks[rows]] > 1)]
    element = page.elements.by_start_tag(len(page.tokens.code))[marks[rows]]
    rows, element = rows[element >= 0], element[element >= 0]
    left, top, width, height = measured.elements[rows, 4:8].T
    corner, opposite = np.full((2, len(boxes)), np.inf), np.full((2, len(boxes)), -np.inf)
    for axis, (start, length) in enumerate(((left, width), (top, height))):
        np.minimum.at(corner[axis], element, start)
        np.maximum.at(opposite[axis], element, start + length)
    boxes.left[element], boxes.top[element] = corner[:, element]
    boxes.width[element], boxes.height[element] = (opposite - corner)[:, element]
    boxes.shown[element] = True


def same_names(page: Document, measured: MeasuredNodes) -> npt.NDArray[np.bool_]:
    """Tell of each element whether its node is there and has its name: how exact the mapping is."""
    found = nodes_of(page, measured)
    return np.array(
        [
            node >= 0 and measured.name(node).lower() in ("", name := page.name(element), _SAME.get(name))
            for element, node in enumerate(found.tolist())
        ],
        dtype=np.bool_,
    )

"""Where the parts of a page stand: as a browser showed them, or else estimated from the source.

The estimate is one column: blocks of text below each other, each as high as its lines, headings in the fonts that
browsers give them. It knows no style sheet, so what stands side by side comes out one below the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBER, NUMBERS, column
from webwinnow.document.tree.elements import Marked, levels
from webwinnow.document.visibility import rendered_runs

Numbers = npt.NDArray[np.float64]
LEFT, TOP, RIGHT, BOTTOM = range(4)
WIDTH: Final = 1280.0
"""Pixels of the column, as wide as the window that `webwinnow render` shows pages in."""
_LINE: Final = 160
"""Characters of a line of it: 8 pixels each, the mean of a plain font of 16."""
_HEIGHT: Final = 20.0
_MARGIN: Final = 16.0
"""Pixels of a line of text, and between two blocks: what browsers do before a style says otherwise."""
_FONT: Final = np.full(NUMBERS, 16.0)
_FONT[[NUMBER[f"h{order}"] for order in range(1, 7)]] = 32, 24, 18.72, 16, 13.28, 10.72
_BOLD: Final = column("h1 h2 h3 h4 h5 h6 b strong th")
_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_MEDIUM: Final = column("img video audio embed object canvas svg iframe")


@dataclass(frozen=True, slots=True)
class PageLayout:
    """Boxes of runs and elements as four rows (left, top, right, bottom), and what they look like."""

    estimated: bool
    seen: Marked
    """Per run: whether readers see it."""
    runs: Numbers
    elements: Numbers
    """Around all that is seen inside; empty (left above right) where nothing is."""
    size: Numbers
    weight: Numbers
    """Per run: of its font."""
    background: Numbers
    """Per element: what it stands on."""
    inline: Marked
    """Per element: whether it and all that it holds flows within a line."""
    extent: tuple[float, float]


def lay_out(page: Document) -> PageLayout:
    """Find out where everything stands."""
    seen = rendered_runs(page) & page.visible.contains(page.runs.start)
    return _estimated(page, seen) if page.geometry is None else _rendered(page, seen)


def _rendered(page: Document, seen: Marked) -> PageLayout:
    geometry = page.geometry
    assert geometry is not None
    boxes, elements = geometry.runs, geometry.elements
    seen = seen & boxes.known & (boxes.area > 0)
    runs = _rows(boxes.left, boxes.top, boxes.right, boxes.bottom, seen)
    media = _MEDIUM[page.elements.tag] & elements.shown
    own = _rows(elements.left, elements.top, elements.right, elements.bottom, media)
    painted = elements.known & (elements.background >= 0)
    background = np.where(painted, elements.background, 0xFFFFFF)[page.nearest(painted)]
    flows = np.where(elements.known, elements.inline, ~BLOCK[page.elements.tag])
    return PageLayout(
        False, seen, runs, _around(page, runs, own), boxes.size, boxes.weight, background,
        _within_a_line(page, flows), (max(geometry.extent[0], 1.0), max(geometry.extent[1], 1.0)),
    )  # fmt: skip


def _estimated(page: Document, seen: Marked) -> PageLayout:
    """Put the blocks of text below each other."""
    blocks, runs = page.blocks, page.runs
    boxes = np.full((4, len(runs)), np.inf)
    boxes[RIGHT:] = -np.inf
    height = 0.0
    if len(blocks):
        length = np.diff(page.visible.characters_before(np.append(runs.start[blocks.runs], len(page.source))))
        size = _FONT[page.elements.tag[page.nearest(_HEADING[page.elements.tag])[runs.home[blocks.runs]]]]
        taken = np.add.reduceat(length * size / 16, blocks.first[:-1])
        lines = np.ceil(taken / _LINE) * _HEIGHT
        tops = np.concatenate([[0], np.cumsum(lines + _MARGIN)])
        height = float(tops[-1])
        of_run = np.repeat(np.arange(len(blocks)), np.diff(blocks.first))
        wide = np.minimum(taken, _LINE)[of_run] * (WIDTH / _LINE)
        top = tops[of_run]
        boxes[:, blocks.runs] = [np.zeros(len(of_run)), top, np.maximum(wide, 1.0), top + lines[of_run]]
    heading = page.nearest(_HEADING[page.elements.tag])[runs.home]
    bold = page.inside(_BOLD[page.elements.tag])[runs.home]
    nothing = np.full((4, len(page.elements)), np.inf)
    nothing[RIGHT:] = -np.inf
    boxes = _rows(boxes[LEFT], boxes[TOP], boxes[RIGHT], boxes[BOTTOM], seen & np.isfinite(boxes[LEFT]))
    return PageLayout(
        True, seen & np.isfinite(boxes[0]), boxes, _around(page, boxes, nothing),
        _FONT[page.elements.tag[heading]], np.where(bold, 700.0, 400.0), np.full(len(page.elements), float(0xFFFFFF)),
        _within_a_line(page, ~BLOCK[page.elements.tag]), (WIDTH, max(height, 1.0)),
    )  # fmt: skip


def _rows(left: Numbers, top: Numbers, right: Numbers, bottom: Numbers, there: Marked) -> Numbers:
    """Join the sides of boxes; those that are not there are empty."""
    rows = np.array([left, top, right, bottom], dtype=np.float64)
    rows[:RIGHT, ~there], rows[RIGHT:, ~there] = np.inf, -np.inf
    return rows


def _around(page: Document, runs: Numbers, own: Numbers) -> Numbers:
    """Find the box around all that each element holds."""
    boxes = own.copy()
    for side in range(4):
        pick = np.minimum if side < RIGHT else np.maximum
        pick.at(boxes[side], page.runs.home, runs[side])
    for level in levels(page.elements):
        for side in range(4):
            pick = np.minimum if side < RIGHT else np.maximum
            inner = pick.reduceat(boxes[side][level.children], level.starts)
            boxes[side][level.parents] = pick(boxes[side][level.parents], inner)
    return boxes


def _within_a_line(page: Document, flows: Marked) -> Marked:
    breaking = np.concatenate([[0], np.cumsum(~flows)])
    line: Marked = breaking[page.elements.last] == breaking[:-1]
    return line

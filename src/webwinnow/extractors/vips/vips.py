"""VIPS: blocks that look like one thing, as a browser shows them, and of these the ones that read like the content.

Paper: mohammadzadeh2013, section 3.2.5; cai2003. Blocks, separators and the vision-based tree are in tree.py, with
what the paper leaves open.
Ours: the thesis notes that VIPS has no labelling. A leaf of the tree counts for its characters outside of links, less
those in links, less `price`; outside of the middle of the page, and where it is narrow, the characters count for half.
The block of the tree whose leaves sum up highest is the main part; of its leaves those are kept that count for more
than nothing, and short ones in a larger or bolder font right before them, for these are headings.
UNSPECIFIED: the permitted degree of coherence. Ours: 8 of 10.
Deviations: without the geometry of a page its layout is estimated (layout.py), and `warnings` says so.
Cost: O(n log n) with n elements and runs of text.

The tree can be written as json, and as a picture over the page.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.tree.elements import Marked
from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import PALETTE
from webwinnow.extractors.vips.tree import Separator, VisionTree, VisualBlock, vision_tree
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import AxisLabel, Curve, Panel, Panels, Threshold, chosen_where, kept_text

Numbers = npt.NDArray[np.float64]
_LINK: Final = column("a")
_ASIDE: Final = 0.5
"""What text counts for that stands outside of the middle, or in a narrow column. Chosen by hand; no sweep was made."""
_NARROW: Final = 0.25
"""Share of the page's width below which a column is narrow."""
_ESTIMATED: Final = (
    "vips took an estimated layout, for it is not known how a browser shows the page: use --render, or --geometry"
)
_VALUES: Final = (
    "What each leaf of the vision-based tree counts for: characters outside of links, less those in links and the price"
    " of a block, by half outside of the middle. Section 3.2.5 of mohammadzadeh2013 leaves the labelling open. Shaded:"
    " kept."
)
_COHERENCE: Final = "How much each leaf looks like one thing, from 1 to 10 (cai2003). Shaded: kept."


@dataclass(frozen=True, slots=True)
class Labelled:
    """The tree of a page, and what its leaves were taken for."""

    tree: VisionTree
    leaves: list[int]
    value: Numbers
    """Per leaf: what it counts for."""
    kept: Marked
    """Per leaf: whether it is content."""
    main: int
    """The block that holds the content; -1 on a page without text."""


@dataclass(frozen=True, slots=True)
class VIPS(Extractor):
    """Keeps the text of the part of the page that looks and reads like its main part; needs geometry to be good."""

    name: ClassVar[str] = "vips"
    uses_geometry: ClassVar[bool] = True
    permitted: int = 8
    """The degree of coherence that a block must have, from 1 to 10, before it is divided no further."""
    price: int = 30
    """Characters that a block must have before it counts for anything."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("permitted", 1, 10)
        self.require_range("price", 0, 10_000)

    def __call__(self, page: Document) -> Spans:
        """Grow the tree, label its leaves, and keep the text of those that are content."""
        labelled = self.labelled(page)
        keep = np.zeros(len(page.runs) + 1, dtype=np.int64)
        for leaf, kept in zip(labelled.leaves, labelled.kept.tolist(), strict=True):
            if kept:
                first, last = labelled.tree.blocks[leaf].runs
                keep[first] += 1
                keep[last] -= 1
        return page.select_runs((np.cumsum(keep)[:-1] > 0) & labelled.tree.layout.seen)

    def labelled(self, page: Document) -> Labelled:
        """Grow the tree and label its leaves. Done once per page."""
        return page.once(("vips", self), lambda: self._label(page))

    def warnings(self, page: Document) -> tuple[str, ...]:
        """Say that the layout is estimated, where it is."""
        return (_ESTIMATED,) if page.geometry is None else ()

    def curves(self, page: Document) -> Panels:
        """Show what each leaf counts for and how coherent it is, and the text that is kept."""
        labelled = self.labelled(page)
        blocks = [labelled.tree.blocks[leaf] for leaf in labelled.leaves]
        order = [place for place in _in_order(blocks) if blocks[place].runs[0] < blocks[place].runs[1]]
        spans = np.array([blocks[place].runs for place in order], dtype=np.intp).reshape(-1, 2)
        start, end = page.runs.start[spans[:, 0]], page.runs.end[spans[:, 1] - 1]
        coherence = np.array([blocks[place].coherence for place in order], dtype=np.int64)
        x, chosen = AxisLabel("leaf of the vision-based tree, in the order of the source", "leaf"), labelled.kept[order]
        return (
            Panel(str(self), "What leaves count for", _VALUES, x, AxisLabel("characters", "characters"), start, end,
                  (Curve("value", "signed", labelled.value[order]),), chosen_where(chosen)),
            Panel(str(self), "Degree of coherence", _COHERENCE, x, AxisLabel("coherence", "coherence"), start, end,
                  (Curve("coherence", "columns", coherence),), chosen_where(chosen),
                  (Threshold(self.permitted, f"{self.permitted} permitted"),)),
            kept_text(page, str(self), self(page)),
        )  # fmt: skip

    def _label(self, page: Document) -> Labelled:
        tree = vision_tree(page, self.permitted)
        leaves = tree.leaves
        value = self._values(page, tree, leaves)
        sums = _summed(tree, leaves, value)
        main = int(np.argmax(sums)) if len(sums) and sums.max() > 0 else -1
        inside = _inside(tree, main)[leaves] if main >= 0 else np.zeros(len(leaves), dtype=np.bool_)
        kept = inside & (value > 0)
        return Labelled(tree, leaves, value, kept | self._headings(tree, leaves, kept), main)

    def _values(self, page: Document, tree: VisionTree, leaves: list[int]) -> Numbers:
        """Compute what each leaf counts for."""
        runs = np.array([tree.blocks[leaf].runs for leaf in leaves], dtype=np.intp).reshape(-1, 2)
        length = np.diff(page.characters_before)[page.runs.gap] * tree.layout.seen
        linked = page.inside(_LINK[page.elements.tag])[page.runs.home]
        text, links = (_between(amounts, runs) for amounts in (length * ~linked, length * linked))
        boxes = np.array([tree.blocks[leaf].box for leaf in leaves], dtype=np.float64).reshape(-1, 4)
        width = tree.layout.extent[0]
        centre = (boxes[:, 0] + boxes[:, 2]) / 2 / width
        aside = (boxes[:, 2] - boxes[:, 0] < _NARROW * width) | (centre < _NARROW) | (centre > 1 - _NARROW)
        aside &= not tree.layout.estimated
        return text * np.where(aside, _ASIDE, 1.0) - links - self.price

    def _headings(self, tree: VisionTree, leaves: list[int], kept: Marked) -> Marked:
        """Find short leaves in a larger or bolder font right before a leaf that is kept."""
        order = _in_order([tree.blocks[leaf] for leaf in leaves])
        found = np.zeros(len(leaves), dtype=np.bool_)
        size, weight = tree.layout.size, tree.layout.weight
        following: tuple[float, float] | None = None
        for place in reversed(order):
            first, last = tree.blocks[leaves[place]].runs
            if first >= last:
                continue
            look = float(size[first]), float(weight[first])
            if kept[place]:
                following = look
            elif following is not None and look > following:  # larger, or as large and bolder
                found[place] = True  # the heading of a heading counts, too: what follows stays the text below
            else:
                following = None
        return found


def _in_order(blocks: list[VisualBlock]) -> list[int]:
    """Sort blocks as their text stands in the source."""
    return sorted(range(len(blocks)), key=lambda place: blocks[place].runs)


def _between(amounts: npt.NDArray[np.integer], runs: npt.NDArray[np.intp]) -> Numbers:
    before = np.concatenate([[0], np.cumsum(amounts)])
    sums: Numbers = (before[runs[:, 1]] - before[runs[:, 0]]).astype(np.float64)
    return sums


def _summed(tree: VisionTree, leaves: list[int], value: Numbers) -> Numbers:
    """Add up the values of the leaves in each block; blocks stand behind those around them."""
    sums = np.zeros(len(tree.blocks))
    sums[leaves] = value
    for place in range(len(tree.blocks) - 1, 0, -1):
        sums[tree.blocks[place].parent] += sums[place]
    return sums


def _inside(tree: VisionTree, main: int) -> Marked:
    """Mark a block and all that stand in it."""
    inside = np.zeros(len(tree.blocks), dtype=np.bool_)
    for place in range(main, len(tree.blocks)):
        inside[place] = place == main or (inside[tree.blocks[place].parent] and tree.blocks[place].parent >= 0)
    return inside


_SHOWN: Final = 60
"""Characters of a block's text that say which it is."""


def tree_json(page: Document, labelled: Labelled) -> dict[str, Any]:
    """Return the tree as plain data: blocks in a list, each after the one around it, and the separators."""
    tree = labelled.tree
    kept = {leaf for leaf, keeps in zip(labelled.leaves, labelled.kept.tolist(), strict=True) if keeps}
    return {
        "estimated": tree.layout.estimated,
        "extent": [round(side, 2) for side in tree.layout.extent],
        "main": labelled.main,
        "blocks": [
            {
                "parent": block.parent,
                "coherence": block.coherence,
                "box": [round(side, 2) for side in block.box],
                "element": page.name(block.element) if block.element >= 0 else None,
                "spans": _places(page, block.runs),
                "leaf": block.leaf,
                "content": place in kept,
            }
            for place, block in enumerate(tree.blocks)
        ],
        "separators": [
            {
                "block": each.block,
                "direction": "vertical" if each.vertical else "horizontal",
                "start": round(each.start, 2),
                "end": round(each.end, 2),
                "weight": each.weight,
            }
            for each in tree.separators
        ],
    }


def _places(page: Document, runs: tuple[int, int]) -> list[int]:
    first, last = runs
    return [int(page.runs.start[first]), int(page.runs.end[last - 1])] if first < last else []


def tree_picture(page: Document, labelled: Labelled, shot: bytes | None = None) -> str:
    """Draw the blocks and separators over a picture of the page (PNG), as SVG; content is filled."""
    tree = labelled.tree
    width, height = (max(side, 1.0) for side in tree.layout.extent)
    kept = {leaf for leaf, keeps in zip(labelled.leaves, labelled.kept.tolist(), strict=True) if keeps}
    below = []
    if shot is not None:
        address = f"data:image/png;base64,{b64encode(shot).decode()}"
        below = [element("image", "", href=address, x=0, y=0, width=width)]
    stripes = [_stripe(labelled, each) for each in tree.separators]
    drawn = [_block(page, labelled, place, content=place in kept) for place in range(len(tree.blocks))]
    name = f"{len(labelled.leaves)} blocks, {len(kept)} of them content"
    paper = element("rect", x=0, y=0, width=width, height=height, fill=PALETTE["paper"].light)
    return element(
        "svg", element("title", name), paper, join(below), join(stripes), join(drawn),
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:g} {height:g}", width=width, height=height,
        role="img", aria_label=name,
    ) + "\n"  # fmt: skip


def _block(page: Document, labelled: Labelled, place: int, *, content: bool) -> Html:
    block = labelled.tree.blocks[place]
    left, top, right, bottom = block.box
    colour = PALETTE["chosen-ink" if content else "content" if block.leaf else "axis"].light
    first, last = block.runs
    start, end = _places(page, block.runs) or (0, 0)
    says = page.text(start, min(end, start + _SHOWN)) if first + 1 == last else ""
    named = f"coherence {block.coherence}{', content' if content else ''}{f': {says}' if says else ''}"
    return element(
        "g", element("title", named),
        element("rect", x=left, y=top, width=max(right - left, 0), height=max(bottom - top, 0), fill=colour,
                fill_opacity=0.18 if content else 0, stroke=colour, stroke_width=2 if block.leaf else 1,
                stroke_dasharray=None if block.leaf else "6 4", pointer_events="all"),
    )  # fmt: skip


def _stripe(labelled: Labelled, stripe: Separator) -> Html:
    left, top, right, bottom = labelled.tree.blocks[stripe.block].box
    long, across = stripe.end - stripe.start, (right - left, bottom - top)
    x, y, width, height = (
        (stripe.start, top, long, across[1]) if stripe.vertical else (left, stripe.start, across[0], long)
    )
    weight = stripe.weight
    colour = PALETTE["threshold"].light
    box = {"x": x, "y": y, "width": max(width, 0.5), "height": max(height, 0.5)}
    return element(
        "g", element("title", f"separator of weight {weight}"),
        element("rect", **box, fill=colour, fill_opacity=0.05 * weight),
    )  # fmt: skip

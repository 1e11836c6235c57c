"""The vision-based tree as json and as a picture over the page."""

from __future__ import annotations

from base64 import b64encode
from typing import Any, Final

from webwinnow.document import Document
from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import PALETTE
from webwinnow.extractors.vips.tree import Separator
from webwinnow.extractors.vips.vips import Labelled

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

"""Blocks for programs: each with where it comes from, as characters, bytes, CSS path and link into the page."""

from __future__ import annotations

from typing import Final

from webwinnow.document import Document
from webwinnow.render.css_paths import CssPaths
from webwinnow.render.hidden import Hidden
from webwinnow.render.structure.block import Block, Tree
from webwinnow.render.structure.kinds import InlineKind, Kind
from webwinnow.render.text_fragments import TextFragments
from webwinnow.spans import Spans

_DEFAULTS: Final = Block(Kind.PARAGRAPH)
_TOLD: Final = ("number", "ordered", "header", "columns", "rows", "label")
"""Fields that are told where they are not the default."""


def block_origins(page: Document, tree: Tree, hidden: Hidden) -> list[dict[str, object]]:
    """List the blocks of a tree as JSON has them."""
    paths, fragments, in_bytes = CssPaths(page), TextFragments(page, tree), _byte_places(page, tree)
    listed: list[dict[str, object]] = []
    for block in tree:
        places = block.spans
        told = {name: value for name in _TOLD if (value := getattr(block, name)) != getattr(_DEFAULTS, name)}
        images = [inline.source for inline in block.inlines if inline.kind is InlineKind.IMAGE]
        listed.append(
            {
                "kind": block.kind,
                "depth": block.depth,
                "level": block.level,
                "text": block.text,
                "language": block.language,
                "direction": block.direction,
                "spans": places,
                "byte_spans": [in_bytes[place] for place in places if place in in_bytes],
                "css_path": paths.path(block.element),
                "link": None if hidden.reason(places) else fragments.link(block),
                "hidden": [part._asdict() for part in hidden.parts(places)],
                **told,
                **({"images": images} if images else {}),
            }
        )
    return listed


def _byte_places(page: Document, tree: Tree) -> dict[tuple[int, int], tuple[int, int]]:
    """Convert all places at once: an encoding is read from its beginning."""
    spans = Spans([place for block in tree for place in block.spans], size=len(page.source))
    return dict(zip(spans, page.byte_spans(spans), strict=True))

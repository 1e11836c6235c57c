"""Lists that only lay a page out are taken out of its tree: what their items hold moves up."""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.document.structures import layout_lists
from webwinnow.render.structure.block import Block, Kind, Tree

_NESTED = frozenset({Kind.LIST, Kind.QUOTE})


def without_layout(page: Document, tree: Tree) -> Tree:
    """Take lists for the layout out of a tree, and their items."""
    layout = layout_lists(page)
    if not layout.any():  # as on most pages: no block need be made to see that
        return tree
    parent = page.elements.parent
    out = [
        (block.kind is Kind.LIST and bool(layout[block.element]))
        or (
            block.kind is Kind.ITEM and bool(layout[block.element] or layout[parent[block.element]])
        )  # text in a bare list
        for block in tree
    ]
    return tuple(_lifted(tree, out)) if any(out) else tree


def _lifted(tree: Tree, out: list[bool]) -> list[Block]:
    """Lift what stands in blocks that are out; lists and quotes in them are nested less deep."""
    kept, around = list[Block](), list[tuple[int, bool]]()
    for block, gone in zip(tree, out, strict=True):
        while around and around[-1][0] >= block.depth:
            around.pop()
        if gone:
            around.append((block.depth, block.kind is Kind.LIST))
            continue
        level = block.level - sum(is_list for _, is_list in around) if block.kind in _NESTED else block.level
        kept.append(block._replace(depth=block.depth - len(around), level=level) if around else block)
    return kept

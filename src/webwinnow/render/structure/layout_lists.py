"""Lists that only lay a page out are taken out of its tree: what their items hold moves up."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.structures import layout_lists
from webwinnow.render.structure.block import Kind, Tree
from webwinnow.render.structure.columns import ColumnTree

Column = npt.NDArray[np.integer]
_NESTED = frozenset({Kind.LIST, Kind.QUOTE})


def without_layout(page: Document, tree: Tree) -> Tree:
    """Take lists for the layout out of a tree, and their items."""
    if isinstance(tree, ColumnTree) and (tree.untidy is not None or not _has_layout(page, tree.lists)):  # as most
        return tree
    kinds, elements, depths = tree.outline if isinstance(tree, ColumnTree) else _outline(tree)
    layout = layout_lists(page) if Kind.LIST in kinds else None
    if layout is None or not layout.any():
        return tree
    is_list = np.array([kind is Kind.LIST for kind in kinds], dtype=np.bool_)
    out = _with_items(kinds, depths.tolist(), (is_list & layout[elements]).tolist())
    if not any(out):
        return tree
    lifts = find_lifts(kinds, depths.tolist(), out)
    if isinstance(tree, ColumnTree):
        return tree.lifted(np.array(out, dtype=np.bool_), lifts)
    return tuple(
        block._replace(depth=block.depth - depth, level=block.level - level) if depth else block
        for block, (depth, level), gone in zip(tree, lifts, out, strict=True)
        if not gone
    )


def _has_layout(page: Document, lists: Column) -> bool:
    return len(lists) > 0 and bool(layout_lists(page)[lists].any())


def _outline(tree: Tree) -> tuple[list[Kind], Column, Column]:
    """Return the kind, the element and the depth of each block."""
    elements, depths = [block.element for block in tree], [block.depth for block in tree]
    return [block.kind for block in tree], np.array(elements, dtype=np.intp), np.array(depths, dtype=np.intp)


def _with_items(kinds: list[Kind], depths: list[int], lists: list[bool]) -> list[bool]:
    """Mark lists that are out, and the items right in them, whatever elements stand between."""
    out, around = list[bool](), list[tuple[int, bool]]()
    for kind, depth, gone in zip(kinds, depths, lists, strict=True):
        while around and around[-1][0] >= depth:
            around.pop()
        out.append(gone or (kind is Kind.ITEM and bool(around) and around[-1][1]))
        around.append((depth, gone))
    return out


def find_lifts(kinds: list[Kind], depths: list[int], out: list[bool]) -> list[tuple[int, int]]:
    """Tell how far blocks move up that stand in some that are out, and how far the levels of lists and quotes do."""
    lifts, around, known = list[tuple[int, int]](), list[tuple[int, bool]](), dict[tuple[int, int], tuple[int, int]]()
    for kind, depth, gone in zip(kinds, depths, out, strict=True):
        while around and around[-1][0] >= depth:
            around.pop()
        lift = len(around), sum(is_list for _, is_list in around) if kind in _NESTED else 0
        lifts.append(known.setdefault(lift, lift))  # there are few different ones
        if gone:
            around.append((depth, kind is Kind.LIST))
    return lifts

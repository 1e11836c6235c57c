"""Tables as GFM writes them: a row is a line, so what a cell holds is brought into one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from webwinnow.render.markdown.escaping import code_span
from webwinnow.render.markdown.inline import written_lines
from webwinnow.render.structure.block import Tree, children
from webwinnow.render.structure.grid import Grid, grid_of, has_header
from webwinnow.render.structure.kinds import Kind

_BREAK: Final = "<br>"
_BULLET: Final = "• "


def written_table(tree: Tree, ends: Sequence[int], at: int) -> list[str]:
    """Write a table; rows that are shorter than the first one need no empty cells at their end."""
    grid = grid_of(tree, ends, at)
    width = max(map(len, grid), default=0)
    if not width:
        return []
    header, body = (grid[0], grid[1:]) if has_header(tree, grid) else ([], grid)
    rows = [_row(tree, ends, [*header, *[None] * (width - len(header))]), f"|{' --- |' * width}"]
    return rows + [_row(tree, ends, row) for row in body]


def captions(tree: Tree, ends: Sequence[int], at: int) -> list[int]:
    """Find the captions of a table."""
    return [child for child in children(ends, at) if tree[child].kind is Kind.CAPTION]


def _row(tree: Tree, ends: Sequence[int], cells: Grid | list[int | None]) -> str:
    texts = [_cell(tree, ends, cell) if isinstance(cell, int) else "" for cell in cells]
    return f"| {' | '.join(texts)} |" if texts else "| |"


def _cell(tree: Tree, ends: Sequence[int], at: int) -> str:
    """Write all blocks inside a cell in one line, with breaks between them."""
    parts: list[str] = []
    marker, ordered = "", False
    for block in tree[at + 1 : ends[at]]:
        if block.kind is Kind.LIST:
            ordered = block.ordered
        elif block.kind is Kind.ITEM:
            marker = f"{block.number}\\. " if ordered else _BULLET
        elif block.kind is Kind.CODE:
            parts.append(_BREAK.join(code_span(line) for line in block.text.split("\n") if line.strip()))
        elif not block.holds_blocks and block.inlines:
            written = "".join(written_lines(block.inlines, line_break=_BREAK, at_line_start=False))
            parts.append(marker + written)
            marker = ""
    return _BREAK.join(parts).replace("|", "\\|")

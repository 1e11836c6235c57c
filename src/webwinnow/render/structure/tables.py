"""Tables: the cells of one in rows and columns.

Which tables hold data, `document.structures` tells. Tables that are there for the layout, tables inside the cells of
others, and tables of which a single cell is left are read as plain blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from webwinnow.render.structure.block import Block, Kind, Tree, children

Grid: TypeAlias = list[list[int | None]]
"""Rows of cells, by their numbers in the tree; None is an empty place. Rows may be shorter than others."""
WIDEST: Final = 32
"""Columns that one cell may stretch over; one that claims more stretches over no certain ones."""
EMPTY_PER_CELL: Final = 4
EMPTY_AT_LEAST: Final = 256
"""Empty places that a table may have in all: that many, or that many for each cell."""


def grid_of(tree: Tree, ends: Sequence[int], table: int) -> Grid:
    """Lay out the cells of a table."""
    rows = [
        [cell for cell in children(ends, row) if tree[cell].kind is Kind.CELL]
        for row in children(ends, table)
        if tree[row].kind is Kind.ROW
    ]
    return _laid_out(tree, rows)


def _laid_out(tree: Tree, rows: list[list[int]]) -> Grid:
    left = max(EMPTY_AT_LEAST, EMPTY_PER_CELL * sum(map(len, rows)))
    reaching: dict[int, int] = {}  # per column, the last row that a cell of a row above covers there
    grid: Grid = []
    for number, cells in enumerate(rows):
        row: list[int | None] = []
        for cell in cells:
            while left > 0 and reaching.get(len(row), -1) >= number:
                row.append(None)
                left -= 1
            left -= _put(row, cell, tree[cell], number, reaching, left)
        grid.append(_trimmed(row))
    return grid


def _put(row: list[int | None], cell: int, block: Block, number: int, reaching: dict[int, int], left: int) -> int:
    """Put a cell and the empty places that it stretches over; give how many those are."""
    width = min(block.columns if block.columns <= WIDEST else 1, max(left, 0) + 1)
    if block.rows > 1 and left > 0:
        reaching.update(dict.fromkeys(range(len(row), len(row) + width), number + block.rows - 1))
    row.append(cell)
    row += [None] * (width - 1)
    return width - 1


def _trimmed(row: list[int | None]) -> list[int | None]:
    last = len(row)
    while last and row[last - 1] is None:
        last -= 1
    return row[:last]


def has_header(tree: Tree, grid: Grid) -> bool:
    """Tell whether the first row names the columns: all its cells that hold something are headers."""
    cells = [cell for cell in grid[0] if cell is not None] if grid else []
    return bool(cells) and len(grid) > 1 and all(tree[cell].header for cell in cells)

"""Tables: which of them hold data, and the cells of one in rows and columns.

Tables that are there for the layout, and tables inside the cells of others, are read as plain blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.render.structure.block import Block, Kind, Tree, children
from webwinnow.render.structure.kept import Column, Flags

_TABLE, _ROW = NUMBER["table"], NUMBER["tr"]
_CELL, _HEADER = column("td th"), column("th")
_NAMING: Final = column("th caption")
_FLOWING: Final = column("p div ul ol dl h1 h2 h3 h4 h5 h6 blockquote pre article section form table")
_HEADING: Final = column("h1 h2 h3 hr article main")
_MOST_BLOCKS: Final = 12
"""Paragraphs, lists and the like in one cell; a cell with more is a column of the page."""
_CODE: Final = column("pre")
Grid: TypeAlias = list[list[int | None]]
"""Rows of cells, by their numbers in the tree; None is an empty place. Rows may be shorter than others."""
WIDEST: Final = 32
"""Columns that one cell may stretch over; one that claims more stretches over no certain ones."""
_EMPTY_PER_CELL: Final = 4
_EMPTY_AT_LEAST: Final = 256
"""Empty places that a table may have in all: that many, or that many for each cell."""


def data_tables(page: Document, needed: Flags) -> frozenset[int]:
    """Find the kept tables that hold data, of which none is inside another."""
    tag = page.elements.tag
    tables = np.flatnonzero((tag == _TABLE) & needed)
    if not len(tables):
        return frozenset()
    candidates = _shaped_like_data(page, needed, tables)
    found: set[int] = set()
    end = 0
    for table, last in zip(candidates.tolist(), page.elements.last[candidates].tolist(), strict=True):
        if table >= end and not _is_presentation(page, table):
            found.add(table)
            end = last
    return frozenset(found)


def _shaped_like_data(page: Document, needed: Flags, tables: Column) -> Column:
    """Choose by shape: several columns or named ones, no such table inside, no long text in a single row."""
    tag = page.elements.tag
    owner = page.nearest(tag == _TABLE)
    count = len(tag)
    cells = np.flatnonzero(_CELL[tag] & needed)
    in_row = np.bincount(page.elements.parent[cells], minlength=count)
    rows = np.flatnonzero((tag == _ROW) & needed)
    widest = np.zeros(count, dtype=np.int64)
    np.maximum.at(widest, owner[rows], in_row[rows])
    many = _per_table(owner, (tag == _ROW) & needed)
    naming = _per_table(owner, _NAMING[tag] & needed)
    flowing, headings = _per_table(owner, _FLOWING[tag] & needed), _per_table(owner, _HEADING[tag] & needed)
    code = _per_table(owner, _CODE[tag] & needed)
    is_data = (widest > 1) | (naming > 0) & (many > 1)
    is_data &= (many > 1) | (naming > 0) | (flowing <= 1)
    is_data &= (headings == 0) | (naming > 1)
    is_data &= _fullest_cell(page, owner, _FLOWING[tag] & needed) <= _MOST_BLOCKS
    is_data &= (code == 0) | (many > 1) & (2 * code <= many * np.maximum(widest, 1))
    shaped = tables[is_data[tables]]
    before = np.concatenate([[0], np.cumsum(np.bincount(shaped, minlength=count))])
    holds_another = before[page.elements.last[shaped]] - before[shaped] > 1
    alone: Column = shaped[~holds_another]
    return alone


def _fullest_cell(page: Document, owner: Column, marked: Flags) -> Column:
    """Count for each table the marked elements in the cell that has most of them."""
    cell = page.nearest(_CELL[page.elements.tag])
    per_cell = np.bincount(cell[marked], minlength=len(owner))
    fullest = np.zeros(len(owner), dtype=np.int64)
    np.maximum.at(fullest, owner, np.where(_CELL[page.elements.tag], per_cell, 0))
    return fullest


def _per_table(owner: Column, marked: Flags) -> Column:
    return np.bincount(owner[marked], minlength=len(owner))


def _is_presentation(page: Document, table: int) -> bool:
    return page.attributes(table).get("role", "") in ("presentation", "none")


def grid_of(tree: Tree, ends: Sequence[int], table: int) -> Grid:
    """Lay out the cells of a table."""
    rows = [
        [cell for cell in children(ends, row) if tree[cell].kind is Kind.CELL]
        for row in children(ends, table)
        if tree[row].kind is Kind.ROW
    ]
    return _laid_out(tree, rows)


def _laid_out(tree: Tree, rows: list[list[int]]) -> Grid:
    left = max(_EMPTY_AT_LEAST, _EMPTY_PER_CELL * sum(map(len, rows)))
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

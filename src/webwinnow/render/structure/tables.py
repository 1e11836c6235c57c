"""Tables that are there for the layout, and tables inside the cells of others: both are read as plain blocks."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.render.structure.kept import Column, Flags

_TABLE, _ROW = NUMBER["table"], NUMBER["tr"]
_CELL, _HEADER = column("td th"), column("th")
_NAMING: Final = column("th caption")
_FLOWING: Final = column("p div ul ol dl h1 h2 h3 h4 h5 h6 blockquote pre article section form table")
_HEADING: Final = column("h1 h2 h3 hr article main")
_MOST_BLOCKS: Final = 12
"""Paragraphs, lists and the like in one cell; a cell with more is a column of the page."""
_CODE: Final = column("pre")


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

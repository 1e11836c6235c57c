"""Structures: what is read as one thing, a table of data, a list, definitions, code, a figure or a quotation.

Tables that are there for the layout and lists of whole articles are no structures: what stands in them belongs together
by its place alone. A structure inside another belongs to the outer one. Lists of links, menus and others, are a kind of
their own, and structures only where they neither hold another nor stand in one.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.reading import columns_of
from webwinnow.document.tree.elements import subtree_sums
from webwinnow.kernels import LIBRARY, Library, address, check

if TYPE_CHECKING:
    from webwinnow.document.document import Document

Column = npt.NDArray[Any]
"""One number per element, or per some of them."""
Flags = npt.NDArray[np.bool_]
KINDS: Final = ("table", "list", "definitions", "code", "figure", "quotation", "links")
_NAMES: Final = {
    "list": "ul ol",
    "definitions": "dl",
    "code": "pre listing xmp",
    "figure": "figure",
    "quotation": "blockquote",
}
_DATA, _LINKS = KINDS.index("table"), KINDS.index("links")
_KIND: Final = np.full(len(column("a")), -1, dtype=np.int8)
for _number, _kind in enumerate(KINDS):
    _KIND[column(_NAMES.get(_kind, ""))] = _number
_TABLE, _ROW, _LINK = NUMBER["table"], NUMBER["tr"], column("a")
_CELL: Final = column("td th")
_TITLED: Final = column("h1 h2 h3 h4 h5 h6")
_LISTING: Final = column("ul ol dl")
MAY_LIST: Final = _LISTING | column("table")
"""Elements that may be tables of data or lists of links."""
_ITEM: Final = column("li dd")
_LONG_ITEMS: Final = 1200
"""Characters per item, from which a list is one of posts or articles."""
LONG_ALONE: Final = 400
"""The same of the only item of a list: one point of so many characters is no list."""
_NEARLY_ALL: Final = 0.8
"""The share of a list's text from which a long item is all that matters of it."""
_ITEMISING: Final = column("ul ol menu dir")
_LIST_ITEM, _ORDERED = NUMBER["li"], NUMBER["ol"]
MOSTLY_LINKS: Final = 0.5
"""The share of linked text from which a list is one of links. Of lists without headings, 58 of 100 with less than 0.3
are content, and 23 of 100 with 0.3 to 0.5 (wcxb-dev and five other packages, 2026-11-17)."""
_NAMING: Final = column("th caption")
_FLOWING: Final = column("p div ul ol dl h1 h2 h3 h4 h5 h6 blockquote pre article section form table")
_HEADING: Final = column("h1 h2 h3 hr article main")
_MOST_BLOCKS: Final = 12
"""Paragraphs, lists and the like in one cell; a cell with more is a column of the page."""
_LONGEST_CELL: Final = 300
"""Characters in a cell of a table that names nothing (no head, no caption); one with more holds running text: posts of
old forums, columns of the page. So were all nine on 350 pages of seven packages (2026-11-17)."""
_CODE: Final = column("pre")


TABLE_RULES: Final[tuple[Column, ...]] = (_CELL, _NAMING, _FLOWING, _HEADING, _CODE)
TABLE_LIMITS: Final = (_MOST_BLOCKS, _LONGEST_CELL)
"""Limits by which the shape of a table is recognised, as native/tables.h has them."""
_TABLES: Final[tuple[Column, ...]] = (_KIND, _TITLED, _LINK, _LISTING, _ITEM)
"""The tables over tag numbers that native/structures.c is handed."""


@dataclass(frozen=True, slots=True)
class Structures:
    """The structures of a page, of which none is inside another, in the order of the page."""

    element: npt.NDArray[np.intp]
    kind: npt.NDArray[np.int8]
    """Places in KINDS."""
    last: npt.NDArray[np.intp]
    """The element behind the last one inside."""

    def around(self, elements: Column) -> npt.NDArray[np.intp]:
        """Return for each of some elements the place of the structure that it stands in; -1 for none."""
        if not len(self.element):
            return np.full(len(elements), -1)
        at = np.searchsorted(self.element, elements, side="right") - 1
        return np.where((at >= 0) & (elements < self.last[at]), at, -1)


def find_structures(page: Document) -> Structures:
    """Find the structures that hold visible text. Found once per page.

    >>> from webwinnow.document import Document
    >>> page = Document("<ul><li>one<ol><li>two</ol></ul><ul><li><a href=/>Home</a></ul><pre>code</pre>")
    >>> [KINDS[kind] for kind in find_structures(page).kind]
    ['list', 'links', 'code']
    """
    return page.once(find_structures, lambda: _found(page))


def _found(page: Document) -> Structures:
    tables = list[int]()
    if (page.elements.tag == _TABLE).any():
        holding = page.in_subtrees(page.characters_before) > 0
        holding |= _CELL[page.elements.tag] & holding[page.elements.parent]
        tables = sorted(data_tables(page, holding))
    return _outermost_of(page, tables) if LIBRARY is None else _outermost_compiled(LIBRARY, page, tables)


def _outermost_of(page: Document, tables: list[int]) -> Structures:
    """Find the structures, given the tables: the definition that compiled code follows."""
    kind, last = _kinds(page), page.elements.last
    kind[tables] = _DATA
    links = np.flatnonzero(kind == _LINKS)
    if len(links):
        kind[links] = -1
        links = _apart(_outermost(links, last), _outermost(np.flatnonzero(kind >= 0), last), last)
        kind[links] = _LINKS
    found = _outermost(np.flatnonzero(kind >= 0), last)
    return Structures(found, kind[found], last[found].astype(np.intp))


def _kinds(page: Document) -> npt.NDArray[np.int8]:
    """Return the kind of each element that is a structure by itself, tables apart; -1 for all others."""
    tag = page.elements.tag
    kind = _KIND[tag]
    if not (kind >= 0).any():
        return kind
    characters = page.in_subtrees(page.characters_before)
    kind[characters == 0] = -1
    titled = subtree_sums(page.elements, _TITLED[tag])
    kind[titled > 0] = -1
    lists = np.flatnonzero((kind >= 0) & _LISTING[tag])
    if len(lists):
        linked = page.in_subtrees(page.characters_inside(_LINK[tag]))[lists]
        items = np.maximum(np.bincount(page.elements.parent[1:], _ITEM[tag[1:]], len(tag))[lists], 1)
        kind[lists[linked >= MOSTLY_LINKS * characters[lists]]] = _LINKS
        kind[lists[characters[lists] > _LONG_ITEMS * items]] = -1
    return kind


class _StructureRules(ctypes.Structure):
    """`StructureRules` of native/structures.c."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("kind_of", "is_title", "is_link", "is_list", "is_item")),
        ("mostly_links", ctypes.c_double), ("long_items", ctypes.c_int64),
        *((name, ctypes.c_int32) for name in ("links", "table")),
    )  # fmt: skip


_RULES: Final = _StructureRules(*map(address, _TABLES), MOSTLY_LINKS, _LONG_ITEMS, _LINKS, _DATA)


def _outermost_compiled(library: Library, page: Document, tables: list[int]) -> Structures:
    """Do as `_outermost_of`."""
    columns, known = columns_of(page), np.array(tables, dtype=np.int64)
    found, kind = np.empty((2, columns.elements), np.int64), np.empty(columns.elements, np.int8)
    element, last = found
    count = library.find_structures(
        ctypes.addressof(columns), ctypes.addressof(_RULES), len(tables), address(known), address(element),
        address(kind), address(last),
    )  # fmt: skip
    check(count)
    return Structures(element[:count].copy(), kind[:count].copy(), last[:count].copy())


def _outermost(found: Column, last: Column) -> Column:
    """Choose the elements that stand in none of the others."""
    reached = np.maximum.accumulate(np.concatenate([[0], last[found]]))[:-1]
    outer: Column = found[found >= reached]
    return outer


def _apart(found: Column, others: Column, last: Column) -> Column:
    """Choose the elements that neither hold one of the others nor stand in one."""
    behind = np.searchsorted(others, found, side="right")
    holds = np.searchsorted(others, last[found]) > behind
    stands = np.concatenate([[0], last[others]])[behind] > found
    apart: Column = found[~holds & ~stands]
    return apart


def layout_lists(page: Document) -> Flags:
    """Mark the lists that only lay the page out: their items are articles, or have headings. Found once per page.

    Numbers that several items have are kept: sections of a law are as long as articles.
    """
    return page.once(layout_lists, lambda: _marked(LIBRARY, page) if LIBRARY else _layout_lists(page))


class _LayoutRules(ctypes.Structure):
    """`LayoutRules` of native/layout_lists.c."""

    _fields_ = (
        ("is_list", ctypes.c_void_p), ("is_title", ctypes.c_void_p), ("nearly_all", ctypes.c_double),
        ("long_items", ctypes.c_int64), ("long_alone", ctypes.c_int64), ("item", ctypes.c_int32),
        ("ordered", ctypes.c_int32),
    )  # fmt: skip


_LAYOUT_RULES: Final = _LayoutRules(
    address(_ITEMISING), address(_TITLED), _NEARLY_ALL, _LONG_ITEMS, LONG_ALONE, _LIST_ITEM, _ORDERED
)
LAYOUT_RULES: Final = ctypes.addressof(_LAYOUT_RULES)
"""Where compiled code finds the rules of `layout_lists`."""


def _marked(library: Library, page: Document) -> Flags:
    """Do as `_layout_lists`."""
    columns = columns_of(page)
    found = np.empty(columns.elements, np.bool_)
    check(library.mark_layout_lists(ctypes.addressof(columns), LAYOUT_RULES, address(found)))
    return found


def _layout_lists(page: Document) -> Flags:
    tag = page.elements.tag
    found = np.zeros(len(tag), dtype=np.bool_)
    lists = np.flatnonzero(_ITEMISING[tag])
    if not len(lists):
        return found
    characters = page.in_subtrees(page.characters_before, lists)
    if int(characters.max()) <= LONG_ALONE:
        return found
    items = np.flatnonzero(tag == _LIST_ITEM)
    held = page.in_subtrees(page.characters_before, items)
    found[lists] = _hold_articles(page, lists, items, held)
    points = lists[~found[lists]]
    around = page.nearest(tag == _LIST_ITEM)[points]
    inside = np.bincount(around, page.in_subtrees(page.characters_before, points), len(tag))[items].astype(np.int64)
    found[lists] &= _hold_articles(page, lists, items, held - inside)  # a long outline is in its points, no article
    found[lists] |= _hold_cards(page, lists, items[held > 0]) & (characters > LONG_ALONE)
    return found


def _hold_cards(page: Document, lists: Column, items: Column) -> Flags:
    """Tell which lists have a heading in half of their items or more: what they point at has a name of its own."""
    tag, around = page.elements.tag, page.elements.parent[items]
    headed = subtree_sums(page.elements, _TITLED[tag])[items] > 0
    every, some = (np.bincount(each, minlength=len(tag))[lists] for each in (around, around[headed]))
    cards: Flags = (tag[lists] != _ORDERED) & (some > 0) & (2 * some >= every)
    return cards


def _hold_articles(page: Document, lists: Column, items: Column, held: Column) -> Flags:
    """Tell which lists hold articles, by the characters that each item holds."""
    tag, around = page.elements.tag, page.elements.parent[items]
    longest, every = np.zeros((2, len(tag)), dtype=np.int64)
    np.maximum.at(longest, around, held)
    np.add.at(every, around, held)
    count = np.bincount(around[held > 0], minlength=len(tag))[lists]
    all_long = (every[lists] > _LONG_ITEMS * count) & (tag[lists] != _ORDERED)
    one_long = longest[lists] > np.where(count <= 1, LONG_ALONE, _LONG_ITEMS)
    articles: Flags = all_long | (one_long & (longest[lists] >= _NEARLY_ALL * every[lists]))
    return articles


def data_tables(page: Document, needed: Flags) -> frozenset[int]:
    """Find those of the needed tables that hold data, of which none is inside another; `needed` marks elements."""
    tag = page.elements.tag
    tables = np.flatnonzero((tag == _TABLE) & needed)
    if not len(tables):
        return frozenset()
    shaped = _shaped_like_data(page, needed, tables) if LIBRARY is None else _shaped_compiled(LIBRARY, page, needed)
    found: set[int] = set()
    end = 0
    for table, last in zip(shaped.tolist(), page.elements.last[shaped].tolist(), strict=True):
        if table >= end and not _is_presentation(page, table):
            found.add(table)
            end = last
    return frozenset(found)


def filled_tables(page: Document, needed: Flags, holding: Column) -> frozenset[int]:
    """Find those of the needed tables of data of which two cells or more hold something: `holding` are elements."""
    found = data_tables(page, needed)
    if not found:
        return found
    filled = np.zeros(len(needed), dtype=np.bool_)
    filled[page.nearest(_CELL[page.elements.tag])[holding]] = True
    count = np.bincount(page.nearest(page.elements.tag == _TABLE)[filled], minlength=len(needed))
    return frozenset(table for table in found if count[table] > 1)


def _shaped_like_data(page: Document, needed: Flags, tables: Column) -> Column:
    """Choose by shape: several columns or named ones, no such table inside, no long text in a single row."""
    tag = page.elements.tag
    owner = page.nearest(tag == _TABLE)
    count = len(tag)
    cells, rows = np.flatnonzero(_CELL[tag] & needed), np.flatnonzero((tag == _ROW) & needed)
    widest = np.zeros(count, dtype=np.int32)
    np.maximum.at(widest, owner[rows], np.bincount(page.elements.parent[cells], minlength=count)[rows])
    widest = widest[tables]  # of the tables alone: columns of all elements would take many times a crowded page

    def counted(marked: Flags) -> Column:
        return np.bincount(owner[marked & needed], minlength=count)[tables].astype(np.int32)

    many, naming, flowing, headings, code = (
        counted(marked) for marked in (tag == _ROW, _NAMING[tag], _FLOWING[tag], _HEADING[tag], _CODE[tag])
    )
    is_data = (widest > 1) | (naming > 0) & (many > 1)
    is_data &= (many > 1) | (naming > 0) | (flowing <= 1)
    is_data &= (headings == 0) | (naming > 1)
    is_data &= _fullest_cell(page, owner, _FLOWING[tag] & needed)[tables] <= _MOST_BLOCKS
    is_data &= (naming > 0) | (_longest_cell(page, owner, cells)[tables] <= _LONGEST_CELL)
    is_data &= (code == 0) | (many > 1) & (2 * code <= np.multiply(many, np.maximum(widest, 1), dtype=np.int64))
    shaped = tables[is_data]
    before = np.concatenate([[0], np.cumsum(np.bincount(shaped, minlength=count))], dtype=np.int32)
    holds_another = before[page.elements.last[shaped]] - before[shaped] > 1
    alone: Column = shaped[~holds_another]
    return alone


class _Tables(ctypes.Structure):
    """`Tables` of native/tables.h."""

    _fields_ = (
        ("elements", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("tag", "parent", "first", "close", "last", "before", "needed")),
        *((name, ctypes.c_void_p) for name in ("is_cell", "is_naming", "is_flowing", "is_heading", "is_code")),
        *((name, ctypes.c_int32) for name in ("table", "row", "most_blocks", "longest_cell")),
    )


_BY_SHAPE: Final = _Tables(0, *[None] * 7, *map(address, TABLE_RULES), _TABLE, _ROW, *TABLE_LIMITS)
BY_SHAPE: Final = ctypes.addressof(_BY_SHAPE)
"""Where compiled code finds the rules by which tables are told."""


def _shaped_compiled(library: Library, page: Document, needed: Flags) -> Column:
    """Do as `_shaped_like_data`."""
    tree, flags = page.elements, np.ascontiguousarray(needed, np.bool_)
    found = np.empty(len(tree), np.int64)
    columns: tuple[Column, ...] = (
        tree.tag, tree.parent, tree.first, tree.close, tree.last, page.characters_before, flags,
    )  # fmt: skip
    given = _Tables(
        len(tree), *map(address, columns), *map(address, TABLE_RULES), _TABLE, _ROW, *TABLE_LIMITS
    )  # fmt: skip
    count = library.shape_tables(ctypes.addressof(given), address(found))
    check(count)
    return found[:count]


def _fullest_cell(page: Document, owner: Column, marked: Flags) -> Column:
    """Count for each table the marked elements in the cell that has most of them."""
    is_cell = _CELL[page.elements.tag]
    per_cell = np.bincount(page.nearest(is_cell)[marked], minlength=len(owner))
    fullest = np.zeros(len(owner), dtype=np.int32)
    np.maximum.at(fullest, owner[is_cell], per_cell[is_cell])
    return fullest


def _longest_cell(page: Document, owner: Column, cells: Column) -> Column:
    """Return for each table the characters of its longest cell."""
    longest = np.zeros(len(owner), dtype=np.int32)
    np.maximum.at(longest, owner[cells], page.in_subtrees(page.characters_before)[cells])
    return longest


def _is_presentation(page: Document, table: int) -> bool:
    return page.attributes(table).get("role", "") in ("presentation", "none")

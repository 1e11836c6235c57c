"""Trees of ordinary pages, which compiled code builds at once: those without code, formulas, footnotes and callouts,
whose attributes are plainly written. All others are built step by step (see building.py), which takes several times as
long: each step has Python read what it is told.
"""

from __future__ import annotations

import ctypes
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.document.links import base_address
from webwinnow.document.markup import text_columns
from webwinnow.document.structures import BY_SHAPE, LAYOUT_RULES
from webwinnow.kernels import Library, NameTable, address, check
from webwinnow.kernels.library import address_of_bytes, filled
from webwinnow.lazy_values import kept_for_good
from webwinnow.render.addresses import REPEATED, Addresses
from webwinnow.render.flowing import BYTES, NO_ROOM
from webwinnow.render.structure import compiled, kept, meanings, noted, reading, tidying
from webwinnow.render.structure.block_columns import BLOCK_FIELDS, INLINE_FIELDS, BlockColumns
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.render.structure.given import GivenTexts, address_rules
from webwinnow.spans import Spans

_POINTER, _SIZE, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
_MOST_LANGUAGES: Final = 16
"""Of a page that names more, all are read by Python; native/ordinary.h has the same."""


class _Rules(ctypes.Structure):
    """`OrdinaryRules` of native/ordinary.h."""

    _fields_ = (
        *((name, _POINTER) for name in "kept noted addresses blocks layout tables begins".split()),
        *((name, _NUMBER) for name in "longest_drawn longest_number script longest_language".split()),
        ("numbers", _POINTER), *((name, _NUMBER) for name in "most_columns most_rows ordered item".split()),
    )  # fmt: skip

    def __init__(self, library: Library) -> None:
        """Collect the rules, and keep those that nobody else does."""
        self._numbers = NameTable(library, ("start", "value", "colspan", "rowspan"))
        super().__init__(
            ctypes.addressof(kept.RULES), noted.rules(library), address_rules(library), compiled.rules(library),
            LAYOUT_RULES, BY_SHAPE, address(tidying.BEGINS), tidying.LONGEST_DRAWN, tidying.LONGEST_NUMBER,
            NUMBER["script"], reading.LONGEST_LANGUAGE, ctypes.addressof(self._numbers),
            meanings.MOST_COLUMNS, meanings.MOST_ROWS, NUMBER["ol"], NUMBER["li"],
        )  # fmt: skip
        self.address = ctypes.addressof(self)


@kept_for_good
def _rules(library: Library) -> _Rules:
    return _Rules(library)


class _Asked(ctypes.Structure):
    """`OrdinaryAsked` of native/ordinary.h."""

    _fields_ = (
        ("spans", _SIZE), ("start", _POINTER), ("end", _POINTER), ("breaks", _POINTER), ("images", _SIZE),
        ("image", _POINTER), ("deepest", _SIZE), ("has_base", _SIZE),
        *((name, _POINTER) for name in "origin whole folder".split()),
        *((name, _SIZE) for name in "origin_size whole_size folder_size longer".split()),
        *((name, _SIZE) for name in "block_room inline_room text_room pool_room".split()),
        *((name, _POINTER) for name in "block inlines text pool at letters marks language".split()),
        *((name, _SIZE) for name in "blocks many_inlines size addresses shown languages untidy has_layout".split()),
    )  # fmt: skip


class _Room:
    """What compiled code writes a tree into."""

    def __init__(self, asked: _Asked, elements: int) -> None:
        """Make as much room as is asked for, and point to it."""
        self.blocks = np.empty((asked.block_room, BLOCK_FIELDS), np.int32)
        self.inlines = np.empty((asked.inline_room, INLINE_FIELDS), np.int32)
        self.text, self.pool = np.empty(asked.text_room, np.uint8), np.empty(asked.pool_room, np.uint8)
        self.at = 8 * _MOST_LANGUAGES
        self.letters = self.at + 8 * elements + 8
        self.marks = self.letters + elements + 1
        self.others = np.empty(self.marks + asked.block_room, np.uint8)
        """Where languages are named, where the texts of the pool begin, first letters of pictures, marks of blocks."""
        asked.block, asked.inlines, asked.text, asked.pool, asked.language = map(
            address, (self.blocks, self.inlines, self.text, self.pool, self.others)
        )
        for name in ("at", "letters", "marks"):
            setattr(asked, name, asked.language + getattr(self, name))

    def tree(self, page: Document, spans: Spans, asked: _Asked, found: int) -> ColumnTree:
        """Return the tree; what is not needed is given back, and of the columns nothing is copied."""
        self.blocks.resize((found, BLOCK_FIELDS), refcheck=False)
        self.inlines.resize((asked.many_inlines, INLINE_FIELDS), refcheck=False)
        self.text.resize(asked.size, refcheck=False)
        named = self.others[: 8 * asked.languages].view(np.int32).reshape(-1, 2).tolist()
        at = self.others[self.at : self.letters].view(np.int32)[: asked.addresses + 2 * asked.shown + 1].copy()
        self.pool.resize(max(at.item(-1), 1), refcheck=False)
        texts = GivenTexts(self.pool, at, self.others[self.letters :][: asked.shown].copy(), asked.addresses)
        marks = self.others[self.marks :][: found if asked.untidy else 0].copy()
        made = BlockColumns(
            self.blocks, self.inlines, self.text, spans.starts, spans.ends, texts.addresses, texts.atoms, [],
            [page.source[start:end] for start, end in named], given=texts,
        )  # fmt: skip
        return ColumnTree(made, untidy=None if asked.has_layout else marks)


def build_ordinary(library: Library, page: Document, spans: Spans, images: frozenset[int] | None) -> ColumnTree | None:
    """Do as `build_tree` for an ordinary page, but for lists that only lay it out; None for all others."""
    beginnings = Addresses(base_address(page)).beginnings
    if beginnings is None:
        return None
    (columns, data, breaks, _), width, elements = text_columns(page), page.markup.units.width, len(page.elements.tag)
    chosen, pieces = np.array(sorted(images or ()), np.int64), len(spans)
    has_base, *texts = beginnings
    asked = filled(
        _Asked, pieces, address(spans.starts), address(spans.ends), breaks, -1 if images is None else len(chosen),
        address(chosen) if len(chosen) else 0, 2 * page.limits.depth, has_base, *map(address_of_bytes, texts),
        *[len(each) // 4 for each in texts], REPEATED * len(page.source), elements // 8 + 2 * pieces + 16,
        2 * pieces + 64, BYTES[width] * spans.characters + 8 * pieces + 256, 32 * elements + 1024,
    )  # fmt: skip
    found = NO_ROOM
    while found == NO_ROOM:
        room = _Room(asked, elements)
        found = library.of("build_ordinary", width)(_rules(library).address, columns, data, ctypes.addressof(asked))
        if found == NO_ROOM:
            del room  # before another is made
            for each in ("block_room", "inline_room", "text_room", "pool_room"):
                setattr(asked, each, 4 * getattr(asked, each))
    check(found)
    return room.tree(page, spans, asked, found) if found >= 0 else None

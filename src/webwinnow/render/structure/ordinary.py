"""Trees of ordinary pages, which compiled code builds at once: those without code, formulas, footnotes, callouts
and stated numbers, whose attributes are plainly written. All others are built step by step (see building.py), which
takes several times as long: each step has Python read what it is told.
"""

from __future__ import annotations

import ctypes
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.links import base_address
from webwinnow.document.structures import BY_SHAPE, LAYOUT_RULES
from webwinnow.document.texts import text_columns
from webwinnow.kernels import Library, address, address_of_bytes, check, filled
from webwinnow.lazy_values import kept_for_good
from webwinnow.render.addresses import REPEATED, Addresses
from webwinnow.render.flowing import BYTES, NO_ROOM
from webwinnow.render.structure.block_columns import BLOCK_FIELDS, INLINE_FIELDS, BlockColumns
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.render.structure.compiled import SCRIPT, block_rules
from webwinnow.render.structure.given import GivenTexts, address_rules
from webwinnow.render.structure.kept import KEPT_RULES
from webwinnow.render.structure.noted import noted_rules
from webwinnow.render.structure.reading import LONGEST_LANGUAGE
from webwinnow.render.structure.tidying import BEGINS, LONGEST_DRAWN, LONGEST_NUMBER
from webwinnow.spans import Spans

_POINTER, _SIZE, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
_MOST_LANGUAGES: Final = 16
"""Of a page that names more, all are read by Python; native/ordinary.h has the same."""


class _Rules(ctypes.Structure):
    """`OrdinaryRules` of native/ordinary.h."""

    _fields_ = (
        *((name, _POINTER) for name in "kept noted addresses blocks layout tables begins".split()),
        *((name, _NUMBER) for name in "longest_drawn longest_number script longest_language".split()),
    )

    def __init__(self, library: Library) -> None:
        """Collect the rules, which are all kept for good."""
        super().__init__(
            ctypes.addressof(KEPT_RULES), noted_rules(library), address_rules(library), block_rules(library),
            LAYOUT_RULES, BY_SHAPE, address(BEGINS), LONGEST_DRAWN, LONGEST_NUMBER, SCRIPT, LONGEST_LANGUAGE,
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
        *((name, _POINTER) for name in "block inlines text pool at letter marks language".split()),
        *((name, _SIZE) for name in "blocks many_inlines size addresses shown languages untidy has_layout".split()),
    )  # fmt: skip


def build_ordinary(library: Library, page: Document, spans: Spans, images: frozenset[int] | None) -> ColumnTree | None:
    """Do as `build_tree` for an ordinary page, but for lists that only lay it out; None for all others."""
    beginnings = Addresses(base_address(page)).beginnings
    if beginnings is None:
        return None
    (columns, data, breaks, _), width, elements = text_columns(page), page.markup.units.width, len(page.elements.tag)
    chosen, pieces = np.array(sorted(images or ()), np.int64), len(spans)
    has_base, *texts_before = beginnings
    asked = filled(
        _Asked, pieces, address(spans.starts), address(spans.ends), breaks, -1 if images is None else len(chosen),
        address(chosen) if len(chosen) else 0, 2 * page.limits.depth, has_base, *map(address_of_bytes, texts_before),
        *(len(each) // 4 for each in texts_before), REPEATED * len(page.source), elements // 8 + 2 * pieces + 16,
        2 * pieces + 64, BYTES[width] * spans.characters + 8 * pieces + 256, 32 * elements + 1024,
    )  # fmt: skip
    numbers, found = 2 * elements + 2 + 2 * _MOST_LANGUAGES, NO_ROOM
    while found == NO_ROOM:
        blocks = np.empty((asked.block_room, BLOCK_FIELDS), np.int32)
        inlines = np.empty((asked.inline_room, INLINE_FIELDS), np.int32)
        text, pool = np.empty(asked.text_room, np.uint8), np.empty(asked.pool_room, np.uint8)
        few = np.empty(4 * numbers + elements + 1 + asked.block_room, np.uint8)  # numbers, then letters and marks
        asked.block, asked.inlines, asked.text, asked.pool = map(address, (blocks, inlines, text, pool))
        asked.language = address(few)
        asked.at, asked.letter = asked.language + 8 * _MOST_LANGUAGES, asked.language + 4 * numbers
        asked.marks = asked.letter + elements + 1
        found = library.of("build_ordinary", width)(_rules(library).address, columns, data, ctypes.addressof(asked))
        for room in ("block_room", "inline_room", "text_room", "pool_room") if found == NO_ROOM else ():
            setattr(asked, room, 4 * getattr(asked, room))
    check(found)
    if found < 0:
        return None
    blocks.resize((found, BLOCK_FIELDS), refcheck=False)  # the rest goes back, and nothing is copied
    inlines.resize((asked.many_inlines, INLINE_FIELDS), refcheck=False)
    text.resize(asked.size, refcheck=False)
    shown, first = asked.shown, 4 * numbers
    named = few[: 8 * asked.languages].view(np.int32).tolist()
    languages = [page.source[start:end] for start, end in zip(named[::2], named[1::2], strict=True)]
    at = few[8 * _MOST_LANGUAGES : first].view(np.int32)[: asked.addresses + 2 * shown + 1].copy()
    pool.resize(max(at.item(-1), 1), refcheck=False)
    texts = GivenTexts(pool, at, few[first : first + shown].copy(), asked.addresses)
    marks = few[first + elements + 1 :][: found if asked.untidy else 0].copy()
    made = BlockColumns(
        blocks, inlines, text, spans.starts, spans.ends, texts.addresses, texts.atoms, [], languages, given=texts
    )
    return ColumnTree(made, untidy=None if asked.has_layout else marks)

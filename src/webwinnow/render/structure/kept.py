"""What of a page is kept, in the order in which it stands: pieces of text, the elements around them, and atoms.

An atom is an element without text of its own that readers see: a picture, a rule, a formula's source. `walk` goes over
all of it: elements are entered and left, pieces stand between them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBER, column
from webwinnow.document.reading import columns_of
from webwinnow.document.tree.elements import before
from webwinnow.document.visibility import HIDDEN, NEVER_SEEN, Mark
from webwinnow.kernels import LIBRARY, Library, address, check
from webwinnow.render.structure.gaps import read_pieces
from webwinnow.spans import Spans

Column = npt.NDArray[np.integer]
Flags = npt.NDArray[np.bool_]
_Found: TypeAlias = tuple[Flags, Flags, Column, npt.NDArray[np.int32]]

_ATOM: Final = column("img image hr script")
_IMAGE: Final = column("img image")
_CELL: Final = column("td th")
_WHOLE: Final = column("html body")
_BR: Final = NUMBER["br"]
_MOSTLY: Final = 0.5
"""A picture before or behind all kept text belongs to it where most text of the element around both was kept."""
_UNSEEN: Final = np.uint8(HIDDEN | NEVER_SEEN | Mark.NOSCRIPT)


@dataclass(frozen=True, slots=True)
class Kept:
    """Pieces of text as columns, and which elements are needed to hold them."""

    start: Column
    end: Column
    gap: Column
    home: Column
    """The element around each piece."""
    needed: Flags
    """Per element: whether it holds a piece or an atom, or is a cell of a row that does."""
    atoms: Flags
    """Per element: whether it is an atom that is kept."""
    breaks: Column
    """Per gap: how many tags that break the flow of text stand before it."""
    lines: Column
    """Per gap: how many line breaks stand before it."""
    around: Column
    """Per element: the nearest one that makes a block."""


def find_kept(page: Document, spans: Spans, images: frozenset[int] | None = None) -> Kept:
    """Find what is kept; of images, those given and small ones in a line of kept text, else all among kept text."""
    pieces = read_pieces(page, spans)
    gap, home = pieces.gap, page.runs.home[pieces.run]
    compiled = _found(LIBRARY, page, gap, home, images) if LIBRARY and len(gap) else None
    needed, atoms, around, lines = compiled or _counted(page, gap, home, images)
    return Kept(pieces.starts, pieces.ends, gap, home, needed, atoms, page.markup.breaks_before, lines, around)


def blocks_around(page: Document) -> Column:
    """Tell for each element the nearest one that makes a block. Found once per page."""
    return page.once(blocks_around, lambda: page.nearest(BLOCK[page.elements.tag]))


class _Rules(ctypes.Structure):
    """`KeptRules` of native/kept.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("is_atom", "is_image", "is_cell", "is_whole", "is_block")),
        ("mostly", ctypes.c_double), ("line", ctypes.c_int32), ("unseen", ctypes.c_int32),
    )  # fmt: skip


RULES: Final = _Rules(*map(address, (_ATOM, _IMAGE, _CELL, _WHOLE, BLOCK)), _MOSTLY, _BR, int(_UNSEEN))


class _Pieces(ctypes.Structure):
    """`KeptPieces` of native/kept.h."""

    _fields_ = (
        ("pieces", ctypes.c_int64), *((name, ctypes.c_void_p) for name in ("gap", "home", "images")),
        ("image_count", ctypes.c_int64),
    )  # fmt: skip


def _found(library: Library, page: Document, gap: Column, home: Column, images: frozenset[int] | None) -> _Found:
    """Do as `_counted` for pages of which anything is kept."""
    columns, chosen = columns_of(page), np.array(list(images or ()), np.int64)
    needed, atoms = np.empty((2, columns.elements), np.bool_)
    around, lines = np.empty(columns.elements, np.int32), np.empty(columns.tags + 1, np.int32)
    numbers = [np.ascontiguousarray(each, np.int32) for each in (gap, home)]
    count = -1 if images is None else len(images)
    given = _Pieces(len(gap), *map(address, numbers), address(chosen) if count > 0 else 0, count)
    done = library.find_kept(
        ctypes.addressof(RULES), ctypes.addressof(columns), ctypes.addressof(given),
        *map(address, (needed, atoms, around, lines)),
    )  # fmt: skip
    check(done)
    return needed, atoms, around, lines


def _counted(page: Document, gap: Column, home: Column, images: frozenset[int] | None) -> _Found:
    """Tell which elements are needed and which are kept atoms, the block around each, and the lines before each gap."""
    in_elements = page.in_subtrees(_before(np.bincount(gap, minlength=len(page.tokens.code) + 1)))
    atoms = _kept_atoms(page, gap, in_elements)
    if images is not None and len(gap):
        atoms = _with_images(page, atoms, home, images)
    needed = (in_elements > 0) | _around(page, atoms)
    needed |= _CELL[page.elements.tag] & needed[page.elements.parent]
    return needed, atoms, blocks_around(page), _before(page.tokens.code == _BR)


def _kept_atoms(page: Document, gap: Column, in_elements: Column) -> Flags:
    """Choose the atoms among the kept text: in no element that lost all its text, and between kept places."""
    kept = np.zeros(len(page.elements), dtype=np.bool_)
    candidates = np.flatnonzero(_ATOM[page.elements.tag])
    candidates = candidates[(page.markup.marks[candidates] & _UNSEEN) == 0]
    if not len(candidates) or not len(gap):
        return kept
    visible = page.in_subtrees(page.characters_before)
    around = page.nearest(visible > 0)[candidates]
    some = in_elements[around] > 0
    candidates, around = candidates[some], around[some]
    first = page.elements.first[candidates]
    kept[candidates] = (first >= gap[0]) & (first < gap[-1])
    apart = np.flatnonzero(~kept[candidates] & ~_WHOLE[page.elements.tag[around]])
    if len(apart):
        kept[candidates[apart]] = _mostly_kept(page, in_elements, around[apart])
    return kept


def beside_text(page: Document, spans: Spans) -> Flags:
    """Mark the elements that stand in a block right beside kept text."""
    return _beside(page, page.runs.home[read_pieces(page, spans).run])


def _beside(page: Document, home: Column) -> Flags:
    block = blocks_around(page)
    in_line = np.zeros(len(block), dtype=np.bool_)
    in_line[block[home]] = True
    in_line[0] = False
    found: Flags = in_line[block]
    return found


def _with_images(page: Document, atoms: Flags, home: Column, images: frozenset[int]) -> Flags:
    """Choose the images: those given, and those that stand in a block right beside kept text."""
    chosen: Flags = np.where(_IMAGE[page.elements.tag], atoms & _beside(page, home), atoms)
    chosen[list(images)] = True
    return chosen


def _mostly_kept(page: Document, in_elements: Column, around: Column) -> Flags:
    """Tell of which of the elements most runs of text have kept pieces."""
    runs_before = _before(np.bincount(page.runs.gap, minlength=len(page.tokens.code) + 1))
    mostly: Flags = in_elements[around] >= _MOSTLY * page.in_subtrees(runs_before, around)
    return mostly


def _around(page: Document, atoms: Flags) -> Flags:
    """Mark the atoms and all elements around them."""
    counted = _before(atoms)
    holds: Flags = counted[page.elements.last] > counted[:-1]
    return holds


def _before(amounts: npt.NDArray[np.generic]) -> npt.NDArray[np.int32]:
    """Add up the amounts before each place, and all of them."""
    return before(amounts, np.int32)


class Step(Enum):
    """What happens on the walk."""

    ENTER = auto()
    LEAVE = auto()
    PIECE = auto()


def walk(
    page: Document, kept: Kept, closed: Collection[int], silent: Flags | None = None
) -> Iterator[tuple[Step, int]]:
    """Walk; with each step comes the number of the element or piece. What is inside `closed` elements is passed over.

    None of them may be inside another. `silent` elements are neither entered nor left.
    """
    needed, shown = kept.needed.copy(), np.ones(len(kept.start), dtype=np.bool_)
    if closed:
        roots = np.zeros(len(needed), dtype=np.bool_)
        roots[list(closed)] = True
        inside = page.inside(roots)
        needed &= ~inside | roots
        shown = ~inside[kept.home]
    parent, home = page.elements.parent, kept.home
    if silent is not None:
        needed &= ~silent
        nearest = page.nearest(needed)
        parent, home = np.where(parent < 0, -1, nearest[parent]), nearest[home]
    elements, pieces = np.flatnonzero(needed), np.flatnonzero(shown)
    keys = np.concatenate([2 * page.elements.first[elements].astype(np.int64) + 1, 2 * kept.gap[pieces]])
    # views, because single ones are looked up: as lists they would take many times the room of the page
    order = np.argsort(keys, kind="stable").astype(np.int32).data
    numbers = np.concatenate([elements, pieces]).astype(np.int32).data
    around = np.concatenate([parent[elements], home[pieces]]).astype(np.int32, copy=False).data
    return _steps(order, numbers, around, len(elements))


def _steps(
    order: Sequence[int], numbers: Sequence[int], around: Sequence[int], elements: int
) -> Iterator[tuple[Step, int]]:
    """Leave all that is not around what comes next, however deep it is."""
    enter, leave, piece = Step.ENTER, Step.LEAVE, Step.PIECE
    opened: list[int] = [-1]
    for at in order:
        home = around[at]
        while opened[-1] != home:
            yield leave, opened.pop()
        if at < elements:
            opened.append(numbers[at])
            yield enter, numbers[at]
        else:
            yield piece, numbers[at]
    while len(opened) > 1:
        yield leave, opened.pop()

"""Flowing text: what blocks say with their white space folded, line breaks kept and references decoded.

Compiled code writes all blocks at once (native/flowing.inc), or the whole text with its structure shown
(native/text.inc); what numpy and patterns do here, and in text.py, defines what is right.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.document.references import decode_references, references
from webwinnow.document.tree.elements import before as sums_before
from webwinnow.kernels import LIBRARY, Library, address
from webwinnow.language.characters import LAST
from webwinnow.language.words import joined as texts_of
from webwinnow.lazy_values import kept_for_good
from webwinnow.render.structure.gaps import (
    BLANKS,
    SIGNS,
    UNSEEN,
    WBR,
    Column,
    Gaps,
    Piece,
    Pieces,
    blank_or_mark,
    folded,
)

_BR: Final = NUMBER["br"]
_MARKS: Final = "\1\2\3\4\5\6\7\b\16\17\20\21\22\23\24\25\26\27\30\31\32\33"
"""Control characters, which HTML forbids: three that a page does not hold stand between pieces while they are read."""
_NEEDED: Final = 3
_TOGETHER: Final = 2048
"""Pieces whose numbers become objects together: each takes ten times as much so."""
_NO_MARKS: Final = dict.fromkeys(map(ord, _MARKS[:_NEEDED]), "\ufffd")
_AROUND_LINES: Final = re.compile(" *+\n *+")
_BETWEEN_BLOCKS: Final = "\0"
"""What compiled code writes there; it is folded where a page holds it."""
_FOLDED, _UNSEEN, _MARK, _WHITE, _ENDS_LINE = 1, 2, 4, 8, 16
SPACES: Final = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680"
    + "".join(map(chr, range(0x2000, 0x200B)))
    + "\u2028\u2029\u202f\u205f\u3000"
)
"""What `str.isspace` is true of: written out, since to ask of all characters takes as long as some pages."""
NO_ROOM: Final = -1
BYTES: Final = {1: 2, 2: 3, 4: 4}
"""How many bytes of UTF-8 a character of each width takes at most."""
_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_int32
Marked = npt.NDArray[np.bool_]


def flowing_texts(page: Document, pieces: Pieces) -> list[str]:
    """Read blocks: white space is folded, a line break starts a new line; a block that is blank gives no text.

    All are read as one text with marks in it. References never go on across a mark, blanks are never folded across one,
    and no reference stands for a mark.
    """
    written = _written(LIBRARY, page, pieces) if LIBRARY else None
    return _marked(page, pieces) if written is None else written


def lines_before(page: Document) -> Column:
    """Count per gap the line breaks before it."""
    return page.once(lines_before, lambda: sums_before(page.tokens.code == _BR, np.int32))


def opening_pieces(page: Document, pieces: Pieces) -> Marked:
    """Tell which pieces open a block."""
    blocks = page.markup.breaks_before[pieces.gap]
    opens = np.ones(len(blocks), dtype=np.bool_)
    np.not_equal(blocks[1:], blocks[:-1], out=opens[1:])
    return opens


def _marked(page: Document, pieces: Pieces) -> list[str]:
    marks = _free_marks(texts_of(page.source, pieces.starts, pieces.ends))
    joined, line, block = tuple(marks)
    written = "".join(_some_marked(page, pieces, marks)).removeprefix(block)
    text = written.replace(joined, "")
    if line in text:
        text = _AROUND_LINES.sub("\n", text.replace(line, "\n"))
    return [each.strip(" ") for each in text.split(block)]


def _some_marked(page: Document, pieces: Pieces, marks: str) -> Iterator[str]:
    """Read some pieces at a time, with a mark before each: each as a text of its own takes many times its room."""
    source, all_taken, (joined, line, block) = page.source, marks == _MARKS[:_NEEDED], tuple(marks)
    inside = _inside_blocks(page, pieces, opening_pieces(page, pieces), joined, line)
    place, before = next(inside, (len(pieces), ""))
    for first in range(0, len(pieces), _TOGETHER):
        some, parts = slice(first, first + _TOGETHER), list[str]()
        bounds = zip(pieces.starts[some].tolist(), pieces.ends[some].tolist(), strict=True)
        for at, (start, end) in enumerate(bounds, first):
            read = source[start:end]
            parts += block if at < place else before, read.translate(_NO_MARKS) if all_taken else read
            if at == place:
                place, before = next(inside, (len(pieces), ""))
        yield folded(decode_references("".join(parts)))


def _free_marks(text: str) -> str:
    """Choose three marks that a text does not hold, or the first three if it holds nearly all."""
    free = "".join(islice((mark for mark in _MARKS[::-1] if mark not in text), _NEEDED))
    return free if len(free) == _NEEDED else _MARKS[:_NEEDED]


def _inside_blocks(page: Document, pieces: Pieces, opens: Marked, joined: str, line: str) -> Iterator[tuple[int, str]]:
    """Yield what stands before each piece that opens no block: a line break, a blank, what nobody sees, or nothing."""
    at = np.flatnonzero(~opens)
    if not len(at):
        return
    gap, before = pieces.gap[at], pieces.gap[at - 1]
    lines = lines_before(page)
    broken = lines[gap] > lines[before]
    ends, starts = pieces.ends[at - 1], pieces.starts[at]
    touching = (ends == page.tokens.gap_end[before]) & (starts == page.tokens.gap_start[gap]) & (gap == before + 1)
    gaps = Gaps.of(page)
    columns = (at, broken, touching, ends, before, starts, gap)
    parts = [[each[first : first + _TOGETHER] for each in columns] for first in range(0, len(at), _TOGETHER)]
    rows = chain.from_iterable(zip(*(each.tolist() for each in part), strict=True) for part in parts)
    for place, is_broken, touches, end, gap_before, start, own in rows:
        if is_broken:
            yield place, line
        elif touches:
            yield place, joined
        else:
            between = gaps.between(Piece(end, end, gap_before, 0), Piece(start, start, own, 0))
            yield place, f"{joined}{blank_or_mark(between)}{joined}"


class _Flow(ctypes.Structure):
    """`Flow` of native/kernels.h."""

    _fields_ = (
        ("references", _POINTER), ("sort", _POINTER), ("line", _NUMBER), ("most_marks", _NUMBER),
        ("signs", _POINTER), ("signed_ones", _NUMBER), ("wbr", _NUMBER),
    )  # fmt: skip

    def __init__(self, library: Library) -> None:
        """Tell of characters whether they are folded, marks, unseen, white, or end a line; keep what is pointed to."""
        self._references, self._sort = references(library), np.zeros(LAST + 1, np.uint8)
        self._sort[list(map(ord, BLANKS))] = _FOLDED
        self._sort[list(map(ord, _MARKS))] = _MARK
        self._sort[list(map(ord, UNSEEN))] = _UNSEEN
        self._sort[list(map(ord, SPACES))] |= _WHITE
        self._sort[[ord(each) for each in SPACES if len(f"a{each}b".splitlines()) > 1]] |= _ENDS_LINE
        self._signs = np.frombuffer(SIGNS, np.uint8)
        super().__init__(
            ctypes.addressof(self._references), address(self._sort), _BR, len(_MARKS) - _NEEDED,
            address(self._signs), len(SIGNS), WBR,
        )  # fmt: skip


@kept_for_good
def flow(library: Library) -> int:
    """Tell where the rules by which text flows stand."""
    return ctypes.addressof(_kept_flow(library))


@kept_for_good
def _kept_flow(library: Library) -> _Flow:
    return _Flow(library)


def _written(library: Library, page: Document, pieces: Pieces) -> list[str] | None:
    """Do as `_marked`; None for the few texts that it must read: they hold nearly all of the marks."""
    data, width = page.markup.units
    tokens, breaks = page.tokens, page.markup.breaks_before
    columns = [address(tokens.edge), address(tokens.code), address(breaks)]
    places = list(map(address, (pieces.starts, pieces.ends, pieces.gap)))
    room, size = BYTES[width] * int((pieces.ends - pieces.starts).sum()) + 8 * len(pieces) + 8, NO_ROOM
    while size == NO_ROOM:
        out = np.empty(room, np.uint8)
        size = library.of("write_flowing", width)(
            flow(library), data, *columns, len(pieces), *places, address(out), room
        )  # fmt: skip
        room *= 4
    return str(out[:size].data, "utf-8").split(_BETWEEN_BLOCKS) if size >= 0 else None

"""Blocks that were walked to, as columns: of a crowded page, they take ten times the room as objects."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.kernels import passing_room
from webwinnow.render.structure.block import Block, Inline, InlineKind, Kind, ManyInlines
from webwinnow.render.structure.block_columns import (
    BLOCK_FIELDS,
    FROM_LEFT,
    FROM_RIGHT,
    HEADER,
    INLINE_FIELDS,
    KINDS,
    ORDERED,
    UNDECLARED,
    Atom,
    BlockColumns,
    Code,
)
from webwinnow.render.structure.inlines import INLINE_KINDS, UnmadeInlines, make_inlines
from webwinnow.render.structure.line import BREAK

_KINDS: Final = {kind: number for number, kind in enumerate(KINDS)}
_INLINE_KINDS: Final = {kind: number for number, kind in enumerate(INLINE_KINDS)}
_NONE: Final = -1
_TOGETHER: Final = 1_024
"""Inlines of a line that are packed together."""


class GrowingColumn:
    """Numbers that become more where they stand: what is copied to grow takes twice its room meanwhile."""

    def __init__(self, room: int) -> None:
        """Take room for so many numbers, of which what is not filled is not taken from the system."""
        self._room, self._count = passing_room(4 * room).view(np.int32), 0
        self.some = array("i")
        """Those that were added last."""

    def __len__(self) -> int:
        """Count them."""
        return self._count + len(self.some)

    def settle(self) -> npt.NDArray[np.int32]:
        """Put those that were added last behind the others, and return all."""
        count = len(self)
        if count > len(self._room):
            grown = passing_room(8 * count).view(np.int32)
            grown[: self._count] = self._room[: self._count]
            self._room = grown
        if self.some:
            self._room[self._count : count] = np.frombuffer(self.some, np.int32)
        self._count, self.some = count, array("i")
        return self._room[:count]


class Streamed(ManyInlines):
    """The inlines of a block that were packed before it."""

    def __init__(self, first: int, behind: int, text: str) -> None:
        """Take the number of the first, and of the one behind the last, and what they say, with pictures."""
        self.first, self.behind, self._text = first, behind, text

    @property
    def text(self) -> str:
        """What all of them say."""
        return self._text

    def __len__(self) -> int:
        """Count them."""
        return self.behind - self.first

    def __getitem__(self, at: Any) -> Any:
        """Nobody looks at them before the page is read."""
        raise LookupError("the inlines are packed")


def unstreamed(columns: BlockColumns, block: Block) -> Block:
    """Return a block with its own inlines if they stand in columns."""
    inlines = block.inlines
    if not isinstance(inlines, Streamed):
        return block
    return block._replace(inlines=UnmadeInlines(columns, inlines.first, inlines.behind))


class Packing:
    """Columns that grow."""

    def __init__(self, characters: int) -> None:
        """Begin with nothing of a page of so many characters."""
        self._blocks, self._inlines, self._starts, self._ends = (GrowingColumn(2 * characters + 16) for _ in range(4))
        self._text = bytearray()
        self._addresses, self._languages, self._labels = (dict[str, int]() for _ in range(3))
        self._atoms = list[Atom]()

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self._blocks) // BLOCK_FIELDS

    def add(self, blocks: Sequence[Block], undeclared: Container[int]) -> bool:
        """Add some blocks, of which some, by their numbers among all, declare no direction; tell whether all fit in.

        What refers to a footnote does not, nor do formulas, and half characters: columns cannot hold them.
        """
        if not all(block.kind is not Kind.FOOTNOTE and _all_fit(block.inlines) for block in blocks):
            return False
        for number, block in enumerate(blocks, len(self)):
            flags = ORDERED * block.ordered + HEADER * block.header
            flags += UNDECLARED * (number in undeclared) + (FROM_RIGHT if block.direction == "rtl" else FROM_LEFT)
            first, behind = self._bounds(block.inlines)
            self._blocks.some.extend((
                _KINDS[block.kind], block.depth, block.level, block.element, block.number, flags, block.columns,
                block.rows, _numbered(self._languages, block.language), _numbered(self._labels, block.label),
                first, behind,
            ))  # fmt: skip
        self._settle()
        return True

    def stream(self, inlines: Iterator[Inline]) -> Sequence[Inline]:
        """Add the inlines of a line that no block has yet; where something does not fit in, return them as they are.

        Then nothing is added any more, for no block with them would fit in.
        """
        first, said = self._inline_count, ""
        while some := list(islice(inlines, _TOGETHER)):
            if not _all_fit(some):
                columns = self.columns()
                return (*make_inlines(columns, columns.inlines[first:]), *some, *inlines)
            for inline in some:
                self._add_inline(inline)
            said += "".join([inline.text for inline in some])
            self._settle()
        return Streamed(first, self._inline_count, said) if self._inline_count > first else ()

    @property
    def holds_some(self) -> bool:
        """Whether anything was packed."""
        return len(self._blocks) > 0 or len(self._inlines) > 0

    @property
    def _inline_count(self) -> int:
        return len(self._inlines) // INLINE_FIELDS

    def _settle(self) -> None:
        for column in (self._blocks, self._inlines, self._starts, self._ends):
            column.settle()

    def _bounds(self, inlines: Sequence[Inline]) -> tuple[int, int]:
        """Add the inlines of a block, unless they are here; return the numbers of the first and one past the last."""
        if isinstance(inlines, Streamed):
            return inlines.first, inlines.behind
        first = self._inline_count
        for inline in inlines:
            self._add_inline(inline)
        return first, self._inline_count

    def _add_inline(self, inline: Inline) -> None:
        source, place, at = _NONE, len(self._starts), len(self._text)
        if inline.kind is InlineKind.IMAGE:
            source = len(self._atoms)
            self._atoms.append(Atom(inline.source, inline.text))
        else:
            self._text += inline.text.encode()
        for start, end in inline.places:
            self._starts.some.append(start)
            self._ends.some.append(end)
        self._inlines.some.extend((
            _INLINE_KINDS[inline.kind], inline.marks, _numbered(self._addresses, inline.address), source,
            _numbered(self._languages, inline.language), place, len(self._starts), at, len(self._text),
        ))  # fmt: skip

    def columns(self) -> BlockColumns:
        """Return all of it."""
        blocks, inlines = self._blocks.settle(), self._inlines.settle()
        text = np.frombuffer(self._text, np.uint8) if self._text else np.empty(0, np.uint8)
        starts, ends = self._starts.settle(), self._ends.settle()
        codes = [Code("", label) for label in self._labels]
        return BlockColumns(
            blocks.reshape(-1, BLOCK_FIELDS), inlines.reshape(-1, INLINE_FIELDS), text, starts, ends,
            list(self._addresses), self._atoms, codes, list(self._languages),
        )  # fmt: skip


def _all_fit(inlines: Sequence[Inline]) -> bool:
    return isinstance(inlines, Streamed) or all(map(_fits, inlines))


def _fits(inline: Inline) -> bool:
    if inline.kind is InlineKind.TEXT:
        return not inline.source and _is_whole(inline.text)
    return inline == BREAK if inline.kind is InlineKind.BREAK else inline.kind is InlineKind.IMAGE and not inline.places


def _is_whole(text: str) -> bool:
    """Tell whether a text has no half characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _numbered(known: dict[str, int], named: str | None) -> int:
    return known.setdefault(named, len(known)) if named else _NONE

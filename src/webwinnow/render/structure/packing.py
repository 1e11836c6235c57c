"""Blocks that were walked to, as columns: of a crowded page, they take ten times the room as objects."""

from __future__ import annotations

from array import array
from collections.abc import Container, Sequence
from typing import Final

import numpy as np

from webwinnow.render.structure.block import Block, Inline, InlineKind, Kind
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
    Rows,
)
from webwinnow.render.structure.inlines import INLINE_KINDS
from webwinnow.render.structure.line import BREAK

_KINDS: Final = {kind: number for number, kind in enumerate(KINDS)}
_INLINE_KINDS: Final = {kind: number for number, kind in enumerate(INLINE_KINDS)}
_NONE: Final = -1


class Packing:
    """Columns that grow."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._blocks, self._inlines, self._starts, self._ends = (array("i") for _ in range(4))
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
        if not all(block.kind is not Kind.FOOTNOTE and all(map(_fits, block.inlines)) for block in blocks):
            return False
        for number, block in enumerate(blocks, len(self)):
            flags = ORDERED * block.ordered + HEADER * block.header
            flags += UNDECLARED * (number in undeclared) + (FROM_RIGHT if block.direction == "rtl" else FROM_LEFT)
            first = len(self._inlines) // INLINE_FIELDS
            for inline in block.inlines:
                self._add_inline(inline)
            self._blocks.extend((
                _KINDS[block.kind], block.depth, block.level, block.element, block.number, flags, block.columns,
                block.rows, _numbered(self._languages, block.language), _numbered(self._labels, block.label),
                first, len(self._inlines) // INLINE_FIELDS,
            ))  # fmt: skip
        return True

    def _add_inline(self, inline: Inline) -> None:
        source, place, at = _NONE, len(self._starts), len(self._text)
        if inline.kind is InlineKind.IMAGE:
            source = len(self._atoms)
            self._atoms.append(Atom(inline.source, inline.text))
        else:
            self._text += inline.text.encode()
        for start, end in inline.places:
            self._starts.append(start)
            self._ends.append(end)
        self._inlines.extend((
            _INLINE_KINDS[inline.kind], inline.marks, _numbered(self._addresses, inline.address), source,
            _numbered(self._languages, inline.language), place, len(self._starts), at, len(self._text),
        ))  # fmt: skip

    def columns(self) -> BlockColumns:
        """Return all of it."""
        blocks, inlines = _rows(self._blocks, BLOCK_FIELDS), _rows(self._inlines, INLINE_FIELDS)
        text = np.frombuffer(self._text, np.uint8) if self._text else np.empty(0, np.uint8)
        starts, ends = _column(self._starts), _column(self._ends)
        codes = [Code("", label) for label in self._labels]
        return BlockColumns(
            blocks, inlines, text, starts, ends, list(self._addresses), self._atoms, codes, list(self._languages)
        )


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


def _rows(numbers: array[int], fields: int) -> Rows:
    return _column(numbers).reshape(-1, fields)


def _column(numbers: array[int]) -> Rows:
    return np.frombuffer(numbers, np.int32) if numbers else np.empty(0, np.int32)

"""The compiled twin of writing Markdown: what it is handed, and what it knows about characters."""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.kernels import Library, address, check
from webwinnow.kernels.library import filled
from webwinnow.lazy_values import kept_for_good
from webwinnow.render.layout import DEEPEST
from webwinnow.render.structure.block import Kind
from webwinnow.render.structure.block_columns import (
    BLOCK_FIELDS,
    DEPTH,
    FLAGS,
    KIND,
    KINDS,
    LABEL,
    BlockColumns,
    Rows,
    text_of,
)
from webwinnow.render.structure.callouts import says_kind
from webwinnow.render.structure.tables import EMPTY_AT_LEAST, EMPTY_PER_CELL, WIDEST

_POINTER, _SIZE = ctypes.c_void_p, ctypes.c_int64
_WHITE, _ALPHANUMERIC, _DECIMAL, _PUNCTUATION, _SYMBOL = 1, 2, 4, 8, 16
_KNOWN: Final = ((0, 0x10000), (0x1F000, 0x1FB00))
"""The code points that compiled code knows, of those beyond 65,536 only pictures; others are left to Python."""
_PATTERNS: Final = ((r"\s+", _WHITE), (r"[^\W_]+", _ALPHANUMERIC), (r"\d+", _DECIMAL))
_NO_LETTERS: Final = re.compile(r"[^\w\ud800-\uf8ff]+|_+")
"""What may be punctuation or a symbol; surrogates and what fonts define for themselves are neither."""
_QUOTE, _PARAGRAPH = KINDS.index(Kind.QUOTE), KINDS.index(Kind.PARAGRAPH)
SAID: Final = 32
"""A flag of callouts; native/blocks.h has the same."""
_SHORT: Final = 1_024
"""Bytes that nearly all blocks are written in."""
_CATEGORIES: Final = {"P": _PUNCTUATION, "S": _SYMBOL}


class _Tree(ctypes.Structure):
    """`MarkdownTree` of native/markdown.h."""

    _fields_ = (
        *((name, _POINTER) for name in ("blocks", "inlines", "text", "pool", "at", "sort")),
        *(
            (name, _SIZE)
            for name in (
                "count alternatives sources codes labels deepest widest empty_per_cell empty_at_least largest_number"
            ).split()
        ),
    )


@kept_for_good
def _sorts() -> npt.NDArray[np.uint8]:
    """Tell of each of the code points whether it is white, a letter or digit, punctuation, or a symbol."""
    points = np.concatenate([np.arange(*bounds, dtype="<u4") for bounds in _KNOWN])
    characters = points.tobytes().decode("utf-32-le", "surrogatepass")
    sorts = np.zeros(len(characters), np.uint8)
    for pattern, sort in _PATTERNS:
        for match in re.finditer(pattern, characters):
            sorts[match.start() : match.end()] |= sort
    for match in _NO_LETTERS.finditer(characters):
        categories = [category[0] for category in map(unicodedata.category, match[0])]
        sorts[match.start() : match.end()] |= np.array([_CATEGORIES.get(each, 0) for each in categories], np.uint8)
    return sorts


def write_columns(library: Library, columns: BlockColumns, largest_number: int) -> str | None:
    """Do as `layout.laid_out`; None for the few trees that it must write."""
    given, at = _pool(columns)
    blocks = _with_openings(columns) if columns.codes else columns.blocks
    tree = _tree(columns, blocks, given, at, largest_number)
    return _written(library, tree, len(columns.text) + len(columns.text) // 8 + 2 * len(given) + 16 * len(blocks) + 64)


class SomeBlocks:
    """Writes some blocks of a tree, as if no others stood around them."""

    def __init__(self, library: Library, columns: BlockColumns, largest_number: int) -> None:
        """Prepare what is the same for all, and keep what is pointed to."""
        self._library, self._columns, self._pool = library, columns, _pool(columns)
        self._row = np.empty((1, BLOCK_FIELDS), np.int32)
        self._one = _tree(columns, self._row, *self._pool, largest_number)
        self._many = _tree(columns, self._row, *self._pool, largest_number)

    def one(self, at: int) -> str | None:
        """Write a block of text alone; None for the few that Python must write."""
        self._row[0] = self._columns.blocks[at]
        self._row[0, DEPTH] = 0
        return _written(self._library, self._one, _SHORT)

    def together(self, places: Sequence[int]) -> str | None:
        """Write blocks, each of text as a whole and what is around it before it; None where Python must."""
        if self._columns.codes:  # there may be callouts, which open in ways of their own
            return None
        rows = self._columns.blocks[places]
        self._many.blocks, self._many.count = address(rows), len(rows)
        return _written(self._library, self._many, _SHORT * len(rows))


def _tree(columns: BlockColumns, blocks: Rows, given: npt.NDArray[np.uint8], at: Rows, largest_number: int) -> _Tree:
    known, pictures, codes = len(columns.addresses), len(columns.atoms), len(columns.codes)
    return filled(
        _Tree, address(blocks), address(columns.inlines), address(columns.text), address(given), address(at),
        address(_sorts()), len(blocks), known, known + pictures, known + 2 * pictures, known + 2 * pictures + codes,
        DEEPEST, WIDEST, EMPTY_PER_CELL, EMPTY_AT_LEAST, largest_number,
    )  # fmt: skip


def _written(library: Library, tree: _Tree, room: int) -> str | None:
    out = np.empty(room, np.uint8)
    size = library.write_markdown(ctypes.addressof(tree), address(out), room)
    if size > room:
        out = np.empty(size, np.uint8)
        size = library.write_markdown(ctypes.addressof(tree), address(out), size)
    check(size)
    return str(out[:size].data, "utf-8") if size >= 0 else None


def _with_openings(columns: BlockColumns) -> npt.NDArray[np.int32]:
    """Return the blocks, with a flag on the callouts whose title says no more than their kind (see `opening`)."""
    blocks = columns.blocks
    kind, depth, label = blocks[:, KIND], blocks[:, DEPTH], blocks[:, LABEL]
    titled = (kind[:-2] == _QUOTE) & (label[:-2] >= 0) & (kind[1:-1] == _PARAGRAPH) & (depth[2:] > depth[:-2])
    found = np.flatnonzero(titled).tolist()
    said = [at for at in found if says_kind(text_of(columns, blocks[at + 1]), columns.codes[label[at]].label)]
    if said:
        blocks = blocks.copy()
        blocks[said, FLAGS] |= SAID
    return blocks


def _pool(columns: BlockColumns) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32]]:
    """Join the texts that Python has read, in the order of native/markdown.h, and tell where each begins."""
    atoms, codes, given = columns.atoms, columns.codes, columns.given
    if given is not None and atoms is given.atoms and not codes:
        return given.pool, given.at
    texts = list(columns.addresses)
    texts += [atom.alternative for atom in atoms]
    texts += [atom.address for atom in atoms]
    texts += [code.text for code in codes]
    texts += [code.label for code in codes]
    pool = "".join(texts).encode()
    lengths = map(len, texts) if len(pool) == sum(map(len, texts)) else [len(each.encode()) for each in texts]
    at = np.array([0, *accumulate(lengths)], np.int32)
    return np.frombuffer(bytearray(pool or b" "), np.uint8), at  # of what may be written, the address is found at once

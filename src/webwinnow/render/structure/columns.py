"""A tree of blocks as columns, as compiled code builds it: blocks are made when somebody asks for them.

Markdown is written from the columns themselves (see markdown/compiled.py); whoever looks at a block gets all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from webwinnow.lazy_values import cached_property
from webwinnow.render.languages import direction_of, may_be_from_the_right
from webwinnow.render.structure.block import (
    Block,
    Direction,
    Inline,
    InlineKind,
    Kind,
    Pairs,
    Tree,
    UnmadeTree,
    beginning_with,
    heading_texts,
    opening,
    plain_links,
)
from webwinnow.render.structure.line import BREAK

KINDS: Final = tuple(Kind)
INLINE_KINDS: Final = tuple(InlineKind)
ORDERED, HEADER, UNDECLARED, FROM_RIGHT, FROM_LEFT = 1, 2, 4, 8, 16
"""Flags of a block; native/blocks.h has the same."""
_KIND, _DEPTH, _LEVEL, _ELEMENT, _FLAGS, _LANGUAGE, _FIRST, _BEHIND = 0, 1, 2, 3, 5, 8, 10, 11
"""Some fields of a block."""
_TEXT, _BREAK, _IMAGE = map(INLINE_KINDS.index, (InlineKind.TEXT, InlineKind.BREAK, InlineKind.IMAGE))
_HEADING, _RULE = KINDS.index(Kind.HEADING), KINDS.index(Kind.RULE)
_FIRST_CONTAINER: Final = KINDS.index(Kind.LIST)
_LINK, _SOURCE = 2, 3
"""The fields of an inline that hold the number of its address, and of its picture."""
_START, _END = 7, 8
"""The fields of an inline that tell where its text stands."""
DRAWING: Final = "-_*=~#+—–―─━═•·"
"""Characters that lines are drawn with; dots say that something is left out."""
_DRAWS: Final = np.zeros(256, dtype=np.bool_)
_DRAWS[[character.encode()[0] for character in DRAWING]] = True
_LONGEST_DRAWN: Final = 1_600
"""Bytes of a line that is drawn."""
_AT_ONCE: Final = 1_000
"""Rows that are lists at a time."""
Rows = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]


class Atom(NamedTuple):
    """What stands in a line besides text: a picture, or the sign that it stands for, which has no address."""

    address: str
    alternative: str


class Code(NamedTuple):
    """A block of code: its text, and its language."""

    text: str
    label: str


@dataclass(frozen=True)
class BlockColumns:
    """Blocks and inlines as rows of numbers, in the order of `Block` and `Inline` of native/blocks.h."""

    blocks: Rows
    inlines: Rows
    text: npt.NDArray[np.uint8]
    """The text of all inlines, as UTF-8."""
    starts: npt.NDArray[np.integer]
    ends: npt.NDArray[np.integer]
    """Where the pieces of text stand in the page's source."""
    addresses: Sequence[str]
    atoms: Sequence[Atom]
    codes: Sequence[Code]
    languages: Sequence[str]

    @cached_property
    def addressed(self) -> int:
        """How long the addresses of all links are."""
        links = self.inlines[:, _LINK]
        lengths = np.array([len(address) for address in self.addresses], dtype=np.int64)
        return int(lengths[links[links >= 0]].sum())


class ColumnTree(UnmadeTree):
    """A tree of blocks that are made of columns when they are first looked at; `above` stands on top of them."""

    def __init__(self, columns: BlockColumns, above: Block | None = None) -> None:
        """Take the columns."""
        self.columns, self.above = columns, above

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self.columns.blocks) + (self.above is not None)

    @overload
    def __getitem__(self, at: int) -> Block: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Block, ...]: ...
    def __getitem__(self, at: int | slice) -> Block | tuple[Block, ...]:
        """Return a block, or some."""
        return self.blocks[at]

    def __iter__(self) -> Iterator[Block]:
        """Go over the blocks."""
        return iter(self.blocks)

    def __eq__(self, other: object) -> bool:
        """Tell whether the other has the same blocks."""
        return self.blocks == (other.blocks if isinstance(other, ColumnTree) else other)

    def __hash__(self) -> int:
        """Hash the blocks."""
        return hash(self.blocks)

    def __repr__(self) -> str:
        """Show the blocks."""
        return repr(self.blocks)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks."""
        made = _made(self.columns)
        return (self.above, *made) if self.above else made

    @property
    def outline(self) -> tuple[list[Kind], Rows, Rows]:
        """The kind, the element and the depth of each block."""
        rows = self.columns.blocks
        return [KINDS[kind] for kind in rows[:, _KIND].tolist()], rows[:, _ELEMENT], rows[:, _DEPTH]

    @property
    def first_language(self) -> str | None:
        """The language of the first block."""
        if self.above or not len(self.columns.blocks):
            return self.above.language if self.above else None
        language = int(self.columns.blocks[0, _LANGUAGE])
        return self.columns.languages[language] if language >= 0 else None

    @property
    def shape(self) -> tuple[Rows, Rows, Flags, Rows, Flags]:
        """The kind and the depth of each block, whether it is an ordered list, the bytes of its text, and whether this
        may be a line that is drawn."""
        rows, inlines = self.columns.blocks, self.columns.inlines
        behind = np.zeros(len(inlines) + 1, dtype=np.int32)
        np.cumsum(inlines[:, _END] - inlines[:, _START], out=behind[1:])
        lengths = behind[rows[:, _BEHIND]] - behind[rows[:, _FIRST]]
        drawn = (lengths > 2) & (lengths <= _LONGEST_DRAWN)
        firsts = rows[drawn, _FIRST]
        drawn[drawn] = _DRAWS[self.columns.text[inlines[firsts, _START]]]
        return rows[:, _KIND], rows[:, _DEPTH], (rows[:, _FLAGS] & ORDERED) > 0, lengths, drawn

    def plain_inlines(self, at: int) -> list[Inline]:
        """Return the inlines of a block without their places."""
        row = self.columns.blocks[at]
        return _inlines(self.columns, self.columns.inlines[row[_FIRST] : row[_BEHIND]], plain=True)

    def changed(self, out: set[int], rules: set[int], silent: set[int], lifts: Sequence[tuple[int, int]]) -> ColumnTree:
        """Return the tree without some blocks, some as rules, and some pictures without their alternative texts."""
        rows, atoms = self.columns.blocks.copy(), list(self.columns.atoms)
        rows[:, [_DEPTH, _LEVEL]] -= np.array(lifts, np.int32).reshape(-1, 2)
        rows[list(rules), _KIND] = _RULE
        rows[list(rules), _BEHIND] = rows[list(rules), _FIRST]
        for picture in self.columns.inlines[rows[list(silent), _FIRST], _SOURCE].tolist():
            atoms[picture] = Atom(atoms[picture].address, "")
        left = np.ones(len(rows), dtype=np.bool_)
        left[list(out)] = False
        return ColumnTree(replace(self.columns, blocks=rows[left], atoms=atoms))

    def opening(self, most: int) -> list[tuple[Kind, int]]:
        """Return the kind of each of the first blocks, and how long its text is."""
        if "blocks" in self.__dict__ or self.above:
            return opening(self.blocks, most)
        rows = self.columns.blocks[:most]
        return [(KINDS[row[_KIND]], len(_text_of(self.columns, row))) for row in rows]

    def beginning_with(self, at: int) -> Tree:
        """Return the tree with one of its blocks, which holds no others, before all that stand before it."""
        if self.above:
            return beginning_with(self.blocks, at)
        order = np.arange(len(self.columns.blocks))
        order[: at + 1] = np.roll(order[: at + 1], 1)
        return ColumnTree(replace(self.columns, blocks=self.columns.blocks[order]))

    def lifted(self, out: Flags, lifts: Sequence[tuple[int, int]]) -> ColumnTree:
        """Return the tree without some blocks, and the others moved up: by how much each, and its level."""
        rows = self.columns.blocks.copy()
        rows[:, [_DEPTH, _LEVEL]] -= np.array(lifts, np.int32).reshape(-1, 2)
        return ColumnTree(replace(self.columns, blocks=rows[~out]))

    def below(self, block: Block) -> Tree:
        """Return the tree with a block on top."""
        return ColumnTree(self.columns, block) if self.above is None else (block, *self.blocks)

    def without_links(self) -> ColumnTree:
        """Return the tree with only the text of its links."""
        inlines = self.columns.inlines.copy()
        inlines[:, _LINK] = -1
        above = plain_links((self.above,), links=False)[0] if self.above else None
        return ColumnTree(replace(self.columns, inlines=inlines), above)

    def heading_texts(self, most: int) -> list[tuple[int, str]]:
        """Return the number and the text of each heading among the first blocks that stands in no other block."""
        if "blocks" in self.__dict__ or self.above:
            return heading_texts(self.blocks, most)
        rows = self.columns.blocks[:most]
        found = np.flatnonzero((rows[:, _KIND] == _HEADING) & (rows[:, _DEPTH] == 0)).tolist()
        return [(at, _text_of(self.columns, rows[at])) for at in found]


def _text_of(columns: BlockColumns, row: Rows) -> str:
    inlines = _inlines(columns, columns.inlines[row[_FIRST] : row[_BEHIND]], plain=True)
    return "".join([inline.text for inline in inlines if inline.kind is not InlineKind.IMAGE])


def _made(columns: BlockColumns) -> tuple[Block, ...]:
    """Make all blocks."""
    rows: list[list[int]] = columns.blocks.tolist()
    inlines = _inlines(columns, columns.inlines)
    directions = _directions(columns, rows, inlines)
    languages: list[str | None] = [*columns.languages, None]
    labels = [*(code.label for code in columns.codes), ""]
    made: list[Block] = []
    for row, direction in zip(rows, directions, strict=True):
        kind, depth, level, element, number, flags, width, height, language, label, first, behind = row
        made.append(
            Block(
                KINDS[kind], depth, level, tuple(inlines[first:behind]), languages[language], direction, element,
                number, bool(flags & ORDERED), bool(flags & HEADER), width, height, labels[label],
            )
        )  # fmt: skip
    return tuple(made)


def _inlines(columns: BlockColumns, rows: Rows, *, plain: bool = False) -> list[Inline]:
    """Make inlines; `plain` ones have no places."""
    text = columns.text.data if plain else columns.text.tobytes()
    addresses, languages = [*columns.addresses, ""], [*columns.languages, None]
    starts, ends = (b"", b"") if plain else (columns.starts.data, columns.ends.data)
    made: list[Inline] = []
    for kind, marks, link, source, language, first, behind, start, end in _listed(rows):
        if kind == _BREAK:
            made.append(BREAK)
            continue
        places: Pairs = tuple(zip(starts[first:behind], ends[first:behind], strict=True))
        said, address = str(text[start:end], "utf-8"), ""
        if source >= 0:
            said, address = _given(columns, source, is_code=first < behind)
        made.append(
            Inline(said, INLINE_KINDS[kind], marks, addresses[link], address, languages[language], places)
        )  # fmt: skip
    return made


def _listed(rows: Rows) -> Iterator[list[int]]:
    """Go over rows, some at a time: as lists, all of them would take many times the room of the page."""
    for at in range(0, len(rows), _AT_ONCE):
        yield from rows[at : at + _AT_ONCE].tolist()


def _given(columns: BlockColumns, source: int, *, is_code: bool) -> tuple[str, str]:
    """Return the text and the address of what Python has read."""
    if is_code:
        return columns.codes[source].text, ""
    atom = columns.atoms[source]
    return atom.alternative, atom.address


def _directions(columns: BlockColumns, rows: list[list[int]], inlines: list[Inline]) -> list[Direction]:
    """Tell the direction of each block; those that hold blocks take it from the first text inside."""
    ltr: Direction = "ltr"
    found = [ltr] * len(rows)
    if not _may_turn(columns, rows, inlines):
        return found
    following: Direction = ltr
    for at in range(len(rows) - 1, -1, -1):
        row = rows[at]
        declared: Direction | None = "rtl" if row[_FLAGS] & FROM_RIGHT else "ltr" if row[_FLAGS] & FROM_LEFT else None
        if row[_KIND] >= _FIRST_CONTAINER:
            found[at] = following if row[_FLAGS] & UNDECLARED else declared or ltr
            continue
        language = columns.languages[row[_LANGUAGE]] if row[_LANGUAGE] >= 0 else None
        text = "".join([inline.text for inline in inlines[row[_FIRST] : row[_BEHIND]]])
        found[at] = following = direction_of(text, declared, language)
    return found


def _may_turn(columns: BlockColumns, rows: list[list[int]], inlines: list[Inline]) -> bool:
    """Tell whether any block may be read from right to left."""
    texts = "".join([inline.text for inline in inlines if not inline.text.isascii()])
    declared = any(row[_FLAGS] & FROM_RIGHT for row in rows)
    return declared or may_be_from_the_right(texts, columns.languages)

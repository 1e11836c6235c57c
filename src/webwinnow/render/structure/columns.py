"""A tree of blocks as columns, as compiled code builds it: blocks are made when somebody asks for them.

Markdown is written from the columns themselves (see markdown/compiled.py). Of a page with few blocks all are kept once
one was looked at; of one with many only the last few windows are, for as objects they take fifty times the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
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
    Tree,
    UnmadeTree,
    beginning_with,
    extents,
    heading_texts,
    opening,
    plain_links,
)
from webwinnow.render.structure.inlines import INLINE_KINDS, UnmadeInlines, make_inlines

KINDS: Final = tuple(Kind)
ORDERED, HEADER, UNDECLARED, FROM_RIGHT, FROM_LEFT = 1, 2, 4, 8, 16
"""Flags of a block; native/blocks.h has the same."""
_KIND, _DEPTH, _LEVEL, _ELEMENT, _NUMBER, _FLAGS, _LANGUAGE, _FIRST, _BEHIND = 0, 1, 2, 3, 4, 5, 8, 10, 11
"""Some fields of a block."""
_TEXT, _IMAGE = map(INLINE_KINDS.index, (InlineKind.TEXT, InlineKind.IMAGE))
_HEADING, _RULE = KINDS.index(Kind.HEADING), KINDS.index(Kind.RULE)
_FIRST_CONTAINER: Final = KINDS.index(Kind.LIST)
_LINK, _SOURCE = 2, 3
"""Fields of an inline: the numbers of its address and of its picture."""
_NOT_ASCII: Final = 128
_FEW: Final = 4_096
"""Blocks that are kept once they are made: as many as nearly all pages have."""
_WINDOW: Final = 256
"""Blocks that are made at once where there are more,"""
_HELD: Final = 4
"""and windows of them that are kept: a renderer looks at neighbours, and back at what is around them."""
_MANY_INLINES: Final = 1_024
"""Inlines of a block, or of a window, that are made when they are looked at: kept, they take thirty times the page."""
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

    @property
    def windows(self) -> int:
        """How many windows the blocks make."""
        return -(-len(self.blocks) // _WINDOW)

    def window(self, number: int) -> tuple[Block, ...]:
        """Make the blocks of a window."""
        rows, inlines = self._rows(number)
        turned = self.from_right
        some = turned[number * _WINDOW :][: len(rows)].tolist() if turned is not None else [False] * len(rows)
        made: list[Block] = []
        for row, from_right in zip(rows, some, strict=True):
            kind, depth, level, element, counted, flags, width, height, language, label, first, behind = row
            made.append(
                Block(
                    KINDS[kind], depth, level, inlines(first, behind),
                    self.languages[language] if language >= 0 else None, "rtl" if from_right else "ltr", element,
                    counted, bool(flags & ORDERED), bool(flags & HEADER), width, height,
                    self.codes[label].label if label >= 0 else "",
                )
            )  # fmt: skip
        return tuple(made)

    def _rows(self, number: int) -> tuple[list[list[int]], Callable[[int, int], Sequence[Inline]]]:
        """Return the rows of a window, and what gives its inlines from one number up to another."""
        rows = self.blocks[number * _WINDOW : (number + 1) * _WINDOW]
        filled = rows[rows[:, _FIRST] < rows[:, _BEHIND]]
        first, behind = (int(filled[:, _FIRST].min()), int(filled[:, _BEHIND].max())) if len(filled) else (0, 0)
        if behind - first > _MANY_INLINES:
            return rows.tolist(), self._some_inlines
        made = make_inlines(self, self.inlines[first:behind])
        return rows.tolist(), lambda low, high: tuple(made[low - first : high - first])

    def _some_inlines(self, first: int, behind: int) -> Sequence[Inline]:
        """Return inlines, made now if they are few."""
        if behind - first > _MANY_INLINES:
            return UnmadeInlines(self, first, behind)
        return tuple(make_inlines(self, self.inlines[first:behind]))

    @cached_property
    def behind(self) -> Rows:
        """For each block one past the last block inside: the next that stands as deep as it, or less deep."""
        depth, kind = self.blocks[:, _DEPTH], self.blocks[:, _KIND]
        ends = np.arange(1, len(depth) + 1, dtype=np.int32)
        containers = kind >= _FIRST_CONTAINER
        for level in np.unique(depth[containers]).tolist():  # there are few (meanings.DEEPEST)
            at, stops = np.flatnonzero(containers & (depth == level)), np.flatnonzero(depth <= level)
            ends[at] = np.append(stops, len(depth))[np.searchsorted(stops, at, side="right")]
        return ends

    @cached_property
    def from_right(self) -> Flags | None:
        """Which blocks are read from right to left; those that hold blocks are if the first text inside is."""
        if not self._may_turn():
            return None
        found, following = np.zeros(len(self.blocks), dtype=np.bool_), False
        for number in range(self.windows - 1, -1, -1):
            rows, inlines = self._rows(number)
            for at in range(len(rows) - 1, -1, -1):
                row = rows[at]
                flags, place = row[_FLAGS], number * _WINDOW + at
                declared: Direction | None = "rtl" if flags & FROM_RIGHT else "ltr" if flags & FROM_LEFT else None
                if row[_KIND] >= _FIRST_CONTAINER:
                    found[place] = following if flags & UNDECLARED else declared == "rtl"
                    continue
                language = self.languages[row[_LANGUAGE]] if row[_LANGUAGE] >= 0 else None
                text = "".join([inline.text for inline in inlines(row[_FIRST], row[_BEHIND])])
                found[place] = following = direction_of(text, declared, language) == "rtl"
        return found

    def _may_turn(self) -> bool:
        """Tell whether any block may be read from right to left."""
        if (self.blocks[:, _FLAGS] & FROM_RIGHT).any():
            return True
        written = str(self.text.data, "utf-8") if self.text.max(initial=0) >= _NOT_ASCII else ""
        read = [*(atom.alternative for atom in self.atoms), *(code.text for code in self.codes)]
        texts = written + "".join(text for text in read if not text.isascii())
        return may_be_from_the_right(texts, self.languages)


class ColumnTree(UnmadeTree):
    """A tree of blocks that are made of columns when they are first looked at; `above` stands on top of them."""

    def __init__(self, columns: BlockColumns, above: Block | None = None) -> None:
        """Take the columns."""
        self.columns, self.above = columns, above
        self._held: tuple[tuple[int, tuple[Block, ...]], ...] = ()
        """The windows that were looked at last, each with the number of its first block,"""
        self._latest: tuple[int, tuple[Block, ...]] = 0, ()
        """and the last of them; both are replaced as a whole, for threads share them."""

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self.columns.blocks) + (self.above is not None)

    @overload
    def __getitem__(self, at: int) -> Block: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Block, ...]: ...
    def __getitem__(self, at: int | slice) -> Block | tuple[Block, ...]:
        """Return a block, or some."""
        first, made = self._latest
        if not isinstance(at, slice) and 0 <= at - first < len(made):
            return made[at - first]
        if self._are_few:
            self._latest = 0, self.blocks
            return self.blocks[at]
        if isinstance(at, slice):
            return tuple(map(self._block, range(*at.indices(len(self)))))
        return self._block(range(len(self))[at])

    def __iter__(self) -> Iterator[Block]:
        """Go over the blocks."""
        return iter(self.blocks) if self._are_few else self._streamed()

    @property
    def _are_few(self) -> bool:
        """Whether all blocks are kept, once one is made."""
        return len(self.columns.blocks) <= _FEW or "blocks" in self.__dict__

    def _streamed(self) -> Iterator[Block]:
        made = chain.from_iterable(map(self.columns.window, range(self.columns.windows)))
        return chain((self.above,), made) if self.above else made

    def _block(self, at: int) -> Block:
        """Return a block of many."""
        if self.above and at == 0:
            return self.above
        at -= self.above is not None
        first = at - at % _WINDOW
        window = next((held for held in self._held if held[0] == first), None)
        if window is None:
            window = first, self.columns.window(first // _WINDOW)
            self._held = (window, *self._held[: _HELD - 1])
        if not self.above:
            self._latest = window
        return window[1][at - first]

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
        return tuple(self._streamed())

    @property
    def places(self) -> Rows:
        """Where the text of all blocks stands in the page's source, in rows of a start and an end."""
        above = np.array(self.above.spans if self.above else (), np.int32).reshape(-1, 2)
        return np.concatenate([above, np.stack([self.columns.starts, self.columns.ends], axis=1)], dtype=np.int32)

    def ends(self) -> Sequence[int]:
        """Tell for each block where its content ends: one past the last block inside."""
        if self._are_few:
            return extents(self.blocks)
        ends = self.columns.behind
        return np.concatenate([[1], ends + 1]).astype(np.int32).data if self.above else ends.data

    @property
    def names_languages(self) -> bool:
        """Whether any block may name its language."""
        return bool(self.columns.languages) or bool(self.above and self.above.language)

    @property
    def may_turn(self) -> bool:
        """Whether any block may be read from right to left."""
        return self.columns.from_right is not None or bool(self.above and self.above.direction == "rtl")

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
    def shape(self) -> tuple[Rows, Rows, Rows, Flags]:
        """The kind, the depth and the number of each block, and whether it is an ordered list."""
        rows = self.columns.blocks
        return rows[:, _KIND], rows[:, _DEPTH], rows[:, _NUMBER], (rows[:, _FLAGS] & ORDERED) > 0

    def plain_inlines(self, at: int) -> list[Inline]:
        """Return the inlines of a block without their places."""
        first, behind = self.columns.blocks[at, [_FIRST, _BEHIND]]
        return make_inlines(self.columns, self.columns.inlines[first:behind], plain=True)

    def changed(
        self, out: set[int], rules: set[int], silent: set[int], lifts: Sequence[tuple[int, int]] | None
    ) -> ColumnTree:
        """Return the tree without some blocks, some as rules, and some pictures without their alternative texts."""
        rows, atoms = self.columns.blocks.copy(), list(self.columns.atoms)
        if lifts is not None:
            rows[:, [_DEPTH, _LEVEL]] -= np.array(lifts, np.int32).reshape(-1, 2)
        rows[list(rules), _KIND] = _RULE
        rows[list(rules), _BEHIND] = rows[list(rules), _FIRST]
        for picture in self.columns.inlines[rows[list(silent), _FIRST], _SOURCE].tolist():
            atoms[picture] = Atom(atoms[picture].address, "")
        left = np.setdiff1d(np.arange(len(rows)), list(out))
        found, turned = replace(self.columns, blocks=rows[left], atoms=atoms), self.columns.from_right
        if turned is not None:  # what is left out has a say in that
            vars(found)["from_right"] = turned[left]
        return ColumnTree(found)

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

    def without(self, at: int) -> Tree:
        """Return the tree without one of its blocks, which holds no others."""
        if self.above and at == 0:
            return ColumnTree(self.columns)
        rows = np.delete(self.columns.blocks, at - (self.above is not None), axis=0)
        return ColumnTree(replace(self.columns, blocks=rows), self.above)

    def lifted(self, out: Flags, lifts: Sequence[tuple[int, int]]) -> ColumnTree:
        """Return the tree without some blocks, and the others moved up: by how much each, and its level."""
        stay = ~out
        rows, lifted = self.columns.blocks[stay], np.fromiter(chain.from_iterable(lifts), np.int32, 2 * len(lifts))
        rows[:, [_DEPTH, _LEVEL]] -= lifted.reshape(-1, 2)[stay]
        return ColumnTree(replace(self.columns, blocks=rows))

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
    inlines = make_inlines(columns, columns.inlines[row[_FIRST] : row[_BEHIND]], plain=True)
    return "".join([inline.text for inline in inlines if inline.kind is not InlineKind.IMAGE])

"""A tree of blocks as columns, as compiled code builds it: blocks are made when somebody asks for them.

Markdown is written from the columns themselves (see markdown/compiled.py). Of a page with few blocks all are kept once
one was looked at; of one with many only the last few windows are, for as objects they take fifty times the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, overload

import numpy as np
import numpy.typing as npt

from webwinnow.lazy_values import cached_property
from webwinnow.render.structure.block import (
    Block,
    Inline,
    Kind,
    Tree,
    UnmadeTree,
    beginning_with,
    extents,
    heading_texts,
    opening,
    plain_links,
)
from webwinnow.render.structure.block_columns import (
    BEHIND,
    DEPTH,
    ELEMENT,
    FIRST,
    FIRST_CONTAINER,
    FLAGS,
    KIND,
    KINDS,
    LANGUAGE,
    LEVEL,
    LINK,
    MANY_INLINES,
    NUMBER,
    ORDERED,
    SOURCE,
    BlockColumns,
    Flags,
    Rows,
    said,
    text_of,
)
from webwinnow.render.structure.inlines import UnmadeInlines

_HEADING, _RULE = KINDS.index(Kind.HEADING), KINDS.index(Kind.RULE)
_FEW: Final = 6_144
"""Blocks, and inlines of all of them, that are kept once they are made: as many as nearly all pages have."""
_HELD: Final = 4
"""Windows that are kept of more: a renderer looks at neighbours, and back at what is around them."""


class ColumnTree(UnmadeTree):
    """A tree of blocks that are made of columns when they are first looked at; `above` stands on top of them."""

    def __init__(
        self, columns: BlockColumns, above: Block | None = None, untidy: npt.NDArray[np.uint8] | None = None
    ) -> None:
        """Take the columns, and marks of the blocks that may be untidy where these were looked for.

        Then it is known, too, that no list only lays the page out.
        """
        self.columns, self.above, self.untidy = columns, above, untidy
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
        return len(self.columns.blocks) + len(self.columns.inlines) <= _FEW or "blocks" in self.__dict__

    def _streamed(self) -> Iterator[Block]:
        made = chain.from_iterable(map(self.columns.window, range(self.columns.windows)))
        return chain((self.above,), made) if self.above else made

    def _block(self, at: int) -> Block:
        """Return a block of many."""
        if self.above and at == 0:
            return self.above
        at -= self.above is not None
        number, first = self.columns.window_around(at)
        window = next((held for held in self._held if held[0] == first), None)
        if window is None:
            window = first, self.columns.window(number)
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

    def texts(self, most: int) -> Iterator[str]:
        """Return the words of each block; of a long text at least so many characters from its beginning on."""
        return chain((self.above.text,) if self.above else (), self.columns.texts(most))

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
    def lists(self) -> Rows:
        """The elements of all lists."""
        rows = self.columns.blocks
        found: Rows = rows[rows[:, KIND] == FIRST_CONTAINER, ELEMENT]
        return found

    @property
    def outline(self) -> tuple[list[Kind], Rows, Rows]:
        """The kind, the element and the depth of each block."""
        rows = self.columns.blocks
        return [KINDS[kind] for kind in rows[:, KIND].tolist()], rows[:, ELEMENT], rows[:, DEPTH]

    @property
    def first_language(self) -> str | None:
        """The language of the first block."""
        if self.above or not len(self.columns.blocks):
            return self.above.language if self.above else None
        language = int(self.columns.blocks[0, LANGUAGE])
        return self.columns.languages[language] if language >= 0 else None

    @property
    def shape(self) -> tuple[Rows, Rows, Rows, Flags]:
        """The kind, the depth and the number of each block, and whether it is an ordered list."""
        rows = self.columns.blocks
        return rows[:, KIND], rows[:, DEPTH], rows[:, NUMBER], (rows[:, FLAGS] & ORDERED) > 0

    def name(self, at: int) -> str:
        """Return the text of a block that is one picture."""
        first = self.columns.blocks.item(at, FIRST)
        if self.columns.blocks.item(at, BEHIND) != first + 1:
            return ""
        source = self.columns.inlines.item(first, SOURCE)
        return self.columns.atoms[source].alternative if source >= 0 else ""

    def said(self, at: int) -> Sequence[Inline]:
        """Return the inlines of a block, with what they are and say alone, unless they are very many."""
        row = self.columns.blocks[at]
        many = row[BEHIND] - row[FIRST] > MANY_INLINES
        return UnmadeInlines(self.columns, row.item(FIRST), row.item(BEHIND)) if many else said(self.columns, row)

    def changed(
        self, out: set[int], rules: set[int], silent: set[int], lifts: Sequence[tuple[int, int]] | None
    ) -> ColumnTree:
        """Return the tree without some blocks, some as rules, and some pictures without their alternative texts."""
        rows, left = self.columns.blocks.copy(), np.ones(len(self.columns.blocks), np.bool_)
        if lifts is not None:
            rows[:, [DEPTH, LEVEL]] -= np.array(lifts, np.int32).reshape(-1, 2)
        rows[list(rules), KIND] = _RULE
        rows[list(rules), BEHIND] = rows[list(rules), FIRST]
        left[list(out)] = False
        pictures = self.columns.inlines[rows[list(silent), FIRST], SOURCE].tolist()
        return ColumnTree(self.columns.chosen(np.flatnonzero(left), rows, pictures))

    def opening(self, most: int) -> list[tuple[Kind, int]]:
        """Return the kind of each of the first blocks, and how long its text is."""
        if "blocks" in self.__dict__ or self.above:
            return opening(self.blocks, most)
        rows = self.columns.blocks[:most]
        return [(KINDS[row[KIND]], len(text_of(self.columns, row))) for row in rows]

    def beginning_with(self, at: int) -> Tree:
        """Return the tree with one of its blocks, which holds no others, before all that stand before it."""
        if self.above:
            return beginning_with(self.blocks, at)
        order = np.arange(len(self.columns.blocks))
        order[0], order[1 : at + 1] = at, order[:at].copy()
        return ColumnTree(self.columns.chosen(order))

    def without(self, at: int) -> Tree:
        """Return the tree without one of its blocks, which holds no others."""
        if self.above and at == 0:
            return ColumnTree(self.columns)
        left = np.delete(np.arange(len(self.columns.blocks)), at - (self.above is not None))
        return ColumnTree(self.columns.chosen(left), self.above)

    def lifted(self, out: Flags, lifts: Sequence[tuple[int, int]]) -> ColumnTree:
        """Return the tree without some blocks, and the others moved up: by how much each, and its level."""
        stay, by = np.flatnonzero(~out), np.fromiter(chain.from_iterable(lifts), np.int32, 2 * len(lifts))
        found = self.columns.chosen(stay)  # with rows of its own
        found.blocks[:, [DEPTH, LEVEL]] -= by.reshape(-1, 2)[stay]
        return ColumnTree(found)

    def below(self, block: Block) -> Tree:
        """Return the tree with a block on top."""
        return ColumnTree(self.columns, block) if self.above is None else (block, *self.blocks)

    def without_links(self) -> ColumnTree:
        """Return the tree with only the text of its links."""
        inlines = self.columns.inlines.copy()
        inlines[:, LINK] = -1
        above = plain_links((self.above,), links=False)[0] if self.above else None
        return ColumnTree(replace(self.columns, inlines=inlines), above)

    def heading_texts(self, most: int) -> Iterator[tuple[int, str]]:
        """Yield the number and the text of each heading among the first blocks that stands in no other block."""
        if "blocks" in self.__dict__ or self.above:
            yield from heading_texts(self.blocks, most)
            return
        rows = self.columns.blocks[:most]
        for at in np.flatnonzero((rows[:, KIND] == _HEADING) & (rows[:, DEPTH] == 0)).tolist():
            yield at, text_of(self.columns, rows[at])

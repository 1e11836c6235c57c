"""The blocks of a tree while they are written: a block that holds others is written when the first of them is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np

from webwinnow.kernels import LIBRARY
from webwinnow.render.languages import direction_of
from webwinnow.render.structure.block import Block, Direction, Inline, InlineKind, Kind, ManyInlines, Tree
from webwinnow.render.structure.block_columns import DEPTH, FLAGS, KIND, KINDS, UNDECLARED
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.render.structure.gaps import Gaps
from webwinnow.render.structure.line import PLAIN, InlineSetting, Line
from webwinnow.render.structure.packing import Packing, unstreamed

_PARENTS: Final = {
    Kind.ITEM: Kind.LIST,
    Kind.ROW: Kind.TABLE,
    Kind.CELL: Kind.ROW,
}
_CONTENTS: Final = {
    Kind.LIST: Kind.ITEM,
    Kind.TABLE: Kind.ROW,
    Kind.ROW: Kind.CELL,
    Kind.DEFINITIONS: Kind.DESCRIPTION,
}
"""What holds the text that stands right inside of these."""
_DIRECT: Final = {(Kind.TABLE, Kind.CAPTION), (Kind.DEFINITIONS, Kind.TERM)}
_NESTING: Final = frozenset({Kind.LIST, Kind.QUOTE})
_RULE: Final = KINDS.index(Kind.RULE)
_FEW, _SOME, _DENSE = 6_144, 1_024, 100
"""Blocks and inlines of all of them that stay objects, as nearly all pages have, fewer where there is more than one for
each so many characters; and those of more that are packed together. Compiled code makes columns itself."""


@dataclass(slots=True, eq=False)
class Open:
    """A block that holds blocks; it is written when the first of them is."""

    kind: Kind | None
    """None for the page itself."""
    around: Open | None = None
    block: Block | None = None
    depth: int = -1
    level: int = 0
    declared: bool = False
    written: bool = False
    implied: bool = False
    """No element of the page asked for it."""
    latest: Open | None = field(default=None, repr=False)
    """The last block inside that holds blocks."""


class Context(NamedTuple):
    """What holds inside an element."""

    container: Open
    kind: Kind = Kind.PARAGRAPH
    """What text here makes, unless an element says otherwise."""
    level: int = 0
    setting: InlineSetting = PLAIN
    language: str | None = None
    """The language of the block; the setting holds that of a part of it."""
    direction: Direction | None = None
    verse: bool = False
    heading: int = 0
    """The element of the heading, in one."""
    in_head: bool = False
    """In the head of a table."""

    def set_in(self, setting: InlineSetting) -> Context:
        """Return the same with another setting; several times as fast as `_replace`."""
        return Context(self[0], self[1], self[2], setting, self[4], self[5], self[6], self[7], self[8])

    def making(self, kind: Kind, level: int, heading: int) -> Context:
        """Return the same for text that makes another kind of block."""
        return Context(self[0], kind, level, self[3], self[4], self[5], self[6], heading, self[8])


class Writing:
    """Blocks so far, and the one whose text is being read."""

    __slots__ = (
        "_around",
        "_at",
        "_before",
        "_context",
        "_gaps",
        "_has_rules",
        "_home",
        "_left",
        "_line",
        "_packing",
        "_turns",
        "_undeclared",
        "blocks",
        "pictures",
    )

    def __init__(self, gaps: Gaps, around: Sequence[int], characters: int) -> None:
        """Start with nothing of a page of so many characters.

        `around` tells for each element the nearest one that makes a block.
        """
        self._around = around
        self._home = 0
        self.blocks: list[Block] = []
        """Those that are not packed,"""
        self._before = 0
        """and how many are."""
        self._packing = Packing(characters) if LIBRARY is None else None
        self._left = min(_FEW, max(_SOME, characters // _DENSE))
        self.pictures: set[str] = set()
        """Addresses of images that are no part of a line, though some pages write them into one."""
        self._gaps = gaps
        self._undeclared: list[int] = []
        self._turns = self._has_rules = False
        """Whether any block is read from right to left, and whether any rule was written."""
        self._line: Line | None = None
        self._context: Context | None = None
        self._at = -1

    def line(self, context: Context, breaks: int, home: int) -> Line:
        """Return the line that text goes to: the last one if nothing came between, else a new one."""
        if context is self._context and breaks == self._at and self._line is not None:
            return self._line
        passed_break, self._at = breaks != self._at, breaks
        last = self._context
        if (
            self._line is None
            or last is None
            or passed_break
            or last.container is not context.container
            or last.kind is not context.kind
            or last.level != context.level
        ):
            self._end_line()
            self._home, self._line = home, Line(self._gaps)
        self._context = context
        return self._line

    def whole_line(self, context: Context, home: int, inlines: Iterable[Inline], pieces: int) -> None:
        """Write a line of so many pieces of text; the inlines of very many are packed as they come."""
        if self._line is not None:
            self._end_line()
        self._home = home
        if pieces <= _SOME or self._packing is None:
            if known := tuple(inlines):
                self._leaf(context, context.kind, known)
            return
        around, left = self._holding(context, context.kind), iter(inlines)
        if not self._pack(len(self.blocks)):
            self._put(context, context.kind, around, tuple(left))
        elif streamed := self._packing.stream(left):
            self._put(context, context.kind, around, streamed)

    def opened(self, context: Context, kind: Kind, element: int, **details: Any) -> Open:
        """Open a block that holds blocks, inside one that may hold it."""
        self._end_line()
        around = self._place_for(context.container, kind)
        nests = kind in _NESTING
        level, depth, direction = around.level + nests, around.depth + 1, context.direction
        self._turns |= direction == "rtl"
        known = (kind, depth, level if nests else 0, (), context.language, direction or "ltr", element)
        block = Block(*known, **details)
        opened = around.latest = Open(kind, around, block, depth, level, direction is not None)
        return opened

    def write(self, opened: Open) -> None:
        """Write a block that holds blocks, and first those around it."""
        self._end_line()
        waiting: list[Open] = []
        at: Open | None = opened
        while at is not None and not at.written and at.kind is not None:
            waiting.append(at)
            at = at.around
        for each in reversed(waiting):
            each.written = True
            if not each.declared:
                self._undeclared.append(self._before + len(self.blocks))
            if each.block:
                self.blocks.append(each.block)
                self._left -= 1

    def code(self, context: Context, element: int, inline: Inline, language: str) -> None:
        """Write a block of code, which is known as a whole."""
        self._end_line()
        self._home = element
        self._leaf(context._replace(level=0), Kind.CODE, (inline,), language)

    def rule(self, context: Context, element: int) -> None:
        """Write a rule between blocks."""
        self._end_line()
        self._home = element
        if context.container.kind not in _CONTENTS:
            self._has_rules = True
            self._leaf(context, Kind.RULE, ())

    def finished(self) -> Tree:
        """Return all blocks; those that hold blocks take their direction from the first text inside."""
        self._end_line()
        packing = self._packing
        if packing is not None and packing.holds_some and self._pack(len(self.blocks)):
            columns = packing.columns()
            if self._has_rules:
                kept = _parting(columns.blocks[:, KIND].tolist(), columns.blocks[:, DEPTH].tolist())
                columns = columns.chosen(np.fromiter(kept, np.intp))
            return ColumnTree(columns)
        undeclared, blocks = set(self._undeclared), self.blocks
        direction: Direction = "ltr"
        for at in range(len(blocks) - 1, -1, -1) if self._turns else ():
            block = blocks[at]
            if at in undeclared and block.direction != direction:
                blocks[at] = block._replace(direction=direction)
            elif not block.holds_blocks:
                direction = block.direction
        if not self._has_rules:
            return tuple(blocks)
        kinds, depths = [KINDS.index(each.kind) for each in blocks], [each.depth for each in blocks]
        return tuple(blocks[at] for at in _parting(kinds, depths))

    def _pack(self, count: int) -> bool:
        """Pack the first blocks; where something does not fit in, all become objects again, and stay so."""
        if self._packing is None:
            return False
        if self._packing.add(self.blocks[:count], set(self._undeclared)):
            del self.blocks[:count]
            self._before = len(self._packing)
            self._undeclared = [at for at in self._undeclared if at >= self._before]
            return True
        columns, self._packing = self._packing.columns(), None
        self.blocks[:] = [*ColumnTree(columns), *(unstreamed(columns, block) for block in self.blocks)]
        self._undeclared[:0] = np.flatnonzero(columns.blocks[:, FLAGS] & UNDECLARED).tolist()
        self._before = 0
        return False

    def _end_line(self) -> None:
        if self._line is None or self._context is None:
            return
        inlines, context = self._line.finished(), self._context
        self._line = self._context = None
        for part in _apart(inlines, self.pictures) if self.pictures and len(inlines) > 1 else (inlines,):
            if part:
                self._leaf(context, _kind_of(part, context.kind), part)

    def _leaf(self, context: Context, kind: Kind, inlines: tuple[Inline, ...], label: str = "") -> None:
        self._put(context, kind, self._holding(context, kind), inlines, label)

    def _holding(self, context: Context, kind: Kind) -> Open:
        """Return the block that a block of text stands in, which is written first."""
        around = context.container
        if around.kind in _CONTENTS:
            around = self._place_for(around, kind)
        if not around.written and around.kind is not None:
            self.write(around)
        return around

    def _put(self, context: Context, kind: Kind, around: Open, inlines: Sequence[Inline], label: str = "") -> None:
        if isinstance(inlines, ManyInlines):
            text = inlines.text
        else:
            text = inlines[0].text if len(inlines) == 1 else "".join([each.text for each in inlines])
        direction = direction_of(text, context.direction, context.language)
        self._turns |= direction == "rtl"
        block = Block(
            kind, around.depth + 1, context.level, inlines, context.language, direction, self._around[self._home]
        )
        self.blocks.append(block._replace(label=label) if label else block)
        self._left -= 1 + len(inlines)
        if self._left < 0 and self._pack(len(self.blocks) - 1):
            self._left = _SOME

    def _place_for(self, around: Open, kind: Kind) -> Open:
        """Find or make the block that may hold a block of this kind: items stand in lists, text in cells."""
        parent = _PARENTS.get(kind)
        if parent and around.kind is not parent:
            return self._implied(around, parent) if kind is Kind.ITEM else around
        while around.kind in _CONTENTS and not parent and (around.kind, kind) not in _DIRECT:
            if around.kind is Kind.DEFINITIONS and kind in (Kind.TERM, Kind.DESCRIPTION):
                break
            inside = _CONTENTS[around.kind]
            latest = around.latest
            follows_item = kind is Kind.LIST and around.kind is Kind.LIST and latest and latest.written
            around = latest if follows_item and latest else self._inside(around, inside)
        return around

    def _implied(self, around: Open, kind: Kind) -> Open:
        """Make a list for an item that stands in none, or take the one that was made for the item before."""
        latest = around.latest
        is_last = latest and latest.implied and latest.kind is kind and self._is_last(latest)
        if latest and is_last:
            return latest
        around = self._place_for(around, kind)
        return self._inside(around, kind)

    def _is_last(self, latest: Open) -> bool:
        """Tell whether all that was written since stands inside of that block."""
        return latest.written and self.blocks[-1].depth > latest.depth

    def _inside(self, around: Open, kind: Kind) -> Open:
        language = around.block.language if around.block else None
        element = around.block.element if around.block else 0
        depth = around.depth + 1
        level = around.level + (kind in _NESTING)
        block = Block(kind, depth, self._level(around, kind), (), language, "ltr", element)
        made = Open(kind, around, block, depth, level, implied=True)
        around.latest = made
        return made

    @staticmethod
    def _level(around: Open, kind: Kind) -> int:
        return around.level + 1 if kind in _NESTING else 0


def _parting(kinds: Sequence[int], depths: Sequence[int]) -> Iterator[int]:
    """Leave out the rules that part nothing: before and behind all text, and right behind another."""
    waiting, begun = -1, False
    for at, (kind, depth) in enumerate(zip(kinds, depths, strict=True)):
        if kind == _RULE and not depth:
            waiting = at
            continue
        if waiting >= 0 and begun:
            yield waiting
        waiting, begun = -1, True
        yield at


def _apart(inlines: tuple[Inline, ...], pictures: set[str]) -> tuple[tuple[Inline, ...], ...]:
    """Part the pictures that stand before and behind the text of a line from it."""
    first, last = 0, len(inlines)
    while first < last and (inlines[first].source in pictures or _is_between(inlines[first])):
        first += 1
    while last > first and (inlines[last - 1].source in pictures or _is_between(inlines[last - 1])):
        last -= 1
    if first == last or last - first == len(inlines):
        return (inlines,)
    before, behind = (
        tuple(each for each in part if not _is_between(each)) for part in (inlines[:first], inlines[last:])
    )
    return before, _trimmed(inlines[first:last]), behind


def _trimmed(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Leave out the blanks at the edges of a text that stood beside pictures."""
    trimmed = list(inlines)
    for at, strip in ((0, str.lstrip), (-1, str.rstrip)):
        if trimmed[at].kind is InlineKind.TEXT and trimmed[at].places:
            trimmed[at] = trimmed[at]._replace(text=strip(trimmed[at].text, " "))
    return tuple(trimmed)


def _is_between(inline: Inline) -> bool:
    return inline.kind is not InlineKind.IMAGE and not inline.text.strip()


def _kind_of(inlines: tuple[Inline, ...], kind: Kind) -> Kind:
    """Name a paragraph of pictures or formulas only by what it holds."""
    if kind is not Kind.PARAGRAPH or (len(inlines) == 1 and inlines[0].kind is InlineKind.TEXT):
        return kind
    seen = {each.kind for each in inlines if each.text.strip() or each.kind is not InlineKind.TEXT} - {InlineKind.BREAK}
    if seen == {InlineKind.IMAGE}:
        return Kind.IMAGE
    alone = seen == {InlineKind.FORMULA} and all(each.source for each in inlines if each.kind is InlineKind.FORMULA)
    return Kind.FORMULA if alone else kind

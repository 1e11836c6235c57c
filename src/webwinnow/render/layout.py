"""Blocks as lines of plain characters: what is inside a quote or an item is indented or led by its sign.

Markdown and formatted text share this; they differ in their dialect: the signs, and how a line is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from webwinnow.render.content import content_tree
from webwinnow.render.formats import Facts, RenderOptions, joined
from webwinnow.render.structure.block import Block, Inline, InlineKind, Kind, Marks, Tree, children, extents
from webwinnow.render.structure.tables import grid_of, has_header
from webwinnow.spans import Spans

DEEPEST: Final = 24
"""How many signs may lead a line. What is nested deeper is written at this depth, so that hostile pages stay small;
CommonMark libraries give up not far beyond."""
_FLAT: Final = frozenset({Kind.PARAGRAPH, Kind.HEADING, Kind.IMAGE, Kind.FORMULA, Kind.CAPTION})
_UNDERLINES: Final = {1: "=", 2: "-"}
_LONGEST_LINE: Final = 72
_BETWEEN: Final = " | "


class Dialect(Protocol):
    """How blocks are written."""

    def leaf(self, block: Block) -> list[str]:
        """Write a block of text as lines."""

    def table(self, tree: Tree, ends: Sequence[int], at: int) -> list[list[str]]:
        """Write a table as groups of lines, between which stands an empty one."""

    def marker(self, block: Block, *, ordered: bool, other: bool) -> str:
        """Write what leads an item; `other` where a list follows right behind another."""

    def lead(self, block: Block) -> tuple[str, str]:
        """Write what leads the first and each other line of a block that holds blocks."""

    def opening(self, tree: Tree, at: int) -> tuple[list[str], int]:
        """Write what a block that holds blocks opens with, and tell how many blocks in it that stands for."""


@dataclass(slots=True)
class _Opened:
    """A block that holds blocks, while those are written."""

    block: Block
    first: str
    rest: str
    tight: bool = False
    """For lists and their items: no empty lines between items."""
    other: bool = False
    fresh: bool = True
    """Nothing in it has been written yet."""
    close: bool = False
    """What comes first in it follows right behind what is before it, without an empty line."""


def laid_out(tree: Tree, dialect: Dialect) -> str:
    """Write all blocks; ends with a newline unless there is nothing."""
    layout = _Layout(tree, dialect)
    written = joined(layout.written(), "\n")
    return f"{written}\n" if layout.begun else ""


class _Layout:
    """The blocks around the place that the writing has come to."""

    def __init__(self, tree: Tree, dialect: Dialect) -> None:
        self.tree, self.dialect, self.ends = tree, dialect, extents(tree)
        self.lines: list[str] = []
        """Those of the last block,"""
        self.begun = False
        """and whether there is any."""
        self.opened: list[_Opened] = []
        self.after_term = self.after_opening = False
        self.lists_ended: dict[tuple[int, bool], tuple[int, bool]] = {}

    def written(self) -> Iterator[str]:
        """Write block after block, line by line."""
        at, opened = 0, self.opened
        while at < len(self.tree):
            block = self.tree[at]
            while opened and opened[-1].block.depth >= block.depth:
                opened.pop()
            if not block.holds_blocks:
                is_term = block.kind is Kind.TERM
                self._put(self.dialect.leaf(block), close=is_term and self.after_term)
                self.after_term = is_term
                at += 1
            else:
                at = self._enter(block, at)
            yield from self.lines
            self.lines.clear()

    def _enter(self, block: Block, at: int) -> int:
        """Open a block that holds blocks, or write a table; return where the next block is."""
        if block.kind is Kind.TABLE:
            for group in self.dialect.table(self.tree, self.ends, at):
                self._put(group)
            return self.ends[at]
        if block.kind is Kind.LIST:
            ended, other = self.lists_ended.get((block.depth, block.ordered), (-1, False))
            self._open_list(at, other=not other if ended == at else False)
            self.lists_ended[block.depth, block.ordered] = (self.ends[at], self.opened[-1].other)
            return at + 1
        self._open(block, at)
        if self.opened[-1].rest:
            opening, passed = self.dialect.opening(self.tree, at)
            at += passed
            self._put(opening)
            self.after_opening = bool(opening) and self.tree[at + 1].kind is Kind.PARAGRAPH
        else:
            self.after_opening = False
        return at + 1

    def _open_list(self, at: int, *, other: bool) -> None:
        block, around = self.tree[at], self.opened[-1] if self.opened else None
        nested = bool(around and around.block.kind is Kind.ITEM and around.tight and not around.fresh)
        close = nested and (not block.ordered or block.number == 1)
        self.opened.append(_Opened(block, "", "", self._is_tight(at), other, close=close))

    def _open(self, block: Block, at: int) -> None:
        around = self.opened[-1] if self.opened else None
        if sum(bool(each.rest) for each in self.opened) >= DEEPEST:
            self.opened.append(_Opened(block, "", ""))
            return
        if block.kind is Kind.ITEM and around:
            first = self.dialect.marker(block, ordered=around.block.ordered, other=around.other)
            close = around.close if around.fresh else around.tight
            self.opened.append(_Opened(block, first, " " * len(first), around.tight, close=close))
            return
        if block.kind is Kind.DESCRIPTION and not self._describes(at):
            self.opened.append(_Opened(block, "", ""))
            return
        first, rest = self.dialect.lead(block)
        self.opened.append(_Opened(block, first, rest, close=block.kind is Kind.DESCRIPTION and self.after_term))

    def _describes(self, at: int) -> bool:
        """Tell whether a description follows a term and starts with text: only then is it read as one."""
        starts_with_text = at + 1 < self.ends[at] and self.tree[at + 1].kind is Kind.PARAGRAPH
        return self.after_term and starts_with_text

    def _is_tight(self, at: int) -> bool:
        """Tell whether each item of a list is one paragraph, perhaps with lists behind it."""
        tree, ends = self.tree, self.ends
        for item in children(ends, at):
            texts, child = 0, item + 1
            while child < ends[item]:
                kind, behind = tree[child].kind, ends[child]
                texts += kind in _FLAT
                listed_first = kind is Kind.LIST and child == item + 1 and behind < ends[item]
                if texts > 1 or listed_first or (kind not in _FLAT and kind is not Kind.LIST):
                    return False
                child = behind
        return True

    def _put(self, lines: list[str], *, close: bool = False) -> None:
        """Write lines with what leads them, and an empty line before if one is needed."""
        if not lines:
            return
        if self.opened:
            self._put_inside(lines, close=close)
        else:  # as most blocks
            if self.begun and not (close or self.after_opening):
                self.lines.append("")
            self.lines.append(lines[0].rstrip(" "))
            self.lines += lines[1:]
        self.after_opening, self.begun = False, True

    def _put_inside(self, lines: list[str], *, close: bool) -> None:
        """Write lines inside of the blocks that are open."""
        leads, before = list[str](), list[str]()
        close |= self.after_opening
        for each in self.opened:
            if each.fresh:
                each.fresh, close = False, close or each.close
                leads.append(each.first)
            else:
                leads.append(each.rest)
                before.append(each.rest)
        if self.begun and not close:
            self.lines.append("".join(before).rstrip())
        self.lines.append(("".join(leads) + lines[0]).rstrip(" "))
        if len(lines) > 1:
            rest = "".join([each.rest for each in self.opened])
            self.lines += [rest + line if line else rest.rstrip(" ") for line in lines[1:]]


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for."""
    return laid_out(content_tree(facts, spans, options), TextDialect())


class TextDialect:
    """How plain text shows blocks (see layout.Dialect)."""

    __slots__ = ()

    def leaf(self, block: Block) -> list[str]:
        """Write a block of text as lines."""
        lines = _lines(block)
        if block.kind is Kind.HEADING and block.level in _UNDERLINES:
            longest = min(max(map(len, lines)), _LONGEST_LINE)
            return [*lines, _UNDERLINES[block.level] * longest]
        if block.kind is Kind.RULE:
            return ["-" * 8]
        return ["    " + line if line else "" for line in lines] if block.kind is Kind.CODE else lines

    def table(self, tree: Tree, ends: Sequence[int], at: int) -> list[list[str]]:
        """Write a table below its caption, a row a line."""
        above = [_lines(tree[child]) for child in children(ends, at) if tree[child].kind is Kind.CAPTION]
        grid = grid_of(tree, ends, at)
        rows = [_BETWEEN.join(_cell(tree, ends, cell) for cell in row) for row in grid]
        if has_header(tree, grid):
            rows.insert(1, "-" * min(len(rows[0]), _LONGEST_LINE))
        return [*above, rows]

    def marker(self, block: Block, *, ordered: bool, other: bool) -> str:  # noqa: ARG002 (the dialect asks for it)
        """Write what leads an item."""
        return f"{block.number}. " if ordered else "- "

    def lead(self, block: Block) -> tuple[str, str]:
        """Write what leads the lines of a block that holds blocks."""
        if block.kind is Kind.QUOTE:
            return "> ", "> "
        if block.kind is Kind.DESCRIPTION:
            return "    ", "    "
        return (f"[{block.label}] ", "    ") if block.kind is Kind.FOOTNOTE else ("", "")

    def opening(self, _tree: Tree, _at: int) -> tuple[list[str], int]:
        """Write nothing."""
        return [], 0


def _cell(tree: Tree, ends: Sequence[int], cell: int | None) -> str:
    inside = tree[cell + 1 : ends[cell]] if cell is not None else ()
    return "; ".join(" ".join(_lines(block)) for block in inside if block.inlines)


def _lines(block: Block) -> list[str]:
    return "".join(map(_inline, block.inlines)).split("\n")


def _inline(inline: Inline) -> str:
    text = inline.text
    if inline.kind is InlineKind.IMAGE:
        return f"[{text}]" if text else ""
    if inline.kind is InlineKind.NOTE:
        return f"[{text.strip('[]')}]"
    if inline.kind is not InlineKind.TEXT or not text.strip():
        return text
    for mark, sign in ((Marks.CODE, "`"), (Marks.EMPHASIS, "_"), (Marks.STRONG, "*")):
        if inline.marks & mark:
            text = _signed(text, sign)
    return text


def _signed(text: str, sign: str) -> str:
    """Put a sign on both sides of a text, inside of its blanks."""
    bare = text.strip()
    before, _, behind = text.partition(bare)
    return f"{before}{sign}{bare}{sign}{behind}"

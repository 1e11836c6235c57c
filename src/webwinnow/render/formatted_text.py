"""Plain text that shows structure by signs: headings underlined, items led, quotes marked, tables in columns.

Unlike Markdown, nothing is escaped: this is for people, who read `*` as a star.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from webwinnow.render.formats import Facts, RenderOptions
from webwinnow.render.layout import laid_out
from webwinnow.render.structure.block import Block, Inline, Tree, children
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structure.grid import grid_of, has_header
from webwinnow.render.structure.kinds import InlineKind, Kind, Marks
from webwinnow.spans import Spans

_UNDERLINES: Final = {1: "=", 2: "-"}
_LONGEST_LINE: Final = 72
_BETWEEN: Final = " | "


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for."""
    return laid_out(build_tree(facts.page, spans, options.clean), TextDialect())


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

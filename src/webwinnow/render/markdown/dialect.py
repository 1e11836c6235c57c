"""The signs of Markdown for each kind of block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from webwinnow.render.markdown.escaping import escaped_heading, fence_for
from webwinnow.render.markdown.inline import written_lines
from webwinnow.render.markdown.tables import captions, written_table
from webwinnow.render.structure.block import Block, Inline, Tree
from webwinnow.render.structure.kinds import InlineKind, Kind, Marks

_LARGEST_NUMBER: Final = 999_999_999
"""CommonMark reads no longer ones."""


class MarkdownDialect:
    """How Markdown writes blocks (see layout.Dialect)."""

    __slots__ = ()

    def leaf(self, block: Block) -> list[str]:
        """Write a block of text as lines."""
        if block.kind is Kind.HEADING:
            text = "".join(written_lines(block.inlines, line_break="<br>", at_line_start=False))
            return [f"{'#' * block.level} {escaped_heading(text)}"]
        if block.kind is Kind.CODE:
            fence = fence_for(block.text)
            return [f"{fence}{block.label}", *block.text.split("\n"), fence]
        if block.kind is Kind.RULE:
            return ["___"]  # dashes and stars would be taken for items
        if block.kind is Kind.TERM:
            return ["".join(written_lines(block.inlines, line_break="<br>"))]
        return written_lines(emphasised(block.inlines) if block.kind is Kind.CAPTION else block.inlines)

    def table(self, tree: Tree, ends: Sequence[int], at: int) -> list[list[str]]:
        """Write a table below its caption."""
        above = [self.leaf(tree[caption]) for caption in captions(tree, ends, at)]
        return [*above, written_table(tree, ends, at)]

    def marker(self, block: Block, *, ordered: bool, other: bool) -> str:
        """Write what leads an item."""
        if not ordered:
            return "* " if other else "- "
        number = min(max(block.number, 0), _LARGEST_NUMBER)
        return f"{number}) " if other else f"{number}. "

    def lead(self, block: Block) -> tuple[str, str]:
        """Write what leads the lines of a block that holds blocks."""
        if block.kind is Kind.QUOTE:
            return "> ", "> "
        if block.kind is Kind.DESCRIPTION:
            return ": ", "  "
        if block.kind is Kind.FOOTNOTE:
            return f"[^{block.label}]: ", "    "
        return "", ""


def emphasised(inlines: Sequence[Inline]) -> list[Inline]:
    """Put emphasis on all text."""
    return [
        inline._replace(marks=inline.marks | Marks.EMPHASIS) if inline.kind is InlineKind.TEXT else inline
        for inline in inlines
    ]

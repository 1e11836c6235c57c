"""Markdown: CommonMark with the tables, strike-through and footnotes of GFM, definition lists, and `$...$` formulas.

Text that looks like Markdown is escaped, so that a CommonMark library gives back the words that were on the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.render.content import content_tree
from webwinnow.render.formats import Facts, RenderOptions
from webwinnow.render.front_matter import write_front_matter
from webwinnow.render.layout import laid_out
from webwinnow.render.markdown.compiled import SomeBlocks, write_columns
from webwinnow.render.markdown.escaping import code_span, escaped_heading, fence_for
from webwinnow.render.markdown.inline import written_lines
from webwinnow.render.structure.block import Block, Inline, InlineKind, Kind, Marks, Tree, children, plain_links
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structure.callouts import says_kind
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.render.structure.tables import Grid, grid_of, has_header
from webwinnow.spans import Spans

_LARGEST_NUMBER: Final = 999_999_999
"""CommonMark reads no longer ones."""
_BREAK: Final = "<br>"
_BULLET: Final = "• "


def render_markdown(page: Document, spans: Spans, *, links: bool = True) -> str:
    """Render what the spans cover; ends with a newline unless there is nothing."""
    return tree_markdown(plain_links(build_tree(page, spans), links=links))


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for."""
    above = write_front_matter(facts) if options.front_matter else ""
    return above + tree_markdown(content_tree(facts, spans, options, told=False))


def tree_markdown(tree: Tree) -> str:
    """Write a tree of blocks."""
    if not LIBRARY or not isinstance(tree, ColumnTree):
        return laid_out(tree, DIALECT)
    written = write_columns(LIBRARY, tree.columns, _LARGEST_NUMBER)
    if written is None or tree.above is None:
        return laid_out(tree, DIALECT) if written is None else written
    above = "\n".join(DIALECT.leaf(tree.above)).rstrip(" ")  # a heading, which is a line
    return f"{above}\n\n{written}" if written else f"{above}\n"


def some_blocks(tree: Tree) -> SomeBlocks | None:
    """Prepare to write some blocks of a tree; None where only Python can."""
    return SomeBlocks(LIBRARY, tree.columns, _LARGEST_NUMBER) if LIBRARY and isinstance(tree, ColumnTree) else None


class MarkdownDialect:
    """How Markdown writes blocks (see layout.Dialect)."""

    __slots__ = ()

    def leaf(self, block: Block) -> list[str]:
        """Write a block of text as lines."""
        if block.kind is Kind.PARAGRAPH:
            return written_lines(block.inlines)
        if block.kind is Kind.HEADING:
            text = "".join(written_lines(block.inlines, line_break=" ", at_line_start=False))
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

    def opening(self, tree: Tree, at: int) -> tuple[list[str], int]:
        """Write the kind of a callout as GitHub does; a title that says no more than that is said by it."""
        block = tree[at]
        if block.kind is not Kind.QUOTE or not block.label:
            return [], 0
        title = tree[at + 1] if at + 1 < len(tree) else block
        said = title.kind is Kind.PARAGRAPH and says_kind(title.text, block.label)
        alone = at + 2 >= len(tree) or tree[at + 2].depth <= block.depth
        return [f"[!{block.label.upper()}]"], int(said and not alone)


DIALECT: Final = MarkdownDialect()


def emphasised(inlines: Sequence[Inline]) -> list[Inline]:
    """Put emphasis on all text."""
    return [
        inline._replace(marks=inline.marks | Marks.EMPHASIS) if inline.kind is InlineKind.TEXT else inline
        for inline in inlines
    ]


def written_table(tree: Tree, ends: Sequence[int], at: int) -> list[str]:
    """Write a table; rows that are shorter than the first one need no empty cells at their end."""
    grid = grid_of(tree, ends, at)
    width = max(map(len, grid), default=0)
    if not width:
        return []
    header, body = (grid[0], grid[1:]) if has_header(tree, grid) else ([], grid)
    rows = [_row(tree, ends, [*header, *[None] * (width - len(header))]), f"|{' --- |' * width}"]
    return rows + [_row(tree, ends, row) for row in body]


def captions(tree: Tree, ends: Sequence[int], at: int) -> list[int]:
    """Find the captions of a table."""
    return [child for child in children(ends, at) if tree[child].kind is Kind.CAPTION]


def _row(tree: Tree, ends: Sequence[int], cells: Grid | list[int | None]) -> str:
    texts = [_cell(tree, ends, cell) if isinstance(cell, int) else "" for cell in cells]
    return f"| {' | '.join(texts)} |" if texts else "| |"


def _cell(tree: Tree, ends: Sequence[int], at: int) -> str:
    """Write all blocks inside a cell in one line, with breaks between them."""
    parts: list[str] = []
    marker, ordered = "", False
    for block in tree[at + 1 : ends[at]]:
        if block.kind is Kind.LIST:
            ordered = block.ordered
        elif block.kind is Kind.ITEM:
            marker = f"{block.number}\\. " if ordered else _BULLET
        elif block.kind is Kind.CODE:
            parts.append(_BREAK.join(code_span(line) for line in block.text.split("\n") if line.strip()))
        elif not block.holds_blocks and block.inlines:
            written = "".join(written_lines(block.inlines, line_break=_BREAK, at_line_start=False))
            parts.append(marker + written)
            marker = ""
    return _BREAK.join(parts).replace("|", "\\|")

"""Markdown: CommonMark with the tables, strike-through and footnotes of GFM, definition lists, and `$...$` formulas.

Text that looks like Markdown is escaped, so that a CommonMark library gives back the words that were on the page.
"""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.render.formats import Facts, RenderOptions
from webwinnow.render.layout import laid_out
from webwinnow.render.markdown.dialect import MarkdownDialect
from webwinnow.render.structure.block import Tree, plain_links
from webwinnow.render.structure.building import build_tree
from webwinnow.spans import Spans


def render_markdown(page: Document, spans: Spans, *, links: bool = True) -> str:
    """Render what the spans cover; ends with a newline unless there is nothing."""
    return tree_markdown(plain_links(build_tree(page, spans), links=links))


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for."""
    return tree_markdown(plain_links(build_tree(facts.page, spans, options.clean), links=options.links))


def tree_markdown(tree: Tree) -> str:
    """Write a tree of blocks."""
    return laid_out(tree, MarkdownDialect())

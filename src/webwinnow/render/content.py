"""The tree of all that a rendering shows: the headline on top, then the content."""

from __future__ import annotations

from webwinnow.render.formats import Facts, RenderOptions
from webwinnow.render.opening import below_headline, headline_above, with_headline
from webwinnow.render.structure.block import Tree, plain_links
from webwinnow.render.structure.building import build_tree
from webwinnow.spans import Spans


def content_tree(facts: Facts, spans: Spans, options: RenderOptions) -> Tree:
    """Build the tree of blocks of what the spans cover, as the options ask for it."""
    page = facts.page
    headline = facts.headline if options.headline else None
    tree = build_tree(page, below_headline(page, spans, headline), options.clean)
    return plain_links(with_headline(page, tree, headline_above(page, spans, headline)), links=options.links)

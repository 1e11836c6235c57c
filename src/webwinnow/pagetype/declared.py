"""What a page says about itself: the type in its Open Graph properties and in its structured data."""

from __future__ import annotations

import re
from typing import Final

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import NUMBER

_META: Final = NUMBER["meta"]
_TYPE: Final = re.compile(r'"@type"\s*+:\s*+\[?+\s*+"(\w{1,40}+)"')
_ARTICLES: Final = re.compile(r"\w*Article|BlogPosting|Report|Recipe|Review")
_LISTS: Final = frozenset("ItemList CollectionPage SearchResultsPage ProductCollection OfferCatalog".split())
_FORUMS: Final = frozenset("DiscussionForumPosting QAPage Question Comment".split())
_MOST: Final = 1000
"""How many `meta` elements are looked at; real pages have some dozens."""


def declared_figures(page: Document) -> dict[str, float]:
    """Say with 0 and 1 what the page declares itself to be."""
    graph = _graph_type(page)
    types = set(_TYPE.findall(page.source))
    return {
        "graph_article": float("article" in graph),
        "graph_website": float("website" in graph),
        "data_article": float(any(_ARTICLES.fullmatch(each) for each in types)),
        "data_list": float(bool(types & _LISTS)),
        "data_product": float("Product" in types),
        "data_forum": float(bool(types & _FORUMS)),
    }


def _graph_type(page: Document) -> str:
    """Read the value of `og:type`; empty if there is none."""
    tokens = page.tokens
    for tag in (tokens.code == _META).nonzero()[0][:_MOST].tolist():
        source = page.source[tokens.tag_start[tag] : tokens.tag_end[tag]]
        if "og:type" in source:
            return read_attributes(source).get("content", "").lower()
    return ""

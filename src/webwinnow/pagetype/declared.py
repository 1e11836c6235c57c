"""What a page says about itself: the type in its Open Graph properties and in its structured data."""

from __future__ import annotations

import re
from typing import Final

from webwinnow.declared import declared
from webwinnow.document import Document

_ARTICLES: Final = re.compile(r"\w*Article|BlogPosting|Report|Recipe|Review")
_LISTS: Final = frozenset("ItemList CollectionPage SearchResultsPage ProductCollection OfferCatalog".split())
_FORUMS: Final = frozenset("DiscussionForumPosting QAPage Question Comment".split())


def declared_figures(page: Document) -> dict[str, float]:
    """Say with 0 and 1 what the page declares itself to be."""
    said = declared(page)
    graph = next((meta.content.lower() for meta in said.said("og:type")), "")
    types = {kind for item in said.json_ld for kind in item.types}
    return {
        "graph_article": float("article" in graph),
        "graph_website": float("website" in graph),
        "data_article": float(any(_ARTICLES.fullmatch(each) for each in types)),
        "data_list": float(bool(types & _LISTS)),
        "data_product": float("Product" in types),
        "data_forum": float(bool(types & _FORUMS)),
    }

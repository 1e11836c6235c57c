"""The figures of a page: named numbers that tell what kind of page it is, in every language.

They count words, links and elements and read nothing but markup: no list of words, no URL. Their cost is a few passes
over the page's columns; look-ups of single elements are bounded by constants.
"""

from __future__ import annotations

import re
from typing import Final

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.pagetype.declared import declared_figures
from webwinnow.pagetype.headings import heading_figures
from webwinnow.pagetype.mediums import medium_figures
from webwinnow.pagetype.prose import prose_figures
from webwinnow.pagetype.teasers import teaser_figures
from webwinnow.pagetype.texts import Texts, share

HEADLINE: Final = 4
"""Words of a link from which on it reads as a headline rather than as an entry of a menu."""
_COUNTED: Final = {
    "times": column("time"),
    "articles": column("article"),
    "code_blocks": column("pre code"),
    "list_items": column("li"),
    "cells": column("td th"),
    "controls": column("input textarea select button"),
}
_DOLLARS: Final = re.compile(r"\$ ?\d")
_CURRENCIES: Final = "€£¥₹₽₺"


def page_figures(page: Document) -> dict[str, float]:
    """Measure a page; the names are the same for every page, and so is their order."""
    texts = Texts(page)
    return {
        **_amounts(texts),
        **prose_figures(texts),
        **teaser_figures(texts),
        **heading_figures(texts),
        **medium_figures(page),
        **declared_figures(page),
    }


def _amounts(texts: Texts) -> dict[str, float]:
    words, net = int(texts.run_words.sum()), int(texts.run_net.sum())
    link_words = texts.words[texts.links]
    headlines = link_words >= HEADLINE
    return {
        "words": float(words),
        "blocks": float(len(texts.page.blocks)),
        "links": float((link_words > 0).sum()),
        "link_share": share(words - net, words),
        "headline_links": float(headlines.sum()),
        "headline_link_share": share(link_words[headlines].sum(), words),
        **{name: float(group[texts.page.elements.tag].sum()) for name, group in _COUNTED.items()},
        "prices": _prices(texts.page.source),
    }


def _prices(source: str) -> float:
    """Count what looks like a price; a dollar sign needs a number behind it, since scripts are full of them."""
    return float(len(_DOLLARS.findall(source)) + sum(map(source.count, _CURRENCIES)))

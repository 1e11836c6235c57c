"""The figures of a page: named numbers that tell what kind of page it is, in every language.

They count words, links and elements and read nothing but markup: no list of words, no URL. Their cost is a few passes
over the page's columns; look-ups of single elements are bounded by constants.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import numpy as np

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBERS, column
from webwinnow.document.references import decode_references
from webwinnow.document.word_search import WordSearch, tags_holding
from webwinnow.kind.word_counts import Counts, Marked, WordCounts, share
from webwinnow.language.words import occurrences, words
from webwinnow.signals.stretches import best_stretch

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
_ARTICLES: Final = re.compile(r"\w*Article|BlogPosting|Report|Recipe|Review")
_LISTS: Final = frozenset("ItemList CollectionPage SearchResultsPage ProductCollection OfferCatalog".split())
_FORUMS: Final = frozenset("DiscussionForumPosting QAPage Question Comment".split())
LONG: Final = 40
"""Words from which on a paragraph is longer than nearly every teaser."""
_LINK_COST, _BLOCK_COST = 1.5, 5
"""What a linked word and a block cost a stretch: it runs on over a caption, and ends at a menu."""
_ITEM: Final = column("li div article section tr td dd dl ul p table")
FEWEST, MOST = 6, 150
"""Words of a teaser: a headline at least, and less than a short story."""
LINKED: Final = 3
"""Words of a teaser's links; fewer are a label such as "Comments (3)"."""
IN_A_ROW: Final = 3
"""As many of one name in one element are a row."""
_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_FIRST: Final = column("h1")
_TAG: Final = re.compile(r"<[^>]*+>")
LONGEST_TITLE: Final = 400
"""How many characters of the title are looked at."""
TRIES: Final = 2000
"""How many blocks are compared with the title, longest first."""
_MARKUP: Final = 20
"""A block's source may be this many times as long as the title, for the tags in it."""
_PLAYER: Final = column("video audio embed object canvas")
_FRAME: Final = column("iframe")
_PICTURE: Final = column("img")
_HEIGHT: Final = WordSearch(("height",), ignore_case=True)
_PIXELS: Final = re.compile(r"\s*+=\s*+[\"']?+(\d{1,5}+)(?![\d.%])")
LARGE: Final = 120_000
"""Square pixels of a main medium (bhardwaj2014, section III)."""
_MOST: Final = 5000
"""How many pictures and frames are looked at."""


def page_figures(page: Document) -> dict[str, float]:
    """Measure a page; the names are the same for every page, and so is their order."""
    return dict(measured(page))


class Figures(Mapping[str, float]):
    """The figures of a page; those that decide hardly anything, and cost as much as the rest, wait until asked for."""

    __slots__ = ("_found",)

    def __init__(self, found: dict[str, float | Callable[[], float]]) -> None:
        """Take the figures, or what finds them."""
        self._found = found

    def __getitem__(self, name: str) -> float:
        """Return a figure, found now if it waited."""
        value = self._found[name]
        if callable(value):
            value = self._found[name] = value()
        return value

    def __iter__(self) -> Iterator[str]:
        """Go over the names, in the order in which they are told."""
        return iter(self._found)

    def __len__(self) -> int:
        """Count the figures."""
        return len(self._found)


def measured(page: Document, **more: Callable[[], float]) -> Figures:
    """Measure a page; more figures, which are found by others, may follow."""
    texts = WordCounts(page)
    return Figures(
        {
            **_amounts(texts),
            "prices": lambda: _prices(page.source),
            **prose_figures(texts),
            **teaser_figures(texts),
            **heading_figures(texts),
            "images": float(_PICTURE[page.elements.tag].sum()),
            "large_images": lambda: _large_images(page),
            "players": lambda: _players(page),
            **declared_figures(page),
            **more,
        }
    )


def _amounts(texts: WordCounts) -> dict[str, float]:
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
        **_counted(texts.page),
    }


def _counted(page: Document) -> dict[str, float]:
    """Count the elements of some names."""
    by_name = np.bincount(page.elements.tag, minlength=NUMBERS)
    return {name: float(by_name[group].sum()) for name, group in _COUNTED.items()}


def _prices(source: str) -> float:
    """Count what looks like a price; a dollar sign needs a number behind it, since scripts are full of them."""
    dollars = sum(_DOLLARS.match(source, at) is not None for at in occurrences(source, "$"))
    return float(dollars + sum(source.count(sign) for sign in _CURRENCIES if sign in source))


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


def prose_figures(texts: WordCounts) -> dict[str, float]:
    """Count the prose: all of it, its longest block, the long blocks, and what has prose as its neighbour."""
    net, prose, words = texts.block_net, texts.prose, texts.run_words.sum()
    long = net[prose & (net >= LONG)].sum()
    return {
        "paragraphs": float(prose.sum()),
        "prose_words": float(net[prose].sum()),
        "largest_block_share": share(net[prose].max(initial=0), words),
        "long_share": share(long, words),
        "joined_words": float(net[prose & _has_neighbour(prose)].sum()),
        "stretch_link_share": _stretch_link_share(texts.block_words, net),
        **_container_figures(texts),
    }


def _container_figures(texts: WordCounts) -> dict[str, float]:
    """Find the element with most prose directly in it or in its children: an article's paragraphs are siblings."""
    home, prose = texts.block_home[texts.prose], texts.block_net[texts.prose]
    parent = np.maximum(texts.page.elements.parent, 0)[home]
    size = len(texts.page.elements)
    words = np.bincount(home, prose, minlength=size) + np.bincount(parent, prose, minlength=size)
    best = int(words.argmax())
    return {
        "container_words": float(words[best]),
        "container_share": share(words[best], texts.run_words.sum()),
        "container_paragraphs": float((home == best).sum() + (parent == best).sum()),
        "paragraphs_per_container": share(len(home), len(np.unique(parent))),
    }


def _has_neighbour(prose: Marked) -> Marked:
    """Mark the blocks that follow or precede a block of prose."""
    padded = np.concatenate([[False], prose, [False]])
    beside: Marked = padded[:-2] | padded[2:]
    return beside


def _stretch_link_share(words: Counts, net: Counts) -> float:
    """Return the share of linked words in the stretch of blocks with most text and fewest links."""
    if not len(words):
        return 0.0
    first, last = best_stretch(net - _LINK_COST * (words - net) - _BLOCK_COST)
    chosen = slice(first, last + 1)
    return share((words - net)[chosen].sum(), words[chosen].sum())


def teasers(texts: WordCounts) -> Marked:
    """Mark the elements that are teasers: long enough, with a link, and in a row of their kind."""
    elements = texts.page.elements
    fitting = (texts.words >= FEWEST) & (texts.words <= MOST)
    item = _ITEM[elements.tag] & ~texts.in_link & (texts.words - texts.net >= LINKED)
    candidates = np.flatnonzero(fitting & (item | texts.links))
    row = elements.parent[candidates].astype(np.int64) * NUMBERS + elements.tag[candidates]
    _, which, sizes = np.unique(row, return_inverse=True, return_counts=True)
    marked = np.zeros(len(elements), dtype=np.bool_)
    marked[candidates[sizes[which] >= IN_A_ROW]] = True
    return marked


def teaser_figures(texts: WordCounts) -> dict[str, float]:
    """Count the teasers and the share of the unlinked words that stands in them."""
    marked = teasers(texts)
    inside = texts.page.inside(marked)[texts.page.runs.home]
    return {
        "teasers": float(marked.sum()),
        "teaser_share": share(texts.run_net[inside].sum(), texts.run_net.sum()),
    }


def heading_figures(texts: WordCounts) -> dict[str, float]:
    """Count headings, those that are links, and the words of the title that stand in the page."""
    headings = _HEADING[texts.page.elements.tag] & (texts.words > 0)
    linked = headings & (2 * texts.net < texts.words)
    first = headings & _FIRST[texts.page.elements.tag]
    return {
        "headings_per_hundred_words": 100 * share(headings.sum(), texts.run_words.sum()),
        "linked_heading_share": share(linked.sum(), headings.sum()),
        "first_heading_words": float(texts.net[first].max(initial=0)),
        "first_heading_linked": share((linked & first).sum(), first.sum()),
        "headline_words": float(_headline_words(texts)),
    }


def _headline_words(texts: WordCounts) -> int:
    """Find the longest text without link that is part of the page's title, in words; two at least.

    This is a figure as the model was trained with: how much of the title stands in the page. What the headline is,
    `headline.find_headline` tells, also for pages without a title.
    """
    title = _folded(texts.page.title or "")[:LONGEST_TITLE]
    blocks, runs, net = texts.page.blocks, texts.page.runs, texts.block_net
    starts = runs.start[blocks.runs[blocks.first[:-1]]]
    ends = runs.end[blocks.runs[blocks.first[1:] - 1]]
    fitting = (net >= 2) & (net <= len(words(title))) & (5 * net >= 3 * texts.block_words)
    fitting &= (ends - starts <= _MARKUP * len(title)) & (texts.block_letters <= len(title))
    candidates = np.flatnonzero(fitting)
    longest_first = candidates[np.argsort(-net[candidates], kind="stable")][:TRIES]
    for block in longest_first.tolist():
        written = texts.page.source[starts[block] : ends[block]]
        text = _folded(_TAG.sub(" ", written) if "<" in written else written)
        if text and text in title:
            return int(net[block])
    return 0


def _folded(text: str) -> str:
    return " ".join(decode_references(text).casefold().split())


def _large_images(page: Document) -> float:
    """Count the pictures whose tags say that they are large."""
    pictures = np.flatnonzero(_PICTURE[page.elements.tag])[:_MOST]
    sized = tags_holding(page, page.elements.start_tags()[pictures].astype(np.intp), _HEIGHT)
    places = zip(page.tokens.tag_start[sized].tolist(), page.tokens.tag_end[sized].tolist(), strict=True)
    return float(sum(_area(page.source[start:end]) > LARGE for start, end in places))


def _players(page: Document) -> float:
    """Count what plays video or sound."""
    tag = page.elements.tag
    frames = [page.start_tag(element).lower() for element in np.flatnonzero(_FRAME[tag])[:_MOST].tolist()]
    return float(_PLAYER[tag].sum() + sum("allowfullscreen" in source for source in frames))


def _area(source: str) -> int:
    """Multiply the sides that a tag gives in pixels; 0 if it gives less than two."""
    tag = source[:2000].lower()
    height = _side(tag, "height")
    return height * _side(tag, "width") if height else 0


def _side(tag: str, name: str) -> int:
    """Read the last attribute of that name that is a number; 0 if there is none."""
    behind = (at + len(name) for at in occurrences(tag, name) if tag[at - 1 : at].isspace())
    found = [match for at in behind if (match := _PIXELS.match(tag, at))]
    return int(found[-1][1]) if found else 0

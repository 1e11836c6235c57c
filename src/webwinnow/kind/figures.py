"""The figures of a page: named numbers that tell what kind of page it is, in every language.

They count words, links and elements and read nothing but markup: no list of words, no URL. Their cost is a few passes
over the page's columns; look-ups of single elements are bounded by constants.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Final

import numpy as np

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, numbers
from webwinnow.document.letters import count_words
from webwinnow.document.references import decode_references
from webwinnow.document.word_search import WordSearch, tags_holding
from webwinnow.kind.tally import share, tally
from webwinnow.language.words import occurrences
from webwinnow.lazy_values import cached_property

_DOLLARS: Final = re.compile(r"\$ ?\d")
_CURRENCIES: Final = "€£¥₹₽₺"
_ARTICLES: Final = re.compile(r"\w*Article|BlogPosting|Report|Recipe|Review")
_LISTS: Final = frozenset("ItemList CollectionPage SearchResultsPage ProductCollection OfferCatalog".split())
_FORUMS: Final = frozenset("DiscussionForumPosting QAPage Question Comment".split())
_TAG: Final = re.compile(r"<[^>]*+>")
LONGEST_TITLE: Final = 400
"""How many characters of the title are looked at."""
TRIES: Final = 2000
"""How many blocks are compared with the title, longest first."""
_PLAYERS: Final = numbers("video audio embed object canvas")
_FRAME, _PICTURE = NUMBER["iframe"], NUMBER["img"]
_HEIGHT: Final = WordSearch(("height",), ignore_case=True)
_PIXELS: Final = re.compile(r"\s*+=\s*+[\"']?+(\d{1,5}+)(?![\d.%])")
LARGE: Final = 120_000
"""Square pixels of a main medium (bhardwaj2014, section III)."""
_MOST: Final = 5000
"""How many pictures and frames are looked at."""


def page_figures(page: Document) -> dict[str, float]:
    """Measure a page; the names are the same for every page, and so is their order."""
    return dict(Figures(page))


class Figures(Mapping[str, float]):
    """The figures of a page, each found when it is first asked for: half of them tell the type of a page."""

    __slots__ = ("_found", "_measured", "_more")

    def __init__(self, page: Document, **more: Callable[[], float]) -> None:
        """Take the page; more figures, which are found by others, may follow."""
        self._measured, self._more, self._found = _Measured(page), more, dict[str, float]()

    def __getitem__(self, name: str) -> float:
        """Return a figure."""
        if name not in self._found:
            found = self._more[name]() if name in self._more else _FIGURES[name](self._measured)
            self._found[name] = float(found)
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        """Go over the names, in the order in which they are told."""
        return chain(_FIGURES, self._more)

    def __len__(self) -> int:
        """Count the figures."""
        return len(_FIGURES) + len(self._more)


class _Measured:
    """What the figures of a page are read from."""

    def __init__(self, page: Document) -> None:
        self.page = page
        self.title = _folded(page.title or "")[:LONGEST_TITLE]
        self.counts, self.titles = tally(page, self.title, count_words(self.title))

    def count(self, names: tuple[int, ...]) -> int:
        """Count the elements of some names."""
        tag = self.page.elements.tag
        return sum([int(np.count_nonzero(tag == number)) for number in names])

    @cached_property
    def types(self) -> frozenset[str]:
        """What the page says that it is about, in JSON-LD."""
        return frozenset([kind for item in declared(self.page).json_ld for kind in item.types])

    @cached_property
    def graph(self) -> str:
        """What it says that it is, for those who link to it."""
        return next((meta.content.lower() for meta in declared(self.page).said("og:type")), "")


def _prices(source: str) -> float:
    """Count what looks like a price; a dollar sign needs a number behind it, since scripts are full of them."""
    dollars = sum(_DOLLARS.match(source, at) is not None for at in occurrences(source, "$"))
    return float(dollars + sum(source.count(sign) for sign in _CURRENCIES if sign in source))


def _headline_words(it: _Measured) -> int:
    """Find the longest text without link that is part of the page's title, in words; two at least.

    This is a figure as the model was trained with: how much of the title stands in the page. What the headline is,
    `headline.find_headline` tells, also for pages without a title.
    """
    blocks, runs = it.page.blocks, it.page.runs
    listed = zip(it.titles.net.tolist(), it.titles.block.tolist(), strict=True)
    for net, block in sorted(listed, key=lambda each: -each[0])[:TRIES]:
        first, last = blocks.runs[blocks.first[block]], blocks.runs[blocks.first[block + 1] - 1]
        written = it.page.source[runs.start[first] : runs.end[last]]
        text = _folded(_TAG.sub(" ", written) if "<" in written else written)
        if text and text in it.title:
            return int(net)
    return 0


def _folded(text: str) -> str:
    return " ".join(decode_references(text).casefold().split())


def _large_images(page: Document) -> float:
    """Count the pictures whose tags say that they are large."""
    pictures = np.flatnonzero(page.elements.tag == _PICTURE)[:_MOST]
    sized = tags_holding(page, page.elements.start_tags()[pictures].astype(np.intp), _HEIGHT)
    places = zip(page.tokens.tag_start[sized].tolist(), page.tokens.tag_end[sized].tolist(), strict=True)
    return float(sum(_area(page.source[start:end]) > LARGE for start, end in places))


def _player_frames(page: Document) -> float:
    """Count the frames that play video or sound."""
    frames = np.flatnonzero(page.elements.tag == _FRAME)[:_MOST].tolist()
    return float(sum("allowfullscreen" in page.start_tag(element).lower() for element in frames))


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


_FIGURES: Final[dict[str, Callable[[_Measured], float]]] = {
    "words": lambda it: it.counts.words,
    "blocks": lambda it: len(it.page.blocks),
    "links": lambda it: it.counts.links,
    "link_share": lambda it: share(it.counts.words - it.counts.net, it.counts.words),
    "headline_links": lambda it: it.counts.headline_links,
    "headline_link_share": lambda it: share(it.counts.headline_link_words, it.counts.words),
    "times": lambda it: it.counts.times,
    "articles": lambda it: it.count(numbers("article")),
    "code_blocks": lambda it: it.count(numbers("pre code")),
    "list_items": lambda it: it.count(numbers("li")),
    "cells": lambda it: it.count(numbers("td th")),
    "controls": lambda it: it.count(numbers("input textarea select button")),
    "prices": lambda it: _prices(it.page.source),
    # The prose: all of it, its longest block, the long blocks, what has prose as its neighbour, and where.
    "paragraphs": lambda it: it.counts.paragraphs,
    "prose_words": lambda it: it.counts.prose,
    "largest_block_share": lambda it: share(it.counts.largest, it.counts.words),
    "long_share": lambda it: share(it.counts.long, it.counts.words),
    "joined_words": lambda it: it.counts.joined,
    "stretch_link_share": lambda it: share(it.counts.stretch - it.counts.stretch_net, it.counts.stretch),
    "container_words": lambda it: it.counts.container,
    "container_share": lambda it: share(it.counts.container, it.counts.words),
    "container_paragraphs": lambda it: it.counts.container_paragraphs,
    "paragraphs_per_container": lambda it: share(it.counts.paragraphs, it.counts.containers),
    "teasers": lambda it: it.counts.teasers,
    "teaser_share": lambda it: share(it.counts.teaser_net, it.counts.net),
    "headings_per_hundred_words": lambda it: 100 * share(it.counts.headings, it.counts.words),
    "linked_heading_share": lambda it: share(it.counts.linked_headings, it.counts.headings),
    "first_heading_words": lambda it: it.counts.first_words,
    "first_heading_linked": lambda it: share(it.counts.first_linked, it.counts.first_headings),
    "headline_words": _headline_words,
    "images": lambda it: it.counts.pictures,
    "large_images": lambda it: _large_images(it.page),
    "players": lambda it: it.count(_PLAYERS) + _player_frames(it.page),
    # What the page declares itself to be, with 0 and 1.
    "graph_article": lambda it: "article" in it.graph,
    "graph_website": lambda it: "website" in it.graph,
    "data_article": lambda it: any(map(_ARTICLES.fullmatch, it.types)),
    "data_list": lambda it: not it.types.isdisjoint(_LISTS),
    "data_product": lambda it: "Product" in it.types,
    "data_forum": lambda it: not it.types.isdisjoint(_FORUMS),
}

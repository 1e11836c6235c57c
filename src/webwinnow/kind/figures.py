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
from webwinnow.document.html_names import NAMES, NUMBER, numbers
from webwinnow.document.letters import count_words
from webwinnow.document.references import decode_references
from webwinnow.document.word_search import WordSearch, tags_holding
from webwinnow.kind.tally import PageCounts, Titles, share, tally
from webwinnow.language.words import occurrences

_COUNTED: Final = {
    "times": numbers("time"),
    "articles": numbers("article"),
    "code_blocks": numbers("pre code"),
    "list_items": numbers("li"),
    "cells": numbers("td th"),
    "controls": numbers("input textarea select button"),
}
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
_BEGINNING: Final = 3
"""Characters of a block, no more than two words have, that tell of most whether it is part of the title."""
_MORE: Final = 16
"""As many tell it of most others,"""
_CHANGED: Final = re.compile(r"[&<\t-\r\x1c-\x1f]|  | \Z")
"""unless there stand some that are read otherwise than written."""
_PLAYERS: Final = numbers("video audio embed object canvas")
_FRAME, _PICTURE, _KNOWN = NUMBER["iframe"], NUMBER["img"], len(NAMES) + 1
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
    title = _folded(page.title or "")[:LONGEST_TITLE]
    counts, titles = tally(page, len(title), count_words(title))
    named = np.bincount(page.elements.tag, minlength=_KNOWN)[:_KNOWN].tolist()
    return Figures(
        {
            **_amounts(page, counts),
            **{name: _counted(named, group) for name, group in _COUNTED.items()},
            "prices": lambda: _prices(page.source),
            **_prose_figures(counts),
            "teasers": float(counts.teasers),
            "teaser_share": share(counts.teaser_net, counts.net),
            **_heading_figures(counts),
            "headline_words": lambda: float(_headline_words(page, title, titles)),
            "images": float(named[_PICTURE]),
            "large_images": lambda: _large_images(page) if named[_PICTURE] else 0.0,
            "players": lambda: _counted(named, _PLAYERS) + (_player_frames(page) if named[_FRAME] else 0.0),
            **declared_figures(page),
            **more,
        }
    )


def _amounts(page: Document, counts: PageCounts) -> dict[str, float]:
    return {
        "words": float(counts.words),
        "blocks": float(len(page.blocks)),
        "links": float(counts.links),
        "link_share": share(counts.words - counts.net, counts.words),
        "headline_links": float(counts.headline_links),
        "headline_link_share": share(counts.headline_link_words, counts.words),
    }


def _counted(named: list[int], group: tuple[int, ...]) -> float:
    """Count the elements of some names, given how many there are of each."""
    return float(sum([named[number] for number in group]))


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


def _prose_figures(counts: PageCounts) -> dict[str, float]:
    """Return the prose: all of it, its longest block, the long blocks, what has prose as its neighbour, and where."""
    return {
        "paragraphs": float(counts.paragraphs),
        "prose_words": float(counts.prose),
        "largest_block_share": share(counts.largest, counts.words),
        "long_share": share(counts.long, counts.words),
        "joined_words": float(counts.joined),
        "stretch_link_share": share(counts.stretch - counts.stretch_net, counts.stretch),
        "container_words": float(counts.container),
        "container_share": share(counts.container, counts.words),
        "container_paragraphs": float(counts.container_paragraphs),
        "paragraphs_per_container": share(counts.paragraphs, counts.containers),
    }


def _heading_figures(counts: PageCounts) -> dict[str, float]:
    return {
        "headings_per_hundred_words": 100 * share(counts.headings, counts.words),
        "linked_heading_share": share(counts.linked_headings, counts.headings),
        "first_heading_words": float(counts.first_words),
        "first_heading_linked": share(counts.first_linked, counts.first_headings),
    }


def _headline_words(page: Document, title: str, titles: Titles) -> int:
    """Find the longest text without link that is part of the page's title, in words; two at least.

    This is a figure as the model was trained with: how much of the title stands in the page. What the headline is,
    `headline.find_headline` tells, also for pages without a title.
    """
    if not len(titles.block):
        return 0
    blocks, runs = page.blocks, page.runs
    longest_first = np.argsort(-titles.net, kind="stable")[:TRIES]
    block = titles.block[longest_first]
    starts = runs.start[blocks.runs[blocks.first[block]]].tolist()
    ends = runs.end[blocks.runs[blocks.first[block + 1] - 1]].tolist()
    for start, end, net in zip(starts, ends, titles.net[longest_first].tolist(), strict=True):
        beginning = page.source[start : start + _BEGINNING]
        if beginning.isascii() and beginning.isalnum() and beginning.lower() not in title:
            continue
        written = page.source[start:end]
        beginning = written[:_MORE]
        if beginning.isascii() and beginning.lower() not in title and not _CHANGED.search(beginning):
            continue
        text = _folded(_TAG.sub(" ", written) if "<" in written else written)
        if text and text in title:
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

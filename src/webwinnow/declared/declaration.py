"""`declared`: all that a page declares, read when it is first asked for and then kept by the page.

There are two readings of meta tags and of JSON-LD. The full one parses: `meta`, `json_ld`. The raw one only tells where
they are written: `meta_sources`, `json_ld_scripts`. It is for what judges every page before anybody asks for its
metadata and looks for a few words only; parsing would cost several times as much as that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from webwinnow.declared.json_ld import Item, read_json_ld
from webwinnow.declared.meta_tags import META, METAS, MetaSearch, MetaTag, by_key, read_meta_tags, search_for
from webwinnow.declared.telling_tags import TagSearch
from webwinnow.document import Document
from webwinnow.document.attributes import finder
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.tokens import start_tag_length
from webwinnow.document.word_search import WordSearch
from webwinnow.spans import Spans

Read = TypeVar("Read")
Tags = npt.NDArray[np.intp]
_TITLE: Final = NUMBER["title"]
_DRAWING: Final = column("svg")
FEED_TYPES: Final = ("application/rss+xml", "application/atom+xml", "application/feed+json")
"""What links to feeds say that they lead to."""
_ANCHOR_WORDS: Final = WordSearch(('="tag"', "='tag'", 'rel="category', "license"), ignore_case=True)
_LINK_WORDS: Final = WordSearch(("canonical", "license", "image_src", *FEED_TYPES), ignore_case=True)
"""What the tags hold whose relations say something about the page."""
_IN_HEAD: Final = TagSearch(column("link"), _LINK_WORDS, ("rel", "href"))
_IN_TEXT: Final = TagSearch(column("a"), _ANCHOR_WORDS, ("rel", "href"))
_LINKS: Final = 300
_ANCHORS: Final = 3000
SCRIPT: Final = NUMBER["script"]
_TYPE: Final = finder("type")
JSON_LD: Final = "ld+json"
"""What the type of scripts says that hold JSON-LD."""
START_TAG: Final = 4096
"""A start tag of a script is looked for in so many characters."""


@dataclass(frozen=True, slots=True)
class Link:
    """A `link` or `a` with a relation."""

    relations: tuple[str, ...]
    address: str
    start: int
    end: int
    tag: int
    in_head: bool
    """Whether it is a `link` element, which is about the whole page."""


class Declared:
    """A page as programs see it; holds nothing itself, the page keeps what was read."""

    __slots__ = ("page",)

    def __init__(self, page: Document) -> None:
        """Take the page."""
        self.page = page

    @property
    def title(self) -> str | None:
        """The text of the title element, white space folded; None if there is none."""
        return self.page.title

    @property
    def title_spans(self) -> Spans:
        """Where the title element stands, with its start tag; nothing where there is none."""
        return self._once(_title_spans)

    @property
    def meta(self) -> tuple[MetaTag, ...]:
        """The meta tags in the order of the page; one that has several names is listed under each."""
        return self._once(read_meta_tags)

    @property
    def meta_by_key(self) -> Mapping[str, list[MetaTag]]:
        """The meta tags by their keys."""
        return self.page.once(by_key, lambda: by_key(self.meta))

    def among(self, search: MetaSearch) -> tuple[MetaTag, ...]:
        """Return the meta tags of some keys, in the order of the page; it is quicker to read no others."""
        return self.page.once(search, lambda: search.read(self.page))

    def said(self, *keys: str) -> list[MetaTag]:
        """Return the meta tags of these keys, in the order of the keys."""
        found = self.among(search_for(*keys))
        return [meta for key in keys for meta in found if meta.key == key]

    @property
    def meta_sources(self) -> tuple[str, ...]:
        """The meta tags as they are written."""
        return self._once(meta_sources)

    @property
    def json_ld(self) -> tuple[Item, ...]:
        """The objects of all JSON-LD scripts, outer ones before those that they hold."""
        return self._once(_json_ld)

    @property
    def scripts(self) -> Tags:
        """The tags that hold scripts, by their numbers."""
        return self._once(_scripts)

    @property
    def json_ld_scripts(self) -> tuple[tuple[int, int], ...]:
        """Where the content of each JSON-LD script stands."""
        return self._once(json_ld_scripts)

    @property
    def microdata(self) -> tuple[Item, ...]:
        """The items in microdata, outer ones before those that they hold."""
        from webwinnow.declared.microdata import read_microdata

        return self._once(read_microdata)

    @property
    def rdfa(self) -> tuple[Item, ...]:
        """The items in RDFa Lite, without what meta tags say."""
        from webwinnow.declared.microdata import read_rdfa

        return self._once(read_rdfa)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links whose relation says something of the page: canonical, license, image_src, tag, category, feeds."""
        return self._once(_links)

    def _once(self, read: Callable[[Document], Read]) -> Read:
        return self.page.once(read, lambda: read(self.page))


def declared(page: Document) -> Declared:
    """Return what a page declares.

    >>> said = declared(Document('<title>Salt</title><meta property="og:title" content="Salt &amp; pepper">'))
    >>> said.title, said.said("og:title")[0].content
    ('Salt', 'Salt & pepper')
    """
    return Declared(page)


def _title_spans(page: Document) -> Spans:
    titles = np.flatnonzero(page.elements.tag == _TITLE)
    if len(titles) > 1 or not page.title:  # drawings have titles, too
        titles = titles[~page.inside(_DRAWING[page.elements.tag])[titles]]
    return Spans([page.extent(element) for element in titles[:1].tolist()], size=len(page.source))


def _links(page: Document) -> tuple[Link, ...]:
    found: list[Link] = []
    for search, in_head in ((_IN_HEAD, True), (_IN_TEXT, False)):
        for tag, start, end, _, _, attributes in search.find(page, _LINKS, _ANCHORS):
            relations = tuple(attributes.get("rel", "").lower().split())
            if relations:
                found.append(Link(relations, attributes.get("href", "").strip(), start, end, tag, in_head))
    return tuple(found)


def meta_sources(page: Document) -> tuple[str, ...]:
    """Return the meta tags as they are written, unread, in the order of the page."""
    return tuple(page.source[start:end] for start, end in page.tokens.places(META, METAS))


def _scripts(page: Document) -> Tags:
    return np.flatnonzero(page.tokens.code == SCRIPT)


def json_ld_scripts(page: Document) -> tuple[tuple[int, int], ...]:
    """Find where the content of each JSON-LD script stands."""
    found: list[tuple[int, int]] = []
    tags = declared(page).scripts
    starts, ends = page.tokens.tag_start[tags].tolist(), page.tokens.tag_end[tags].tolist()
    for start, end in zip(starts, ends, strict=True):
        if page.source.find("+", start, min(end, start + START_TAG)) < 0:
            continue
        tag = page.source[start : min(end, start + START_TAG)]
        if JSON_LD in (_TYPE(tag) or "").lower():
            found.append((start + start_tag_length(tag), end))
    return tuple(found)


def _json_ld(page: Document) -> tuple[Item, ...]:
    scripts = declared(page).json_ld_scripts
    return read_json_ld(page.source, scripts) if scripts else ()

"""`declared`: all that a page declares, read when it is first asked for and then kept by the page.

There are two readings of meta tags and of JSON-LD. The full one parses: `meta`, `json_ld`. The raw one only tells where
they are written: `meta_sources`, `json_ld_scripts`. It is for what judges every page before anybody asks for its
metadata and looks for a few words only; parsing would cost several times as much as that.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from webwinnow.declared.json_ld import Item, read_json_ld
from webwinnow.document import Document
from webwinnow.document.attributes import finder, read_attributes
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.references import decode_references
from webwinnow.document.tokens import start_tag_length
from webwinnow.document.word_search import WordSearch, places_of_tags
from webwinnow.spans import Spans

Read = TypeVar("Read")
Tags = npt.NDArray[np.intp]
_TITLE: Final = NUMBER["title"]
_DRAWING: Final = column("svg")
_LINK: Final = NUMBER["link"]
_ANCHOR: Final = NUMBER["a"]
FEED_TYPES: Final = ("application/rss+xml", "application/atom+xml", "application/feed+json")
"""What links to feeds say that they lead to."""
_ANCHOR_WORDS: Final = WordSearch(('="tag"', "='tag'", 'rel="category', "license"), ignore_case=True)
_LINK_WORDS: Final = WordSearch(("canonical", "license", "image_src", *FEED_TYPES), ignore_case=True)
"""What the tags hold whose relations say something about the page."""
_RELATION: Final = finder("rel")
_ADDRESS: Final = finder("href")
_LINKS: Final = 300
_ANCHORS: Final = 3000
META: Final = NUMBER["meta"]
NAMING_WORDS: Final = WordSearch((
    "title", "headline", '"name"', "'name'", "=name", "site_name", "application-name", "publisher", "app_name",
    "og:url", "twitter:url", "web:url", '"cre"', "'cre'", "=cre",
), ignore_case=True)  # fmt: skip
"""What tags hold whose keys name a page or its site: those of `headline.candidates` and `headline.site`."""
_PICTURE, _NUMBERED = "image", "&#"
PICTURING: Final = WordSearch((_PICTURE, _NUMBERED), ignore_case=True)
"""What tags hold that may name a picture."""
_NAMES_PICTURE: Final = re.compile(rf"{_PICTURE}(?!:(?:width|height|alt|type)\b)")
"""What tags hold whose keys name a picture, not only something of it; letters of a key may be written as numbers."""
_NUMBERED_KEY: Final = re.compile(
    rf"""(?:name|http-equiv|property|itemprop)\s*=\s*(?:"[^"]*{_NUMBERED}|'[^']*{_NUMBERED}|[^\s>"']*{_NUMBERED})"""
)
ONE_KEY: Final = ("name", "http-equiv")
SEVERAL_KEYS: Final = ("property", "itemprop")
"""Attributes that may list several names, parted by white space."""
_KEY: Final = r'(?P<attribute>name|property|itemprop)="(?P<key>[^"&\s]++)"'
_CONTENT: Final = r'content="(?P<content>[^"]*+)"'
_OTHER: Final = r'(?:data-[a-z-]++="[^"]*+"\s++)?+'
_PLAIN_META: Final = re.compile(rf"<meta\s++{_OTHER}{_KEY}\s++{_CONTENT}\s*+/?+>", re.ASCII)
_TURNED_META: Final = re.compile(rf"<meta\s++{_CONTENT}\s++{_KEY}\s*+/?+>", re.ASCII)
"""Meta tags as most are written: one name, one value; several times as fast as reading all attributes."""
_HOLDS_VALUE: Final = re.compile("content|value", re.IGNORECASE | re.ASCII)
"""Stands in each that says something."""
METAS: Final = 2000
"""How many meta tags of a page are read; a third of fundus, wcxb-dev and postlight-parser has no page with over 211."""
SCRIPT: Final = NUMBER["script"]
_TYPE: Final = finder("type")
JSON_LD: Final = "ld+json"
"""What the type of scripts says that hold JSON-LD."""
START_TAG: Final = 4096
"""A start tag of a script is looked for in so many characters."""


class MetaTag(NamedTuple):
    """One name and its value; a tag that has several names gives several of these."""

    key: str
    """The name, in lower case."""
    content: str
    """The value, with character references resolved and white space folded."""
    start: int
    end: int
    """Where the tag stands in the source."""
    attribute: str = "name"
    """Which attribute held the name: name, property, itemprop or http-equiv."""


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
        return self._once(_by_key)

    @property
    def naming(self) -> tuple[MetaTag, ...]:
        """The meta tags that may name the page or its site; it is quicker to read no others."""
        return self._once(_naming)

    @property
    def picturing(self) -> tuple[MetaTag, ...]:
        """The meta tags that may name a picture, perhaps among others; it is quicker to read no others."""
        return self._once(_picturing)

    def said(self, *keys: str) -> list[MetaTag]:
        """Return the meta tags of these keys, in the order of the keys."""
        return [meta for key in keys for meta in self.meta_by_key.get(key, ())]

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


def _by_key(page: Document) -> Mapping[str, list[MetaTag]]:
    found: dict[str, list[MetaTag]] = {}
    for meta in declared(page).meta:
        found.setdefault(meta.key, []).append(meta)
    return found


def _links(page: Document) -> tuple[Link, ...]:
    found: list[Link] = []
    places = places_of_tags(page, _LINK, _ANCHORS, _LINK_WORDS)[:_LINKS]
    in_head = len(places)
    places += places_of_tags(page, _ANCHOR, _ANCHORS, _ANCHOR_WORDS)[:_LINKS]
    edge = page.tokens.edge.data
    for at, (start, end) in enumerate(places):
        written = page.source[start:end]
        relations = tuple((_RELATION(written) or "").lower().split())
        if relations:
            tag = bisect_left(edge, start) // 2  # its place, or that of the gap before it, which may be empty
            found.append(Link(relations, (_ADDRESS(written) or "").strip(), start, end, tag, at < in_head))
    return tuple(found)


def _naming(page: Document) -> tuple[MetaTag, ...]:
    places = places_of_tags(page, META, METAS, NAMING_WORDS)
    every: tuple[MetaTag, ...] | None = page.remembered(read_meta_tags)
    if every is None:
        return _read_tags(page, places)
    starts = {start for start, _ in places}
    return tuple([meta for meta in every if meta.start in starts])


def _picturing(page: Document) -> tuple[MetaTag, ...]:
    every: tuple[MetaTag, ...] | None = page.remembered(read_meta_tags)
    if every is not None:
        return every
    tags = np.flatnonzero(page.tokens.code == META)[:METAS]
    starts, ends = page.tokens.tag_start[tags], page.tokens.tag_end[tags]
    some = PICTURING.holding(page.markup, starts, ends)
    places = zip(starts[some].tolist(), ends[some].tolist(), strict=True)
    return _read_tags(page, (place for place in places if _may_picture(page, *place)))


def _may_picture(page: Document, start: int, end: int) -> bool:
    tag = page.source[start:end].lower()
    if _PICTURE in tag and _NAMES_PICTURE.search(tag) is not None:
        return True
    return _NUMBERED in tag and _NUMBERED_KEY.search(tag) is not None


def read_meta_tags(page: Document) -> tuple[MetaTag, ...]:
    """Read the meta tags in the order of the page; those without a name or a value are left out.

    >>> read_meta_tags(Document('<meta property="og:title" content="Salt &amp; pepper">'))[0].content
    'Salt & pepper'
    """
    return _read_tags(page, _meta_places(page))


def _meta_places(page: Document) -> Iterable[Sequence[int]]:
    tags = np.flatnonzero(page.tokens.code == META)[:METAS]
    return zip(page.tokens.tag_start[tags].tolist(), page.tokens.tag_end[tags].tolist(), strict=True)


def _read_tags(page: Document, places: Iterable[Sequence[int]]) -> tuple[MetaTag, ...]:
    found, source = list[MetaTag](), page.source
    for start, end in places:
        plain = _PLAIN_META.match(source, start, end) or _TURNED_META.match(source, start, end)
        if plain is None or plain.end() != end:
            found += _read_meta(source[start:end], start, end)
            continue
        key, content, attribute = plain.group("key", "content", "attribute")
        if content := " ".join((decode_references(content) if "&" in content else content).split()):
            found.append(MetaTag(key.lower(), content, start, end, attribute))
    return tuple(found)


def meta_sources(page: Document) -> tuple[str, ...]:
    """Return the meta tags as they are written, unread, in the order of the page."""
    return tuple(page.source[start:end] for start, end in _meta_places(page))


def _read_meta(tag: str, start: int, end: int) -> list[MetaTag]:
    if not _HOLDS_VALUE.search(tag):
        return []
    attributes = read_attributes(tag)
    content = " ".join(attributes.get("content", attributes.get("value", "")).split())
    if not content:
        return []
    keys = [(attributes.get(name, "").strip(), name) for name in ONE_KEY]
    keys += [(key, name) for name in SEVERAL_KEYS for key in attributes.get(name, "").split()[:8]]
    distinct: dict[str, str] = {}
    for key, name in keys:
        if key:
            distinct.setdefault(key.lower(), name)
    return [MetaTag(key, content, start, end, name) for key, name in distinct.items()]


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

"""The meta tags of a page: every `<meta name=... content=...>`, whichever attribute holds its name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import NUMBER

_META: Final = NUMBER["meta"]
_ONE_KEY: Final = ("name", "http-equiv")
_SEVERAL_KEYS: Final = ("property", "itemprop")
"""Attributes that may list several names, parted by white space."""
LIMIT: Final = 2000
"""How many meta tags of a page are read; a third of fundus, wcxb-dev and postlight-parser has no page with over 211."""


@dataclass(frozen=True, slots=True)
class MetaTag:
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


def read_meta_tags(page: Document) -> tuple[MetaTag, ...]:
    """Read the meta tags in the order of the page; those without a name or a value are left out.

    >>> read_meta_tags(Document('<meta property="og:title" content="Salt &amp; pepper">'))[0].content
    'Salt & pepper'
    """
    found: list[MetaTag] = []
    tags = np.flatnonzero(page.tokens.code == _META)[:LIMIT]
    starts, ends = page.tokens.tag_start[tags].tolist(), page.tokens.tag_end[tags].tolist()
    for start, end in zip(starts, ends, strict=True):
        found += _read(page.source[start:end], start, end)
    return tuple(found)


def meta_sources(page: Document) -> tuple[str, ...]:
    """Return the meta tags as they are written, unread, in the order of the page."""
    tags = np.flatnonzero(page.tokens.code == _META)[:LIMIT]
    places = zip(page.tokens.tag_start[tags].tolist(), page.tokens.tag_end[tags].tolist(), strict=True)
    return tuple(page.source[start:end] for start, end in places)


def _read(tag: str, start: int, end: int) -> list[MetaTag]:
    attributes = read_attributes(tag)
    content = " ".join(attributes.get("content", attributes.get("value", "")).split())
    if not content:
        return []
    keys = [(attributes.get(name, "").strip(), name) for name in _ONE_KEY]
    keys += [(key, name) for name in _SEVERAL_KEYS for key in attributes.get(name, "").split()[:8]]
    distinct: dict[str, str] = {}
    for key, name in keys:
        if key:
            distinct.setdefault(key.lower(), name)
    return [MetaTag(key, content, start, end, name) for key, name in distinct.items()]

"""What a page says about itself in its markup, read once for all who ask: meta tags, items, links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import finder
from webwinnow.document.html_names import NUMBER
from webwinnow.metadata.json_ld import Item, json_ld
from webwinnow.metadata.meta_tags import Meta, meta_tags
from webwinnow.metadata.microdata import microdata, rdfa
from webwinnow.metadata.surroundings import Surroundings, find_surroundings
from webwinnow.metadata.tag_search import tag_text
from webwinnow.spans import Spans

_LINK: Final = NUMBER["link"]
_ANCHOR: Final = NUMBER["a"]
_ANCHOR_WORDS: Final = ('="tag"', "license")
_LINK_WORDS: Final = ("canonical", "license", "image_src")
"""What the tags hold whose relations say something about the page."""
_RELATION: Final = finder("rel")
_ADDRESS: Final = finder("href")
_LINKS: Final = 300
_ANCHORS: Final = 3000


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


@dataclass(frozen=True, slots=True)
class Sources:
    """The markup's own statements."""

    page: Document
    around: Surroundings
    """Where readers look for author and date."""
    opened: npt.NDArray[np.int32]
    """Per tag: the element that it opens, -1 if it opens none."""
    metas: tuple[Meta, ...]
    by_key: Mapping[str, list[Meta]]
    """The meta tags by their keys."""
    items: tuple[tuple[str, Item], ...]
    """Items with the syntax they were written in."""
    links: tuple[Link, ...]

    def said(self, *keys: str) -> list[Meta]:
        """Give the meta tags of these keys, in the order of the keys."""
        return [meta for key in keys for meta in self.by_key.get(key, ())]


def read_sources(page: Document, content: Spans | None = None) -> Sources:
    """Read a page's statements about itself.

    Microdata and RDFa are read only if there is some near the headline: looking for them in every tag costs as much as
    all the rest.
    """
    metas = meta_tags(page)
    around = find_surroundings(page, [meta.content for meta in metas if meta.key == "og:title"], content)
    items = [("json-ld", item) for item in json_ld(page)]
    items += [("microdata", item) for item in microdata(page)] if "itemprop" in around.near.text else []
    items += [("rdfa", item) for item in rdfa(page)] if "typeof=" in around.near.text else []
    opened = page.elements.by_start_tag(len(page.tokens.code))
    by_key: dict[str, list[Meta]] = {}
    for meta in metas:
        by_key.setdefault(meta.key, []).append(meta)
    return Sources(page, around, opened, metas, by_key, tuple(items), tuple(_links(page)))


def _links(page: Document) -> list[Link]:
    found: list[Link] = []
    tokens = page.tokens
    anchors = tag_text(page, np.flatnonzero(tokens.code == _ANCHOR)[:_ANCHORS]).holding(_ANCHOR_WORDS)[:_LINKS]
    links = tag_text(page, np.flatnonzero(tokens.code == _LINK)[:_ANCHORS]).holding(_LINK_WORDS)[:_LINKS]
    for tag in [*links.tolist(), *anchors.tolist()]:
        start, end = int(tokens.tag_start[tag]), int(tokens.tag_end[tag])
        written = page.source[start:end]
        relations = tuple((_RELATION(written) or "").lower().split())
        if relations:
            address = (_ADDRESS(written) or "").strip()
            found.append(Link(relations, address, start, end, tag, bool(tokens.code[tag] == _LINK)))
    return found

"""Feeds and sitemaps: RSS, RDF and Atom, JSON Feed, sitemaps and indexes of sitemaps, plain lists of addresses.

Formats: RSS 2.0, RSS 1.0, RFC 4287 (Atom), JSON Feed 1.1, sitemaps.org 0.9 with Google's news extension.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urljoin

from webwinnow.discovery.xml import UnsafeXmlError, XmlElement, read_xml
from webwinnow.document import Document
from webwinnow.metadata.dates import parse_date


@dataclass(frozen=True, slots=True)
class Discovered:
    """One article of a site; None where the source does not say."""

    address: str
    source: str
    """Where it was found: `page`, or `feed` or `sitemap` and its address."""
    title: str | None = None
    date: str | None = None
    """When it was published or changed, as ISO 8601."""
    teaser: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return what JSON output says of it."""
        return {name: getattr(self, name) for name in self.__slots__}


_ROOT: Final = re.compile(rb"<(?:[\w-]+:)?(rss|rdf|feed|urlset|sitemapindex)[\s>]", re.IGNORECASE)
_BEFORE: Final = re.compile(
    rb"(?:\xef\xbb\xbf|\s+|<\?[^>]*>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?\s*>)*+", re.IGNORECASE | re.DOTALL
)
"""The element that a feed or a sitemap is, and what may stand before it."""
_START: Final = 4096
"""Bytes in which the root element of a feed must begin."""
_TEASER: Final = 400


@dataclass(frozen=True, slots=True)
class Listing:
    """What a feed or a sitemap holds: entries, and further sitemaps, newest first."""

    kind: str
    """`feed` or `sitemap`."""
    entries: tuple[Discovered, ...] = ()
    sitemaps: tuple[str, ...] = ()


def read_listing(data: bytes, address: str, most: int) -> Listing | None:
    """Read a feed or a sitemap with at most so many entries; None if it is neither. Raises UnsafeXmlError."""
    if data.lstrip()[:1] == b"{":
        return _json_feed(data, address, most)
    start = data[:_START]
    before = _BEFORE.match(start)
    if before is None or not _ROOT.match(start, before.end()):
        return _plain_list(data, address, most)
    try:
        root = read_xml(data, limit=most * 40 + 1000)
    except UnsafeXmlError:
        raise
    except ValueError:
        return None
    if root.name == "sitemapindex":
        return Listing("sitemap", sitemaps=_further(root, address)[:most])
    if root.name == "urlset":
        return Listing("sitemap", tuple(_urls(root, address))[:most])
    return Listing("feed", tuple(_entries(root, address))[:most])


def _further(root: XmlElement, address: str) -> tuple[str, ...]:
    found = [(each.said("lastmod") or "", each.said("loc")) for each in root.inside if each.name == "sitemap"]
    newest = sorted(found, key=lambda each: each[0], reverse=True)
    return tuple(_joined(address, place) for _, place in newest if place)


def _urls(root: XmlElement, address: str) -> Iterator[Discovered]:
    for each in root.inside:
        place = each.said("loc") if each.name == "url" else None
        if place:
            news = each.first("news")
            moment = (news.said("publication_date") if news else None) or each.said("lastmod")
            title = news.said("title") if news else None
            yield Discovered(_joined(address, place), f"sitemap {address}", title, _iso(moment))


def _entries(root: XmlElement, address: str) -> Iterator[Discovered]:
    """Yield the items of RSS and RDF, and the entries of Atom."""
    channels = [root, *(each for each in root.inside if each.name == "channel")]
    for each in (inner for channel in channels for inner in channel.inside if inner.name in ("item", "entry")):
        place = _link(each)
        if place:
            moment = each.said("pubdate", "published", "date", "updated")
            teaser = _text(each.said("description", "summary"))
            yield Discovered(
                _joined(address, place), f"feed {address}", _text(each.said("title")), _iso(moment), teaser
            )


def _link(entry: XmlElement) -> str | None:
    """Find where an entry leads: the text of RSS, the attribute of Atom, an identifier that is an address."""
    links = [each for each in entry.inside if each.name == "link"]
    for link in links:
        if link.attributes.get("href") and link.attributes.get("rel", "alternate") == "alternate":
            return link.attributes["href"].strip()
    for text in (entry.said("link"), entry.said("guid", "id")):
        if text and re.match(r"https?://", text):
            return text
    return entry.said("link")


def _json_feed(data: bytes, address: str, most: int) -> Listing | None:
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        return None
    items = said.get("items") if isinstance(said, dict) and "jsonfeed" in str(said.get("version")) else None
    if not isinstance(items, list):
        return None
    return Listing("feed", tuple(_json_entries(items[:most], address)))


def _json_entries(items: list[Any], address: str) -> Iterator[Discovered]:
    for each in items:
        place = (each.get("url") or each.get("external_url")) if isinstance(each, dict) else None
        if isinstance(place, str):
            title, teaser, moment = (
                each[name] if isinstance(each.get(name), str) else None
                for name in ("title", "summary", "date_published")
            )
            yield Discovered(_joined(address, place), f"feed {address}", _text(title), _iso(moment), _text(teaser))


def _plain_list(data: bytes, address: str, most: int) -> Listing | None:
    """Read a sitemap that is one address on each line."""
    lines = data[: 2048 * most].decode("utf-8", "replace").split()[:most]
    if not lines or not all(re.match(r"https?://[^\s<>]+$", line) for line in lines):
        return None
    return Listing("sitemap", tuple(Discovered(line, f"sitemap {address}") for line in lines))


def _joined(address: str, place: str) -> str:
    try:
        return urljoin(address, place)
    except ValueError:
        return place


def _iso(text: str | None) -> str | None:
    read = parse_date(text) if text else None
    return read.iso if read else None


def _text(markup: str | None) -> str | None:
    """Return the plain text of a title or a teaser, which may be HTML."""
    if not markup:
        return None
    page = Document(markup[: 10 * _TEASER])
    text = " ".join(" ".join(page.text(start, end) for start, end in page.visible).split())
    return text[:_TEASER] or None

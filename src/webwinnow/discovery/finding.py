"""`discover`: the addresses of a site's articles, politely and within bounds.

A site is asked for its robots.txt, for the page that was named, for the feeds that this page links to, and for the
sitemaps that robots.txt names (else /sitemap.xml): one request after the other, with a pause between, never more than
a number of requests, and nothing that robots.txt disallows. No page is followed to further pages.

robots.txt is read by RFC 9309: the longest rule decides, `*` and `$` are understood.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import quote, unquote, urljoin, urlsplit

from webwinnow.discovery.feeds import Discovered, Listing, read_listing
from webwinnow.discovery.xml import UnsafeXmlError
from webwinnow.document import Document
from webwinnow.errors import FetchError, ParameterError
from webwinnow.fetch import Client, Fetched
from webwinnow.fetch.packed import unpack
from webwinnow.items import find_items
from webwinnow.metadata import find_metadata

_LARGEST: Final = 500_000
"""Bytes that are read, as the standard asks for at least."""
_MOST_DELAY: Final = 60.0
"""Seconds between two requests that a robots.txt can ask for."""


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules for one program, and what the file says to all."""

    rules: tuple[tuple[str, bool], ...] = ()
    """Patterns of paths, and whether they are allowed."""
    delay: float | None = None
    """Seconds between two requests that the site asks for."""
    sitemaps: tuple[str, ...] = ()

    def allows(self, url: str) -> bool:
        """Tell whether an address may be fetched.

        >>> read_robots(b"User-agent: *\\nDisallow: /private/\\nAllow: /private/open$", "x").allows("https://a.org/private/x")
        False
        """
        parts = urlsplit(url)
        path = _folded((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        fitting = [(len(pattern), allowed) for pattern, allowed in self.rules if _fits(pattern, path)]
        return max(fitting, default=(0, True))[1]


def read_robots(data: bytes, agent: str) -> Robots:
    """Read the rules for a program, else those for all programs; what is no rule is passed over."""
    groups: dict[str, list[tuple[str, str]]] = {}
    named: list[str] = []
    sitemaps: list[str] = []
    ruled = True
    for line in data[:_LARGEST].decode("utf-8-sig", "replace").splitlines():
        key, _, value = (part.strip() for part in line.partition("#")[0].partition(":"))
        match key.lower():
            case "user-agent":
                named = [value.lower()] if ruled else [*named, value.lower()]
                ruled = False
                groups.setdefault(value.lower(), [])
            case "allow" | "disallow" | "crawl-delay" as rule:
                ruled = True
                for name in named:
                    groups[name].append((rule, value))
            case "sitemap" if value:
                sitemaps.append(value)
    chosen = groups.get(agent.lower(), groups.get("*", []))
    rules = tuple((_folded(value), rule == "allow") for rule, value in chosen if rule != "crawl-delay" and value)
    delays = [value for rule, value in chosen if rule == "crawl-delay" and value.replace(".", "", 1).isdigit()]
    return Robots(rules, min(float(delays[0]), _MOST_DELAY) if delays else None, tuple(sitemaps))


def _folded(path: str) -> str:
    """Write a path in one way, however its letters are escaped."""
    return quote(unquote(path), safe="/?&=*$%:@!+,;~()'")


def _fits(pattern: str, path: str) -> bool:
    """Match a pattern from the start of a path: piece by piece, in linear time."""
    ends = pattern.endswith("$")
    first, *pieces = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    at = len(first)
    for number, piece in enumerate(pieces):
        if ends and number == len(pieces) - 1:
            return path.endswith(piece) and len(path) - len(piece) >= at
        found = path.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return not ends or at == len(path)


AGENT: Final = "webwinnow"
_FEEDS: Final = 3
"""Feeds of one page that are asked for."""
_NO_ARTICLE: Final = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|ico|css|js|pdf|zip|gz|mp[34]|m4a|webm|xml|rss|json)$", re.IGNORECASE
)
_MISSING: Final = re.compile(r"answers 4\d\d")
"""How a fetch says that there is no such file: for robots.txt and sitemaps, that is an answer."""


@dataclass(frozen=True, slots=True)
class DiscoverySettings:
    """The bounds: entries, requests, levels of sitemaps, and seconds between requests and in all."""

    most: int = 1000
    requests: int = 20
    depth: int = 2
    delay: float = 1.0
    seconds: float = 120.0
    robots: bool = True
    """Whether robots.txt is asked for and followed."""

    def __post_init__(self) -> None:
        """Refuse bounds that make no sense."""
        if min(self.most, self.requests) < 1 or min(self.depth, self.delay) < 0 or self.seconds <= 0:
            raise ParameterError("the bounds of a discovery are numbers above 0: correct them")


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found, each address once, and what went wrong on the way."""

    entries: tuple[Discovered, ...]
    notes: tuple[str, ...] = ()


_DEFAULT = DiscoverySettings()


def discover(
    url: str,
    client: Client | None = None,
    settings: DiscoverySettings = _DEFAULT,
    sleep: Callable[[float], None] = time.sleep,
) -> Discovery:
    """List the addresses of articles of a site; FetchError if the page that is named cannot be had at all."""
    return _Visit(client or Client(), settings, sleep).found(url)


def discover_in(data: bytes, url: str | None = None, most: int = _DEFAULT.most) -> Discovery:
    """List the addresses that a file holds, which is a feed, a sitemap or a page; nothing is fetched.

    >>> [entry.address for entry in discover_in(b"https://example.org/a https://example.org/b").entries]
    ['https://example.org/a', 'https://example.org/b']
    """
    listing = read_listing(data, url or "", most)
    if listing is not None:
        further = tuple(Discovered(place, f"sitemap {url or ''}".strip()) for place in listing.sitemaps)
        return Discovery(_distinct([*listing.entries, *further], None, most))
    return Discovery(_distinct(_of_page(Document.from_bytes(data, url=url)), url, most))


def _of_page(page: Document) -> list[Discovered]:
    return [Discovered(item.link, "page", item.title, item.date, item.teaser) for item in find_items(page)]


@dataclass(slots=True)
class _Visit:
    """One visit to a site: what was asked for, and what may still be."""

    client: Client
    settings: DiscoverySettings
    sleep: Callable[[float], None]
    notes: list[str] = field(default_factory=list)
    _site: str = ""
    _robots: dict[str, Robots] = field(default_factory=dict)
    _asked: int = 0
    _began: float = field(default_factory=time.monotonic)

    def found(self, url: str) -> Discovery:
        """Ask for the page and all that it leads to."""
        self._site = urlsplit(url).netloc
        robots = self._rules(url)
        start = self._get(url, robots)
        if start is None:
            raise FetchError(self.notes[0])
        address = start.url or url
        listing = self._listing(start, address)
        entries: list[Discovered] = []
        if listing is None:
            page = start.document(url=address)
            entries += _of_page(page)
            for feed in find_metadata(page).candidates["feed"][:_FEEDS]:
                entries += self._entries_of(feed.value, 0)
            for sitemap in robots.sitemaps or ("/sitemap.xml",):  # some write it without the host
                entries += self._entries_of(urljoin(address, sitemap), self.settings.depth)
        else:
            entries += self._followed(listing, self.settings.depth)
        return Discovery(_distinct(entries, address, self.settings.most), tuple(self.notes))

    def _entries_of(self, address: str, depth: int) -> Iterator[Discovered]:
        """Yield what a feed or a sitemap lists."""
        fetched = self._fetched(address)
        listing = self._listing(fetched, address) if fetched else None
        if listing is not None:
            yield from self._followed(listing, depth)

    def _followed(self, listing: Listing, depth: int) -> Iterator[Discovered]:
        """Yield the entries of a listing and, so many levels deep, of the sitemaps that it names."""
        yield from listing.entries
        if listing.sitemaps and depth < 1:
            self.notes.append(f"{len(listing.sitemaps)} sitemaps are nested deeper than is looked: give one of them")
            return
        found = len(listing.entries)
        for sitemap in listing.sitemaps:
            if found >= self.settings.most or not self._may_go_on():
                return
            for entry in self._entries_of(sitemap, depth - 1):
                found += 1
                yield entry

    def _listing(self, fetched: Fetched, address: str) -> Listing | None:
        try:
            return read_listing(unpack(fetched, self.client.limit).body, address, self.settings.most)
        except (UnsafeXmlError, ValueError) as error:
            self.notes.append(f"{address}: {error}")
        except Exception as error:  # a fence: what is packed wrongly is one source less
            self.notes.append(f"{address}: cannot be unpacked ({error})")
        return None

    def _fetched(self, address: str) -> Fetched | None:
        """Ask for an address; what is missing or disallowed is noted."""
        try:
            return self._get(address, self._rules(address))
        except FetchError as error:
            if not _MISSING.search(str(error)):
                self.notes.append(str(error))
            return None

    def _get(self, address: str, robots: Robots) -> Fetched | None:
        if not robots.allows(address):
            self.notes.append(f"{address}: robots.txt disallows it")
            return None
        if not self._may_go_on():
            return None
        if self._asked:
            self.sleep(max(self.settings.delay, robots.delay or 0.0))
        self._asked += 1
        return self._client_for(address)(address)

    def _client_for(self, address: str) -> Client:
        """Open private addresses, if they are, only on the site that the caller named: pages may name others."""
        named = urlsplit(address).netloc == self._site
        return self.client if named else replace(self.client, allow_private=False)

    def _may_go_on(self) -> bool:
        spent = time.monotonic() - self._began
        if self._asked < self.settings.requests and spent < self.settings.seconds:
            return True
        note = f"stopped after {self._asked} requests and {spent:.0f} s: raise the bounds for more"
        if not any(each.startswith("stopped after") for each in self.notes):
            self.notes.append(note)
        return False

    def _rules(self, url: str) -> Robots:
        """Read the rules of a site once; a site without them allows all, one that does not answer allows nothing."""
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        if not self.settings.robots:
            return Robots()
        if site not in self._robots:
            try:
                fetched = self._get(f"{site}/robots.txt", Robots())
                self._robots[site] = read_robots(fetched.body, AGENT) if fetched else Robots()
            except FetchError as error:
                missing = _MISSING.search(str(error)) is not None
                self._robots[site] = Robots() if missing else Robots(rules=(("/", False),))
                if not missing:
                    self.notes.append(str(error))
        return self._robots[site]


def _distinct(entries: list[Discovered], home: str | None, most: int) -> tuple[Discovered, ...]:
    """Keep each address once, with what all its sources say; other sites, files and the page itself are left out."""
    found: dict[str, Discovered] = {}
    for entry in entries:
        address = entry.address.partition("#")[0]
        if not _is_article(address, home, feed=entry.source.startswith("feed")):
            continue
        known = found.get(address)
        if known is None and len(found) >= most:
            continue
        found[address] = Discovered(
            address,
            known.source if known else entry.source,
            (known and known.title) or entry.title,
            (known and known.date) or entry.date,
            (known and known.teaser) or entry.teaser,
        )
    return tuple(found.values())


def _is_article(address: str, home: str | None, *, feed: bool) -> bool:
    """Tell whether an address may be an article of the site; feeds may lead to it by another site."""
    try:
        parts = urlsplit(address)
        here = urlsplit(home or "")
    except ValueError:
        return False
    if home is None:
        return bool(address) and not _NO_ARTICLE.search(parts.path)
    same = _host(parts.hostname) == _host(here.hostname)
    other = (parts.path.rstrip("/"), parts.query) != (here.path.rstrip("/"), here.query) or not same
    front = not parts.path.strip("/") and not parts.query
    leads = parts.scheme in ("http", "https") and other and not front
    return leads and (same or feed) and not _NO_ARTICLE.search(parts.path)


def _host(name: str | None) -> str:
    return (name or "").removeprefix("www.")

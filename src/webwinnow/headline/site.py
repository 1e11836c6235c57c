"""What the site calls itself: its declared names and its address, and whether a text is one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from webwinnow.declared import Item, declared, texts
from webwinnow.document import Document

_NAME_KEYS: Final = {
    "og:site_name",
    "application-name",
    "apple-mobile-web-app-title",
    "dc.publisher",
    "cre",
    "al:ios:app_name",
}
_ADDRESS_KEYS: Final = {"og:url", "twitter:url", "al:web:url"}
_SITE_TYPES: Final = {"WebSite", "Organization", "NewsMediaOrganization", "Corporation", "LocalBusiness"}
_SITE_PATHS: Final = {("publisher",), ("isPartOf",), ("sourceOrganization",), ("provider",)}
_NO_NAMES: Final = frozenset("www com org net edu gov info html co uk de fr en blog news m".split())
_NOT_A_LETTER: Final = re.compile(r"[\W_]+")
_SHORTEST: Final = 3
"""Letters that a name has at least, to be found inside a longer one."""


@dataclass(frozen=True, slots=True)
class Site:
    """The names of a site, letters and digits only, in lower case."""

    names: frozenset[str]
    hosts: frozenset[str]
    """The parts of its address that may be a name."""

    def is_name(self, text: str) -> bool:
        """Tell whether a text is the name of the site, as declared or as in its address."""
        letters = squeezed(text)
        if not letters:
            return False
        if letters in self.names or letters in self.hosts:
            return True
        return any(_alike(letters, host) for host in self.hosts)

    def holds_name(self, text: str) -> bool:
        """Tell whether a declared name stands somewhere in a text."""
        letters = squeezed(text)
        return any(len(name) >= _SHORTEST and name in letters for name in self.names | self.hosts)


def read_site(page: Document) -> Site:
    """Collect the names that the page declares and those in its address."""
    said = declared(page)
    named = [meta.content for meta in said.meta if meta.key in _NAME_KEYS]
    addresses = [page.url or "", *(meta.content for meta in said.meta if meta.key in _ADDRESS_KEYS)]
    names = {squeezed(name) for name in (*named, *_item_names(said.json_ld))} - {""}
    return Site(frozenset(names), frozenset(host for address in addresses for host in _host_names(address)))


def squeezed(text: str) -> str:
    """Keep letters and digits only, in lower case: `The New-York Times` and `thenewyorktimes` are one name."""
    return _NOT_A_LETTER.sub("", text.casefold())


def _item_names(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if _SITE_TYPES & set(item.types) or item.path in _SITE_PATHS:
            yield from texts(item.properties.get("name"))[:2]


def _host_names(address: str) -> set[str]:
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:  # brackets that hold no address
        return set()
    labels = [label for label in host.split(".") if label not in _NO_NAMES and len(label) >= _SHORTEST]
    return {*map(squeezed, labels), squeezed(host.removeprefix("www."))} - {""}


def _alike(letters: str, host: str) -> bool:
    """Tell whether one name is most of the other: `nytimes` is no part of `thenewyorktimes`, `verge` of `theverge`."""
    if len(letters) < _SHORTEST or len(host) < _SHORTEST:
        return False
    short, long = sorted((letters, host), key=len)
    return short in long and 2 * len(short) >= len(long)

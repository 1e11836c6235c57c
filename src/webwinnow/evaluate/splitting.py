"""Dividing pages between two sides so that what belongs together stays together."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from webwinnow.evaluate.meta import Meta

SECOND_LEVEL: Final = frozenset({"ac", "co", "com", "edu", "go", "gob", "gouv", "gov", "ne", "net", "or", "org"})
"""Labels under which countries register names: `bbc.co.uk` is a domain, `co.uk` is not.

The list is short where the public suffix list is long: a name missing here joins sites that could have been
parted, which costs balance; it never parts pages of one site.
"""


def domain_of(url: str) -> str | None:
    """Give the domain a site is registered under, `bbc.co.uk` for `https://news.bbc.co.uk/1`."""
    host = _host(url)
    if host is None or _is_address(host):
        return host
    labels = host.split(".")
    short = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in SECOND_LEVEL
    return ".".join(labels[-3:] if short else labels[-2:])


def site_of(page_id: str, meta: Meta) -> str:
    """Name the site of a page: the domain of its URL, or its key `site`, or else the page is a site alone."""
    domain = domain_of(meta.url) if meta.url else None
    site = meta.extra.get("site")
    if domain is None and isinstance(site, str) and site.strip():
        domain = domain_of(site.strip()) if "." in site else site.strip().lower()
    return domain or f"page {page_id}"


def halves(groups: Mapping[str, Sequence[str]], ratio: float) -> tuple[list[str], list[str]]:
    """Put whole groups on two sides whose sizes are near `ratio` to `1 - ratio`; always the same way.

    The largest groups are placed first, each where most is lacking; small ones then level the sides. Groups of
    one size come in the order of a hash of their names, so that the alphabet has no say.
    """
    sides: tuple[list[str], list[str]] = ([], [])
    total = sum(map(len, groups.values()))
    lacking = [total * ratio, total * (1 - ratio)]
    for name in sorted(groups, key=lambda name: (-len(groups[name]), _shuffled(name), name)):
        side = 0 if lacking[0] >= lacking[1] else 1
        sides[side].extend(groups[name])
        lacking[side] -= len(groups[name])
    return sorted(sides[0]), sorted(sides[1])


def grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Collect (group, page id) pairs by group."""
    groups: dict[str, list[str]] = {}
    for group, page_id in pairs:
        groups.setdefault(group, []).append(page_id)
    return groups


def _host(url: str) -> str | None:
    try:
        parts = urlsplit(url if "//" in url else f"//{url}")
        host = (parts.hostname or "").rstrip(".")
    except ValueError:  # such as an unclosed bracket of an IPv6 address
        return None
    return host or None


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _shuffled(name: str) -> bytes:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()

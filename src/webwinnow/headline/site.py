"""What the site calls itself, and a title taken apart: the headline is often one part, the site's name another.

Paper: mohammadzadeh2013, sections 5.4.4 and 5.5 name the weakness of TitleFinder that this is for: where the site's
name is longer than the headline, the title as a whole is more like the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final
from urllib.parse import urlsplit

from webwinnow.declared import NAMING_WORDS, Item, MetaSearch, declared, texts
from webwinnow.document import Document

NAME_KEYS: Final = {
    "og:site_name",
    "application-name",
    "apple-mobile-web-app-title",
    "dc.publisher",
    "cre",
    "al:ios:app_name",
}
ADDRESS_KEYS: Final = {"og:url", "twitter:url", "al:web:url"}
_METAS: Final = MetaSearch(sorted(NAME_KEYS | ADDRESS_KEYS), NAMING_WORDS)
SITE_TYPES: Final = {"WebSite", "Organization", "NewsMediaOrganization", "Corporation", "LocalBusiness"}
SITE_PROPERTIES: Final = ("publisher", "isPartOf", "sourceOrganization", "provider")
NO_NAMES: Final = frozenset("www com org net edu gov info html co uk de fr en blog news m".split())
_PLAIN_ADDRESS: Final = re.compile(r"https?://([A-Za-z0-9.-]++)(?:[/?#]|\Z)")
"""An address as most are written, from which a pattern reads the host several times as fast."""
_NOT_A_LETTER: Final = re.compile(r"[\W_]+")
_LETTERS_ALONE: Final = {code: None for code in range(128) if not chr(code).isalnum()}
SHORTEST: Final = 3
"""Letters that a name has at least, to be found inside a longer one."""
IN_RUN, ALONE, COLONS, DASHES = "-–—―|·•:»›<>/~*", "|»›·•｜_", ":：", "-–—"
"""Signs between the parts of a title: some with blanks around, or alone; colons before a blank, dashes beside one."""
STRONG_IN_RUN, STRONG_ALONE = "-–—―|·•»›/~", "|»›·•｜"
"""Those between a headline and a site's name; colons and some dashes also stand inside of headlines."""
_SEPARATOR: Final = re.compile(
    rf"\s+(?:[{IN_RUN}]|&raquo;)+\s+|\s*[{ALONE}]\s*|\s*[{COLONS}]\s+|\s+[{DASHES}]|[{DASHES}]\s+"
)
_SIGN: Final = re.compile(f"[{re.escape(IN_RUN + ALONE + COLONS + DASHES)}&]")
"""Characters one of which stands in each match of that pattern, and of the next."""
_STRONG: Final = re.compile(rf"\s+[{STRONG_IN_RUN}]+\s+|\s*[{STRONG_ALONE}]\s*")
LONGEST_TITLE: Final = 1200
"""Characters of a title that is taken apart; of a longer one, the beginning."""
MOST_SEPARATORS: Final = 6
"""How many separators are looked at from each end."""


@dataclass(frozen=True, slots=True)
class Site:
    """The names of a site, letters and digits only, in lower case."""

    names: frozenset[str]
    hosts: frozenset[str]
    """The parts of its address that may be a name."""

    def is_name(self, text: str) -> bool:
        """Tell whether a text is the name of the site, as declared or as in its address."""
        return self.is_called(squeezed(text))

    def is_called(self, letters: str) -> bool:
        """Tell whether letters are those of the site's name."""
        if not letters:
            return False
        if letters in self.names or letters in self.hosts:
            return True
        return any([_alike(letters, host) for host in self.hosts])  # noqa: C419 - every candidate asks, and hosts are few

    def stands_in(self, letters: str) -> bool:
        """Tell whether one of the names stands somewhere among letters."""
        for names in (self.names, self.hosts):  # plain loops, because every candidate asks
            for name in names:
                if len(name) >= SHORTEST and name in letters:
                    return True
        return False


def read_site(page: Document) -> Site:
    """Collect the names that the page declares and those in its address. Done once per page."""
    return page.once(read_site, lambda: _read(page))


def _read(page: Document) -> Site:
    said = declared(page)
    metas = said.among(_METAS)
    named = [meta.content for meta in metas if meta.key in NAME_KEYS]
    addresses = [page.url or "", *[meta.content for meta in metas if meta.key in ADDRESS_KEYS]]
    names = frozenset([squeezed(name) for name in (*named, *_item_names(said.json_ld))]) - {""}
    return Site(names, frozenset().union(*[_host_names(address) for address in addresses if address]))


@lru_cache(maxsize=256)  # each candidate for the headline is asked for several times
def squeezed(text: str) -> str:
    """Keep letters and digits only, in lower case: `The New-York Times` and `thenewyorktimes` are one name."""
    return text.lower().translate(_LETTERS_ALONE) if text.isascii() else _NOT_A_LETTER.sub("", text.casefold())


def _item_names(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if (len(item.path) == 1 and item.path[0] in SITE_PROPERTIES) or not SITE_TYPES.isdisjoint(item.types):
            yield from texts(item.properties.get("name"))[:2]


def _host_names(address: str) -> set[str]:
    plain = _PLAIN_ADDRESS.match(address)
    try:
        host = plain[1].lower() if plain else urlsplit(address).hostname or ""
    except ValueError:  # brackets that hold no address
        return set()
    labels = [label for label in host.split(".") if label not in NO_NAMES and len(label) >= SHORTEST]
    return {*map(squeezed, labels), squeezed(host.removeprefix("www."))} - {""}


def _alike(letters: str, host: str) -> bool:
    """Tell whether one name is most of the other: `nytimes` is no part of `thenewyorktimes`, `verge` of `theverge`."""
    if len(letters) < SHORTEST or len(host) < SHORTEST:
        return False
    short, long = (letters, host) if len(letters) <= len(host) else (host, letters)
    return 2 * len(short) >= len(long) and short in long


def parts(title: str, site: Site) -> list[tuple[str, str]]:
    """List the stretches of a title between its start, its end and its separators, each with what it is.

    `clean` is the title without the parts that name the site; `first` is from the start to a separator, `last` from a
    separator to the end, `middle` from one to another.
    """
    if _SIGN.search(title) is None and title == title.strip():
        return []
    clean = without_site(title, site)
    found = [(clean, "clean")] if clean != title else []
    between = [match.span() for match in _SEPARATOR.finditer(title)]
    if not between:
        return found
    bounds = between[:MOST_SEPARATORS]
    found += [(title[:start].strip(), "first") for start, _ in bounds]
    found += [(title[end:].strip(), "last") for _, end in between[-MOST_SEPARATORS:]]
    found += [(title[end:start].strip(), "middle") for (_, end), (start, _) in pairwise(bounds)]
    return found


def says_more(title: str, site: Site) -> bool:
    """Tell whether a title has something besides the site's name."""
    return bool(title) and not site.is_name(without_site(title[:LONGEST_TITLE], site))


def has_separator(title: str) -> bool:
    """Tell whether a title has several parts, or ends where another should begin."""
    return _STRONG.search(f"{title} ") is not None


def without_site(title: str, site: Site) -> str:
    """Cut parts that name the site off both ends, as long as something is left."""
    between = [match.span() for match in _STRONG.finditer(title)]
    first, last = 0, len(title)
    while between and site.is_name(title[between[-1][1] : last]) and between[-1][0]:
        last = between.pop()[0]
    for start, end in between:
        if not site.is_name(title[first:start]) or end == last:
            break
        first = end
    return title[first:last].strip()

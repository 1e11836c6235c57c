"""Crunch: advertisements go, known by the servers that they come from.

Paper: mohammadzadeh2013, section 3.2.1, Algorithm 1 ("isAdLink"); gupta2003. The servers are data, in `ad_servers.txt`.
UNSPECIFIED: the list of servers. Ours: a short one of well-known names.
Deviations: addresses that start with `//` count, too; there were none then.   Cost: O(links and images).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import ClassVar, Final, NamedTuple

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.subtrees import Marked
from webwinnow.prefilters.crunch.removal import start_tags, without_elements
from webwinnow.stages import Prefilter

_WITH_ADDRESS: Final = column("a area iframe frame img embed")
_HOST: Final = re.compile(
    r"""[\s"'/](?:href|src)\s*+=\s*+["']?+\s*+(?:https?:)?//(?:[^/"'\s>?#@]*+@)?([^/"'\s>?#:]++)""", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class CrunchAds(Prefilter):
    """Removes links and frames that lead to advertisement servers."""

    name: ClassVar[str] = "crunch-ads"

    def __call__(self, page: Document) -> Document:
        """Hide the advertisements."""
        return without_elements(page, advertisements(page))


def advertisements(page: Document) -> Marked:
    """Mark the elements whose address is on an advertisement server."""
    marked = np.zeros(len(page.elements), dtype=np.bool_)
    places = np.flatnonzero(_WITH_ADDRESS[page.elements.tag])
    starts, ends = start_tags(page)
    found = (_HOST.search(page.source, starts[place], ends[place]) for place in places.tolist())
    hosts = [match[1].lower() if match else "" for match in found]
    known = {host: is_ad_server(host) for host in set(hosts)}
    marked[places] = [known[host] for host in hosts]
    return marked


def is_ad_server(host: str) -> bool:
    """Tell whether a host, or a domain that it belongs to, is on the list."""
    first, _, rest = host.partition(".")
    if rest and first in _servers().first_parts:
        return True
    parts = host.rstrip(".").split(".")[-_LONGEST:]
    return any(".".join(parts[start:]) in _servers().domains for start in range(len(parts) - 1))


_LONGEST: Final = 8
"""Parts of a host name that are looked at; a hostile one may have thousands."""


class _Servers(NamedTuple):
    domains: frozenset[str]
    first_parts: frozenset[str]


@cache
def _servers() -> _Servers:
    text = resources.files("webwinnow.prefilters.crunch").joinpath("ad_servers.txt").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    first_parts = frozenset(line.removesuffix(".*") for line in lines if line.endswith(".*"))
    return _Servers(frozenset(line for line in lines if not line.endswith(".*")), first_parts)

"""Links that may lead to entries of a list, and the cards around them: the first steps of finding.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.links import absolute, base_address, link_addresses
from webwinnow.document.tree.elements import before
from webwinnow.kernels import LIBRARY, address

_LINK: Final = NUMBER["a"]
_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_APART: Final = column("nav footer form template noscript head")
_BODY: Final = column("html body")
_LINKS: Final = 3000
"""How many links of a page are looked at."""
_CLIMB: Final = 24
"""How many elements around a link may belong to its card."""
_TITLE: Final = 18
"""Letters of a title that no heading holds; wide characters count twice. Chosen by eye on
23 overview pages of homepages-mixed and wcxb-dev (November 2026), as are the other lengths of this room: there is no
gold."""
_RUNNING: Final = 16
"""As many characters before a link, in the same block, are the beginning of a sentence."""
_LONGEST_TITLE: Final = 300
_WIDE: Final = re.compile("[\u2e80-\U0010ffff]")
_SCHEMES: Final = ("http://", "https://")
_OTHER_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*:(?!//)", re.IGNORECASE)
Marked = npt.NDArray[np.bool_]
Elements = npt.NDArray[np.int32]


class TitleLink(NamedTuple):
    """A link whose text can be a title."""

    element: int
    address: str
    title: str


def count_letters(text: str) -> int:
    """Count letters; scripts without blanks between words say as much with half as many."""
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


def title_links(page: Document) -> Iterator[TitleLink]:
    """Yield the links that may lead to an entry."""
    elements, base, texts = page.elements, base_address(page), page.texts
    links = np.flatnonzero((elements.tag == _LINK) & ~page.inside(_APART[elements.tag]))[:_LINKS]
    headings = np.append(np.flatnonzero(_HEADING[elements.tag]), len(elements))
    inner = headings[np.searchsorted(headings, links)]
    holds = inner < elements.last[links]
    headed = page.inside(_HEADING[elements.tag])[links] | holds
    stretches = texts.inside(np.where(holds, inner, links))
    long = np.flatnonzero(headed | _may_be_titles(page, texts.run, stretches))
    links, headed = links[long], headed[long]
    addresses = link_addresses(page, links)
    here = (page.url or "").partition("#")[0]
    titles, running = texts.read(stretches[long], _LONGEST_TITLE), _RunningText(page, links)
    rows = zip(links.tolist(), headed.tolist(), titles, addresses, strict=True)
    for at, (element, is_headed, title, written) in enumerate(rows):
        if not title or (not is_headed and (count_letters(title) < _TITLE or running.has(at))):
            continue
        place = _address((written or "").strip(), base, here)
        if place:
            yield TitleLink(element, place, title)


def _may_be_titles(page: Document, run: npt.NDArray[np.integer], stretches: npt.NDArray[np.integer]) -> Marked:
    """Tell which stretches of some runs may have as many letters as a title: no text is longer than it is written."""
    runs = page.runs
    written = np.zeros(len(run) + 1, dtype=np.int64)
    np.cumsum(runs.end[run] - runs.start[run] + 1, out=written[1:])  # with a blank behind each
    most: Marked = (written[stretches[:, 1]] - written[stretches[:, 0]]) * (1 if page.source.isascii() else 2) > _TITLE
    return most


class _RunningText:
    """Tells whether links stand in running text."""

    def __init__(self, page: Document, links: npt.NDArray[np.intp]) -> None:
        """Take the links; answers are in their order."""
        runs = page.runs
        first = np.searchsorted(runs.gap, page.elements.first[links] + 1)
        block = page.markup.breaks_before[runs.gap]
        inside = np.append(block[1:] == block[:-1], False)  # per run: the next one stands in the same block
        self._goes_on = ((first > 0) & (first < len(runs)) & inside[first - 1]).tolist() if len(runs) else []
        """Per link: whether text of the same block stands before it; entries begin with their link."""
        # single entries are asked for: a view of memory gives them sooner than a column
        self._run, self._block, self._start, self._end = first.data, block.data, runs.start.data, runs.end.data

    def has(self, link: int) -> bool:
        """Tell whether that much text stands before a link in the same block."""
        if not self._goes_on[link]:
            return False
        first, much = self._run[link], 0
        for run in range(first - 1, max(first - 6, -1), -1):
            if self._block[run] != self._block[first]:
                break
            much += self._end[run] - self._start[run]
        return much >= _RUNNING


def _address(written: str, base: str, here: str) -> str:
    """Return where a link leads, without its fragment; nothing where that is no other page."""
    if not written:
        return ""
    place = absolute(base, written).partition("#")[0]
    leads = place.startswith(_SCHEMES) if base else not _OTHER_SCHEME.match(written)
    return place if leads and place not in ("", here) else ""


class WayToCard(NamedTuple):
    """How a card was found."""

    link: TitleLink
    card: int
    """The largest element around it that leads to no other entry."""
    tags: bytes
    """The tags of the elements on the way, and of that around the card, as numbers."""
    headed: bool
    """Whether one of them is a heading."""


def find_ways(page: Document, links: list[TitleLink]) -> list[WayToCard]:
    """Find the card of each link."""
    fits = _leads_one_way(page, links) & ~_BODY[page.elements.tag]
    card, way = _climbed(page, np.array([link.element for link in links], np.int32), fits)
    written, size = way.tobytes(), way.itemsize * way.shape[1]
    rows = [written[at : at + size] for at in range(0, len(written), size)]
    headed: Marked = np.logical_or.reduce(_HEADING[way], axis=1)
    return list(map(WayToCard, links, card.tolist(), rows, headed.tolist()))


def _climbed(page: Document, link: Elements, fits: Marked) -> tuple[Elements, npt.NDArray[np.int16]]:
    """Climb from each link to the elements around it that fit; tell where that ends, and the tags of the way, in rows:
    that of the link, those of the elements, and that of what stands around them; -1 for none.
    """
    if LIBRARY is None:
        return _climbed_by_numpy(page, link, fits)
    card, way = np.empty(len(link), np.int32), np.empty((len(link), _CLIMB + 2), np.int16)
    columns: tuple[npt.NDArray[Any], ...] = (link, page.elements.parent, page.elements.tag, fits)
    LIBRARY.climb_to_cards(len(link), *map(address, columns), _CLIMB, address(card), address(way))
    return card, way


def _climbed_by_numpy(page: Document, card: Elements, fits: Marked) -> tuple[Elements, npt.NDArray[np.int16]]:
    """Do that by numpy: the definition that compiled code follows."""
    elements, climbs = page.elements, np.ones(len(card), dtype=np.bool_)
    way = np.full((len(card), _CLIMB + 2), -1, np.int16)
    way[:, 0] = elements.tag[card]
    for step in range(1, _CLIMB + 1):
        around = elements.parent[card]
        climbs &= (around >= 0) & fits[around]
        if not climbs.any():
            break
        card = np.where(climbs, around, card)
        way[climbs, step] = elements.tag[card[climbs]]
    parent = elements.parent[card]
    way[:, -1] = np.where(parent >= 0, elements.tag[parent], -1)
    return card, way


def _leads_one_way(page: Document, links: list[TitleLink]) -> Marked:
    """Tell for each element whether it holds links that may be titles, and all of them lead to one place."""
    at = np.array([link.element for link in links], dtype=np.int64)
    number = {address: n for n, address in enumerate(dict.fromkeys(link.address for link in links))}
    address = np.array([number[link.address] for link in links], dtype=np.int64)
    changes = np.concatenate([[0], np.cumsum(address[1:] != address[:-1])])
    there = before(np.bincount(at, minlength=len(page.elements)), np.int64)  # links before each element
    first, behind = there[:-1], there[page.elements.last]
    one: Marked = (behind > first) & (changes[behind - 1] == np.append(changes, -1)[first])
    return one

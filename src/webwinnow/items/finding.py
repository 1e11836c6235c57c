"""`find_items`: what a page lists, each with title, link, date, price and teaser.

Ours: links whose text can be a title are grouped by the way that leads to them from the largest element around them
that holds no other such link, the card. Where several cards are made alike, they are items. Menus, footers and links in
running text are left out, and so are groups of short titles, which are menus as well. Where one group has more than
titles (headings, teasers, dates, prices), groups of bare links are left out, too.
Cost: O(page), and for each of a bounded number of links one look at a bounded number of elements around it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.links import absolute, base_address, link_addresses
from webwinnow.document.references import decode_references
from webwinnow.metadata.dates import find_dates, parse_date
from webwinnow.spans import Spans

_LINK: Final = NUMBER["a"]
_TIME: Final = NUMBER["time"]
_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_APART: Final = column("nav footer form template noscript head")
_BODY: Final = column("html body")
_LINKS: Final = 3000
"""How many links of a page are looked at."""
_CLIMB: Final = 24
"""How many elements around a link may belong to its card."""
_LEAST: Final = 3
"""As many cards that are made alike are a list."""
_TITLE: Final = 18
"""Letters of a title that no heading holds; wide characters count twice. Chosen by eye on
23 overview pages of homepages-mixed and wcxb-dev (November 2026), as are the other lengths here: there is no gold."""
_MEAN_TITLE: Final = 20
"""Letters of the titles of a list of bare links, on average: menus have less."""
_HEADED: Final = 14
"""Letters of titles that are headings, on average: shorter ones name the parts of a site."""
_CARDS: Final = 600
"""How many cards of a page are read."""
_RUNNING: Final = 16
"""As many characters before a link, in the same block, are the beginning of a sentence."""
_SHARE: Final = 0.3
"""A list of bare links has at least this share of the letters of the longest one, else it is a menu beside that."""
_LONGEST_TITLE: Final = 300
_TEASER: Final = 20
_LONGEST_TEASER: Final = 400
_RUNS: Final = 60
"""Texts of a card that are read."""
_NUMBER: Final = r"(?:\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+|\d{1,7})(?:[.,]\d{1,2})?(?!\d)"
_PRICES: Final = (
    re.compile(rf"(?:(?:US|C|A|NZ|HK|R)?\$|€|£|¥|₹|₽|₩|₺|zł|Kč|CHF|EUR|USD|GBP|SEK|NOK|DKK|Rs\.?)\s?{_NUMBER}"),
    re.compile(
        rf"(?<![\d.,]){_NUMBER}\s?(?:€|£|¥|円|元|₽|руб\.?|₺|TL|zł|Kč|kr\.?|CHF|EUR|USD|GBP|Ft|₫|تومان|ریال)(?!\w)"
    ),
)
"""A sum behind its currency, and before it; the first form is looked for first."""
_CURRENCY: Final = re.compile("[$€£¥₹₽₩₺円元₫]|zł|Kč|CHF|EUR|USD|GBP|SEK|NOK|DKK|Rs|руб|TL|kr|Ft|تومان|ریال")
"""What stands in each of them: the patterns take several times as long."""
_DIGIT: Final = re.compile(r"\d")
_WIDE: Final = re.compile("[\u2e80-\U0010ffff]")
_SCHEMES: Final = ("http://", "https://")
_OTHER_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*:(?!//)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ListedItem:
    """One entry of a page that lists others; None where it does not say."""

    title: str
    link: str
    """The address it leads to, absolute as far as the page's own address is known."""
    date: str | None
    """The day or moment that it names, as ISO 8601."""
    price: str | None
    """The price as it is written."""
    teaser: str | None
    """The longest text besides the title."""
    spans: Spans
    """Where the whole entry stands in the page's source."""

    def to_json(self) -> dict[str, Any]:
        """Return what JSON output says of it."""
        plain = {name: getattr(self, name) for name in ("title", "link", "date", "price", "teaser")}
        return plain | {"spans": list(self.spans)}


def find_items(page: Document) -> tuple[ListedItem, ...]:
    """Find what a page lists, in its order; nothing where it lists nothing. Found once per page.

    >>> rows = "".join(f"<li><a href=/{n}>A long enough title {n}</a> 2024-05-0{n}" for n in (1, 2, 3))
    >>> [(item.title, item.link, item.date) for item in find_items(Document(f"<ul>{rows}</ul>"))][0]
    ('A long enough title 1', '/1', '2024-05-01')
    """
    return page.once(find_items, lambda: _found(page))


class _TitleLink(NamedTuple):
    """A link whose text can be a title."""

    element: int
    address: str
    title: str


def _found(page: Document) -> tuple[ListedItem, ...]:
    links = list(_title_links(page))
    if len(links) < _LEAST:
        return ()
    best: dict[int, tuple[_TitleLink, tuple[int, ...]]] = {}
    for link, card, way in islice(_cards(page, links), _CARDS):
        if card not in best or len(best[card][0].title) < len(link.title):  # number of comments, picture, title
            best[card] = link, way
    groups: dict[tuple[int, ...], dict[int, _TitleLink]] = {}
    for card, (link, way) in best.items():
        groups.setdefault(way, {})[card] = link
    times = np.flatnonzero(page.elements.tag == _TIME)
    lists = [
        _List(tuple(_read(page, group, times)), bool(_HEADING[list(way)].any()))
        for way, group in groups.items()
        if len({link.address for link in group.values()}) >= _LEAST
    ]
    distinct: dict[str, _Card] = {}
    for each in sorted((each for listed in _chosen(lists) for each in listed.cards), key=lambda card: card.element):
        distinct.setdefault(each.link, each)
    chosen = list(distinct.values())
    shown = _shown_in(page, [page.extent(each.element) for each in chosen])
    return tuple(
        ListedItem(each.title, each.link, each.date, each.price, each.teaser, spans)
        for each, spans in zip(chosen, shown, strict=True)
    )


def _shown_in(page: Document, extents: list[tuple[int, int]]) -> Iterator[Spans]:
    """Do as `page.select` for each of many stretches alone."""
    visible, size = page.visible, len(page.source)
    first = np.searchsorted(visible.ends, [start for start, _ in extents], side="right").tolist()
    last = np.searchsorted(visible.starts, [end for _, end in extents]).tolist()
    for (start, end), at, behind in zip(extents, first, last, strict=True):
        starts, ends = np.maximum(visible.starts[at:behind], start), np.minimum(visible.ends[at:behind], end)
        yield Spans.from_sorted(starts, ends, size)


class _Card(NamedTuple):
    """What a card says; where its text stands is found out if it is chosen."""

    element: int
    title: str
    link: str
    date: str | None
    price: str | None
    teaser: str | None


@dataclass(frozen=True, slots=True)
class _List:
    """Cards that are made alike."""

    cards: tuple[_Card, ...]
    headed: bool
    """Whether their titles are headings."""

    @property
    def rich(self) -> bool:
        """Whether most cards have more than a title."""
        more = sum(bool(card.teaser or card.date or card.price) for card in self.cards)
        headings = self.headed and self.letters >= _HEADED * len(self.cards)
        return headings or 2 * more >= len(self.cards)

    @property
    def letters(self) -> int:
        """How long all titles are."""
        return sum(_letters(card.title) for card in self.cards)


def _chosen(lists: list[_List]) -> list[_List]:
    """Choose the lists that are no menus."""
    rich = [each for each in lists if each.rich]
    if rich:
        return rich
    bare = [each for each in lists if each.letters >= _MEAN_TITLE * len(each.cards)]
    longest = max((each.letters for each in bare), default=0)
    return [each for each in bare if each.letters >= _SHARE * longest]


def _letters(text: str) -> int:
    """Count letters; scripts without blanks between words say as much with half as many."""
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


def _title_links(page: Document) -> Iterator[_TitleLink]:
    """Yield the links that may lead to an entry."""
    elements, base, texts = page.elements, base_address(page), page.texts
    links = np.flatnonzero((elements.tag == _LINK) & ~page.inside(_APART[elements.tag]))[:_LINKS]
    headings = np.append(np.flatnonzero(_HEADING[elements.tag]), len(elements))
    inner = headings[np.searchsorted(headings, links)]
    holds = inner < elements.last[links]
    headed = page.inside(_HEADING[elements.tag])[links] | holds
    addresses = link_addresses(page, links)
    here = (page.url or "").partition("#")[0]
    titles, running = texts.read(texts.inside(np.where(holds, inner, links)), _LONGEST_TITLE), _RunningText(page)
    for element, is_headed, title, written in zip(links.tolist(), headed.tolist(), titles, addresses, strict=True):
        if not title or (not is_headed and (_letters(title) < _TITLE or running.has(element))):
            continue
        address = _address((written or "").strip(), base, here)
        if address:
            yield _TitleLink(element, address, title)


class _RunningText:
    """Tells whether links stand in running text."""

    def __init__(self, page: Document) -> None:
        runs = page.runs  # single entries are asked for: a view of memory gives them sooner than a column
        self._gap, self._start, self._end = runs.gap.data, runs.start.data, runs.end.data
        self._breaks, self._first = page.markup.breaks_before.data, page.elements.first.data

    def has(self, link: int) -> bool:
        """Tell whether text stands before a link in the same block: entries begin with their link."""
        first, before = bisect_left(self._gap, self._first[link] + 1), 0
        if first >= len(self._gap):
            return False
        block = self._breaks[self._gap[first]]
        for run in range(first - 1, max(first - 6, -1), -1):
            if self._breaks[self._gap[run]] != block:
                break
            before += self._end[run] - self._start[run]
        return before >= _RUNNING


def _address(written: str, base: str, here: str) -> str:
    """Return where a link leads, without its fragment; nothing where that is no other page."""
    if not written:
        return ""
    address = absolute(base, written).partition("#")[0]
    leads = address.startswith(_SCHEMES) if base else not _OTHER_SCHEME.match(written)
    return address if leads and address not in ("", here) else ""


def _cards(page: Document, links: list[_TitleLink]) -> Iterator[tuple[_TitleLink, int, tuple[int, ...]]]:
    """Yield each link with the largest element around it that leads to no other entry, and the tags on the way."""
    elements = page.elements
    fits = _leads_one_way(page, links) & ~_BODY[elements.tag]
    card = np.array([link.element for link in links], dtype=np.int64)
    climbs = np.ones(len(links), dtype=np.bool_)
    ways, steps = [elements.tag[card]], np.ones(len(links), dtype=np.int64)
    for _ in range(_CLIMB):
        around = elements.parent[card]
        climbs &= (around >= 0) & fits[around]
        if not climbs.any():
            break
        card = np.where(climbs, around, card)
        steps += climbs
        ways.append(elements.tag[card])
    parent = elements.parent[card]
    last = np.where(parent >= 0, elements.tag[parent], -1)
    rows = zip(links, card.tolist(), np.array(ways).T.tolist(), steps.tolist(), last.tolist(), strict=True)
    for link, found, way, length, behind in rows:
        yield link, found, (*way[:length], behind)


def _leads_one_way(page: Document, links: list[_TitleLink]) -> npt.NDArray[np.bool_]:
    """Tell for each element whether it holds links that may be titles, and all of them lead to one place."""
    at = np.array([link.element for link in links], dtype=np.int64)
    number = {address: n for n, address in enumerate(dict.fromkeys(link.address for link in links))}
    address = np.array([number[link.address] for link in links], dtype=np.int64)
    changes = np.concatenate([[0], np.cumsum(address[1:] != address[:-1])])
    first = np.searchsorted(at, np.arange(len(page.elements)))
    behind = np.searchsorted(at, page.elements.last)
    one: npt.NDArray[np.bool_] = (behind > first) & (changes[behind - 1] == np.append(changes, -1)[first])
    return one


def _read(page: Document, cards: dict[int, _TitleLink], times: npt.NDArray[np.intp]) -> Iterator[_Card]:
    """Read cards; `times` are the elements of the page that hold a date for programs."""
    places = np.array(list(cards), dtype=np.int64)
    firsts = np.append(times, len(page.elements))[np.searchsorted(times, places)]
    dated = np.where(firsts < page.elements.last[places], firsts, -1)
    for (card, link), time, texts in zip(cards.items(), dated.tolist(), _texts(page, places), strict=True):
        yield _card(page, card, link, time, texts)


def _card(page: Document, card: int, link: _TitleLink, time: int, texts: list[str]) -> _Card:
    whole = " ".join(texts)
    numbered = _DIGIT.search(whole) is not None  # neither a price nor a date goes without
    priced = numbered and _CURRENCY.search(whole) is not None
    price = next((found for form in _PRICES if (found := form.search(whole))), None) if priced else None
    others = [text for text in texts if text not in link.title and link.title not in text and len(text) >= _TEASER]
    teaser = max(others, key=len, default="")[:_LONGEST_TEASER]
    date = _date(page, time, [text for text in texts if text != teaser] if numbered else [])
    return _Card(card, link.title, link.address, date, price[0] if price else None, teaser or None)


def _texts(page: Document, cards: npt.NDArray[np.int64]) -> Iterator[list[str]]:
    """Read the texts of each card, those of one block joined."""
    runs, elements, source = page.runs, page.elements, page.source
    first = np.searchsorted(runs.gap, elements.first[cards] + 1)
    last = np.minimum(np.searchsorted(runs.gap, elements.close[cards], side="right"), first + _RUNS)
    some = slice(int(first.min(initial=len(runs))), int(last.max(initial=0)))
    starts, ends = runs.start[some].tolist(), runs.end[some].tolist()
    blocks = page.markup.breaks_before[runs.gap[some]].tolist()
    for run, behind in zip((first - some.start).tolist(), (last - some.start).tolist(), strict=True):
        found: dict[int, str] = {}
        for at in range(run, behind):
            text, block = " ".join(decode_references(source[starts[at] : ends[at]]).split()), blocks[at]
            found[block] = f"{found[block]} {text}" if block in found else text
        yield [text for text in found.values() if text]


def _date(page: Document, time: int, texts: list[str]) -> str | None:
    """Find the date of a card: that of its `time` element, -1 if it has none, else one that a short text holds."""
    read = parse_date(page.attributes(time).get("datetime") or page.text_of(time, 100)) if time >= 0 else None
    if read:
        return read.iso
    for text in texts:
        for day in find_dates(text[:_LONGEST_TEASER])[:1]:
            return day.iso
    return None

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
from webwinnow.document.folded import folded_texts
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.links import absolute, base_address, link_addresses
from webwinnow.lazy_values import cached_property
from webwinnow.metadata.dates import find_dates, parse_date
from webwinnow.metadata.may_be_dates import may_hold_dates
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

Marked = npt.NDArray[np.bool_]


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
    texts, times = _CardTexts(page, list(best)), dict(zip(best, _times(page, list(best)), strict=True))
    lists = [
        _List([_Card(texts, card, link, times[card]) for card, link in group.items()], bool(_HEADING[list(way)].any()))
        for way, group in groups.items()
        if len({link.address for link in group.values()}) >= _LEAST
    ]
    distinct: dict[str, _Card] = {}
    for each in sorted((each for listed in _chosen(lists) for each in listed.cards), key=lambda card: card.element):
        distinct.setdefault(each.link.address, each)
    chosen = list(distinct.values())
    shown = _shown_in(page, [page.extent(each.element) for each in chosen])
    return tuple(
        ListedItem(each.link.title, each.link.address, each.date, each.price, each.teaser, spans)
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


def _times(page: Document, cards: list[int]) -> list[int]:
    """Return the first element of each card that holds a date for programs, -1 where it has none."""
    elements, places = page.elements, np.array(cards, dtype=np.int64)
    times = np.append(np.flatnonzero(elements.tag == _TIME), len(elements))
    first = times[np.searchsorted(times, places)]
    found: list[int] = np.where(first < elements.last[places], first, -1).tolist()
    return found


class _CardTexts:
    """Reads the texts of cards, all of their runs at once."""

    def __init__(self, page: Document, cards: list[int]) -> None:
        """Take the cards, each of which is an element."""
        runs, elements, places = page.runs, page.elements, np.array(cards, dtype=np.int64)
        first = np.searchsorted(runs.gap, elements.first[places] + 1)
        last = np.minimum(np.searchsorted(runs.gap, elements.close[places], side="right"), first + _RUNS)
        self.page = page
        self._run = _covered(first, last, len(runs))
        block = page.markup.breaks_before[runs.gap[self._run]]
        self._goes_on = np.append(False, block[1:] == block[:-1]).data
        """Per run of a card: whether it stands in the same block as the one before it."""
        stretches = np.searchsorted(self._run, np.stack([first, last])).tolist()
        self._stretch = dict(zip(cards, zip(*stretches, strict=True), strict=True))

    @cached_property
    def _texts(self) -> list[str]:
        """Per run of a card: its text, white space folded."""
        runs = self.page.runs
        return folded_texts(self.page.markup, runs.start[self._run], runs.end[self._run])

    def of(self, card: int) -> tuple[list[str], list[bool]]:
        """Return the texts of a card, those of one block joined, and of each whether it may hold a date."""
        first, last = self._stretch[card]
        texts, dated = self._texts[first:last], self._dated[first:last]
        for run in range(last - first - 1, 0, -1):
            if self._goes_on[first + run]:
                texts[run - 1] = f"{texts[run - 1]} {texts.pop(run)}"
                dated[run - 1] = dated.pop(run) or True
        return texts, dated

    @cached_property
    def _dated(self) -> list[bool]:
        """Per run of a card: whether it may hold a date: if it is not as it is written, nobody looked."""
        starts, ends = self.page.runs.start[self._run], self.page.runs.end[self._run]
        written = np.fromiter(map(len, self._texts), np.int32, len(self._texts))
        found: list[bool] = (may_hold_dates(self.page, starts, ends) | (written < ends - starts)).tolist()
        return found


def _covered(first: npt.NDArray[np.intp], last: npt.NDArray[np.intp], size: int) -> npt.NDArray[np.intp]:
    """Return all numbers that stand in one of some stretches."""
    depth = np.bincount(first, minlength=size + 1) - np.bincount(last, minlength=size + 1)
    return np.flatnonzero(np.cumsum(depth))


class _Card:
    """What a card says, read when it is asked for: most cards are in menus."""

    def __init__(self, texts: _CardTexts, element: int, link: _TitleLink, time: int) -> None:
        """Take the element, its link, what reads its texts, and what holds its date for programs, or -1."""
        self.element, self.link, self._texts, self._time = element, link, texts, time

    @cached_property
    def _said(self) -> tuple[list[str], list[bool]]:
        return self._texts.of(self.element)

    @cached_property
    def teaser(self) -> str | None:
        """The longest text besides the title."""
        title = self.link.title
        others = [text for text in self._said[0] if len(text) >= _TEASER and text not in title and title not in text]
        return max(others, key=len, default="")[:_LONGEST_TEASER] or None

    @cached_property
    def price(self) -> str | None:
        """The first price."""
        whole = " ".join(self._said[0])
        if not _DIGIT.search(whole) or not _CURRENCY.search(whole):
            return None
        found = next((found for form in _PRICES if (found := form.search(whole))), None)
        return found[0] if found else None

    @cached_property
    def date(self) -> str | None:
        """The date of its `time` element, else one that a short text holds."""
        page, time = self._texts.page, self._time
        read = parse_date(page.attributes(time).get("datetime") or page.text_of(time, 100)) if time >= 0 else None
        if read:
            return read.iso
        for text, may_be_date in zip(*self._said, strict=True):
            if may_be_date and text != self.teaser:
                for day in find_dates(text[:_LONGEST_TEASER])[:1]:
                    return day.iso
        return None


@dataclass(frozen=True, slots=True)
class _List:
    """Cards that are made alike."""

    cards: list[_Card]
    headed: bool
    """Whether their titles are headings."""

    @property
    def rich(self) -> bool:
        """Whether most cards have more than a title."""
        if self.headed and self.letters >= _HEADED * len(self.cards):
            return True
        needed = (len(self.cards) + 1) // 2
        bare = len(self.cards) - needed  # as many may have no more
        for card in self.cards:
            if card.teaser or card.date or card.price:
                needed -= 1
            else:
                bare -= 1
            if not needed or bare < 0:
                break
        return needed <= 0

    @property
    def letters(self) -> int:
        """How long all titles are."""
        return sum(_letters(card.link.title) for card in self.cards)


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
    stretches = np.array(texts.inside(np.where(holds, inner, links)), dtype=np.intp).reshape(-1, 2)
    long = np.flatnonzero(headed | _may_be_titles(page, texts.run, stretches))
    links, headed = links[long], headed[long]
    addresses = link_addresses(page, links)
    here = (page.url or "").partition("#")[0]
    titles, running = texts.read(stretches[long].tolist(), _LONGEST_TITLE), _RunningText(page)
    for element, is_headed, title, written in zip(links.tolist(), headed.tolist(), titles, addresses, strict=True):
        if not title or (not is_headed and (_letters(title) < _TITLE or running.has(element))):
            continue
        address = _address((written or "").strip(), base, here)
        if address:
            yield _TitleLink(element, address, title)


def _may_be_titles(page: Document, run: npt.NDArray[np.integer], stretches: npt.NDArray[np.intp]) -> Marked:
    """Tell which stretches of some runs may have as many letters as a title: no text is longer than it is written."""
    runs = page.runs
    written = np.zeros(len(run) + 1, dtype=np.int64)
    np.cumsum(runs.end[run] - runs.start[run] + 1, out=written[1:])  # with a blank behind each
    most: Marked = (written[stretches[:, 1]] - written[stretches[:, 0]]) * (1 if page.source.isascii() else 2) > _TITLE
    return most


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


def _leads_one_way(page: Document, links: list[_TitleLink]) -> Marked:
    """Tell for each element whether it holds links that may be titles, and all of them lead to one place."""
    at = np.array([link.element for link in links], dtype=np.int64)
    number = {address: n for n, address in enumerate(dict.fromkeys(link.address for link in links))}
    address = np.array([number[link.address] for link in links], dtype=np.int64)
    changes = np.concatenate([[0], np.cumsum(address[1:] != address[:-1])])
    first = np.searchsorted(at, np.arange(len(page.elements)))
    behind = np.searchsorted(at, page.elements.last)
    one: Marked = (behind > first) & (changes[behind - 1] == np.append(changes, -1)[first])
    return one

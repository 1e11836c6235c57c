"""`find_items`: what a page lists, each with title, link, date, price and teaser.

Ours: links whose text can be a title are grouped by the way that leads to them from the largest element around them
that holds no other such link, the card. Where several cards are made alike, they are items. Menus, footers and links in
running text are left out, and so are groups of short titles, which are menus as well. Where one group has more than
titles (headings, teasers, dates, prices), groups of bare links are left out, too.
Cost: O(page), and for each of a bounded number of links one look at a bounded number of elements around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.folded import folded_texts
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.links import absolute, base_address, link_addresses
from webwinnow.document.tree.elements import before
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
    best: dict[int, _Way] = {}
    for way in _ways(page, links)[:_CARDS]:
        if way.card not in best or len(best[way.card].link.title) < len(way.link.title):
            best[way.card] = way  # number of comments, picture, title
    groups: dict[bytes, list[_Way]] = {}
    for way in best.values():
        groups.setdefault(way.tags, []).append(way)
    listed = [group for group in groups.values() if len({way.link.address for way in group}) >= _LEAST]
    texts = _CardTexts(page, [way.card for group in listed for way in group])
    chosen = _chosen([_List([_Card(texts, way) for way in group], group[0].headed) for group in listed])
    distinct: dict[str, _Card] = {}
    for each in sorted((each for some in chosen for each in some.cards), key=lambda card: card.element):
        distinct.setdefault(each.link.address, each)
    cards = list(distinct.values())
    shown = _shown_in(page, [page.extent(each.element) for each in cards])
    return tuple(
        [
            ListedItem(each.link.title, each.link.address, each.date(), each.price(), each.teaser, spans)
            for each, spans in zip(cards, shown, strict=True)
        ]
    )


def _shown_in(page: Document, extents: list[tuple[int, int]]) -> Iterator[Spans]:
    """Do as `page.select` for each of many stretches alone."""
    visible, size = page.visible, len(page.source)
    first = np.searchsorted(visible.ends, [start for start, _ in extents], side="right").tolist()
    last = np.searchsorted(visible.starts, [end for _, end in extents]).tolist()
    seen_from, seen_to = visible.starts.data, visible.ends.data
    for (start, end), at, behind in zip(extents, first, last, strict=True):
        if at < behind and seen_from[at] >= start and seen_to[behind - 1] <= end:  # as mostly
            yield visible.part(at, behind)
            continue
        starts, ends = np.maximum(visible.starts[at:behind], start), np.minimum(visible.ends[at:behind], end)
        yield Spans.from_sorted(starts, ends, size)


class _CardTexts:
    """Reads the texts of cards, all of their runs at once."""

    def __init__(self, page: Document, cards: list[int]) -> None:
        """Take the cards, each of which is an element."""
        runs, elements, places = page.runs, page.elements, np.array(cards, dtype=np.int64)
        first = np.searchsorted(runs.gap, elements.first[places] + 1)
        last = np.minimum(np.searchsorted(runs.gap, elements.close[places], side="right"), first + _RUNS)
        run = _covered(first, last, len(runs))
        starts, ends, block = runs.start[run], runs.end[run], page.markup.breaks_before[runs.gap[run]]
        self.page = page
        self._texts = folded_texts(page.markup, starts, ends)
        written = np.fromiter(map(len, self._texts), np.int32, len(run))
        self._dated = (may_hold_dates(page, starts, ends) | (written < ends - starts)).tolist()
        """Per run of a card: whether it may hold a date: if it is not as it is written, nobody looked."""
        self._goes_on = np.append(False, block[1:] == block[:-1]).tolist()
        """Per run: whether it stands in the same block as the one before it."""
        times = np.append(np.flatnonzero(elements.tag == _TIME), len(elements))
        time = times[np.searchsorted(times, places)]
        rows = (*np.searchsorted(run, np.stack([first, last])), np.where(time < elements.last[places], time, -1))
        self._of_card = dict(zip(cards, zip(*map(np.ndarray.tolist, rows), strict=True), strict=True))

    def of(self, card: int) -> tuple[list[str], list[bool], int]:
        """Return the texts of a card, those of one block joined, of each whether it may hold a date, and the first
        element that holds a date for programs; -1 if none does.
        """
        first, last, time = self._of_card[card]
        texts, dated, goes_on = self._texts[first:last], self._dated[first:last], self._goes_on[first:last]
        for run in range(last - first - 1, 0, -1):
            if goes_on[run]:
                texts[run - 1] = f"{texts[run - 1]} {texts.pop(run)}"
                dated[run - 1] = True
                del dated[run]
        return texts, dated, time


def _covered(first: npt.NDArray[np.intp], last: npt.NDArray[np.intp], size: int) -> npt.NDArray[np.intp]:
    """Return all numbers that stand in one of some stretches."""
    depth = np.bincount(first, minlength=size + 1) - np.bincount(last, minlength=size + 1)
    return np.flatnonzero(np.cumsum(depth))


class _Card:
    """What a card says, looked for when it is asked for: most cards are in menus."""

    def __init__(self, reader: _CardTexts, way: _Way) -> None:
        """Take what reads its texts, and how it was found."""
        self.element, self.link, self._reader = way.card, way.link, reader

    @cached_property
    def _read(self) -> tuple[list[str], list[bool], int]:
        return self._reader.of(self.element)

    @cached_property
    def teaser(self) -> str | None:
        """The longest text besides the title."""
        title = self.link.title
        others = [text for text in self._read[0] if len(text) >= _TEASER and text not in title and title not in text]
        return max(others, key=len)[:_LONGEST_TEASER] if others else None

    def price(self) -> str | None:
        """Find the first price."""
        whole = " ".join(self._read[0])
        if not _DIGIT.search(whole) or not _CURRENCY.search(whole):
            return None
        found = next((found for form in _PRICES if (found := form.search(whole))), None)
        return found[0] if found else None

    def date(self) -> str | None:
        """Find the date of its `time` element, else one that a short text holds."""
        page, (texts, dated, time) = self._reader.page, self._read
        read = parse_date(page.attributes(time).get("datetime") or page.text_of(time, 100)) if time >= 0 else None
        if read:
            return read.iso
        for text in [text for text, may_be_date in zip(texts, dated, strict=True) if may_be_date]:
            if text != self.teaser:
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
        for left, card in zip(range(len(self.cards), 0, -1), self.cards, strict=True):
            if not 0 < needed <= left:
                break
            needed -= bool(card.teaser or card.date() or card.price())
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
    stretches = texts.inside(np.where(holds, inner, links))
    long = np.flatnonzero(headed | _may_be_titles(page, texts.run, stretches))
    links, headed = links[long], headed[long]
    addresses = link_addresses(page, links)
    here = (page.url or "").partition("#")[0]
    titles, running = texts.read(stretches[long], _LONGEST_TITLE), _RunningText(page, links)
    rows = zip(links.tolist(), headed.tolist(), titles, addresses, strict=True)
    for at, (element, is_headed, title, written) in enumerate(rows):
        if not title or (not is_headed and (_letters(title) < _TITLE or running.has(at))):
            continue
        address = _address((written or "").strip(), base, here)
        if address:
            yield _TitleLink(element, address, title)


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
        """Take the links, which are told of by their order."""
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
    address = absolute(base, written).partition("#")[0]
    leads = address.startswith(_SCHEMES) if base else not _OTHER_SCHEME.match(written)
    return address if leads and address not in ("", here) else ""


class _Way(NamedTuple):
    """How a card was found."""

    link: _TitleLink
    card: int
    """The largest element around it that leads to no other entry."""
    tags: bytes
    """The tags of the elements on the way, and of that around the card, as numbers."""
    headed: bool
    """Whether one of them is a heading."""


def _ways(page: Document, links: list[_TitleLink]) -> list[_Way]:
    """Find the card of each link."""
    elements = page.elements
    fits = _leads_one_way(page, links) & ~_BODY[elements.tag]
    card = np.array([link.element for link in links], dtype=np.int64)
    climbs = np.ones(len(links), dtype=np.bool_)
    tags = [elements.tag[card]]
    for _ in range(_CLIMB):
        around = elements.parent[card]
        climbs &= (around >= 0) & fits[around]
        if not climbs.any():
            break
        card = np.where(climbs, around, card)
        tags.append(np.where(climbs, elements.tag[card], -1))
    parent = elements.parent[card]
    way = np.column_stack([*tags, np.where(parent >= 0, elements.tag[parent], -1)]).astype(np.int16)
    written, size = way.tobytes(), way.itemsize * way.shape[1]
    rows = [written[at : at + size] for at in range(0, len(written), size)]
    headed: Marked = np.logical_or.reduce(_HEADING[way], axis=1)
    return list(map(_Way, links, card.tolist(), rows, headed.tolist()))


def _leads_one_way(page: Document, links: list[_TitleLink]) -> Marked:
    """Tell for each element whether it holds links that may be titles, and all of them lead to one place."""
    at = np.array([link.element for link in links], dtype=np.int64)
    number = {address: n for n, address in enumerate(dict.fromkeys(link.address for link in links))}
    address = np.array([number[link.address] for link in links], dtype=np.int64)
    changes = np.concatenate([[0], np.cumsum(address[1:] != address[:-1])])
    there = before(np.bincount(at, minlength=len(page.elements)), np.int64)  # links before each element
    first, behind = there[:-1], there[page.elements.last]
    one: Marked = (behind > first) & (changes[behind - 1] == np.append(changes, -1)[first])
    return one

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
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.folded import folded_texts
from webwinnow.document.html_names import NUMBER
from webwinnow.items.ways import WayToCard, count_letters, find_ways, title_links
from webwinnow.lazy_values import cached_property
from webwinnow.metadata.dates import find_dates, parse_date
from webwinnow.metadata.may_be_dates import may_hold_dates
from webwinnow.spans import Spans

_TIME: Final = NUMBER["time"]
_LEAST: Final = 3
"""As many cards that are made alike are a list."""
_MEAN_TITLE: Final = 20
"""Letters of the titles of a list of bare links, on average: menus have less."""
_HEADED: Final = 14
"""Letters of titles that are headings, on average: shorter ones name the parts of a site."""
_CARDS: Final = 600
"""How many cards of a page are read."""
_SHARE: Final = 0.3
"""A list of bare links has at least this share of the letters of the longest one, else it is a menu beside that."""
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
        return {
            "title": self.title,
            "link": self.link,
            "date": self.date,
            "price": self.price,
            "teaser": self.teaser,
            "spans": list(self.spans),
        }


def find_items(page: Document) -> tuple[ListedItem, ...]:
    """Find what a page lists, in its order; nothing where it lists nothing. Found once per page.

    >>> rows = "".join(f"<li><a href=/{n}>A long enough title {n}</a> 2024-05-0{n}" for n in (1, 2, 3))
    >>> [(item.title, item.link, item.date) for item in find_items(Document(f"<ul>{rows}</ul>"))][0]
    ('A long enough title 1', '/1', '2024-05-01')
    """
    return page.once(find_items, lambda: _found(page))


def _found(page: Document) -> tuple[ListedItem, ...]:
    links = list(title_links(page))
    if len(links) < _LEAST:
        return ()
    best: dict[int, WayToCard] = {}
    for way in find_ways(page, links)[:_CARDS]:
        if way.card not in best or len(best[way.card].link.title) < len(way.link.title):
            best[way.card] = way  # number of comments, picture, title
    groups: dict[bytes, list[WayToCard]] = {}
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
            ListedItem(each.link.title, each.link.address, each.date, each.price, each.teaser, spans)
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

    def __init__(self, reader: _CardTexts, way: WayToCard) -> None:
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

    @cached_property
    def price(self) -> str | None:
        """The first price."""
        whole = " ".join(self._read[0])
        if not _DIGIT.search(whole) or not _CURRENCY.search(whole):
            return None
        found = next((found for form in _PRICES if (found := form.search(whole))), None)
        return found[0] if found else None

    @cached_property
    def date(self) -> str | None:
        """The date of its `time` element, else one that a short text holds."""
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
            needed -= bool(card.teaser or card.date or card.price)
        return needed <= 0

    @property
    def letters(self) -> int:
        """How long all titles are."""
        return sum(count_letters(card.link.title) for card in self.cards)


def _chosen(lists: list[_List]) -> list[_List]:
    """Choose the lists that are no menus."""
    rich = [each for each in lists if each.rich]
    if rich:
        return rich
    bare = [each for each in lists if each.letters >= _MEAN_TITLE * len(each.cards)]
    longest = max((each.letters for each in bare), default=0)
    return [each for each in bare if each.letters >= _SHARE * longest]

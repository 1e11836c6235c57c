"""Where readers look for author and date: around the headline, outside of comments, menus and lists of other pages."""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple, cast

import numpy as np

from webwinnow.document import Document
from webwinnow.document.attributes import small_letters
from webwinnow.document.html_names import column
from webwinnow.document.reading import columns_of
from webwinnow.document.word_search import LONGEST_TAG, RAW, WordSearch, start_tags, tags_holding
from webwinnow.headline import find_headline
from webwinnow.kernels import LIBRARY, Library, NameTable, address
from webwinnow.lazy_values import cached_property, kept_for_good
from webwinnow.metadata.names import LOOKED_AT, beginnings, may_start_with_by
from webwinnow.spans import Spans

ITEMPROP, TYPEOF, DATE, BYLINE = 1, 2, 4, 8
"""What a tag may tell: properties in microdata and in RDFa, a date, an author."""
_WORDS: Final = {
    ITEMPROP: ("itemprop",),
    TYPEOF: ("typeof=",),
    DATE: ("datetime=", "created-timestamp="),
    BYLINE: ("author", "byl", "autor", "auteur", "writer", "reporter", "creator", "/editors/", "contributor"),
}
"""What stands in the tags that do."""
_ALL: Final = sum(_WORDS)
_BIT: Final = np.array([bit for bit, words in _WORDS.items() for _ in words], np.uint8)
_TELLING: Final = WordSearch([word for words in _WORDS.values() for word in words], ignore_case=True)
_BYLINES: Final = WordSearch(_WORDS[BYLINE], ignore_case=True)
MOST_RUNS: Final = 60
"""Runs of text that a byline has at most."""
_BEFORE, _BEHIND = 150, 350
"""Bylines and dates are looked for in so many tags before and behind the headline."""
_APART: Final = column("nav footer noscript template")
_OTHER: Final = re.compile(
    r"""(?:class|id)\s*=\s*["']?[^"'>]*?(?<![a-z])(?:comments?(?:-?list|-?area|-?section|-?body|-?author)?|"""
    r"""related|recommend(?:ed|ations)?|sidebar|popular|trending|most-read|footer|promo)(?![a-z])(?!-?(?:count|link))""",
    re.IGNORECASE,
)
_OTHER_WORDS: Final = WordSearch((
    "comment", "related", "recommend", "sidebar", "popular", "trending", "most-read", "footer", "promo",
), ignore_case=True)  # fmt: skip
"""Words one of which stands in each match of that pattern, which takes many times as long to look for."""
_LOOKED_AT: Final = 600
"""Characters of a tag in which that is looked for."""
_ELSEWHERE: Final = -2
"""What compiled code says of what stands elsewhere."""


class TellingTag(NamedTuple):
    """A start tag that may tell something: its number, where it stands, what it may tell, the element that it opens."""

    tag: int
    start: int
    end: int
    bits: int
    element: int


class _NearRules(ctypes.Structure):
    """`NearRules` of native/near.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("telling", "bit", "other", "raw", "apart")),
        *((name, ctypes.c_int32) for name in ("longest_tag", "looked_at")),
    )


@kept_for_good
def _rules(telling: WordSearch = _TELLING) -> _NearRules:
    bit, raw, apart = map(address, (_BIT[-len(telling.words) :], RAW, _APART))
    return _NearRules(telling.table, bit, _OTHER_WORDS.table, raw, apart, LONGEST_TAG, _LOOKED_AT)


def telling_tags(page: Document, bits: int, first: int = 0, last: int | None = None) -> list[TellingTag]:
    """Return those of some of the page's start tags that may tell what the bits say."""
    last = len(page.tokens.code) if last is None else last
    found = _found_at_once(LIBRARY, page, max(first, 0), last) if LIBRARY else _found(page, bits, first, last)
    return list(found) if bits == _ALL else [tag for tag in found if tag.bits & bits]


def _found_at_once(library: Library, page: Document, first: int, last: int) -> Iterator[TellingTag]:
    """Do as `_found` for all that tags may tell."""
    (data, width), columns = page.markup.units, columns_of(page)
    rows = np.empty((max(last - first, 0) + 1, 5), np.int32)
    count = library.of("find_near", width)(
        ctypes.addressof(_rules()), ctypes.addressof(columns), data, first, last, address(rows)
    )
    return map(TellingTag._make, rows[:count].tolist())


def _found(page: Document, bits: int, first: int, last: int) -> Iterator[TellingTag]:
    words = [word for bit, words in _WORDS.items() if bit & bits for word in words]
    tags, tokens = tags_holding(page, start_tags(page, first, last), WordSearch(words, ignore_case=True)), page.tokens
    for tag, start, end in zip(
        tags.tolist(), tokens.tag_start[tags].tolist(), tokens.tag_end[tags].tolist(), strict=True
    ):
        small = small_letters(page.source[start : min(end, start + LONGEST_TAG)])
        told = [bit for bit, words in _WORDS.items() if any(word in small for word in words)]
        yield TellingTag(tag, start, end, sum(told), page.elements.opened_by(tag))


def byline_tags(page: Document, most: int) -> list[TellingTag]:
    """Return the first start tags of the page that may tell an author, and open elements with text of a few runs."""
    if LIBRARY is None:
        return _byline_tags(page, most)
    (data, width), columns, rows = page.markup.units, columns_of(page), np.empty((most + 1, 5), np.int32)
    count = LIBRARY.of("find_bylines", width)(
        ctypes.addressof(_rules(_BYLINES)), ctypes.addressof(columns), data, MOST_RUNS, most, address(rows)
    )
    return list(map(TellingTag._make, rows[:count].tolist()))


def _byline_tags(page: Document, most: int) -> list[TellingTag]:
    """Do that by numpy: the definition that compiled code follows."""
    elements = page.elements
    opened = elements.by_start_tag(len(page.tokens.code))
    tags = start_tags(page)
    tags = tags[opened[tags] > 0]
    element = opened[tags]
    first = np.searchsorted(page.runs.gap, elements.first[element], side="right")
    last = np.searchsorted(page.runs.gap, elements.close[element], side="right")
    tags = tags_holding(page, tags[(first < last) & (last - first <= MOST_RUNS)], _BYLINES)[:most]
    places = zip(*(each[tags].tolist() for each in (page.tokens.tag_start, page.tokens.tag_end)), strict=True)
    return [
        TellingTag(tag, start, end, BYLINE, element)
        for tag, (start, end), element in zip(tags.tolist(), places, opened[tags].tolist(), strict=True)
    ]


def spoken_runs(page: Document, first: int, behind: int, longest: int) -> list[int]:
    """Return which of some runs, none of them longer than that, may begin as bylines do: most need no further look."""
    runs = page.runs
    if LIBRARY is None:
        places = zip(runs.start[first:behind].tolist(), runs.end[first:behind].tolist(), strict=True)
        return [
            run
            for run, (start, end) in enumerate(places, first)
            if end - start <= longest and may_start_with_by(page.source[start : start + LOOKED_AT])
        ]
    (data, width), found = page.markup.units, np.empty(max(behind - first, 0) + 1, np.int32)
    words, columns = ctypes.addressof(_beginnings(LIBRARY)), ctypes.addressof(columns_of(page))
    many = LIBRARY.of("find_spoken", width)(words, data, columns, first, behind, longest, address(found))
    return found[:many].tolist()  # type: ignore[no-any-return]  # numbers


@kept_for_good
def _beginnings(library: Library) -> NameTable:
    return NameTable(library, sorted(beginnings()))


class Surroundings:
    """The place of the headline, and the parts of the page that are about something else."""

    def __init__(self, page: Document, headline: int, home: int) -> None:
        """Take the page, the offset behind the headline, and the element in which that stands, -1 if there is none."""
        self.page = page
        self.headline = headline
        """Offset behind the headline; where the page has none, where the main content starts."""
        self._home = home
        self._starts = page.runs.start.data
        self.run = bisect_left(self._starts, headline)
        """The first run of text behind the headline."""
        self._known: dict[int, bool] = {}
        """Answers given before: of elements that stand elsewhere, or that are elsewhere themselves."""

    @cached_property
    def near(self) -> list[TellingTag]:
        """The start tags around the headline that may say something of authors, dates or properties."""
        tag = bisect_left(self.page.tokens.edge.data, self.headline) // 2  # the first that starts behind it
        return telling_tags(self.page, _ALL, tag - _BEFORE, max(tag + _BEHIND, 0))

    def distance(self, at: int) -> int:
        """Count the runs of text between the headline and an offset; negative before the headline."""
        return bisect_left(self._starts, at) - self.run

    def is_elsewhere(self, element: int) -> bool:
        """Tell whether an element stands in a menu, a footer, comments or a list of other pages."""
        if LIBRARY is None:
            return self._is_elsewhere(element)
        while (found := self._ask(element)) > 0:  # an element that only the pattern can judge
            if found not in self._known:
                self._known[found] = self._is_other(found)
            if self._known[found]:
                return True
            element = self.page.elements.parent.item(found)
        return found == _ELSEWHERE

    @cached_property
    def _ask(self) -> Callable[[int], int]:
        """Ask compiled code whether an element stands elsewhere: it answers, or gives an element to be judged."""
        (data, width), columns = self.page.markup.units, columns_of(self.page)
        ask = cast(Library, LIBRARY).of("stands_elsewhere", width)
        return partial(ask, ctypes.addressof(_rules()), ctypes.addressof(columns), data, self._home)

    def _is_elsewhere(self, element: int) -> bool:
        """Do as `is_elsewhere`: go up to the elements that hold the headline, which are about the page."""
        parent, last = self.page.elements.parent.data, self.page.elements.last.data
        way: list[int] = []
        while element > 0 and not element <= self._home < last[element] and element not in self._known:
            way.append(element)
            if self._is_other(element):
                break
            element = parent[element]
        answer = self._known.get(element, bool(way) and element == way[-1])
        self._known.update(dict.fromkeys(way, answer))
        return answer

    def _is_other(self, element: int) -> bool:
        page = self.page
        if _APART[page.elements.tag.item(element)]:
            return True
        written = page.start_tag(element)[:_LOOKED_AT]
        small = written.lower()
        if small.isascii() and not any(word in small for word in _OTHER_WORDS.words):
            return False
        return "=" in written and _OTHER.search(written) is not None


def find_surroundings(page: Document, content: Spans | None) -> Surroundings:
    """Find what stands around the headline; where readers see none, around the start of the main content."""
    headline = find_headline(page, content=content)
    seen = _seen(page, headline.spans) if headline else None
    if seen is None:
        return Surroundings(page, int(content.starts[0]) if content is not None and len(content) else 0, -1)
    start, end = seen
    return Surroundings(page, end, page.runs.home.item(bisect_right(page.runs.start.data, start) - 1))


def _seen(page: Document, spans: Spans) -> tuple[int, int] | None:
    """Return where that starts and ends which readers see of some text; None if that is nothing."""
    if len(spans) != 1:
        spans = page.select(spans)
        return (spans.starts.item(0), spans.ends.item(-1)) if len(spans) else None
    start, end = spans.starts.item(0), spans.ends.item(0)
    starts, ends = page.visible.starts.data, page.visible.ends.data
    first, behind = bisect_right(ends, start), bisect_left(starts, end)
    return (max(start, starts[first]), min(end, ends[behind - 1])) if first < behind else None

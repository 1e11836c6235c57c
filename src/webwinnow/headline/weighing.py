"""Candidates for the headline as compiled code reads and weighs them: the twin of candidates.py and features.py.

What is declared is read here in Python; elements and texts are read, and all candidates put together and described, by
native/headings.inc and native/headlines.inc. They leave a page to Python where a text is not composed as Unicode
recommends, has letters of rare scripts, or is too long to be compared letter by letter.
"""

from __future__ import annotations

import ctypes
import math
import re
import unicodedata
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.compiled import character_table
from webwinnow.document.html_names import BREAKING, LINE_BREAK, NUMBER, NUMBERS
from webwinnow.document.reading import columns_of
from webwinnow.document.word_search import LONGEST_TAG, folding, letters_compared, share_found
from webwinnow.headline.candidates import (
    ALIKE,
    HEADINGS,
    LONGEST,
    LONGEST_SOURCE,
    MARKED,
    MARKING,
    MAY_MARK,
    MOST_PIECES,
    PER_KIND,
    QUOTES,
    Candidate,
    about_news,
    declared_headlines,
    from_titles,
    is_marked,
    main_text,
    start_of_main,
    title_place,
)
from webwinnow.headline.features import (
    AROUND,
    DOTS,
    IS_MARKED,
    KNOWN,
    LONG_HEADLINE,
    NO_HEADLINES,
    SEPARATORS,
    VERY_LONG,
    Weights,
)
from webwinnow.headline.outline import SIGNS
from webwinnow.headline.site import SHORTEST, read_site, says_more
from webwinnow.kernels import Library, NameTable, address, check
from webwinnow.language.characters import LAST, units
from webwinnow.lazy_values import cached_property, kept_for_good
from webwinnow.spans import Spans

Rows = npt.NDArray[np.int32]
_POINTER, _NUMBER, _SIZE = ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64
SOURCES: Final = (
    "h1", "h2", "h3", "h4", "h5", "h6", "element", "text", "title", "og:title", "twitter:title", "json-ld",
    "json-ld-name", "meta-title", "microdata", "meta-name",
)  # fmt: skip
_TITLE_PARTS: Final = ("clean", "first", "last", "middle")
FEATURES: Final = (
    *SOURCES, *(f"{part} of {source}" for source in ("title", "og:title") for part in _TITLE_PARTS),
    "run of heading", "only h1", "first h1", "beside h1: seen", "beside h1: declared", "beside h1: part", "no title",
    "starts title", "in title", "holds title", "title covered", "covered by title", "names site",
    "names site, title says more", "holds site", "no word", "one word", "two words", "three words", "long", "very long",
    "ends in dots", "has separator", "not seen", "before text", "near text", "aside", "inner", "linked", "marked",
    "repeated", "declared and seen", "declared twice", "h1 and title", "news: h1", "news: og:title", "news: json-ld",
    "news: twitter:title", "news: only h1", "news: own og:title", "news: own og:title, seen", "news: h1 and json-ld",
    "news: h1 and og:title", "news: json-ld and og:title",
)  # fmt: skip
"""What compiled code tells of each group, in its order."""
_NUMBER_OF: Final = {source: number for number, source in enumerate(SOURCES)}
PARTS: Final = ("", *_TITLE_PARTS, "run")
_PART_NUMBER: Final = {part: number for number, part in enumerate(PARTS)}
_ELEMENT: Final = _NUMBER_OF["element"]
_OWN, _START, _END, _SOURCE, _PLACE, _WRITTEN, _COLUMNS = 0, 1, 2, 3, 5, 6, 7
_MAY_BE_MARKED: Final = 32
_MOST_ROWS: Final = len(HEADINGS) * PER_KIND * (1 + MOST_PIECES) + PER_KIND + ALIKE
_ROOM: Final = 8192
"""Characters of all these texts, for which there is room at first; then all that there can be."""
_ALL_ROOM: Final = _MOST_ROWS * (LONGEST_SOURCE + 8)
_NO_ROOM: Final = -1
_FOLDED, _SIGN = 1, 8
_LONGEST_TITLE, _LONGEST_LINES = 1000, 20_000
"""Characters of a title and of all candidates beyond which Python compares them, which looks for them more cleverly."""
_SOMEWHERE: Final = (-1, -1)
"""Where a title stands is looked up if it is the headline."""
_LETTERS: Final = re.compile(r"[^\W_]+")
_PLANE: Final = LAST + 1


class _HeadingRules(ctypes.Structure):
    """`HeadingRules` of native/kernels.h."""

    _fields_ = (
        *((name, _POINTER) for name in "kind around parts sort sign marking marked characters folding".split()),
        *((name, _NUMBER) for name in "most longest tag text pieces link alike".split()),
    )

    def __init__(self, library: Library) -> None:
        """Tell the kinds of elements and of characters, and keep what is pointed to."""
        kind = np.where(MAY_MARK[:NUMBERS], np.uint8(len(HEADINGS) + 1), np.uint8(0))
        kind[list(HEADINGS)] = range(1, len(HEADINGS) + 1)
        parts, sort = BREAKING.copy(), np.zeros(_PLANE, np.uint8)
        parts[LINE_BREAK] = True
        sort[[code for code in range(0x3001) if chr(code).isspace()]] = _FOLDED
        sort[[ord(sign) for sign in SIGNS if ord(sign) <= LAST]] = _SIGN
        beyond = np.array([ord(sign) for sign in SIGNS if ord(sign) > LAST], np.uint32)
        self._kept: list[npt.NDArray[Any]] = [kind, AROUND, parts, sort, beyond]
        super().__init__(
            *map(address, self._kept), MARKING.table, MARKED.table, character_table(library), folding(library),
            PER_KIND, LONGEST_SOURCE, LONGEST_TAG, LONGEST, MOST_PIECES, NUMBER["a"], ALIKE,
        )  # fmt: skip


class _HeadlineRules(ctypes.Structure):
    """`HeadlineRules` of native/kernels.h."""

    _fields_ = (
        *((name, _POINTER) for name in "characters folding none letter letters_beyond quote separator".split()),
        ("quotes", _NUMBER), ("separators", _NUMBER), ("dots", ctypes.c_uint32),
        *((name, _NUMBER) for name in "shortest is_long is_very_long".split()),
    )  # fmt: skip

    def __init__(self, library: Library) -> None:
        """Collect what is asked of candidates, and keep what is pointed to."""
        is_letter = _letters()
        beyond = is_letter[_PLANE:].reshape(-1, 256)
        self._kept: list[npt.NDArray[Any]] = [
            is_letter[:_PLANE],
            np.where(beyond.all(axis=1), 1, np.where(beyond.any(axis=1), 2, 0)).astype(np.uint8),
            np.array(list(QUOTES.items()), np.uint32),
            np.array(list(map(ord, SEPARATORS)), np.uint32),
        ]
        self._none = NameTable(library, sorted(NO_HEADLINES))
        super().__init__(
            character_table(library), folding(library), ctypes.addressof(self._none), *map(address, self._kept),
            len(QUOTES), len(SEPARATORS), ord(DOTS), SHORTEST, LONG_HEADLINE, VERY_LONG,
        )  # fmt: skip


def _letters() -> npt.NDArray[np.uint8]:
    """Mark the letters and digits of the first two planes, as `squeezed` of site.py knows them."""
    marked = np.zeros(2 * _PLANE, np.uint8)
    text = np.arange(2 * _PLANE, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
    for match in _LETTERS.finditer(text):
        marked[match.start() : match.end()] = 1
    return marked


class _HeadlineTexts(ctypes.Structure):
    """`HeadlineTexts` of native/kernels.h."""

    _fields_ = (
        ("size", _SIZE), *((name, _NUMBER) for name in "names hosts candidates says_more news".split()),
        ("starts_at", _SIZE), ("length", _SIZE), ("rows", _POINTER),
    )  # fmt: skip


@kept_for_good
def _rules(library: Library) -> tuple[_HeadingRules, _HeadlineRules]:
    return _HeadingRules(library), _HeadlineRules(library)


@kept_for_good
def _heading_rules(library: Library) -> int:
    return ctypes.addressof(_rules(library)[0])


@kept_for_good
def _headline_rules(library: Library) -> int:
    return ctypes.addressof(_rules(library)[1])


class _Gathered(NamedTuple):
    """All candidates of a page."""

    rows: Rows
    """A row for each, as in native/kernels.h."""
    placed: int
    """How many of them readers see; these come first."""
    declared: list[Candidate]
    """The others."""
    lines: str
    """The names of the site, the title and the texts, a line each."""
    named: int
    """How many lines stand before those of the candidates."""


def _gathered(library: Library, page: Document) -> _Gathered | None:
    """Read the candidates of a page, which are the same whatever its content is; None where Python must."""
    site, declared = read_site(page), declared_headlines(page)
    declared += from_titles(page, declared, site, _SOMEWHERE)
    read = _read(library, page, len(declared))
    if read is None:
        return None
    rows, placed, text = read
    numbers = [(-1, each.start, each.end, _NUMBER_OF[each.source], _PART_NUMBER[each.part], 0, 0) for each in declared]
    rows[placed:] = np.array(numbers, np.int32).reshape(-1, _COLUMNS)
    named = [*site.names, *site.hosts, page.title or ""]
    lines = [*named, text, *(each.text for each in declared)] if text else [*named, *(each.text for each in declared)]
    return _Gathered(rows, placed, declared, "\n".join(lines) + "\n", len(named))


def _read(library: Library, page: Document, declared: int) -> tuple[Rows, int, str] | None:
    """Read the candidates that readers see: their rows, with room for others behind them, their number and texts.

    None where Python must read them.
    """
    (data, width), words, title = page.markup.units, page.words, letters_compared(page.title or "")
    rows, count = np.empty((_MOST_ROWS + declared, _COLUMNS), np.int32), _NO_ROOM
    if len(page.title or "") > _LONGEST_TITLE:
        return None
    for room in (_ROOM, _ALL_ROOM):
        text = np.empty(room, "<u4")
        count = library.of("read_headings", width)(
            _heading_rules(library), ctypes.addressof(columns_of(page)), data, len(words), address(words.start),
            address(words.end), title, len(title) // 4, address(rows), address(text), room,
        )  # fmt: skip
        if count != _NO_ROOM:
            break
    check(count)
    if count < 0:
        return None
    for at in np.flatnonzero(rows[:count, _PLACE] & _MAY_BE_MARKED).tolist():
        tag, edge = int(page.elements.start_tags()[rows[at, _OWN]]), page.tokens.edge
        if is_marked(page, int(edge[2 * tag + 1]), int(edge[2 * tag + 2])):
            rows[at, _PLACE] |= IS_MARKED
    if not KNOWN.isdisjoint(page.tokens.invented):  # such as `<text>`
        _call_by_name(page, rows[:count])
    written = int(rows[count - 1, _WRITTEN]) - 1 if count else 0
    return rows[: count + declared], count, text[:written].tobytes().decode("utf-32-le")


def _call_by_name(page: Document, rows: Rows) -> None:
    """Let elements that are called as what a headline is read from count as that."""
    for at in np.flatnonzero(rows[:, _SOURCE] == _ELEMENT).tolist():
        rows[at, _SOURCE] = _NUMBER_OF.get(page.name(int(rows[at, _OWN])), _ELEMENT)


class WeighedContest:
    """The groups of a page's candidates, each described by numbers; `Contest` of features.py, compiled."""

    def __init__(
        self,
        page: Document,
        content: Spans | None,
        gathered: _Gathered,
        first: Sequence[int],
        described: npt.NDArray[np.float64],
    ) -> None:
        """Take page, main content and candidates, the first of each group, and a row of features for each."""
        self._page, self._content, self._gathered = page, content, gathered
        self._first, self._described = first, described

    def __len__(self) -> int:
        """Count the groups."""
        return len(self._first)

    def shown(self, at: int) -> Candidate:
        """Return the candidate that stands for a group."""
        page, gathered, number = self._page, self._gathered, self._first[at]
        if number >= gathered.placed:
            found = gathered.declared[number - gathered.placed]
            if found.source != "title":
                return found
            start, end = title_place(page)
            return found._replace(start=start, end=end)
        element, start, end, source, part, *_ = gathered.rows[number].tolist()
        name = page.name(element) if source == _ELEMENT else SOURCES[source]
        return Candidate(self._texts[number], name, start, end, element, PARTS[part])

    def sums(self, weight: Weights) -> list[float]:
        """Weigh the groups, but for what they share with the main text; up to rounding."""
        found: list[float] = (self._described @ weight.columns).tolist()
        return found

    def exact_sums(self, some: Sequence[int], shares: Sequence[float], weight: Weights) -> list[float]:
        """Weigh some groups that have such shares of their words in the main text."""
        rows = (self._described[list(some)] * weight.columns).tolist()
        return [math.fsum([*row, weight.in_main * share]) for row, share in zip(rows, shares, strict=True)]

    def described_alone(self, some: Sequence[int]) -> list[dict[str, float]]:
        """Describe some of the groups, but for what they share with the main text; what is left out is 0."""
        rows = self._described[list(some)].tolist()
        return [{name: value for name, value in zip(FEATURES, row, strict=True) if value} for row in rows]

    def in_main(self, some: Sequence[int]) -> list[float]:
        """Return which share of the words of some groups stands in the main text."""
        texts = [self._texts[self._first[at]] for at in some]
        content = self._content  # words are looked for among those that are seen
        return share_found(self._page, texts, main_text(self._page, None) if content is None else content)

    @cached_property
    def _texts(self) -> list[str]:
        return self._gathered.lines.split("\n")[self._gathered.named :]


def weigh(library: Library, page: Document, content: Spans | None) -> WeighedContest | None:
    """Read and weigh the candidates of a page; None where Python must."""
    gathered = page.once(weigh, lambda: _gathered(library, page))
    if gathered is None or len(gathered.lines) > _LONGEST_LINES:
        return None
    lines, count = gathered.lines, len(gathered.rows)
    if not lines.isascii() and not unicodedata.is_normalized("NFC", lines):
        return None
    site = read_site(page)
    texts = _HeadlineTexts(
        len(lines), len(site.names), len(site.hosts), count, says_more(page.title or "", site), about_news(page),
        start_of_main(page, content), max(len(page.source), 1), address(gathered.rows),
    )  # fmt: skip
    first, described, (data, width) = np.empty(count, np.int32), np.empty((count, len(FEATURES))), units(lines)
    found = library.of("weigh_headlines", width)(
        _headline_rules(library), ctypes.addressof(texts), data, address(first), address(described)
    )
    check(found)
    return WeighedContest(page, content, gathered, first[:found].tolist(), described[:found]) if found >= 0 else None

"""The headline as compiled code finds it: the twin of candidates.py, site.py, features.py and the choice in ranking.py.

One call reads what is declared, headings and texts, puts all candidates together, describes them and chooses one
(native/headline.inc). It leaves a page to Python where what is declared is written in rare ways or must be mended,
where a text is not composed as Unicode recommends, has letters of rare scripts, or is too long to be compared letter by
letter.
"""

from __future__ import annotations

import ctypes
import math
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NAMES
from webwinnow.document.reading import columns_of
from webwinnow.document.word_search import share_found
from webwinnow.headline.candidates import (
    ALIKE,
    HEADINGS,
    MOST_PIECES,
    PER_KIND,
    Candidate,
    main_text,
    start_of_main,
    title_place,
)
from webwinnow.headline.features import (
    KNOWN,
    Weights,
)
from webwinnow.headline.rules import FEATURES, NUMBER_OF, PARTS, SOURCES, finder
from webwinnow.kernels import Library, address, check
from webwinnow.lazy_values import cached_property
from webwinnow.spans import Spans

Rows = npt.NDArray[np.int32]
_POINTER, _SIZE = ctypes.c_void_p, ctypes.c_int64
_ELEMENT: Final = NUMBER_OF["element"]
_COLUMNS: Final = 7
_MOST_ROWS: Final = len(HEADINGS) * PER_KIND * (1 + MOST_PIECES) + PER_KIND + ALIKE + 100
"""Candidates for which there is room: all that readers see, and a hundred others."""
_ROOM: Final = 20_000
"""Characters of all candidates beyond which Python compares them, which looks for them more cleverly."""
_IN_DOUBT: Final = -2
_NONE: Final = np.empty(0, np.int32)


class _HeadlineAsked(ctypes.Structure):
    """`HeadlineAsked` of native/headline.h."""

    _fields_ = (
        ("words", _SIZE), ("word_start", _POINTER), ("word_end", _POINTER), ("address_size", _SIZE),
        ("address", ctypes.c_char_p), ("starts_at", _SIZE), ("stretches", _SIZE), ("start", _POINTER),
        ("end", _POINTER), ("renamed", _SIZE), ("source_of", _POINTER),
        *((name, _SIZE) for name in ("length", "room", "most_rows")),
        *((name, _POINTER) for name in ("text", "rows", "first", "described")),
        *((name, _SIZE) for name in ("title", "candidates", "groups", "best", "composed")),
    )  # fmt: skip


class _Read(NamedTuple):
    """All candidates of a page: the title and their texts, a line each, and what else is known of each."""

    rows: Rows
    text: npt.NDArray[np.uint32]
    title: int
    """Where the title's line ends."""

    def text_of(self, number: int) -> str:
        """Return the text of a candidate."""
        start = self.rows[number - 1, -1] if number else self.title
        return self.text[start : self.rows[number, -1] - 1].tobytes().decode("utf-32-le", "surrogatepass")

    def candidate(self, page: Document, number: int) -> Candidate:
        """Return a candidate as Python has it."""
        element, start, end, source, part, *_ = self.rows[number].tolist()
        name = page.name(element) if source == _ELEMENT else SOURCES[source]
        if name == "title" and element < 0:  # where it stands is looked up if it is asked for
            start, end = title_place(page)
        return Candidate(self.text_of(number), name, start, end, element, PARTS[part])


class _Described(NamedTuple):
    """Of each group: its first candidate, and its features."""

    first: npt.NDArray[np.int32]
    features: npt.NDArray[np.float64]


def _ask(
    library: Library, page: Document, content: Spans | None, described: _Described | None = None
) -> tuple[_HeadlineAsked, _Read] | None:
    """Read the candidates, and describe them or choose one; None where Python must."""
    (data, width), words, columns = page.markup.units, page.words, columns_of(page)
    main = main_text(page, None) if content is None else content  # words are looked for among those that are seen
    called, url = _renamed(page), (page.url or "").encode("utf-32-le", "surrogatepass")
    rows, text = np.empty((_MOST_ROWS, _COLUMNS), np.int32), np.empty(_ROOM, np.uint32)
    asked = _HeadlineAsked(
        len(words), address(words.start), address(words.end), len(url) // 4, url, start_of_main(page, content),
        len(main), address(main.starts), address(main.ends), len(called), address(called) if len(called) else None,
        max(len(page.source), 1), _ROOM, _MOST_ROWS, address(text), address(rows),
        *([address(described.first), address(described.features)] if described else ()),
    )  # fmt: skip
    found = library.of("find_headline", width)(
        finder(library).address, ctypes.addressof(columns), data, ctypes.addressof(asked)
    )
    check(found)
    if found <= 0:
        return None
    read = _Read(rows[: asked.candidates], text, asked.title)
    return (asked, read) if asked.composed or _is_composed(read) else None


def _renamed(page: Document) -> Rows:
    """List elements that are called as what a headline is read from, such as `<text>`: they count as that."""
    invented = page.tokens.invented
    if KNOWN.isdisjoint(invented):
        return _NONE
    numbers = [(at, NUMBER_OF[name]) for at, name in enumerate(invented, len(NAMES) + 1) if name in KNOWN]
    return np.array(numbers, np.int32)


def _is_composed(read: _Read) -> bool:
    size = int(read.rows[-1, -1]) if len(read.rows) else read.title
    return unicodedata.is_normalized("NFC", read.text[:size].tobytes().decode("utf-32-le", "surrogatepass"))


class HeadlineChoice(NamedTuple):
    """What compiled code chose: the headline, None if the page has none."""

    candidate: Candidate | None


def choose(library: Library, page: Document, content: Spans | None) -> HeadlineChoice | None:
    """Choose the headline of a page; None where Python must."""
    found = _ask(library, page, content)
    if found is None or found[0].best == _IN_DOUBT:
        return None
    asked, read = found
    return HeadlineChoice(read.candidate(page, asked.best) if asked.best >= 0 else None)


class WeighedContest:
    """The groups of a page's candidates, each described by numbers; `Contest` of features.py, compiled."""

    def __init__(self, page: Document, content: Spans | None, read: _Read, described: _Described) -> None:
        """Take page, main content and candidates, the first of each group, and a row of features for each."""
        self._page, self._content, self._read = page, content, read
        self._first, self._described = described.first.tolist(), described.features

    def __len__(self) -> int:
        """Count the groups."""
        return len(self._first)

    def shown(self, at: int) -> Candidate:
        """Return the candidate that stands for a group."""
        return self._read.candidate(self._page, self._first[at])

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
        texts = [self._texts[at] for at in some]
        content = self._content
        return share_found(self._page, texts, main_text(self._page, None) if content is None else content)

    @cached_property
    def _texts(self) -> list[str]:
        return [self._read.text_of(number) for number in self._first]


def weigh(library: Library, page: Document, content: Spans | None) -> WeighedContest | None:
    """Read and describe the candidates of a page; None where Python must. Done once per page and content."""
    return page.once((weigh, content), lambda: _weighed(library, page, content))


def _weighed(library: Library, page: Document, content: Spans | None) -> WeighedContest | None:
    described = _Described(np.empty(_MOST_ROWS, np.int32), np.empty((_MOST_ROWS, len(FEATURES))))
    found = _ask(library, page, content, described)
    if found is None:
        return None
    asked, read = found
    some = _Described(described.first[: asked.groups], described.features[: asked.groups].copy())
    return WeighedContest(page, content, read, some)

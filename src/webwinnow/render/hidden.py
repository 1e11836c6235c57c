"""Text of the main content that readers do not see, each run of it with the reason, and what becomes of it.

`strip` leaves it out, `keep` keeps it where the text around it is kept, `flag` keeps it and names the reason.

Hidden are text inside `<template>`, under a `hidden` attribute or a style that shows nothing, inside `<noscript>`,
under a class that by convention speaks to screen readers only, and messages in characters without width. What style
sheets hide is not known here. A result that is hidden for the most part is shown later by a script, so it stays as it
is (see `document.visibility.MOSTLY`).
"""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.markup import text_columns
from webwinnow.document.tree.elements import BY_HAND, PLAYED
from webwinnow.document.visibility import MOSTLY, Mark
from webwinnow.document.word_search import ALL_LEVELS, WordSearch, elements_around
from webwinnow.kernels import LIBRARY, Library, NameTable, address, check
from webwinnow.language.characters import LAST, points
from webwinnow.lazy_values import kept_for_good
from webwinnow.render.flowing import flow
from webwinnow.render.formats import HiddenPolicy
from webwinnow.render.noise import (
    ALL_SORTS,
    DRAWN_OR_EDITED,
    DRAWN_OR_EDITED_WORDS,
    LONGEST,
    SHORTEST_DATA,
    SIGNS,
    known_phrases,
    without_noise,
)
from webwinnow.render.structure.gaps import read_pieces
from webwinnow.spans import Spans

REASONS: Final = (
    "template", "hidden attribute", "inline style", "noscript", "screen-reader class", "style without size",
    "characters without width",
)  # fmt: skip
"""Why text is hidden; where several fit, the first is named."""

_MARKS: Final = (Mark.TEMPLATE, Mark.HIDDEN, Mark.STYLE, Mark.NOSCRIPT)
"""The marks behind the first reasons."""
_BY_CLASS, _BY_STYLE = REASONS.index("screen-reader class"), REASONS.index("style without size")
_FOR_SCREEN_READERS: Final = re.compile(
    r"(?<![\w-])(?:[a-z]{1,8}[-_]{1,2})?(?:sr[-_]?only|visually[-_]?hidden|hidden[-_]?visually|screen[-_]?readers?"
    r"(?:[-_]?(?:text|only))?|show[-_]for[-_]sr|element[-_]invisible|a11y[-_]hidden|assistive[-_]text)(?![\w-])",
    re.IGNORECASE,
)
"""Class names of the wide-spread style sheets and content management systems."""
_WITHOUT_SIZE: Final = re.compile(
    r"(?:^|;)\s*(?:font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])|color\s*:\s*transparent"
    r"|text-indent\s*:\s*-\d{3,}|(?:left|right|top)\s*:\s*-\d{4,}|clip\s*:\s*rect\(\s*[01](?:px)?[\s,])",
    re.IGNORECASE,
)
_SUSPECTS: Final = (
    "sr-only", "sr_only", "sronly", "srOnly", "isually", "idden-vis", "iddenVis", "screen-reader", "screen_reader",
    "screenreader", "screenReader", "ScreenReader", "for-sr", "element-invisible", "a11y-hidden", "assistive-text",
    "font-size:0", "font-size: 0", "opacity:0", "opacity: 0", "color:transparent", "color: transparent",
    "text-indent:-", "text-indent: -", ":-9999", ": -9999", ":-10000", ": -10000", "rect(",
)  # fmt: skip
"""What tags that are worth reading hold, as nearly everybody writes it; looked for in all of them at once."""
_SUSPECT: Final = WordSearch(_SUSPECTS)
_SUSPECT_OR_NOISE: Final = WordSearch((*_SUSPECTS, *DRAWN_OR_EDITED))
_SHORTEST: Final = len("<p class=sronly>")
_FLAG: Final = 0x1F3F4
"""The black flag, which tag characters make the flag of a country."""
_TAG_REFERENCE: Final = re.compile(
    r"&#(?:[xX]0*[eE]00[0-7][0-9a-fA-F](?![0-9a-fA-F])|0*917(?:50[4-9]|5[1-9]\d|6[0-2]\d|63[01])(?!\d));?"
)
"""A tag character that is written as a reference."""
_FLAG_WRITTEN: Final = ("\U0001f3f4", "&#x1f3f4;", "&#127988;")
_MANY: Final = 8
"""Characters without width in a row that no writing needs: they carry a message."""
_FIRST: Final = 0x200B
_NO_WIDTH: Final = np.zeros(0xE0200, dtype=np.bool_)
_NO_WIDTH[[*range(_FIRST, 0x2010), *range(0x2060, 0x2065), *range(0xFE00, 0xFE10), 0xFEFF]] = True
_TAGS: Final = range(0xE0000, 0xE01F0)
_NO_WIDTH[_TAGS] = True
"""Per code point: whether it has no width and is no control character."""
_MAY_SAY: Final = _NO_WIDTH[: LAST + 1].astype(np.uint8)
"""What compiled code looks for before messages are: few texts hold any of it."""
_SEEN: Final = np.uint8(255)
_MAY_BE_HIDDEN: Final = 1
"""What compiled code answers besides the sorts of noise."""
_OTHER, _UNSURE = 0xFFFF, 0xFFFE
ALSO_FOLDED: Final = (
    "ß\u017f\u0345ς\u03d0\u03d6\u03f1\u03f5\u1c80\u1c81\u1c82\u1c83\u1c84\u1c85\u1e9e\u1fb3\u1fb4\u1fbc\u1fbe\u212a"
    "\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06"
)
"""Letters that `str.casefold` makes letters of phrases of, besides the capitals of these."""

Flags: TypeAlias = npt.NDArray[np.bool_]
Numbers: TypeAlias = npt.NDArray[np.integer]


class HiddenPart(NamedTuple):
    """A stretch of hidden text."""

    start: int
    end: int
    reason: str


class Hidden:
    """The hidden text of a page, in its order; as lists, because single places are looked up."""

    __slots__ = ("_ends", "_reasons", "_starts", "spans")

    def __init__(self, spans: Spans, reasons: npt.NDArray[np.uint8]) -> None:
        """Take the hidden stretches, and for each the number of its reason."""
        self.spans = spans
        self._starts, self._ends = spans.starts.tolist(), spans.ends.tolist()
        self._reasons: list[int] = reasons.tolist()

    @classmethod
    def nothing(cls, page: Document) -> Hidden:
        """Say that nothing is hidden."""
        return cls(Spans(size=len(page.source)), np.empty(0, dtype=np.uint8))

    def parts(self, places: Iterable[tuple[int, int]]) -> list[HiddenPart]:
        """Return what of these places is hidden."""
        found: list[HiddenPart] = []
        for start, end in places if self._starts else ():
            at = bisect_right(self._ends, start)
            while at < len(self._starts) and self._starts[at] < end:
                reason = REASONS[self._reasons[at]]
                found.append(HiddenPart(max(start, self._starts[at]), min(end, self._ends[at]), reason))
                at += 1
        return found

    def reason(self, places: Iterable[tuple[int, int]]) -> str | None:
        """Name why a block with these places is hidden; None if any of it is seen."""
        if not self._starts:
            return None
        parts = self.parts(places)
        whole = sum(end - start for start, end in places) == sum(part.end - part.start for part in parts)
        return parts[0].reason if parts and whole else None


def find_hidden(page: Document, within: Spans | None = None) -> Hidden:
    """Find all hidden text of a page, or that of the runs which the spans touch; it is looked for once."""
    return page.once(("hidden text", within), lambda: _found(page, within))


def hidden_parts(page: Document, spans: Spans) -> list[HiddenPart]:
    """Return what of some spans readers do not see."""
    may_be = _suspicion(LIBRARY, page, spans) & _MAY_BE_HIDDEN if LIBRARY else _MAY_BE_HIDDEN
    return find_hidden(page, spans).parts(spans) if may_be else []


def _found(page: Document, within: Spans | None) -> Hidden:
    runs, size = page.runs, len(page.source)
    asked = np.arange(len(runs)) if within is None else read_pieces(page, within).runs
    reason = _reasons(page, asked)
    hidden = reason != _SEEN
    messages = _messages(page, asked)
    if not len(messages) and not hidden.any():
        return Hidden.nothing(page)
    found = asked[hidden]
    spans, reasons = Spans.from_sorted(runs.start[found], runs.end[found], size), reason[hidden]
    if not len(messages):
        return Hidden(spans, reasons)
    smuggled = (Spans(messages, size=size) & Spans.from_sorted(runs.start, runs.end, size)) - spans
    starts, ends = (np.concatenate(pair) for pair in ((spans.starts, smuggled.starts), (spans.ends, smuggled.ends)))
    reasons = np.concatenate([reasons, np.full(len(smuggled), len(REASONS) - 1, dtype=np.uint8)])
    order = np.argsort(starts)
    return Hidden(Spans.from_sorted(starts[order], ends[order], size), reasons[order])


def _messages(page: Document, asked: Numbers) -> npt.NDArray[np.int64]:
    """Find messages in characters without width, written out or as references, if the runs asked for hold any."""
    if page.source.isascii() and "&#" not in page.source:
        return np.empty((0, 2), dtype=np.int64)
    begins, stops = page.runs.start[asked], page.runs.end[asked]
    if LIBRARY and not LIBRARY.of("may_hold", page.markup.units.width)(
        _MESSAGES.address, page.markup.units.data, len(asked), address(begins), address(stops)
    ):
        return np.empty((0, 2), dtype=np.int64)
    starts, ends = begins.tolist(), stops.tolist()
    text = "\0".join([page.source[start:end] for start, end in zip(starts, ends, strict=True)])
    if not len(_without_width(text)) and not ("&#" in text and len(_references(text))):
        return np.empty((0, 2), dtype=np.int64)
    return np.concatenate([_without_width(page.source), _references(page.source)])


def shown_text(page: Document, spans: Spans, policy: HiddenPolicy) -> Spans:
    """Return what renderings show of a result: what is shown of it, without noise. Found once."""
    return page.once((shown_text, spans, policy), lambda: _without_both(page, spans, policy))


def _without_both(page: Document, spans: Spans, policy: HiddenPolicy) -> Spans:
    may_be = _suspicion(LIBRARY, page, spans) if LIBRARY and policy == "strip" else _MAY_BE_HIDDEN | ALL_SORTS
    shown = shown_of(page, spans, policy) if may_be & _MAY_BE_HIDDEN else spans
    return without_noise(page, shown, may_be & ALL_SORTS) if may_be & ALL_SORTS else shown


def shown_of(page: Document, spans: Spans, policy: HiddenPolicy) -> Spans:
    """Return what is shown of a result; it is found once."""
    return page.once(("shown", spans, policy), lambda: _shown(page, spans, policy))


def _shown(page: Document, spans: Spans, policy: HiddenPolicy) -> Spans:
    hidden = find_hidden(page, spans if policy == "strip" else None).spans
    if not len(hidden):
        return spans
    if policy != "strip":
        return spans | _within_content(page, spans, hidden)
    left = spans - hidden
    return left if left.characters >= MOSTLY * spans.characters else spans


def _within_content(page: Document, spans: Spans, hidden: Spans) -> Spans:
    """Choose the hidden text that stands in elements whose visible text was mostly kept."""
    visible = page.in_subtrees(page.characters_before)
    kept = page.in_subtrees(page.within(spans).characters_before)
    run = np.searchsorted(page.runs.start, hidden.starts, side="right") - 1
    around = page.nearest(visible > 0)[page.runs.home[run]]
    chosen = (kept[around] > 0) & (kept[around] >= MOSTLY * visible[around])
    return Spans.from_sorted(hidden.starts[chosen], hidden.ends[chosen], hidden.size)


def _reasons(page: Document, asked: Numbers) -> npt.NDArray[np.uint8]:
    """Return for each run that is asked for the number of the reason that hides it."""
    found = np.full(len(asked), _SEEN)
    home = page.runs.home[asked]
    around, shared = elements_around(page, home, _SUSPECT, ALL_LEVELS, _SHORTEST), page.elements.owner
    suspects = [element for element in around if element not in shared]  # those with a tag of their own
    for number, trick in ((_BY_STYLE, 1), (_BY_CLASS, 0)) if suspects else ():
        marked = np.zeros(len(page.elements), dtype=np.bool_)
        marked[[element for element in suspects if _judged(page.start_tag(element))[trick]]] = True
        if marked.any():
            found[page.inside(marked)[home]] = number
    marks = page.marks[asked]
    if marks.any():
        for number in reversed(range(len(_MARKS))):
            found[(marks & np.uint8(_MARKS[number])) > 0] = number
    return found


@lru_cache(maxsize=256)  # many elements have the same tag
def _judged(tag: str) -> tuple[bool, bool]:
    """Tell whether a tag's class and whether its style hides what is inside."""
    attributes = read_attributes(tag)
    by_class = _FOR_SCREEN_READERS.search(attributes.get("class", ""))
    return by_class is not None, _WITHOUT_SIZE.search(attributes.get("style", "")) is not None


def _without_width(source: str) -> npt.NDArray[np.int64]:
    """Find messages in characters without width: tag characters outside of flags, and long rows of any of them."""
    codes = points("" if source.isascii() else source)
    places = np.flatnonzero(codes >= _FIRST)
    if not len(places):
        return np.empty((0, 2), dtype=np.int64)
    there = places[_NO_WIDTH[np.minimum(codes[places].astype(np.intp), len(_NO_WIDTH) - 1)]]
    if not len(there):
        return np.empty((0, 2), dtype=np.int64)
    starts = there[np.diff(there, prepend=-2) > 1]
    ends = there[np.diff(there, append=len(codes) + 2) > 1] + 1
    flagged = codes[np.maximum(starts - 1, 0)] == _FLAG
    chosen = ~flagged & ((ends - starts >= _MANY) | (codes[starts] >= 0xE0000) & (codes[starts] < 0xE0080))
    found: npt.NDArray[np.int64] = np.column_stack([starts, ends])[chosen]
    return found


def _references(source: str) -> npt.NDArray[np.int64]:
    """Find tag characters that are written as references, outside of flags; one behind another is one of its row."""
    found: list[tuple[int, int]] = []
    end, flagged = -1, False
    for match in _TAG_REFERENCE.finditer(source):
        if match.start() != end:
            flagged = source[max(match.start() - 9, 0) : match.start()].lower().endswith(_FLAG_WRITTEN)
        if not flagged:
            found.append(match.span())
        end = match.end()
    return np.array(found, dtype=np.int64).reshape(-1, 2)


class _MessageRules(ctypes.Structure):
    """`MessageRules` of native/text.h."""

    _fields_ = (
        ("no_width", ctypes.c_void_p), ("lowest", ctypes.c_uint32), ("first_tag", ctypes.c_uint32),
        ("many", ctypes.c_int32), ("unused", ctypes.c_int32),
    )  # fmt: skip

    def __init__(self) -> None:
        """Collect the rules."""
        super().__init__(address(_MAY_SAY), _FIRST, _TAGS.start, _MANY, 0)
        self.address = ctypes.addressof(self)


_MESSAGES: Final = _MessageRules()


class _SuspectRules(ctypes.Structure):
    """`SuspectRules` of native/text.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in "flow words drawn phrases small messages".split()),
        ("unsure", ctypes.c_uint32),
        *((name, ctypes.c_int32) for name in "hiding by_hand shortest_tag longest shortest_data played".split()),
    )

    def __init__(self, library: Library) -> None:
        """Collect the rules, and keep what is pointed to."""
        phrases = sorted({*known_phrases(), *SIGNS})
        self._phrases, self._small = NameTable(library, phrases), small_letters(phrases)
        super().__init__(
            flow(library), _SUSPECT_OR_NOISE.table, DRAWN_OR_EDITED_WORDS.table, ctypes.addressof(self._phrases),
            address(self._small), _MESSAGES.address, _UNSURE, sum(_MARKS), BY_HAND, _SHORTEST, LONGEST, SHORTEST_DATA,
            PLAYED,
        )  # fmt: skip
        self.address = ctypes.addressof(self)


def small_letters(phrases: list[str]) -> npt.NDArray[np.uint16]:
    """Tell of each code point which letter of some phrases `str.casefold` makes of it."""
    letters, small = {*"".join(phrases)}, np.full(LAST + 1, _OTHER, np.uint16)
    for letter in {*ALSO_FOLDED, *letters, *"".join(map(str.upper, letters)), *"".join(map(str.title, letters))}:
        folded = letter.casefold()
        if ord(letter) <= LAST and any(folded in phrase for phrase in phrases):
            small[ord(letter)] = ord(folded) if len(folded) == 1 else _UNSURE
    return small


@kept_for_good
def _suspect_rules(library: Library) -> _SuspectRules:
    return _SuspectRules(library)


def _suspicion(library: Library, page: Document, spans: Spans) -> int:
    """Tell whether anything of the spans may be hidden or noise; in most there is nothing of either. Found once."""
    return page.once((_suspicion, spans), lambda: _suspected(library, page, spans))


def _suspected(library: Library, page: Document, spans: Spans) -> int:
    columns, data, _, around = text_columns(page)
    found: int = library.of("suspect", page.markup.units.width)(
        columns, data, around, _suspect_rules(library).address, len(spans), address(spans.starts), address(spans.ends)
    )
    check(found)
    return found

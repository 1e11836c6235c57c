"""The compiled twin of what finds repeated structures, and the tables that it is handed."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from itertools import accumulate
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBERS
from webwinnow.document.reading import columns_of
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import Library, NameTable, address, check
from webwinnow.language.characters import LAST, UNIFORM, character_tables, varied
from webwinnow.lazy_values import kept_for_good
from webwinnow.posts import evidence, repetition
from webwinnow.posts.evidence import Evidence, Marked
from webwinnow.posts.judging import COUNTS, LIMITS, POINTS, PostCounts, PostLimits, PostPoints
from webwinnow.posts.naming import (
    ATTRIBUTES,
    HASH,
    LETTER,
    LONGEST_TAG,
    MAY_BE_ALONE,
    NO_BLANK,
    SHORTEST_TAG,
    SIGNS,
    TOLD_APART,
    naming,
)
from webwinnow.posts.repetition import Counted, FoundStructures, Repeated
from webwinnow.posts.signs import Probes

_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_int32
_DATES_LEFT: Final = -5
"""What compiled code says where Python must find the dates."""
_TELLS: Final = (1, 2, 4, 8, 16, 32, 64)
"""What compiled code tells of a structure, in the order of `Counted`; at last, whether that is all there is to say."""
_SPEAKS: Final = {"comment": 1, "post": 2, "forum": 4, "against": 8, "advertised": 8, "answer": 16}
_ANY_LETTER, _ANY_SIGN = "\1", "\2"
_SHORT_WORDS: Final = WordSearch([word for word in evidence.WITHOUT_NUMBER if not word.isascii()])
_WORDS: Final = WordSearch([word for word in evidence.WITHOUT_NUMBER if word.isascii()])
_PROBES: Final = ("ago", "rda", "oda", "now")
"""Three letters of each of these words."""
_PICTURES: Final = (0x1F10D, 0x1FAFF)
"""The first and the last code point of pictures, none of which is a letter; Python judges others beyond the table."""
_SAME_LETTERS: Final = {"ı": "i", "İ": "i", "ſ": "s", "ᲁ": "д", "ᲂ": "о", "ᲃ": "с", "ᲄ": "т", "ᲅ": "т"}
"""Letters of units that patterns take for the same and whose small letters differ."""


def _bits(marked: Iterable[Marked]) -> npt.NDArray[np.uint8]:
    """Make a bit of each column."""
    bits: npt.NDArray[np.uint8] = np.packbits(np.stack(list(marked)), axis=0, bitorder="little")[0]
    return bits


class _DateTable(ctypes.Structure):
    """`DateTable` of native/posts.h."""

    _fields_ = (
        *((name, _POINTER) for name in "probes words short_words classes small ordinals units unit_at".split()),
        *((name, _NUMBER) for name in "unit_count longest first_picture last_picture lowest wide".split()),
    )

    def __init__(self, library: Library) -> None:
        """Collect what a time is written with, and keep the arrays that are pointed to."""
        self._probes = Probes(_WORDS, _PROBES)
        small = small_letters()
        units = [small[[*map(ord, unit)]] for unit in evidence.UNITS.split("|")]
        ordinals = np.zeros((128, 128), np.uint8)
        for ordinal in evidence.ORDINALS.split("|"):
            ordinals[ord(ordinal[0]), ord(ordinal[1])] = 1
        self._kept: list[npt.NDArray[Any]] = [
            _classes(small, {int(unit[0]) for unit in units}), small, ordinals, np.concatenate(units),
            np.array([0, *accumulate(map(len, units))], np.int32),
        ]  # fmt: skip
        super().__init__(
            ctypes.addressof(self._probes), _WORDS.table, _SHORT_WORDS.table, *map(address, self._kept), len(units),
            evidence.LONGEST_DATED, *_PICTURES, min(map(ord, "".join(_SHORT_WORDS.words))), library.is_wide,
        )  # fmt: skip


def small_letters() -> npt.NDArray[np.uint16]:
    """Tell of each code point with which letter patterns take it for the same, where case does not matter."""
    small = character_tables().low.astype(np.uint16)
    small[[*map(ord, _SAME_LETTERS)]] = [*map(ord, _SAME_LETTERS.values())]
    return small


def _classes(small: npt.NDArray[np.uint16], first_letters: set[int]) -> npt.NDArray[np.uint8]:
    """Tell of each code point whether it is a digit, part of a word, a letter that units begin with, or a unit."""
    some = varied()
    letters = [*map(chr, some.tolist())]
    digit, word = np.zeros(LAST + 1, np.bool_), np.zeros(LAST + 1, np.bool_)
    for first, last in UNIFORM:
        word[first : last + 1] = chr(first).isalnum()
    digit[some], word[some] = [*map(str.isdecimal, letters)], [*map(str.isalnum, letters)]
    word[ord("_")] = True
    short = np.isin(np.arange(LAST + 1), [*map(ord, evidence.SHORT_UNITS)])
    return _bits((digit, word, np.isin(small, list(first_letters)), short))


class _CandidateRules(ctypes.Structure):
    """`CandidateRules` of native/posts.h."""

    _fields_ = (
        ("words", _POINTER),
        *((name, _NUMBER) for name in "numbers body shortest long_entry shortest_tag longest_tag most_open".split()),
        *((name, _NUMBER) for name in "longest_name most article".split()),
    )

    def __init__(self) -> None:
        """Collect the rules."""
        super().__init__(
            MAY_BE_ALONE.table, NUMBERS, repetition.BODY, repetition.SHORTEST, repetition.LONG_ENTRY, SHORTEST_TAG,
            LONGEST_TAG, repetition.MOST_OPEN, evidence.LONGEST_NAME, repetition.MOST, repetition.ARTICLE,
        )  # fmt: skip


class TagRules(ctypes.Structure):
    """`TagRules` of native/posts.h."""

    _fields_ = (("attributes", _POINTER), ("told_apart", _POINTER), ("hash", _NUMBER), ("longest", _NUMBER))

    def __init__(self, library: Library) -> None:
        """Collect the rules, and keep what is pointed to."""
        self._kept = NameTable(library, ATTRIBUTES), NameTable(library, sorted(TOLD_APART))
        super().__init__(*map(ctypes.addressof, self._kept), HASH, LONGEST_TAG)


class _NameSigns(ctypes.Structure):
    """`NameSigns` of native/posts.h."""

    _fields_ = tuple((name, _POINTER) for name in "words sign refused_at at before text".split())

    def __init__(self) -> None:
        """List the parts of names, what they speak for, and what may not stand beside them."""
        signs = [(_SPEAKS[name], sign) for name, listed in SIGNS.items() for sign in listed]
        refused = [
            (text.replace(LETTER, _ANY_LETTER).replace(NO_BLANK, _ANY_SIGN).encode(), before)
            for _, sign in signs
            for texts, before in ((sign.not_before, True), (sign.not_behind, False))
            for text in texts
        ]
        self._words = WordSearch([sign.part for _, sign in signs], ignore_case=True)
        counts = (len(sign.not_before) + len(sign.not_behind) for _, sign in signs)
        self._kept: list[npt.NDArray[Any]] = [
            np.array([bit for bit, _ in signs], np.uint8), np.array([0, *accumulate(counts)], np.int32),
            np.array([0, *accumulate(len(text) for text, _ in refused)], np.int32),
            np.array([before for _, before in refused], np.uint8),
            np.frombuffer(b"".join(text for text, _ in refused), np.uint8),
        ]  # fmt: skip
        super().__init__(self._words.table, *map(address, self._kept))


class _PointRules(ctypes.Structure):
    """`PointRules` of native/posts.h."""

    _fields_ = (
        *((f"points_{name}", ctypes.c_double) for name in PostPoints._fields),
        *((f"limit_{name}", ctypes.c_double) for name in PostLimits._fields),
        *((f"count_{name}", _NUMBER) for name in (*PostCounts._fields, "unused")),
    )


class _PostRules(ctypes.Structure):
    """`PostRules` of native/posts.h."""

    _fields_ = tuple((name, _POINTER) for name in "dates candidates tags names points of_name".split())

    def __init__(self, library: Library) -> None:
        """Collect the rules, and keep what is pointed to."""
        self._of_name = _bits(
            (
                *(evidence.IS_LINK, evidence.IS_ANCHOR, evidence.IS_HEADING, repetition.HOLDS_POSTS),
                *(repetition.IS_FORMAT, repetition.NESTED, repetition.HEADS, evidence.IS_TIME),
            )
        )
        points = _PointRules(*POINTS, *LIMITS, *COUNTS, 0)
        self._kept = _DateTable(library), _CandidateRules(), tag_rules(library), _NameSigns(), points
        super().__init__(*map(ctypes.addressof, self._kept), address(self._of_name))
        self.address = ctypes.addressof(self)


class _Structures(ctypes.Structure):
    """`PostStructures` of native/posts.h."""

    _fields_ = tuple((name, _POINTER) for name in "element first last amounts count named told dated points".split())


@kept_for_good
def tag_rules(library: Library) -> TagRules:
    """Return how tags name elements."""
    return TagRules(library)


@kept_for_good
def _rules(library: Library) -> _PostRules:
    return _PostRules(library)


def find_repeated(library: Library, page: Document, *, likely: bool) -> FoundStructures:
    """Do as `repetition.find_repeated`; if `likely`, without structures that `lists.judge` surely finds too bad."""
    (data, width), columns = page.markup.units, columns_of(page)
    gaps, elements = columns.tags + 1, columns.elements
    sums, dated = np.empty((4, gaps + 1), np.int32), np.empty(gaps, np.bool_)
    written, listed = np.empty(7 * elements, np.int32), np.empty((4, repetition.MOST), np.int32)
    places, points = address(written), np.empty(repetition.MOST)
    rows = (*(places + 4 * elements * column for column in range(4)), *map(address, listed), address(points))
    at = _Structures(*rows)
    find, rules, known = library.of("find_post_lists", width), _rules(library).address, False
    count = _DATES_LEFT
    while count == _DATES_LEFT:
        count = find(
            rules, data, ctypes.addressof(columns), known, not likely, address(dated), address(sums),
            ctypes.addressof(at),
        )  # fmt: skip
        if count == _DATES_LEFT:
            dated, known = evidence.dated_gaps(page), True
    check(count)
    found = Evidence(sums, dated)
    if count < 0:
        return FoundStructures(found, repetition.repeated_structures(page, found))
    if not count:
        return FoundStructures(found, [])
    counted = map(_counted, points[:count].tolist(), *listed[2:, :count].tolist())
    return FoundStructures(found, _structures(page, written, listed[:2, :count].T.tolist(), counted))


def _counted(points: float, told: int, dated: int) -> Counted | None:
    """Read what was counted; None where it was not."""
    comment, forum, named, entries, titled, weblog, whole = (told & bit > 0 for bit in _TELLS)
    return Counted(points, comment, forum, named, entries, titled, weblog, dated) if whole else None


def _structures(
    page: Document, written: npt.NDArray[np.int32], listed: list[list[int]], counted: Iterable[Counted | None]
) -> list[Repeated]:
    """Cut the structures out of what was written, which are so many units each, and named as an element is."""
    elements, made, at = len(written) // 7, list[Repeated](), 0
    for (count, named), told in zip(listed, counted, strict=True):
        units, first, last = (written[column * elements + at :][:count] for column in range(3))
        amounts = written[3 * elements + 4 * at :][: 4 * count].reshape(4, count)
        around = int(page.elements.parent[units[0]])
        made.append(Repeated(units.tolist(), first, last, amounts, naming(page, named), around, told))
        at += count
    return made

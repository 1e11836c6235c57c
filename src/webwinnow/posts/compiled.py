"""The compiled twins of the evidence and of the candidates, and the tables that they are handed.

Each function gives, to the last bit, what the numpy function gives that its docstring names.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from itertools import accumulate
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBERS
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import Library, address, check
from webwinnow.language.characters import LAST, UNIFORM, character_tables, varied
from webwinnow.lazy_values import kept_for_good
from webwinnow.posts import candidates, evidence
from webwinnow.posts.candidates import CandidateColumns
from webwinnow.posts.evidence import Evidence, Marked, Sums
from webwinnow.posts.naming import LONGEST_TAG, MAY_BE_ALONE, SHORTEST_TAG

_POINTER, _SIZE, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
_SHORT_WORDS: Final = WordSearch([word for word in evidence.WITHOUT_NUMBER if not word.isascii()])
_WORDS: Final = WordSearch([word for word in evidence.WITHOUT_NUMBER if word.isascii()])
_PICTURES: Final = (0x1F10D, 0x1FAFF)
"""The first and the last code point of pictures, none of which is a letter; Python judges others beyond the table."""
_SAME_LETTERS: Final = {"ı": "i", "İ": "i", "ſ": "s", "ᲁ": "д", "ᲂ": "о", "ᲃ": "с", "ᲄ": "т", "ᲅ": "т"}
"""Letters of units that patterns take for the same and whose small letters differ."""
LaidOut = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], Sums]
"""The first and the last gap of each unit, and what it holds."""


def _bits(marked: Iterable[Marked]) -> npt.NDArray[np.uint8]:
    """Make a bit of each column."""
    bits: npt.NDArray[np.uint8] = np.packbits(np.stack(list(marked)), axis=0, bitorder="little")[0]
    return bits


_OF_NAME: Final = _bits(
    (evidence.IS_LINK, evidence.IS_ANCHOR, evidence.IS_HEADING, candidates.HOLDS_POSTS, candidates.IS_FORMAT)
)


class _DateTable(ctypes.Structure):
    """`DateTable` of native/posts.h."""

    _fields_ = (
        *((name, _POINTER) for name in "words short_words classes small ordinals units unit_at".split()),
        *((name, _NUMBER) for name in "unit_count longest first_picture last_picture".split()),
    )

    def __init__(self) -> None:
        """Collect what a time is written with, and keep the arrays that are pointed to."""
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
            _WORDS.table, _SHORT_WORDS.table, *map(address, self._kept), len(units), evidence.LONGEST_DATED, *_PICTURES
        )


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
        ("unused", _NUMBER),
    )  # fmt: skip

    def __init__(self) -> None:
        """Collect the rules."""
        super().__init__(
            MAY_BE_ALONE.table, NUMBERS, candidates.BODY, candidates.SHORTEST, candidates.LONG_ENTRY, SHORTEST_TAG,
            LONGEST_TAG, candidates.MOST_OPEN, 0,
        )  # fmt: skip


class _Posts(ctypes.Structure):
    """`Posts` of native/posts.h."""

    _fields_ = (
        ("elements", _SIZE), ("gaps", _SIZE),
        *((name, _POINTER) for name in "edge parent first close last tag of_name sums".split()),
    )  # fmt: skip

    def __init__(self, page: Document, sums: Sums) -> None:
        """Point to the columns of a page, and keep them."""
        tokens, elements = page.tokens, page.elements
        self._kept: list[npt.NDArray[Any]] = [
            tokens.edge, elements.parent, elements.first, elements.close, elements.last, elements.tag, _OF_NAME, sums,
        ]  # fmt: skip
        super().__init__(len(elements), len(tokens.code) + 1, *map(address, self._kept))


class _Units(ctypes.Structure):
    """`Units` of native/posts.h."""

    _fields_ = (
        ("count", _SIZE), *((name, _POINTER) for name in "element first last amounts".split()),
        ("may_be_heads", _NUMBER), ("most_open", _NUMBER),
    )  # fmt: skip


class _Candidates(ctypes.Structure):
    """`Candidates` of native/posts.h."""

    _fields_ = tuple((name, _POINTER) for name in "place parent dated entry together".split())


@kept_for_good
def _dates() -> _DateTable:
    return _DateTable()


@kept_for_good
def _rules() -> _CandidateRules:
    return _CandidateRules()


def dated_gaps(library: Library, page: Document) -> Marked:
    """Do as `evidence.dated_gaps`."""
    data, width = page.markup.units
    runs, shown, dated = page.runs, page.starts_shown, evidence.time_gaps(page)
    answer = library.of("find_dates", width)(
        ctypes.addressof(_dates()), data, len(runs), address(runs.start), address(runs.end), address(runs.gap),
        address(shown), address(dated),
    )  # fmt: skip
    check(answer)
    return evidence.dated_gaps(page) if answer else dated


def gather(library: Library, page: Document) -> Evidence:
    """Do as `repetition.gather` does by `evidence.dated_gaps` and `evidence.add_evidence`."""
    data, width = page.markup.units
    dated = dated_gaps(library, page)
    sums = np.empty((4, len(dated) + 1), np.int32)
    sums[0] = page.characters_before
    columns = _Posts(page, sums)
    check(library.of("add_evidence", width)(ctypes.addressof(columns), data, address(dated), evidence.LONGEST_NAME))
    return Evidence(sums, dated, columns)


def _address_of(found: Evidence) -> int:
    assert isinstance(found.columns, _Posts), "evidence that compiled code did not gather"
    return ctypes.addressof(found.columns)


def find_candidates(library: Library, page: Document, found: Evidence) -> CandidateColumns:
    """Do as `candidates.find_candidates`."""
    data, width = page.markup.units
    size = len(page.elements)
    implied, repeated = np.zeros(size, np.uint8), np.zeros(NUMBERS, np.uint8)
    implied[list(page.elements.owner)] = 1
    places, marks = np.empty((2, size), np.int32), np.empty((3, size), np.bool_)
    written = _Candidates(*map(address, (*places, *marks)))
    count = library.of("find_candidates", width)(
        _address_of(found), data, ctypes.addressof(_rules()), address(implied), address(repeated),
        ctypes.addressof(written),
    )  # fmt: skip
    check(count)
    return CandidateColumns(*places[:, :count], *marks[:, :count])


def lay_out(library: Library, found: Evidence, units: list[int], heads: bool) -> LaidOut:
    """Do as `repetition.lay_out`."""
    size = len(units)
    written = np.empty((7, size), np.int32)
    written[6] = units
    first, last, amounts, elements = written[0], written[1], written[2:6], written[6]
    laid_out = _Units(size, *map(address, (elements, first, last, amounts)), heads, candidates.MOST_OPEN)
    check(library.lay_units(_address_of(found), ctypes.addressof(laid_out)))
    return first, last, amounts

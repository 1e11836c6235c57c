"""What each code point counts as: capital, digit, sentence mark or pause, its small letter, and a hash of that.

Tables of the first plane, made once; all code points beyond it share the last entry, but for their hashes. And which
characters belong to scripts written from right to left.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from sys import getsizeof
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.kernels import LIBRARY
from webwinnow.lazy_values import kept_for_good

Points = npt.NDArray[Any]
"""Code points, in one, two or four bytes each."""
Hashes = npt.NDArray[np.uint64]

SENTENCE_MARKS: Final = ".!?。！？…؟।۔．｡"
PAUSES: Final = ",;:、，；：،؛"
AT_ONCE: Final = 1 << 15
"""Characters that are looked up together: what numpy needs for each is many times as large as one."""
LAST: Final = 0xFFFF
"""The tables' last entry, which all code points from here on share."""
UNIFORM: Final = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xD800, 0xDFFF), (0xE000, 0xF8FF))
"""Stretches whose characters are all of one kind and have no case: Han, Hangul, surrogates, private use."""
HIGH, LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
"""Two counters share a number of 64 bits: one is shifted up, the other is what the mask leaves."""
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class CharacterTables:
    """What each code point of the first plane counts as."""

    letters: npt.NDArray[np.uint64]
    """Capital and digit, as two counters in one number."""
    marks: npt.NDArray[np.uint64]
    """Sentence mark and pause, likewise."""
    low: npt.NDArray[np.uint32]
    """The small letter."""
    hashes: Hashes


@kept_for_good
def character_tables() -> CharacterTables:
    """Make the tables once, on first use, in some 3 ms."""
    low, capitals, digits = np.arange(LAST + 1, dtype=np.uint32), _flags(), _flags()
    places = varied()
    letters = list(map(chr, places.tolist()))
    small = points_in_rows(list(map(str.lower, letters)))
    low[places] = np.where(small[:, 1:].any(axis=1), places, small[:, 0])
    capitals[places] = list(map(str.isupper, letters))
    digits[places] = list(map(str.isdigit, letters))
    return CharacterTables(
        _pairs(capitals, digits), _pairs(_flags(SENTENCE_MARKS), _flags(PAUSES)), low, _mixed(low.astype(np.uint64))
    )


def varied() -> npt.NDArray[np.intp]:
    """Return the code points of the first plane that must be asked one by one, a quarter of them."""
    return np.delete(np.arange(LAST + 1), np.concatenate([np.arange(first, last + 1) for first, last in UNIFORM]))


def points_in_rows(texts: list[str]) -> npt.NDArray[np.uint32]:
    """Return the code points of short texts, a row for each; 0 fills up those that are shorter than the longest."""
    rows: npt.NDArray[np.uint32] = np.array(texts).view(np.uint32).reshape(len(texts), -1)
    return rows


def _flags(marked: str = "") -> npt.NDArray[np.bool_]:
    flags = np.zeros(LAST + 1, dtype=np.bool_)
    flags[list(map(ord, marked))] = True
    return flags


class Units(NamedTuple):
    """A text as the kernels read it: every character in the same number of bytes, as few as Python needs for it."""

    data: bytes | int
    """The characters, or the address at which Python itself keeps them, as long as it keeps the text."""
    width: int


def units(text: str) -> Units:
    """Return a text's characters in one, two or four bytes each; the text must outlive them.

    They are not copied where Python is the one whose strings we know (PEP 393): characters stand behind a head, in as
    many bytes each as the largest needs. The size of the whole tells that nothing else stands there.
    """
    if type(text) is not str or not _known_strings():
        return _copied(text)
    size, head = len(text), _ASCII_HEAD if text.isascii() else _HEAD
    width, rest = divmod(getsizeof(text) - head, size + 1)  # a NUL closes the text
    if rest or width not in (1, 2, 4) or (head == _HEAD and _keeps_utf_8(text)):
        return _copied(text)
    return Units(id(text) + head, width)


def decoded(data: bytes) -> str:
    """Decode UTF-8 as `bytes.decode` does; UnicodeDecodeError where it is none.

    Compiled code takes half the time, where it can write into a new string of Python.
    """
    if LIBRARY is None or len(data) < _LONG or not _known_strings():
        return data.decode()
    bits = ctypes.c_uint32(0)
    size = LIBRARY.measure_utf_8(data, len(data), ctypes.addressof(bits))
    if size < 0 or size == len(data):  # Python says what is wrong, and copies ASCII as fast as can be
        return data.decode()
    text = _maker()(size, 0xFF if bits.value <= 0xFF else 0xFFFF if bits.value <= 0xFFFF else 0x10FFFF)
    start, width = units(text)
    if not isinstance(start, int):
        return data.decode()
    LIBRARY.of("write_utf_8", width)(data, len(data), start)
    return text


_LONG: Final = 4096
"""Bytes from which on text is decoded by compiled code."""


@kept_for_good
def _maker() -> Callable[[int, int], str]:
    """Return what makes a new string of so many characters up to the largest; only CPython has it."""
    return ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_ssize_t, ctypes.c_uint32)(("PyUnicode_New", ctypes.pythonapi))


def _copied(text: str) -> Units:
    if text.isascii():
        return Units(text.encode("ascii"), 1)
    if getsizeof(text) > 4 * len(text):  # Python itself needs as many, so that there is no use in trying less
        return Units(text.encode("utf-32-le", "surrogatepass"), 4)
    data = text.encode("utf-16-le", "surrogatepass")
    if len(data) == 2 * len(text):
        return Units(data, 2)
    return Units(text.encode("utf-32-le", "surrogatepass"), 4)


_ASCII_HEAD: Final = getsizeof("") - 1
"""Bytes before the characters of a string of ASCII alone, and of any other: that has a place for a copy in UTF-8."""
_HEAD: Final = getsizeof("\xe9" * len("two")) - len("two") - 1


def _keeps_utf_8(text: str) -> bool:
    """Tell whether a string that is not ASCII keeps a copy in UTF-8, which counts for its size."""
    size_and_copy = (ctypes.c_void_p * 2).from_address(id(text) + _ASCII_HEAD)
    return size_and_copy[1] is not None


@kept_for_good
def _known_strings() -> bool:
    """Tell whether strings of this Python are built as we think."""
    room = _HEAD - _ASCII_HEAD
    if sys.implementation.name != "cpython" or room < 2 * ctypes.sizeof(ctypes.c_void_p):
        return False
    order = "le" if sys.byteorder == "little" else "be"
    encodings = {"az": "ascii", "a\xe9": "latin-1", "\u4e00z": f"utf-16-{order}", "\U0001f600": f"utf-32-{order}"}
    return all(_stands_in(letters * 3, encoding) for letters, encoding in encodings.items())


def _stands_in(text: str, encoding: str) -> bool:
    """Tell whether a string has its characters, so encoded, behind its head."""
    written, head = text.encode(encoding), _ASCII_HEAD if text.isascii() else _HEAD
    return getsizeof(text) >= head + len(written) and ctypes.string_at(id(text) + head, len(written)) == written


def points(text: str) -> Points:
    """Return the code points of a text, in as few bytes each as it allows."""
    data, width = _copied(text)
    return np.frombuffer(data, f"<u{width}")  # type: ignore[arg-type]  # a copy is made of bytes


def points_of(units: Units, size: int) -> Points:
    """Return the code points of so many characters, without a copy; the text must outlive them."""
    data, width = units
    if isinstance(data, int):
        return np.frombuffer(_view(data, size * width, _READ_ONLY), f"u{width}")
    return np.frombuffer(data, f"<u{width}")


_READ_ONLY: Final = 0x100
"""PyBUF_READ."""
_view: Final = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int)(
    ("PyMemoryView_FromMemory", ctypes.pythonapi)
)


def entries(found: Points) -> Points:
    """Return the places of code points in the tables."""
    return found if found.itemsize < 4 else np.minimum(found, LAST)


def hashes_of(found: Points) -> Hashes:
    """Return the hash of each character."""
    hashes = character_tables().hashes.take(entries(found))
    if found.itemsize == 4:
        beyond = np.flatnonzero(found > LAST)
        hashes[beyond] = _mixed(found[beyond].astype(np.uint64) + np.uint64(LAST))
    return hashes


def word_hashes(found: Points, first: npt.NDArray[np.integer], stop: npt.NDArray[np.integer]) -> Hashes:
    """Add up the hashes of the characters of each word; the sums wrap around."""
    hashes = np.zeros(len(first), np.uint64)
    add_before(hashes, found, hashes_of, first)
    np.negative(hashes, out=hashes)
    add_before(hashes, found, hashes_of, stop)
    return hashes


def add_before(
    sums: Hashes, found: Points, look_up: Callable[[Points], Hashes], places: npt.NDArray[np.integer]
) -> None:
    """Add to each of some sums what all characters before a place are looked up as; places rise."""
    before = np.zeros(min(len(found), AT_ONCE) + 1, np.uint64)
    bounds = np.arange(0, len(found) + AT_ONCE, AT_ONCE)
    parts = np.searchsorted(places, bounds.astype(places.dtype)).tolist()
    parts[-1] = len(places)
    for start, (first, stop) in zip(bounds.tolist(), pairwise(parts), strict=False):
        part = found[start : start + AT_ONCE]
        within = before[: len(part) + 1]
        within[1:] = look_up(part)
        np.cumsum(within, out=within)
        sums[first:stop] += within[places[first:stop] - start]
        before[0] = within[-1]


def _mixed(numbers: Hashes) -> Hashes:
    """Spread numbers over 64 bits, 0 to 0. Sums of them tell words apart."""
    spread = numbers * _MIX
    spread ^= spread >> np.uint64(29)
    spread *= np.uint64(0xBF58476D1CE4E5B9)
    spread ^= spread >> np.uint64(32)
    return spread


def _pairs(high: npt.NDArray[np.bool_], low: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint64]:
    """Put two counters into each number."""
    pairs: npt.NDArray[np.uint64] = high.astype(np.uint64) << HIGH | low.astype(np.uint64)
    return pairs


RIGHT_TO_LEFT: Final = ((0x0590, 0x08FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFC), (0x10800, 0x10FFF), (0x1E800, 0x1EFFF))
"""Hebrew, Arabic (also Farsi, Urdu, Pashto), Syriac, Thaana, N'Ko and their supplements."""
INVISIBLE: Final = (0x200C, 0x200F)
"""ZWNJ, ZWJ and the marks of direction: part of right-to-left writing where they stand beside such a character."""


def code_points(text: str) -> npt.NDArray[np.uint32]:
    """Return the code point of each character."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def right_to_left(text: str) -> npt.NDArray[np.intp]:
    """Find the characters that are written from right to left; quick where there are none."""
    if text.isascii():
        return np.empty(0, dtype=np.intp)
    every = code_points(text)
    places = np.flatnonzero(every >= RIGHT_TO_LEFT[0][0])  # all that needs a closer look
    points = every[places]
    found = np.zeros(len(places), dtype=np.bool_)
    for first, last in RIGHT_TO_LEFT:
        found |= points - np.uint32(first) <= last - first  # what is below the first wraps around and is too large
    if not found.any():
        return places[:0]
    return places[found | ((points - np.uint32(INVISIBLE[0]) <= INVISIBLE[1] - INVISIBLE[0]) & _beside(places, found))]


def _beside(places: npt.NDArray[np.intp], found: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Tell which characters stand right behind or before one that was found."""
    beside = np.zeros(len(places), dtype=np.bool_)
    touches = np.diff(places) == 1
    beside[1:] |= touches & found[:-1]
    beside[:-1] |= touches & found[1:]
    return beside

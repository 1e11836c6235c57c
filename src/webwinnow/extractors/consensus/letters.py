"""What the visible text is made of, run by run: words, marks, digits, capitals, and hashes that tell words apart.

All columns come from one table look-up over the joined text; nothing here knows a language. Characters of scripts
without spaces count as half a word, so that a sentence weighs about the same in every script.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.language.words import kinds, word_positions

Numbers = npt.NDArray[Any]

SENTENCE_MARKS: Final = ".!?。！？…؟।۔．｡"
PAUSES: Final = ",;:、，；：،؛"
_FIRST_DENSE: Final = 0x2E80
"""From here on, most scripts write a word in one or two characters."""
_LAST: Final = 0xFFFF
"""The tables' last entry, which all code points from here on share."""
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_HIGH, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
"""Two counters share a number of 64 bits: one is shifted up, the other is what the mask leaves."""


@dataclass(frozen=True, slots=True)
class Letters:
    """Figures per visible run, and a hash per word."""

    words: Numbers
    counted: Numbers
    """How many words there are, when each counts as a whole one."""
    characters: Numbers
    upper: Numbers
    digits: Numbers
    sentences: Numbers
    pauses: Numbers
    closes: Numbers
    """Whether a run ends with a sentence mark."""
    text_hash: Numbers
    word_hash: Numbers
    word_run: Numbers
    """The visible run that each word stands in."""


@dataclass(frozen=True, slots=True)
class _Tables:
    """What each code point counts as; capitals have the hash of their small letters."""

    letters: npt.NDArray[np.uint64]
    """Capital and digit, as two counters in one number."""
    marks: npt.NDArray[np.uint64]
    """Sentence mark and pause, likewise."""
    hashes: npt.NDArray[np.uint64]


def read_letters(page: Document) -> Letters:
    """Look at the visible text once."""
    source, runs, shown, seen = page.source, page.runs, page.blocks.runs, page.characters_before
    starts, ends, gap = runs.start[shown], runs.end[shown], runs.gap[shown]
    text = "\0".join([source[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]) + "\0"
    bound = np.zeros(len(shown) + 1, dtype=np.intp)
    bound[1:] = (ends - starts + 1).cumsum(dtype=np.intp)
    points = _points(text)
    before = _hashes_before(points)
    entries, tables = _entries(points), _tables()
    letters, marks = (np.add.reduceat(table.take(entries), bound[:-1]) for table in (tables.letters, tables.marks))
    last = tables.marks.take(entries[bound[1:] - 2])  # a NUL follows each run
    start, length, counted = _words(page, starts, ends)
    word_run = np.repeat(np.arange(len(shown)), counted)
    place = start + np.repeat(bound[:-1] - starts, counted)
    return Letters(
        words=counted - 0.5 * _dense_words(points, place, length, word_run, len(shown)),
        counted=counted,
        characters=seen[gap + 1] - seen[gap],
        upper=letters >> _HIGH,
        digits=letters & _LOW,
        sentences=marks >> _HIGH,
        pauses=marks & _LOW,
        closes=last >> _HIGH,
        text_hash=before[bound[1:]] - before[bound[:-1]],
        word_hash=before[place + length] - before[place],
        word_run=word_run,
    )


def _words(page: Document, starts: Numbers, ends: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Give start and length of each word, and how many stand in each of the runs.

    Where a prefilter hid the start of a run, its rest is in no block: its words are passed over.
    """
    words = page.words
    first = np.searchsorted(words.start, starts)
    counted = np.searchsorted(words.start, ends) - first
    total = int(counted.sum())
    if total == len(words):
        return words.start, words.end - words.start, counted
    chosen = np.arange(total) + np.repeat(first - np.cumsum(counted) + counted, counted)
    return words.start[chosen], words.end[chosen] - words.start[chosen], counted


def _dense_words(points: Numbers, place: Numbers, length: Numbers, word_run: Numbers, runs: int) -> Numbers:
    """Count in each run the words of one character in scripts without spaces."""
    if points.itemsize == 1:  # plain ASCII
        return np.zeros(runs)
    single = np.flatnonzero(length == 1)
    return np.bincount(word_run[single[points[place[single]] >= _FIRST_DENSE]], minlength=runs)


def text_hashes(text: str) -> Numbers:
    """Hash the words of a plain text as `Letters.word_hash` does."""
    first, last = word_positions(kinds(text))
    before = _hashes_before(_points(text))
    hashes: Numbers = before[last] - before[first]
    return hashes


def _points(text: str) -> Numbers:
    """Give the code points, in as few bytes each as the text allows."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    units = text.encode("utf-16-le", "surrogatepass")
    if len(units) == 2 * len(text):
        return np.frombuffer(units, "<u2")
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def _entries(points: Numbers) -> Numbers:
    """Give the places of code points in the tables."""
    return points if points.itemsize < 4 else np.minimum(points, _LAST)


def _hashes_before(points: Numbers) -> npt.NDArray[np.uint64]:
    """Add up the hashes of all characters before each place; the sums wrap around."""
    hashes = _tables().hashes.take(_entries(points))
    if points.itemsize == 4:
        beyond = np.flatnonzero(points > _LAST)
        hashes[beyond] = _mixed(points[beyond].astype(np.uint64) + np.uint64(_LAST))
    before = np.zeros(len(points) + 1, dtype=np.uint64)
    np.cumsum(hashes, out=before[1:])
    return before


def _mixed(points: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Spread numbers over 64 bits, 0 to 0. Sums of them tell words apart."""
    spread = points * _MIX
    spread ^= spread >> np.uint64(29)
    spread *= np.uint64(0xBF58476D1CE4E5B9)
    spread ^= spread >> np.uint64(32)
    return spread


@cache
def _tables() -> _Tables:
    """Make the tables once, on first use, in some 30 ms."""
    letters = list(map(chr, range(_LAST + 1)))
    lowered = [letter.lower() for letter in letters]
    low = [ord(small) if len(small) == 1 else place for place, small in enumerate(lowered)]
    return _Tables(
        _pairs([letter.isupper() for letter in letters], [letter.isdigit() for letter in letters]),
        _pairs([letter in SENTENCE_MARKS for letter in letters], [letter in PAUSES for letter in letters]),
        _mixed(np.array(low, dtype=np.uint64)),
    )


def _pairs(high: list[bool], low: list[bool]) -> npt.NDArray[np.uint64]:
    """Put two counters into each number."""
    return np.array(high, dtype=np.uint64) << _HIGH | np.array(low, dtype=np.uint64)

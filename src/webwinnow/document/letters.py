"""The visible text as one column of code points, run after run, with the place of every visible word in it.

Learned methods ask for capitals, digits, marks and equal words of many short texts. Looked up in tables over one
column, each is a few numpy expressions for a whole page; nothing here knows a language. `page.letters` is made once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.markup import Runs
from webwinnow.document.words import Words
from webwinnow.language.words import kinds, word_positions

Places = npt.NDArray[np.intp]
Counts = npt.NDArray[Any]
"""Amounts per character, run or word."""
Hashes = npt.NDArray[np.uint64]

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
class Tallies:
    """How often each run has what tells prose from labels, and hashes that tell texts and words apart."""

    words: Counts
    """Words of scripts without spaces count half, so that a sentence weighs about the same in every script."""
    counted: Counts
    """How many words there are, when each counts as a whole one."""
    upper: Counts
    digits: Counts
    sentences: Counts
    pauses: Counts
    closes: Counts
    """Whether a run ends with a sentence mark."""
    text_hash: Hashes
    word_hash: Hashes
    """Per word; capitals have the hash of their small letters."""


class Letters:
    """Code points of some runs with a NUL behind each, and their words as places in them."""

    __slots__ = ("bound", "counted", "points", "run", "word_end", "word_run", "word_start")

    def __init__(self, source: str, runs: Runs, run: npt.NDArray[np.integer], words: Words) -> None:
        """Join the given runs; words that stand in none of them are passed over."""
        starts, ends = runs.start[run], runs.end[run]
        pieces = [source[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        self.points: Counts = _points("\0".join(pieces) + "\0" * bool(pieces))
        self.run = run
        """The runs, as indices into the page's runs."""
        self.bound: Places = np.zeros(len(run) + 1, dtype=np.intp)
        """Where each run starts, and where the last one ends."""
        self.bound[1:] = (ends - starts + 1).cumsum(dtype=np.intp)
        start, end, self.counted = _words_in(words, starts, ends)
        self.word_run: Places = np.repeat(np.arange(len(run)), self.counted)
        """Per word: which of the runs it stands in."""
        shift = np.repeat(self.bound[:-1] - starts, self.counted)
        self.word_start, self.word_end = start + shift, end + shift

    def marked(self, table: Counts) -> Counts:
        """Look each character up in a table over the first plane; those beyond get what its last place says."""
        return table.take(_entries(self.points))

    def per_run(self, amounts: Counts) -> npt.NDArray[np.float64]:
        """Add up an amount per character over each run."""
        before = np.concatenate([[0], np.cumsum(amounts, dtype=np.int64)])
        return np.diff(before[self.bound]).astype(np.float64)

    def per_word(self, amounts: Counts) -> Counts:
        """Add up an amount per character over each word."""
        before = np.concatenate([[0], np.cumsum(amounts, dtype=np.int64)])
        sums: Counts = before[self.word_end] - before[self.word_start]
        return sums

    def tallies(self) -> Tallies:
        """Count all that `Tallies` tells, by three look-ups; there is at least one run."""
        tables, entries, bound = _tables(), _entries(self.points), self.bound
        before = _hashes_before(self.points)
        letters, marks = (np.add.reduceat(table.take(entries), bound[:-1]) for table in (tables.letters, tables.marks))
        last = tables.marks.take(entries[bound[1:] - 2])  # a NUL follows each run
        return Tallies(
            words=self.counted - 0.5 * self._dense_words(),
            counted=self.counted,
            upper=letters >> _HIGH,
            digits=letters & _LOW,
            sentences=marks >> _HIGH,
            pauses=marks & _LOW,
            closes=last >> _HIGH,
            text_hash=before[bound[1:]] - before[bound[:-1]],
            word_hash=before[self.word_end] - before[self.word_start],
        )

    def _dense_words(self) -> Counts:
        """Count in each run the words of one character in scripts without spaces."""
        if self.points.itemsize == 1:  # plain ASCII
            return np.zeros(len(self.run))
        single = np.flatnonzero(self.word_end - self.word_start == 1)
        dense = single[self.points[self.word_start[single]] >= _FIRST_DENSE]
        return np.bincount(self.word_run[dense], minlength=len(self.run))


def text_hashes(text: str) -> Hashes:
    """Hash the words of a plain text as `Tallies.word_hash` does."""
    first, last = word_positions(kinds(text))
    before = _hashes_before(_points(text))
    hashes: Hashes = before[last] - before[first]
    return hashes


@cache
def upper_case() -> npt.NDArray[np.bool_]:
    """Return a table that marks the capitals of the first plane."""
    return (_tables().letters >> _HIGH).astype(np.bool_)


def lower_case() -> npt.NDArray[np.uint32]:
    """Return the small letter of each character of the first plane, itself where there is none."""
    return _tables().low


def characters(listed: str) -> npt.NDArray[np.bool_]:
    """Return a table that marks some characters of the first plane."""
    table = np.zeros(_LAST + 1, dtype=np.bool_)
    table[[ord(each) for each in listed]] = True
    return table


def _words_in(words: Words, starts: Counts, ends: Counts) -> tuple[Counts, Counts, Counts]:
    """Return start and end of each word that stands in one of the runs, and how many stand in each."""
    first = np.searchsorted(words.start, starts)
    counted = np.searchsorted(words.start, ends) - first
    total = int(counted.sum())
    if total == len(words):
        return words.start, words.end, counted
    chosen = np.arange(total) + np.repeat(first - np.cumsum(counted) + counted, counted)
    return words.start[chosen], words.end[chosen], counted


def _points(text: str) -> Counts:
    """Return the code points, in as few bytes each as the text allows."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    units = text.encode("utf-16-le", "surrogatepass")
    if len(units) == 2 * len(text):
        return np.frombuffer(units, "<u2")
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def _entries(points: Counts) -> Counts:
    """Return the places of code points in the tables."""
    return points if points.itemsize < 4 else np.minimum(points, _LAST)


def _hashes_before(points: Counts) -> Hashes:
    """Add up the hashes of all characters before each place; the sums wrap around."""
    hashes = _tables().hashes.take(_entries(points))
    if points.itemsize == 4:
        beyond = np.flatnonzero(points > _LAST)
        hashes[beyond] = _mixed(points[beyond].astype(np.uint64) + np.uint64(_LAST))
    before = np.zeros(len(points) + 1, dtype=np.uint64)
    np.cumsum(hashes, out=before[1:])
    return before


def _mixed(points: Hashes) -> Hashes:
    """Spread numbers over 64 bits, 0 to 0. Sums of them tell words apart."""
    spread = points * _MIX
    spread ^= spread >> np.uint64(29)
    spread *= np.uint64(0xBF58476D1CE4E5B9)
    spread ^= spread >> np.uint64(32)
    return spread


@dataclass(frozen=True, slots=True)
class _Tables:
    """What each code point of the first plane counts as."""

    letters: npt.NDArray[np.uint64]
    """Capital and digit, as two counters in one number."""
    marks: npt.NDArray[np.uint64]
    """Sentence mark and pause, likewise."""
    low: npt.NDArray[np.uint32]
    """The small letter."""
    hashes: Hashes


@cache
def _tables() -> _Tables:
    """Make the tables once, on first use, in some 30 ms."""
    letters = list(map(chr, range(_LAST + 1)))
    lowered = [letter.lower() for letter in letters]
    low = np.array([ord(small) if len(small) == 1 else place for place, small in enumerate(lowered)], dtype=np.uint32)
    return _Tables(
        _pairs([letter.isupper() for letter in letters], [letter.isdigit() for letter in letters]),
        _pairs([letter in SENTENCE_MARKS for letter in letters], [letter in PAUSES for letter in letters]),
        low,
        _mixed(low.astype(np.uint64)),
    )


def _pairs(high: list[bool], low: list[bool]) -> npt.NDArray[np.uint64]:
    """Put two counters into each number."""
    return np.array(high, dtype=np.uint64) << _HIGH | np.array(low, dtype=np.uint64)

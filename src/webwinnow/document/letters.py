"""The visible text as one column of code points, run after run, with the place of every visible word in it.

Learned methods ask for capitals, digits, marks and equal words of many short texts. Looked up in tables over one
column, each is a few numpy expressions for a whole page; nothing here knows a language. `page.letters` is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.markup import Words
from webwinnow.document.references import character_table, without_references
from webwinnow.kernels import LIBRARY, Library, address
from webwinnow.language.characters import (
    HIGH,
    LAST,
    LOW,
    Hashes,
    Points,
    add_before,
    character_tables,
    entries,
    hashes_of,
    points,
    units,
    word_hashes,
)
from webwinnow.language.words import joined, kinds, word_positions
from webwinnow.lazy_values import cached_property, kept_for_good

if TYPE_CHECKING:
    from webwinnow.document.markup import Markup

Places = npt.NDArray[np.integer]
Counts = npt.NDArray[Any]
"""Amounts per character, run or word."""

_WORDS: Final = 8192
"""Words that are cut out together: what numpy needs for each of their characters is many times as large as one."""
FIRST_DENSE: Final = "\u2e80"
"""From here on, most scripts write a word in one or two characters."""


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
    """Code points of some runs with a NUL behind each, and their words as places in them; made when asked for."""

    def __init__(self, markup: Markup, run: npt.NDArray[np.integer], words: Words) -> None:
        """Take the given runs; words that stand in none of them are passed over."""
        self.run = run
        """The runs, as indices into the page's runs."""
        self._markup, self._words = markup, words

    @cached_property
    def _starts(self) -> Counts:
        starts: Counts = self._markup.runs.start[self.run]
        return starts

    @cached_property
    def _ends(self) -> Counts:
        ends: Counts = self._markup.runs.end[self.run]
        return ends

    @cached_property
    def _words_inside(self) -> tuple[Counts, Counts, Counts]:
        return _words_in(self._words, self._starts, self._ends)

    @property
    def counted(self) -> Counts:
        """Per run: its words."""
        return self._words_inside[2]

    @cached_property
    def points(self) -> Counts:
        """The code points."""
        return points(joined(self._markup.source, self._starts, self._ends))

    @cached_property
    def bound(self) -> Places:
        """Where each run starts, and where the last one ends."""
        bound = np.zeros(len(self.run) + 1, dtype=np.int32)
        np.cumsum(self._ends - self._starts + 1, out=bound[1:])
        return bound

    @cached_property
    def word_run(self) -> Places:
        """Per word: which of the runs it stands in."""
        return np.repeat(np.arange(len(self.run), dtype=np.int32), self.counted)

    @cached_property
    def word_start(self) -> Places:
        """Where each word starts in the points."""
        return self._words_inside[0] + self._shift

    @cached_property
    def word_end(self) -> Places:
        """Where each word ends in the points."""
        return self._words_inside[1] + self._shift

    @property
    def _shift(self) -> Places:
        return np.repeat(self.bound[:-1] - self._starts, self.counted)

    def marked(self, table: Counts) -> Counts:
        """Look each character up in a table over the first plane; those beyond get what its last place says."""
        return table.take(entries(self.points))

    def per_run(self, amounts: Counts) -> npt.NDArray[np.float64]:
        """Add up an amount per character over each run."""
        before = np.concatenate([[0], np.cumsum(amounts, dtype=np.int64)])
        return np.diff(before[self.bound]).astype(np.float64)

    def per_word(self, amounts: Counts) -> Counts:
        """Add up an amount per character over each word."""
        before = np.concatenate([[0], np.cumsum(amounts, dtype=np.int64)])
        sums: Counts = before[self.word_end] - before[self.word_start]
        return sums

    def words(self) -> Iterator[str]:
        """Go over the words as they are written: cut out of one text, which is quicker than out of the source."""
        for at in range(0, len(self.word_start), _WORDS):
            yield from self._words_of(slice(at, at + _WORDS))

    def _words_of(self, some: slice) -> list[str]:
        """Return some of the words."""
        start = self.word_start[some]
        length = self.word_end[some] - start + 1  # with what stands behind it, of which a line break is made
        before = length.cumsum() - length
        points = self.points[np.repeat(start - before, length) + np.arange(int(length.sum()))]
        points[before + length - 1] = ord("\n")
        return _text(points[:-1]).split("\n")

    def tallies(self) -> Tallies:
        """Count all that `Tallies` tells; there is at least one run."""
        if LIBRARY is None:
            return self._tallies()
        return self._tallies_compiled(LIBRARY)

    def _tallies_compiled(self, library: Library) -> Tallies:
        """Do as `_tallies`."""
        (data, width), runs, words = self._markup.units, self._markup.runs, self._words
        run = np.ascontiguousarray(self.run, np.int32)
        rows, weight, hashes = np.empty((7, len(run)), np.uint64), np.empty(len(run)), np.empty(len(words), np.uint64)
        found = library.of("tally", width)(
            character_table(library), data, len(run), address(run), address(runs.start), address(runs.end),
            len(words), address(words.start), address(words.end), ord(FIRST_DENSE), address(rows), address(weight),
            address(hashes),
        )  # fmt: skip
        counted, upper, digits, sentences, pauses, closes, text_hash = rows
        return Tallies(
            weight, counted.view(np.intp), upper, digits, sentences, pauses, closes, text_hash, hashes[:found]
        )  # fmt: skip

    def _tallies(self) -> Tallies:
        """Count by three look-ups: the definition that compiled code follows."""
        tables, found, bound = character_tables(), self.points, self.bound
        letters, marks = (
            _within_runs(found, partial(_looked_up, table), bound) for table in (tables.letters, tables.marks)
        )
        last = tables.marks.take(entries(found[bound[1:] - 2]))  # a NUL follows each run
        return Tallies(
            words=self.counted - 0.5 * self._dense_words(),
            counted=self.counted,
            upper=letters >> HIGH,
            digits=letters & LOW,
            sentences=marks >> HIGH,
            pauses=marks & LOW,
            closes=last >> HIGH,
            text_hash=_within_runs(found, hashes_of, bound),
            word_hash=word_hashes(found, self.word_start, self.word_end),
        )

    def _dense_words(self) -> Counts:
        """Count in each run the words of one character in scripts without spaces."""
        if self._markup.source.isascii():
            return np.zeros(len(self.run))
        starts, ends, _ = self._words_inside
        single = np.flatnonzero(ends - starts == 1)
        dense = single[self.points[self.word_start[single]] >= ord(FIRST_DENSE)]
        return np.bincount(self.word_run[dense], minlength=len(self.run))


def _looked_up(table: Hashes, found: Points) -> Hashes:
    return table.take(entries(found))


def _within_runs(found: Points, look_up: Callable[[Points], Hashes], bound: Places) -> Hashes:
    """Add up what the characters of each run are looked up as."""
    sums = np.zeros(len(bound), np.uint64)
    add_before(sums, found, look_up, bound)
    return sums[1:] - sums[:-1]


def text_hashes(text: str) -> Hashes:
    """Hash the words of a plain text as `Tallies.word_hash` does; each once, sorted.

    As `np.unique` does, without the masked arrays that it imports.
    """
    if LIBRARY:
        hashes = _hashes_compiled(LIBRARY, without_references(text))
    else:
        hashes = word_hashes(points(text), *word_positions(kinds(text)))
    hashes.sort()
    differs = np.ones(len(hashes), dtype=np.bool_)
    differs[1:] = hashes[1:] != hashes[:-1]
    return hashes[differs]


def count_words(text: str) -> int:
    """Count the words of a plain text."""
    if LIBRARY is None:
        return len(word_positions(kinds(text))[0])
    return len(_hashes_compiled(LIBRARY, without_references(text)))


def _hashes_compiled(library: Library, text: str) -> Hashes:
    """Find and hash the words of a text without markup or character references."""
    data, width = units(text)
    places, hashes = np.empty(2 * len(text), np.int32), np.empty(len(text), np.uint64)
    found = library.of("hash_text", width)(character_table(library), data, len(text), address(places), address(hashes))
    return hashes[:found].copy()


@kept_for_good
def upper_case() -> npt.NDArray[np.bool_]:
    """Return a table that marks the capitals of the first plane."""
    return (character_tables().letters >> HIGH).astype(np.bool_)


def lower_case() -> npt.NDArray[np.uint32]:
    """Return the small letter of each character of the first plane, itself where there is none."""
    return character_tables().low


def characters(listed: str) -> npt.NDArray[np.bool_]:
    """Return a table that marks some characters of the first plane."""
    table = np.zeros(LAST + 1, dtype=np.bool_)
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


def _text(points: Counts) -> str:
    """Return the text of code points that stand in one, two or four bytes each."""
    return points.tobytes().decode({1: "ascii", 2: "utf-16-le", 4: "utf-32-le"}[points.itemsize], "surrogatepass")

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
from webwinnow.document.characters import kinds
from webwinnow.document.words import word_positions

Numbers = npt.NDArray[Any]

SENTENCE_MARKS: Final = ".!?。！？…؟।۔．｡"
PAUSES: Final = ",;:、，；：،؛"
_UPPER, _DIGIT, _SENTENCE, _PAUSE = 1, 2, 4, 8
_FIRST_DENSE: Final = 0x2E80
"""From here on, most scripts write a word in one or two characters."""
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Letters:
    """Figures per visible run, and a hash per word."""

    words: Numbers
    characters: Numbers
    upper: Numbers
    digits: Numbers
    sentences: Numbers
    pauses: Numbers
    closes: Numbers
    """Whether a run ends with a sentence mark."""
    introduces: Numbers
    """Whether a run ends with a colon or its like."""
    text_hash: Numbers
    word_hash: Numbers
    word_run: Numbers
    """The visible run that each word stands in."""


def read_letters(page: Document) -> Letters:
    """Look at the visible text once."""
    runs, shown = page.runs, page.blocks.runs
    starts, ends = runs.start[shown], runs.end[shown]
    text = "\0".join([page.source[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]) + "\0"
    points = _points(text)
    bound = np.concatenate([[0], np.cumsum(ends - starts + 1, dtype=np.int64)])
    mark = _table().take(np.minimum(points, 0xFFFF))
    mixed = np.concatenate([np.zeros(1, np.uint64), np.cumsum(_mixed(points), dtype=np.uint64)])
    last = mark[np.maximum(bound[1:] - 2, 0)] if len(shown) else np.zeros(0, np.uint8)
    start, length, word_run = _words(page, starts, ends)
    place = start - starts[word_run] + bound[:-1][word_run]
    dense = (length == 1) & (points[place] >= _FIRST_DENSE) if len(place) else np.zeros(0, bool)
    weight = np.where(dense, 0.5, 1.0)

    def per_run(bit: int) -> Numbers:
        return np.add.reduceat((mark & bit) > 0, bound[:-1], dtype=np.float64) if len(shown) else np.zeros(0)

    return Letters(
        np.bincount(word_run, weight, minlength=len(shown)),
        np.diff(page.characters_before)[runs.gap[shown]].astype(np.float64),
        per_run(_UPPER),
        per_run(_DIGIT),
        per_run(_SENTENCE),
        per_run(_PAUSE),
        ((last & _SENTENCE) > 0).astype(np.float64),
        ((last & _PAUSE) > 0).astype(np.float64),
        mixed[bound[1:] - 1] - mixed[bound[:-1]],
        mixed[place + length] - mixed[place],
        word_run,
    )


def _words(page: Document, starts: Numbers, ends: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Give start, length and run of each word; where a prefilter hid the start of a run, its rest is in no block."""
    words = page.words
    run = np.searchsorted(starts, words.start, side="right") - 1
    inside = (run >= 0) & (words.start < np.append(ends, 0)[run])
    return words.start[inside], (words.end - words.start)[inside], run[inside]


def text_hashes(text: str) -> Numbers:
    """Hash the words of a plain text as `Letters.word_hash` does."""
    first, last = word_positions(kinds(text, references=False))
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(_mixed(_points(text)), dtype=np.uint64)])
    hashes: Numbers = sums[last] - sums[first]
    return hashes


def _points(text: str) -> Numbers:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def _mixed(points: Numbers) -> Numbers:
    """Spread code points over 64 bits; capitals as their small letters. Sums of them tell words apart."""
    low = _lower().take(np.minimum(points, 0xFFFF)).astype(np.uint64)
    low += (points > 0xFFFF) * points.astype(np.uint64)
    low *= _MIX
    low ^= low >> np.uint64(29)
    low *= np.uint64(0xBF58476D1CE4E5B9)
    low ^= low >> np.uint64(32)
    return low


@cache
def _table() -> npt.NDArray[np.uint8]:
    table = np.zeros(0x10000, dtype=np.uint8)
    letters = list(map(chr, range(0x10000)))
    table[[place for place, letter in enumerate(letters) if letter.isupper()]] |= _UPPER
    table[[place for place, letter in enumerate(letters) if letter.isdigit()]] |= _DIGIT
    table[[ord(letter) for letter in SENTENCE_MARKS]] |= _SENTENCE
    table[[ord(letter) for letter in PAUSES]] |= _PAUSE
    return table


@cache
def _lower() -> npt.NDArray[np.uint32]:
    lowered = [letter.lower() for letter in map(chr, range(0x10000))]
    return np.array([ord(low) if len(low) == 1 else place for place, low in enumerate(lowered)], dtype=np.uint32)

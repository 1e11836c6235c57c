"""Texts as one column of terms: stop words left out, the others stemmed, each text a stretch of the column.

Paper: mohammadzadeh2013, section 2.1.4.4 (stop words and a stemmer before TrendFinder) and section 6.6.3.2.
UNSPECIFIED: which stop words and which stemmer. Ours: the lists of `language.stop_words` and Snowball's stemmer, both
of the collection's language, which is the one with most words of grammar in it.
Cost: O(characters); each distinct word is stemmed once, and a text costs four bytes for each of its words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.language.stems import stems
from webwinnow.language.stop_words import language_of, stop_words
from webwinnow.language.terms import Terms, terms, terms_of_each

Numbers = npt.NDArray[np.int32]
Places = npt.NDArray[np.int64]

_CHARACTERS: Final = 1 << 20
"""Characters that are split into words at once: quick, and small in memory."""
_SAMPLE: Final = 1_000_000
"""Words by which the language is recognised."""
_LEFT_OUT: Final = -1


@dataclass(frozen=True, slots=True)
class TermStream:
    """The terms of all texts, one behind the other."""

    term: Numbers
    """Per word that is no stop word: its stem's number."""
    start: Places
    """Per text: where it starts in `term`; one more tells where the last one ends."""
    stems: tuple[str, ...]
    written: tuple[str, ...]
    """Per stem: the word that most often stands for it."""
    language: str | None

    @property
    def texts(self) -> int:
        """How many texts there are."""
        return len(self.start) - 1

    def text_at(self, places: Places) -> Places:
        """Return which text each place of the column belongs to."""
        return np.searchsorted(self.start, places, side="right") - 1


def stream_of(texts: Iterable[str], language: str | None = None) -> TermStream:
    """Split, stem and number the words of texts; a language that is not given is recognised by the texts."""
    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    pieces: list[Numbers] = []
    lengths: list[int] = []
    for together in _batches(texts):
        for listed in terms_of_each(together):
            pieces.append(np.fromiter(map(numbers.__getitem__, listed), dtype=np.int32, count=len(listed)))
            lengths.append(len(listed))
    words = np.concatenate(pieces) if pieces else np.empty(0, dtype=np.int32)
    del pieces
    return _stemmed(words, np.cumsum([0, *lengths]), tuple(numbers), language)


def stemmed(text: str, language: str | None) -> list[str]:
    """Return the stems of a short text, such as a keyword, as the texts of a stream have them."""
    listed = [term for term in terms(text) if term not in _stops(language)]
    return stems(listed, language)


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text)
        if size >= _CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _stemmed(words: Numbers, start: Places, vocabulary: tuple[str, ...], language: str | None) -> TermStream:
    """Replace words by their stems, and leave stop words out."""
    language = language or language_of(Terms(words[:_SAMPLE], vocabulary))
    stem_of, numbers = _stem_numbers(vocabulary, language)
    written = _most_written(stem_of, np.bincount(words, minlength=len(vocabulary)), vocabulary, len(numbers))
    term = stem_of[words]
    kept = term != _LEFT_OUT
    behind = np.cumsum(kept, dtype=np.int32)  # how many are kept up to each word
    start = np.where(start > 0, behind[start - 1] if len(behind) else 0, 0)
    return TermStream(term[kept], start.astype(np.int64), numbers, written, language)


def _stem_numbers(vocabulary: tuple[str, ...], language: str | None) -> tuple[Numbers, tuple[str, ...]]:
    """Return for each word the number of its stem, and the stems."""
    stops, numbers = _stops(language), dict[str, int]()
    number = [
        _LEFT_OUT if word in stops else numbers.setdefault(stem, len(numbers))
        for word, stem in zip(vocabulary, stems(vocabulary, language), strict=True)
    ]
    return np.array(number, dtype=np.int32), tuple(numbers)


def _most_written(stem_of: Numbers, times: Places, vocabulary: tuple[str, ...], count: int) -> tuple[str, ...]:
    order = np.argsort(times, kind="stable")  # the most frequent last, so that it stays
    order = order[stem_of[order] != _LEFT_OUT]
    best = np.zeros(count, dtype=np.int64)
    best[stem_of[order]] = order
    return tuple(vocabulary[word] for word in best.tolist())


def _stops(language: str | None) -> frozenset[str]:
    return stop_words().get(language or "", frozenset())

"""The inverted index of a collection: for each term, the texts that have it and how often.

Paper: mohammadzadeh2013, section 2.2.2.1, figures 2.2 (incidence matrix) and 2.3 (vocabulary and posting lists).
The whole incidence matrix would have a cell for each term and text; only the rows that a query names are ever made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.signals.similarity import Vectors, term_frequencies
from webwinnow.trends.dictionaries import phrase_places
from webwinnow.trends.stream import Places, TermStream, stemmed

Marked = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class InvertedIndex:
    """Posting lists: those of term t stand in `postings[start[t]:start[t + 1]]`, in the order of the texts."""

    stream: TermStream
    numbers: dict[str, int]
    """The vocabulary: stems to their numbers."""
    postings: Places
    start: Places
    vectors: Vectors
    """The same by text, with the number of times (tf)."""

    def texts_with(self, stem: str) -> Places:
        """Give the posting list of a stem."""
        number = self.numbers.get(stem)
        return self.postings[:0] if number is None else self.postings[self.start[number] : self.start[number + 1]]

    def incidence(self, words: Sequence[str]) -> Marked:
        """Give rows of the incidence matrix: one for each word or phrase, a column for each text (formula 2.2)."""
        rows = np.zeros((len(words), self.stream.texts), dtype=np.bool_)
        for row, word in zip(rows, words, strict=True):
            row[self.texts_having(stemmed(word, self.stream.language))] = True
        return rows

    def texts_having(self, stems: Sequence[str]) -> Places:
        """Give the texts that have all these stems next to each other."""
        if len(stems) == 1:
            return self.texts_with(stems[0])
        known = tuple(self.numbers.get(stem, -1) for stem in stems)
        if not known or -1 in known:
            return self.postings[:0]
        return np.unique(self.stream.text_at(phrase_places(self.stream, known)))


def index_of(stream: TermStream) -> InvertedIndex:
    """Build the index."""
    text = stream.text_at(np.arange(len(stream.term)))
    vectors = term_frequencies(text, stream.term, texts=stream.texts, terms=len(stream.stems))
    order = np.argsort(vectors.term, kind="stable")  # the order of the texts stays
    start = np.concatenate([[0], np.cumsum(np.bincount(vectors.term, minlength=len(stream.stems)))])
    numbers = {stem: number for number, stem in enumerate(stream.stems)}
    return InvertedIndex(stream, numbers, vectors.text[order].astype(np.int64), start.astype(np.int64), vectors)

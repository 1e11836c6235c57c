"""Search in a collection by its inverted index: Boolean queries, and texts ranked by their cosine with a query.

Paper: mohammadzadeh2013, section 2.2.2.1, figures 2.2 (incidence matrix) and 2.3 (vocabulary and posting lists). The
whole incidence matrix would have a cell for each term and text; only the rows that a query names are ever made.
Boolean: formulas 2.2 and 2.3. A text makes the expression true if and only if one of the conjunctions of its
disjunctive normal form fits the text, so the expression is evaluated as it stands. NOT binds more than AND, AND more
than OR; words side by side are joined by AND; quotes make phrases.
Ranked: section 2.2.2.2, tf by formula 2.7, idf by 2.8, the weights of texts by 2.9 and of the query by 2.10, the
cosine by 2.6 over the whole vocabulary.
UNSPECIFIED: the base of the logarithm; it divides all weights by the same number and changes no cosine. Ours: e.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.errors import ExpressionError
from webwinnow.signals.similarity import Vectors, Weights, cosines, inverse_text_frequencies, term_frequencies, weighted
from webwinnow.trends.scores import Places, TermStream, phrase_places, stemmed

Marked = npt.NDArray[np.bool_]
_PART: Final = re.compile(r"\s*(?:([()])|\"([^\"]*)\"|([^\s()\"]+))")
_RANK: Final = {"OR": 1, "AND": 2, "NOT": 3}
LONGEST: Final = 10_000
"""Characters of a query."""


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
        """Return the posting list of a stem."""
        number = self.numbers.get(stem)
        return self.postings[:0] if number is None else self.postings[self.start[number] : self.start[number + 1]]

    def incidence(self, words: Sequence[str]) -> Marked:
        """Return rows of the incidence matrix: one for each word or phrase, a column for each text (formula 2.2)."""
        rows = np.zeros((len(words), self.stream.texts), dtype=np.bool_)
        for row, word in zip(rows, words, strict=True):
            row[self.texts_having(stemmed(word, self.stream.language))] = True
        return rows

    def texts_having(self, stems: Sequence[str]) -> Places:
        """Return the texts that have all these stems next to each other."""
        if len(stems) == 1:
            return self.texts_with(stems[0])
        known = tuple(self.numbers.get(stem, -1) for stem in stems)
        if not known or -1 in known:
            return self.postings[:0]
        return np.unique(self.stream.text_at(phrase_places(self.stream, known)))

    def unknown_words(self, words: Iterable[str]) -> list[str]:
        """Return the words and phrases that no text has, each once; stop words are left out."""
        stems = {word: stemmed(word, self.stream.language) for word in words}
        return [word for word, listed in stems.items() if listed and not len(self.texts_having(listed))]


def index_of(stream: TermStream) -> InvertedIndex:
    """Build the index."""
    text = stream.text_at(np.arange(len(stream.term)))
    vectors = term_frequencies(text, stream.term, texts=stream.texts, terms=len(stream.stems))
    order = np.argsort(vectors.term, kind="stable")  # the order of the texts stays
    start = np.concatenate([[0], np.cumsum(np.bincount(vectors.term, minlength=len(stream.stems)))])
    numbers = {stem: number for number, stem in enumerate(stream.stems)}
    return InvertedIndex(stream, numbers, vectors.text[order].astype(np.int64), start.astype(np.int64), vectors)


def matching(index: InvertedIndex, query: str) -> tuple[Marked, list[str]]:
    """Return the texts for which a query is true, and the words of it that are nothing but stop words and left out."""
    left_out: list[str] = []
    stack: list[Marked | None] = []
    for kind, word in _postfix(query):
        if kind == "word":
            stems = stemmed(word, index.stream.language)
            left_out += [] if stems else [word]
            stack.append(_row(index, stems) if stems else None)
        elif kind == "NOT":
            last = stack.pop()
            stack.append(None if last is None else ~last)
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(_joined(kind, left, right))
    found = stack.pop() if stack else None
    return np.zeros(index.stream.texts, dtype=np.bool_) if found is None else found, left_out


def _row(index: InvertedIndex, stems: list[str]) -> Marked:
    row = np.zeros(index.stream.texts, dtype=np.bool_)
    row[index.texts_having(stems)] = True
    return row


def _joined(kind: str, left: Marked | None, right: Marked | None) -> Marked | None:
    """Join two rows; a word that is left out changes nothing."""
    if left is None or right is None:
        return right if left is None else left
    return left & right if kind == "AND" else left | right


def _postfix(query: str) -> Iterator[tuple[str, str]]:
    """Put operators behind what they join (the shunting yard), so that no parenthesis is left."""
    waiting: list[str] = []
    operand = False
    """Whether what was read so far ends with something that can be joined."""
    for kind, word in _parts(query):
        if operand and kind in ("word", "NOT", "("):
            yield from _released(waiting, "AND")
            waiting.append("AND")
            operand = False
        if kind == "word":
            yield kind, word
            operand = True
        elif kind in ("(", "NOT"):
            waiting.append(kind)
        elif not operand:
            raise ExpressionError(f"{query!r}: a word is missing before {kind}: add one or take {kind} away")
        elif kind == ")":
            yield from _closed(waiting, query)
        else:
            yield from _released(waiting, kind)
            waiting.append(kind)
            operand = False
    yield from _ended(waiting, query, operand=operand)


def _parts(query: str) -> Iterator[tuple[str, str]]:
    if len(query) > LONGEST:
        raise ExpressionError(f"the query has {len(query):,} characters: {LONGEST:,} at most can be read")
    at, end = 0, len(query.rstrip())
    while at < end:
        found = _PART.match(query, at)
        if not found:
            raise ExpressionError(f'{query!r}: a quote is never closed: add the missing "')
        parenthesis, phrase, word = found.groups()
        yield (parenthesis, "") if parenthesis else (word, "") if word in _RANK else ("word", phrase or word or "")
        at = found.end()


def query_words(query: str) -> list[str]:
    """Return the words and phrases of a Boolean query."""
    return [word for kind, word in _parts(query) if kind == "word"]


def _released(waiting: list[str], kind: str) -> Iterator[tuple[str, str]]:
    """Let out the operators that bind at least as much as the next one."""
    while waiting and waiting[-1] != "(" and _RANK[waiting[-1]] >= _RANK[kind]:
        yield waiting.pop(), ""


def _closed(waiting: list[str], query: str) -> Iterator[tuple[str, str]]:
    while waiting and waiting[-1] != "(":
        yield waiting.pop(), ""
    if not waiting:
        raise ExpressionError(f"{query!r}: a parenthesis is closed that was never opened: take it away")
    waiting.pop()


def _ended(waiting: list[str], query: str, *, operand: bool) -> Iterator[tuple[str, str]]:
    if not operand:
        raise ExpressionError(f"{query!r}: the query is empty or ends where a word should stand: add one")
    while waiting:
        if waiting[-1] == "(":
            raise ExpressionError(f"{query!r}: a parenthesis is never closed: add the missing )")
        yield waiting.pop(), ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A text that was found, and its cosine with the query."""

    text: int
    score: float


def normalised(vectors: Vectors) -> Vectors:
    """Divide the weights of each text by its greatest (formula 2.7)."""
    greatest = np.zeros(vectors.texts)
    np.maximum.at(greatest, vectors.text, vectors.weight)
    return replace(vectors, weight=vectors.weight / greatest[vectors.text])


def query_weights(index: InvertedIndex, query: str, idf: Weights) -> Weights:
    """Weigh the terms of a query (formula 2.10); words that no text has are left out."""
    times = Counter(stem for stem in stemmed(query, index.stream.language) if stem in index.numbers)
    weights = np.zeros(len(index.stream.stems))
    for stem, count in times.items():
        weights[index.numbers[stem]] = 0.5 + 0.5 * count / max(times.values())
    return weights * idf


def ranked(
    index: InvertedIndex, query: str, count: int = 10, *, threshold: float = 0.0, idf_weights: bool = True
) -> list[Hit]:
    """Return the texts that are nearest to a query, the nearest first; none that has nothing in common with it.

    Those nearer than `threshold` are given, as section 2.2.2.2 delivers them; without `idf_weights`, by tf alone.
    """
    idf = inverse_text_frequencies(index.vectors) if idf_weights else np.ones(len(index.stream.stems))
    score = cosines(weighted(normalised(index.vectors), idf), query_weights(index, query, idf))
    order = np.argsort(-score, kind="stable")[:count]
    return [Hit(int(text), float(score[text])) for text in order if score[text] > threshold]

"""How much each text speaks of each query: the cosine of their vectors over the query's dictionary.

Paper: mohammadzadeh2013, section 6.6.3.2, figure 6.1 (dictionaries) and section 6.6.3.3, formula 6.2; weights tf as in
section 6.6.3.2, or tf-idf by formulas 2.8 and 2.9. The normalised tf of formula 2.7 divides all weights of a text by
the same number, which leaves its cosines as they are.
UNSPECIFIED: where keywords end, for table 6.3 sets no commas. Ours: "gene flow" and its like are phrases, as written in
the file of queries; with `single_words`, each word is a term, of which the four queries then have 18, 31, 24 and 13.
UNSPECIFIED: how phrases are found. Ours: stop words are left out of phrases and texts alike, and a phrase occurs where
its stems stand next to each other in one text. A word counts as itself inside a phrase, too.
UNSPECIFIED: the query's own weights. Ours: section 2.2.2.2 wants them made as those of documents, so it is the number
of its keywords with the same stems (`abundance` and `abundant` are one term with weight 2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.signals.similarity import Vectors, Weights, cosines, inverse_text_frequencies, term_frequencies, weighted
from webwinnow.trends.queries import Query
from webwinnow.trends.record import FileProblem
from webwinnow.trends.stream import Places, TermStream, stemmed


@dataclass(frozen=True, slots=True)
class Dictionary:
    """The terms of one query in alphabetical order, each a row of stems, and the query's weights."""

    name: str
    terms: tuple[tuple[str, ...], ...]
    weights: Weights


def dictionary_of(
    query: Query, language: str | None, file: str, *, single_words: bool = False
) -> tuple[Dictionary | None, list[FileProblem]]:
    """Stem the keywords; those of which nothing is left are reported, and a query without any is None.

    With `single_words`, each word of a phrase is a term of its own.
    """
    terms: Counter[tuple[str, ...]] = Counter()
    problems: list[FileProblem] = []
    lines = query.lines or (1,) * len(query.keywords)
    for keyword, line in zip(query.keywords, lines, strict=True):
        stems = tuple(stemmed(keyword, language))
        if stems:
            terms.update([(stem,) for stem in stems] if single_words else [stems])
        else:
            message = f"query {query.name!r}: nothing is left of the keyword {keyword!r} without stop words: left out"
            problems.append(FileProblem(file, line, message))
    if not terms:
        return None, [*problems, FileProblem(file, lines[0], f"query {query.name!r} has no keyword left: left out")]
    listed = tuple(sorted(terms))
    return Dictionary(query.name, listed, np.array([terms[term] for term in listed], dtype=np.float64)), problems


def frequencies(stream: TermStream, dictionary: Dictionary) -> Vectors:
    """Count the dictionary's terms in every text (tf)."""
    number = {stem: at for at, stem in enumerate(stream.stems)}
    known = [tuple(number.get(stem, -1) for stem in term) for term in dictionary.terms]
    words = _words(stream, {term[0]: slot for slot, term in enumerate(known) if len(term) == 1})
    found = [words]
    for slot, term in enumerate(known):
        if len(term) > 1 and -1 not in term:
            places = phrase_places(stream, term)
            found.append((places, np.full(len(places), slot)))
    places, slots = (np.concatenate(column) for column in zip(*found, strict=True))
    return term_frequencies(stream.text_at(places), slots, texts=stream.texts, terms=len(known))


def _words(stream: TermStream, slots: dict[int, int]) -> tuple[Places, Places]:
    """Find all single words of a dictionary in one pass: where they stand, and which they are."""
    slot = np.full(len(stream.stems) + 1, -1, dtype=np.int32)
    slot[list(slots)] = list(slots.values())
    slot[-1] = -1  # where words that no text has were put
    found = slot[stream.term]
    places = np.flatnonzero(found >= 0)
    return places, found[places].astype(np.int64)


def phrase_places(stream: TermStream, phrase: tuple[int, ...]) -> Places:
    """Find where stems stand next to each other in one text."""
    column, length = stream.term, len(phrase)
    places: Places = np.flatnonzero(column[: max(len(column) - length + 1, 0)] == phrase[0])
    for step, stem in enumerate(phrase[1:], start=1):
        places = places[column[places + step] == stem]
    together: Places = places[stream.text_at(places) == stream.text_at(places + length - 1)]
    return together


@dataclass(frozen=True, slots=True)
class QueryScores:
    """A row for each text, a column for each query."""

    cosine: Weights
    keywords: npt.NDArray[np.int32]
    """How many keywords the text has, each as often as it occurs."""


def score(stream: TermStream, dictionaries: Sequence[Dictionary], *, idf: bool = False) -> QueryScores:
    """Compare all texts with all queries; `idf` weighs terms down that many texts have."""
    columns = [_column(stream, dictionary, idf=idf) for dictionary in dictionaries]
    cosine, keywords = zip(*columns, strict=True) if columns else ((), ())
    shape = (stream.texts, len(columns))
    return QueryScores(
        np.array(cosine, dtype=np.float64).T.reshape(shape), np.array(keywords, dtype=np.int32).T.reshape(shape)
    )


def _column(stream: TermStream, dictionary: Dictionary, *, idf: bool) -> tuple[Weights, npt.NDArray[np.int32]]:
    vectors, query = frequencies(stream, dictionary), dictionary.weights
    keywords = np.bincount(vectors.text, vectors.weight, minlength=stream.texts).astype(np.int32)
    if idf:
        rarity = inverse_text_frequencies(vectors)
        vectors, query = weighted(vectors, rarity), query * rarity
    return cosines(vectors, query), keywords

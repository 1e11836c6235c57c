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

Texts are one column of terms: stop words left out, the others stemmed, each text a stretch of the column.
Paper: mohammadzadeh2013, section 2.1.4.4 (stop words and a stemmer before TrendFinder) and section 6.6.3.2.
UNSPECIFIED: which stop words and which stemmer. Ours: the lists of `language/stop_words.txt` and Snowball's stemmer,
both of the collection's language, which is the one with most words of grammar in it.
Cost: O(characters); each distinct word is stemmed once, and a text costs four bytes for each of its words.

Queries are named lists of keywords, chosen by somebody who knows the field, in a TOML file with a table `[queries]`:

    [queries]
    evolution = ["evolution", "gene flow", "natural selection"]

Python's TOML reader gives no line numbers, so names and keywords are looked for in the text, one behind the other.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.errors import UsageError
from webwinnow.language.terms import Terms, language_of, stems, stop_words, terms, terms_of_each
from webwinnow.signals.similarity import Vectors, Weights, cosines, inverse_text_frequencies, term_frequencies, weighted
from webwinnow.trends.record import FileProblem

_EXAMPLE: Final = 'evolution = ["evolution", "gene flow"]'


@dataclass(frozen=True, slots=True)
class Query:
    """A topic, and the words and phrases that speak of it."""

    name: str
    keywords: tuple[str, ...]
    lines: tuple[int, ...] = ()
    """Per keyword: its line in the file; none for queries that were made otherwise."""


def read_queries(text: str, file: str) -> tuple[tuple[Query, ...], tuple[FileProblem, ...]]:
    """Read the queries of a file; those that are empty or no lists of words are reported."""
    try:
        table = tomllib.loads(text).get("queries")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{file}: no TOML ({error}): correct it there") from error
    if not isinstance(table, dict) or not table:
        raise UsageError(f"{file}: it has no table [queries]: write [queries], and below it {_EXAMPLE}")
    queries: list[Query] = []
    problems: list[FileProblem] = []
    newlines = [found.start() for found in re.finditer("\n", text)]
    for name, value in table.items():
        at = _place(text, rf"^\s*[\"']?{re.escape(name)}[\"']?\s*=", 0)
        line = bisect_left(newlines, at) + 1
        listed = [value] if isinstance(value, str) else value if isinstance(value, list) else None
        if listed is None or not all(isinstance(keyword, str) for keyword in listed):
            problems.append(FileProblem(file, line, f"query {name!r} is no list of keywords: left out"))
        elif not any(keyword.strip() for keyword in listed):
            problems.append(FileProblem(file, line, f"query {name!r} is empty: left out"))
        else:
            places = _keyword_places(text, listed, at)
            queries.append(Query(name, tuple(listed), tuple(bisect_left(newlines, place) + 1 for place in places)))
    return tuple(queries), tuple(problems)


def _keyword_places(text: str, keywords: list[str], at: int) -> list[int]:
    places: list[int] = []
    for keyword in keywords:
        at = _place(text, rf"[\"']{re.escape(keyword)}(?=[\"'])", at)
        places.append(at)
    return places


def _place(text: str, pattern: str, start: int) -> int:
    """Find where something ends, at or behind a place; that place where it cannot be found (written with escapes)."""
    found = re.compile(pattern, re.MULTILINE).search(text, start)
    return found.end() if found else start


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

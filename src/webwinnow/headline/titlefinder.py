"""TitleFinder: the text of the page that is most like the title element.

Paper: mohammadzadeh2013, section 5.3, formulas 5.1 to 5.3; weights by formulas 2.7 to 2.9, cosine by formula 2.6.
Ours: the vectors are sparse columns (signals/similarity.py). Formula 2.7 divides a text's counts by the largest of
them, which no cosine and no Euclidean norm can see, so it is applied to the query alone, where OSM sees it.
UNSPECIFIED: what a sentence is. Section 5.3 breaks text nodes into sentences, 5.3.2 calls the text node a sentence;
ours is the text node. UNSPECIFIED: ties. Ours: the first text. UNSPECIFIED: words of the title that stand nowhere
else. Ours: vectors are over the words of the content, so these words have no weight. UNSPECIFIED: the logarithm's
base, which moves the balance of the aggregate only. Ours: e. Stop words are removed (section 2.1.4.4; chapter 5 does
not mention them): those of the language that most of the page's words are of. Right on
177 pages without and with them (wcxb-dev, fundus, rtl-selected, postlight-parser, atf-news, 2026-11-17): tf .644 .638,
tfidf .638 .633, osm .638 .627, aggregate .638 .627.
Deviations: text that nobody sees is no candidate.   Cost: O(words log words), for sorting them.

The paper's two baselines stand here, too (section 5.4.3): the first heading of the highest order, and the title element
as it is. UNSPECIFIED: headings without text. Ours: they are passed over.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.document.geometry import Geometry
from webwinnow.document.html_names import NUMBER
from webwinnow.document.markup import Words
from webwinnow.document.references import character_table, decode_references
from webwinnow.document.visibility import rendered_runs
from webwinnow.document.word_search import find_terms, folding, letters_compared
from webwinnow.errors import ParameterError
from webwinnow.headline.outline import Headline
from webwinnow.kernels import LIBRARY, Library, address, check
from webwinnow.language.terms import BETWEEN_WORDS, Terms, folded, language_of, numbered, stop_words, terms
from webwinnow.signals.similarity import cosines, inverse_text_frequencies, overlaps, term_frequencies, weighted
from webwinnow.spans import Spans

Numbers = npt.NDArray[np.integer]
Amounts = npt.NDArray[np.float64]
SIMILARITIES: Final = ("tf", "tfidf", "osm", "aggregate")
_RUNNERS_UP: Final = 10
"""How many texts are given at most; the rest is hardly ever of interest."""
ORDERS: Final = tuple(f"h{order}" for order in range(1, 7))
_MOST: Final = 10
_MOST_COUNTS: Final = 200_000
"""How many counts of words in texts are kept; titles with more are no titles."""


@dataclass(frozen=True, slots=True)
class TitleFinder:
    """Compares every text node with the title; one of four similarities decides."""

    similarity: str = "tf"
    stop_words: bool = True
    """Whether stop words are removed from title and texts."""

    choices: ClassVar[tuple[str, ...]] = SIMILARITIES

    def __post_init__(self) -> None:
        """Refuse a similarity that does not exist."""
        if self.similarity not in SIMILARITIES:
            raise ParameterError(f"a similarity is one of {', '.join(SIMILARITIES)}, not {self.similarity!r}")

    def __call__(self, page: Document) -> tuple[Headline, ...]:
        """Rank the texts that have a word of the title, best first; none without a title."""
        return tuple(self._headline(page, run, score) for run, score in self.best(page, _RUNNERS_UP))

    def best(self, page: Document, count: int, known: Terms | None = None) -> list[tuple[int, float]]:
        """Return the runs most like the title, and how like it they are; `known` are the page's terms, if at hand."""
        if not page.title:
            return []
        runs, scores = self.scores(page, page.title, known)
        places = np.argsort(-scores, kind="stable")[:count]
        return [
            (run, score) for run, score in zip(runs[places].tolist(), scores[places].tolist(), strict=True) if score
        ]

    def scores(
        self, page: Document, query: str, known: Terms | None = None
    ) -> tuple[npt.NDArray[np.integer], npt.NDArray[np.float64]]:
        """Return the runs that have words, and how like the query each is."""
        chosen = without_stop_words(page.source, page.words) if self.stop_words else page.words
        terms = word_terms(page.source, chosen) if known is None or self.stop_words else known
        asked = terms.counts(query)
        if self.similarity != "tf":  # of which whole numbers say the same, and add up exactly in any order
            asked /= max(asked.max(initial=0.0), 1.0)
        run, number = np.searchsorted(page.runs.start, chosen.start, side="right") - 1, terms.number
        is_first = np.diff(run, prepend=-1) > 0
        runs, text = run[is_first], np.cumsum(is_first) - 1
        if self.similarity == "tf":  # texts without a word of the query are like nothing, however they are counted
            alike = np.bincount(text, asked[number] > 0, minlength=len(runs))[text] > 0
            text, number = text[alike], number[alike]
        vectors = term_frequencies(text, number, texts=len(runs), terms=len(terms.vocabulary))
        if self.similarity == "tf":
            return runs, cosines(vectors, asked)
        rarity = inverse_text_frequencies(vectors)
        if self.similarity == "tfidf":
            return runs, cosines(weighted(vectors, rarity), asked * rarity)
        overlap = overlaps(vectors, asked * rarity)
        if self.similarity == "osm":
            return runs, overlap
        return runs, cosines(vectors, asked) + cosines(weighted(vectors, rarity), asked * rarity) + overlap

    def _headline(self, page: Document, run: int, score: float) -> Headline:
        start, end = int(page.runs.start[run]), int(page.runs.end[run])
        text = " ".join(decode_references(page.source[start:end]).split())
        spans = Spans([(start, end)], size=len(page.source))
        return Headline(text, spans, score, self.similarity, page.name(int(page.runs.home[run])))


def most_like_title(page: Document, count: int) -> list[tuple[int, float]]:
    """Return what `TitleFinder("tf", stop_words=False).best` returns, without numbering all words of the page.

    The words of a text that are none of the title's make its vector longer, by the less the more of them are the same.
    So a bound tells how like the title it can be, and few texts are above the bounds of all others.
    """
    found = _ranked_at_once(LIBRARY, page, count) if LIBRARY else None
    return _ranked_by_terms(page, count) if found is None else found


def _ranked_by_terms(page: Document, count: int) -> list[tuple[int, float]]:
    asked = Counter(terms(page.title or ""))
    number, amount = find_terms(page, list(asked)), np.zeros(len(asked))
    there = number[number >= 0]
    amount[there] = np.array(list(asked.values()), dtype=np.float64)[there]
    return _ranked(page, number, amount, count) if len(there) else []


def _ranked(page: Document, number: Numbers, amount: Amounts, count: int) -> list[tuple[int, float]]:
    word = np.flatnonzero(number >= 0)
    runs, text = _distinct(np.searchsorted(page.runs.start, page.words.start[word], side="right") - 1)
    if len(runs) * len(amount) > _MOST_COUNTS:
        return TitleFinder("tf", stop_words=False).best(page, count, page.terms)
    counts = np.bincount(text * len(amount) + number[word], minlength=len(runs) * len(amount)).reshape(len(runs), -1)
    first = np.searchsorted(page.words.start, page.runs.start[runs])
    last = np.searchsorted(page.words.start, page.runs.end[runs])
    shared, others = counts @ amount, last - first - counts.sum(axis=1)
    squares, length = (counts**2).sum(axis=1), _length(amount)
    bound = shared / (np.sqrt(squares + others) * length)
    found: list[tuple[float, int]] = []
    for at in np.argsort(-bound, kind="stable").tolist():
        if len(found) == count and bound[at] < -found[-1][0]:
            break
        repeated = _squares(page, int(first[at]), int(last[at])) if others[at] > 1 else squares[at] + others[at]
        found = sorted([*found, (-float(shared[at]) / (math.sqrt(repeated) * length), int(runs[at]))])[:count]
    return [(place, -score) for score, place in found]


def _ranked_at_once(library: Library, page: Document, count: int) -> list[tuple[int, float]] | None:
    """Do as `_ranked_by_terms`; None for texts that it must compare."""
    (data, width), words, run_start = page.markup.units, page.words, page.runs.start
    title, runs, scores = letters_compared(page.title or ""), np.empty(count, np.int32), np.empty(count)
    found = library.of("rank_texts", width)(
        character_table(library), folding(library), data, len(words), address(words.start), address(words.end), title,
        len(title) // 4, len(run_start), address(run_start), count, address(runs), address(scores),
    )  # fmt: skip
    check(found)
    return list(zip(runs[:found].tolist(), scores[:found].tolist(), strict=True)) if found >= 0 else None


def _length(amount: Amounts) -> float:
    return math.sqrt(float((amount**2).sum()))


def _distinct(sorted_numbers: npt.NDArray[np.intp]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the different ones of sorted numbers, and for each number its place among them."""
    is_first = np.ones(len(sorted_numbers), dtype=np.bool_)
    np.not_equal(sorted_numbers[1:], sorted_numbers[:-1], out=is_first[1:])
    return sorted_numbers[is_first], np.cumsum(is_first) - 1


def _squares(page: Document, first: int, last: int) -> int:
    """Count the terms of a stretch of words, and add up the squares."""
    places = zip(page.words.start[first:last].tolist(), page.words.end[first:last].tolist(), strict=True)
    written = BETWEEN_WORDS.join([page.source[start:end] for start, end in places])
    return sum(times * times for times in Counter(folded(decode_references(written))).values())


def title(page: Document) -> tuple[Headline, ...]:
    """Take the whole title element; none where it is missing or empty."""
    return (Headline(page.title, declared(page).title_spans, 1.0, "title", "title"),) if page.title else ()


def largest_font(page: Document) -> tuple[Headline, ...]:
    """Take the headings in order of rank, then of place: the largest font comes first.

    Where a browser showed the page, its true sizes count, of any text: the first block of the largest font.
    """
    if page.geometry is not None:
        return _largest_shown(page, page.geometry)
    found: list[Headline] = []
    texts = page.texts
    for order, name in enumerate(ORDERS):
        elements = np.flatnonzero(page.elements.tag == NUMBER[name])
        for first, last in texts.inside(elements).tolist():
            if first < last:
                score = (len(ORDERS) - order) / len(ORDERS)
                text = texts.text(first, last)
                found.append(Headline(text, page.select(texts.pairs(first, last)), score, "largest-font", name))
            if len(found) == _MOST:
                return tuple(found)
    return tuple(found)


def _largest_shown(page: Document, geometry: Geometry) -> tuple[Headline, ...]:
    """Take the blocks in the order of their largest font as it was shown, then of place."""
    blocks, texts, boxes = page.blocks, page.texts, geometry.runs
    if not len(blocks):
        return ()
    sizes = np.where(boxes.known & rendered_runs(page), boxes.size, 0.0)[blocks.runs]
    largest = np.maximum.reduceat(sizes, blocks.first[:-1])
    found: list[Headline] = []
    for block in np.argsort(-largest, kind="stable")[:_MOST].tolist():
        first, last = int(blocks.first[block]), int(blocks.first[block + 1])
        score = float(largest[block] / max(largest.max(), 1.0))
        name = page.name(int(page.runs.home[blocks.runs[first]]))
        if score > 0:
            spans = page.select(texts.pairs(first, last))
            found.append(Headline(texts.text(first, last), spans, score, "largest-font", name))
    return tuple(found)


def word_terms(source: str, words: Words) -> Terms:
    """Number the words as terms, with references decoded: a word holds no blank, so none makes a new line."""
    bounds = zip(words.start.tolist(), words.end.tolist(), strict=True)
    return numbered((source[start:end] for start, end in bounds), decode_references)


def without_stop_words(source: str, words: Words) -> Words:
    """Leave out the stop words of the language in which most of the words are."""
    terms = word_terms(source, words)
    stops = stop_words().get(language_of(terms) or "", frozenset())
    kept = np.array([term not in stops for term in terms.vocabulary], dtype=np.bool_)[terms.number]
    return Words(words.start[kept], words.end[kept])

"""Ranked search: the texts of a collection by their cosine with a query, weighted by tf-idf.

Paper: mohammadzadeh2013, section 2.2.2.2: tf by formula 2.7, idf by 2.8, the weights of texts by 2.9 and of the query
by 2.10, the cosine by 2.6 over the whole vocabulary.
UNSPECIFIED: the base of the logarithm; it divides all weights by the same number and changes no cosine. Ours: e.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from webwinnow.signals.similarity import Vectors, Weights, cosines, inverse_text_frequencies, weighted
from webwinnow.trends.index import InvertedIndex
from webwinnow.trends.stream import stemmed


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


def ranked(index: InvertedIndex, query: str, count: int = 10) -> list[Hit]:
    """Give the texts that are nearest to a query, the nearest first; none that has nothing in common with it."""
    idf = inverse_text_frequencies(index.vectors)
    score = cosines(weighted(normalised(index.vectors), idf), query_weights(index, query, idf))
    order = np.argsort(-score, kind="stable")[:count]
    return [Hit(int(text), float(score[text])) for text in order if score[text] > 0]

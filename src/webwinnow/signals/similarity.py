"""The vector space model: texts as sparse vectors of term weights, and how alike they are to a query.

Paper: mohammadzadeh2013, section 5.3.2, formula 5.1, and section 5.3.3, formulas 5.2 and 5.3.
A text is a row, a term a column; only entries that are not zero are kept, as three flat columns. A query is a dense
column over the terms. Every step is one pass over the entries, so nothing grows with texts times texts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.integer]
Weights = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Vectors:
    """Entry k says that `term[k]` has `weight[k]` in `text[k]`; sorted by text, then by term."""

    text: Numbers
    term: Numbers
    weight: Weights
    texts: int
    """How many texts there are, also those without any term."""
    terms: int
    """The size of the vocabulary."""


def term_frequencies(text: Numbers, term: Numbers, *, texts: int, terms: int) -> Vectors:
    """Count how often each term occurs in each text (tf), given text and term of every word."""
    keys, counts = np.unique(text.astype(np.int64) * max(terms, 1) + term, return_counts=True)
    return Vectors(keys // max(terms, 1), keys % max(terms, 1), counts.astype(np.float64), texts, terms)


def inverse_text_frequencies(vectors: Vectors) -> Weights:
    """Return for each term the logarithm of texts by texts that have it (idf); nothing for a term that none has."""
    having = np.bincount(vectors.term, minlength=vectors.terms)
    rarity: Weights = np.log(max(vectors.texts, 1) / np.maximum(having, 1))
    return np.where(having > 0, rarity, 0.0)


def weighted(vectors: Vectors, factors: Weights) -> Vectors:
    """Multiply the weights by a factor for each term: tf by idf is tf-idf."""
    return replace(vectors, weight=vectors.weight * factors[vectors.term])


def lengths(vectors: Vectors) -> Weights:
    """Return the Euclidean length of each text's vector."""
    return np.sqrt(_sums(vectors.text, vectors.weight**2, vectors.texts))


def products(vectors: Vectors, query: Weights) -> Weights:
    """Multiply each text's vector with the query's."""
    return _sums(vectors.text, vectors.weight * query[vectors.term], vectors.texts)


def cosines(vectors: Vectors, query: Weights) -> Weights:
    """Return the cosine of the angle between each text and the query: 1 the same direction, 0 nothing in common."""
    return _divided(products(vectors, query), lengths(vectors) * float(np.sqrt((query**2).sum())))


def overlaps(vectors: Vectors, query: Weights) -> Weights:
    """Return the overlap scoring measure: the query's weights times the texts' of Euclidean length 1 (formula 5.2)."""
    return _divided(products(vectors, query), lengths(vectors))


def centroid(vectors: Vectors, chosen: npt.NDArray[np.bool_]) -> Weights:
    """Add up the vectors of the chosen texts, each of length 1: the direction that they share."""
    scale = _divided(np.ones(vectors.texts), lengths(vectors)) * chosen
    return _sums(vectors.term, vectors.weight * scale[vectors.text], vectors.terms)


def _sums(place: Numbers, amounts: Weights, places: int) -> Weights:
    return np.bincount(place, amounts, minlength=places).astype(np.float64)


def _divided(above: Weights, below: Weights) -> Weights:
    """Divide; nothing by nothing is nothing."""
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)

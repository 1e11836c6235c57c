"""The vector space model against the same written with dense lists."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.similarity import (
    Vectors,
    centroid,
    cosines,
    inverse_text_frequencies,
    lengths,
    overlaps,
    term_frequencies,
    weighted,
)

TERMS = 5
texts_of_terms = st.lists(st.lists(st.integers(0, TERMS - 1), max_size=6), max_size=6)
queries = st.lists(st.integers(0, 3), min_size=TERMS, max_size=TERMS)


def vectors_of(texts: list[list[int]]) -> Vectors:
    text = np.array([at for at, terms in enumerate(texts) for _ in terms], dtype=np.int32)
    term = np.array([term for terms in texts for term in terms], dtype=np.int32)
    return term_frequencies(text, term, texts=len(texts), terms=TERMS)


def dense(texts: list[list[int]]) -> list[list[float]]:
    return [[float(terms.count(term)) for term in range(TERMS)] for terms in texts]


def naive_cosine(one: list[float], other: list[float]) -> float:
    product = sum(a * b for a, b in zip(one, other, strict=True))
    below = math.hypot(*one) * math.hypot(*other)
    return product / below if below else 0.0


@given(texts_of_terms, queries)
def test_cosines_of_counts(texts: list[list[int]], query: list[int]) -> None:
    found = cosines(vectors_of(texts), np.array(query, dtype=float))
    assert found == pytest.approx([naive_cosine(each, query) for each in dense(texts)])


@given(texts_of_terms, queries)
def test_weights_by_rarity(texts: list[list[int]], query: list[int]) -> None:
    vectors, asked = vectors_of(texts), np.array(query, dtype=float)
    having = [sum(term in terms for terms in texts) for term in range(TERMS)]
    rarity = [math.log(len(texts) / times) if times else 0.0 for times in having]
    assert inverse_text_frequencies(vectors) == pytest.approx(rarity)
    rare = [[a * b for a, b in zip(each, rarity, strict=True)] for each in dense(texts)]
    wanted = [a * b for a, b in zip(query, rarity, strict=True)]
    found = cosines(weighted(vectors, np.array(rarity)), asked * rarity)
    assert found == pytest.approx([naive_cosine(each, wanted) for each in rare])
    overlap = [
        sum(a * b for a, b in zip(each, wanted, strict=True)) / (math.hypot(*each) or 1) for each in dense(texts)
    ]
    assert overlaps(vectors, asked * rarity) == pytest.approx(overlap)


@given(texts_of_terms)
def test_what_chosen_texts_share(texts: list[list[int]]) -> None:
    chosen = np.array([at % 2 == 0 for at in range(len(texts))], dtype=bool)
    unit = [[each / (math.hypot(*row) or 1) for each in row] for row in dense(texts)][::2]
    expected = [sum(column) for column in zip(*unit, strict=True)] if unit else [0.0] * TERMS
    assert centroid(vectors_of(texts), chosen) == pytest.approx(expected)


def test_texts_without_terms_have_no_direction() -> None:
    vectors = vectors_of([[], [1]])
    assert lengths(vectors).tolist() == [0, 1]
    assert cosines(vectors, np.zeros(TERMS)).tolist() == [0, 0]


def test_formula_5_2_by_hand() -> None:
    """The query has terms 0 and 1, the texts (0, 0, 1), (1) and (2): rarities log 3, log 1.5, log 3."""
    vectors = vectors_of([[0, 0, 1], [1], [2]])
    query = np.array([1.0, 1.0, 0, 0, 0]) * inverse_text_frequencies(vectors)
    first = (2 * math.log(3) + math.log(1.5)) / math.sqrt(5)
    assert overlaps(vectors, query) == pytest.approx([first, math.log(1.5), 0])

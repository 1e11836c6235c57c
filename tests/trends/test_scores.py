"""Vectors and cosines: an example computed by hand, and fast counting against a naive one."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.similarity import cosines
from webwinnow.trends.analysis import TrendSettings, find_trends
from webwinnow.trends.collection import Collection
from webwinnow.trends.record import Record
from webwinnow.trends.scores import Query, dictionary_of, frequencies, score, stemmed, stream_of
from webwinnow.trends.search import normalised

QUERY = Query("evolution", ("evolution", "gene flow", "niche"))
TEXTS = [
    "The evolution of niches, and the evolution of gene flow.",  # evolution 2, gene flow 1, niche 1
    "A niche is a niche.",  # niche 2
    "Flow of genes; the gene is in the river.",  # none: not in this order
    "Evolution!",  # evolution 1
]
BY_HAND = [4 / (sqrt(3) * sqrt(6)), 1 / sqrt(3), 0.0, 1 / sqrt(3)]
"""Dot product by lengths: (2 + 1 + 1) / (√3 √(4 + 1 + 1)), 2 / (√3 · 2), 0, 1 / √3."""


def dictionary(query=QUERY, language="en"):
    found, problems = dictionary_of(query, language, "queries.toml")
    assert problems == []
    return found


def test_the_example_computed_by_hand() -> None:
    stream = stream_of(TEXTS, "en")
    assert dictionary().terms == (("evolut",), ("gene", "flow"), ("nich",))
    found = score(stream, [dictionary()])
    assert found.cosine[:, 0] == pytest.approx(BY_HAND)
    assert found.keywords[:, 0].tolist() == [4, 2, 0, 1]


def test_means_by_year_of_the_example() -> None:
    years = ["2001", "2001", "2002", "2002"]
    records = tuple(Record("", "", year, text) for year, text in zip(years, TEXTS, strict=True))
    series = find_trends(Collection(records), [QUERY], TrendSettings(source="none")).series[0]
    assert (series.periods, series.documents) == (("2001", "2002"), (2, 2))
    assert series.mean == pytest.approx([(BY_HAND[0] + BY_HAND[1]) / 2, BY_HAND[3] / 2])
    assert series.without == pytest.approx([0, 0.5])


def test_tf_idf_of_the_example() -> None:
    # df: evolution 2, gene flow 1, niche 2 of 4 texts; idf: ln 2, ln 4 = 2 ln 2, ln 2, and ln 2 cancels out.
    expected = [(2 + 4 + 1) / (sqrt(6) * sqrt(4 + 4 + 1)), 1 / sqrt(6), 0, 1 / sqrt(6)]
    found = score(stream_of(TEXTS, "en"), [dictionary()], idf=True)
    assert found.cosine[:, 0] == pytest.approx(expected)


def test_the_normalised_tf_gives_the_same_cosines() -> None:
    vectors, query = frequencies(stream_of(TEXTS, "en"), dictionary()), dictionary().weights
    assert cosines(normalised(vectors), query) == pytest.approx(cosines(vectors, query))


def test_keywords_with_the_same_stem_are_one_term_that_weighs_more() -> None:
    found = dictionary(Query("q", ("abundance", "abundant", "Protected Areas", "protection of the area")))
    assert dict(zip(found.terms, found.weights, strict=True)) == {("abund",): 2, ("protect", "area"): 2}


def test_a_phrase_does_not_go_on_in_the_next_text() -> None:
    found = score(stream_of(["about a gene", "flow of water"], "en"), [dictionary()])
    assert found.keywords.tolist() == [[0], [0]]


def naive(texts: list[str], terms: list[tuple[str, ...]]) -> list[list[int]]:
    counts = []
    for text in texts:
        stems = stemmed(text, "en")
        counts.append([sum(tuple(stems[at : at + len(term)]) == term for at in range(len(stems))) for term in terms])
    return counts


WORDS = st.lists(st.sampled_from("gene flow the of climate changes change Niche, niches. x".split()), max_size=12)


@given(texts=st.lists(WORDS.map(" ".join), max_size=6), keywords=st.lists(WORDS.map(" ".join), min_size=1, max_size=4))
def test_counting_is_that_of_a_naive_one(texts, keywords) -> None:
    found, _ = dictionary_of(Query("q", tuple(keywords)), "en", "")
    if found is None:
        assert not any(stemmed(keyword, "en") for keyword in keywords)
        return
    vectors = frequencies(stream_of(texts, "en"), found)
    dense = np.zeros((len(texts), len(found.terms)), dtype=int)
    dense[vectors.text, vectors.term] = vectors.weight
    assert dense.tolist() == naive(texts, list(found.terms))


def test_texts_without_any_word_score_nothing() -> None:
    found = score(stream_of(["", "…", "the of and"], "en"), [dictionary()])
    assert found.cosine.tolist() == [[0.0], [0.0], [0.0]]
    assert score(stream_of([], "en"), [dictionary()]).cosine.shape == (0, 1)


@given(st.lists(st.text(), max_size=5))
def test_any_text_can_be_scored(texts) -> None:
    found = score(stream_of(texts), [dictionary()]).cosine
    assert found.shape == (len(texts), 1)
    assert ((found >= 0) & (found <= 1 + 1e-12)).all()

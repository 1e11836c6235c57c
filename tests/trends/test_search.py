"""Search: the incidence matrix and the inverted index of figures 2.2 and 2.3, Boolean and ranked queries."""

from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import ExpressionError
from webwinnow.trends.scores import stream_of
from webwinnow.trends.search import index_of, matching, normalised, query_weights, ranked

PLAYS = {
    "Antony and Cleopatra": "Antony Brutus Caesar Cleopatra mercy worser",
    "Julius Caesar": "Antony Brutus Caesar Calpurnia",
    "The Tempest": "mercy worser",
    "Hamlet": "Brutus Caesar mercy worser",
    "Othello": "Caesar mercy worser",
    "Macbeth": "Antony Caesar mercy",
}
"""Figure 2.2, column by column."""
MATRIX = """
Antony 110001
Brutus 110100
Caesar 110111
Calpurnia 010000
Cleopatra 100000
mercy 101111
worser 101110
"""


@pytest.fixture(scope="module")
def plays():
    return index_of(stream_of(PLAYS.values(), "en"))


def test_the_incidence_matrix_of_the_paper(plays) -> None:
    rows = [line.split() for line in MATRIX.strip().splitlines()]
    found = plays.incidence([word for word, _ in rows])
    assert ["".join(map(str, row)) for row in found.astype(int)] == [bits for _, bits in rows]
    assert plays.texts_with("brutus").tolist() == [0, 1, 3]
    assert plays.texts_with("yorick").tolist() == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Brutus AND Caesar AND NOT Calpurnia", [0, 3]),
        ("Brutus Caesar", [0, 1, 3]),
        ("Calpurnia OR Cleopatra", [0, 1]),
        ("Antony OR Brutus AND mercy", [0, 1, 3, 5]),
        ("(Antony OR Brutus) AND mercy", [0, 3, 5]),
        ("NOT Antony", [2, 3, 4]),
        ("NOT (Antony OR mercy)", []),
        ("NOT NOT Antony", [0, 1, 5]),
        ('"Antony Brutus"', [0, 1]),
        ('"Brutus Antony"', []),
        ("mercy NOT worser", [5]),
        ("yorick", []),
        ("NOT yorick", [0, 1, 2, 3, 4, 5]),
        ("the AND Calpurnia", [1]),
    ],
)
def test_boolean_queries(plays, query, expected) -> None:
    assert np.flatnonzero(matching(plays, query)[0]).tolist() == expected


def test_stop_words_of_a_query_are_reported(plays) -> None:
    found, left_out = matching(plays, 'the OR "of the"')
    assert (found.any(), left_out) == (False, ["the", "of the"])


@pytest.mark.parametrize(
    "query", ["", "  ", "AND", "a AND", "OR b", "(a", "a)", '"a', "()", "NOT", "a NOT", "a (OR b)", "x" * 10_001]
)
def test_wrong_queries_are_told(plays, query) -> None:
    with pytest.raises(ExpressionError, match=r": "):
        matching(plays, query)


def test_deep_parentheses_are_no_trouble(plays) -> None:
    assert matching(plays, "(" * 3000 + "Antony" + ")" * 3000)[0].sum() == 3


def tree() -> st.SearchStrategy:
    leaves = st.sampled_from("Antony Brutus mercy worser".split()).map(lambda word: (word, f"has({word!r})"))
    joined = {"AND": "and", "OR": "or"}

    def larger(inner):
        two = st.tuples(inner, st.sampled_from(list(joined)), inner)
        both = two.map(lambda t: (f"({t[0][0]} {t[1]} {t[2][0]})", f"({t[0][1]} {joined[t[1]]} {t[2][1]})"))
        return both | inner.map(lambda t: (f"NOT {t[0]}", f"(not {t[1]})"))

    return st.recursive(leaves, larger, max_leaves=6)


@given(tree())
def test_boolean_queries_are_those_of_python(expressions) -> None:
    index = index_of(stream_of(PLAYS.values(), "en"))
    ours, theirs = expressions
    expected = [eval(theirs, {"has": text.split().__contains__}) for text in PLAYS.values()]
    assert matching(index, ours)[0].tolist() == expected


TEXTS = ["gene gene flow", "gene river river", "river", "lake"]


def test_ranked_search_computed_by_hand() -> None:
    index = index_of(stream_of(TEXTS, "en"))
    idf = {"gene": log(4 / 2), "flow": log(4 / 1), "river": log(4 / 2), "lake": log(4)}  # formula 2.8
    first = {"gene": 2 / 2 * idf["gene"], "flow": 1 / 2 * idf["flow"]}  # formulas 2.7 and 2.9
    query = {"gene": (0.5 + 0.5) * idf["gene"], "flow": (0.5 + 0.5 * 1 / 2) * idf["flow"]}  # formula 2.10
    length = lambda vector: sqrt(sum(weight**2 for weight in vector.values()))  # noqa: E731  (a formula)
    expected = sum(first[term] * query[term] for term in query) / (length(first) * length(query))
    hits = ranked(index, "gene genes flow")
    assert [hit.text for hit in hits] == [0, 1]
    assert hits[0].score == pytest.approx(expected)


def test_weights_of_texts_and_queries() -> None:
    index = index_of(stream_of(TEXTS, "en"))
    weights = normalised(index.vectors).weight[:2]
    assert weights.tolist() == [1.0, 0.5]
    assert query_weights(index, "gene gene flow unknown", np.ones(4)).tolist() == [1.0, 0.75, 0.0, 0.0]


def test_nothing_in_common_is_not_found() -> None:
    index = index_of(stream_of(TEXTS, "en"))
    assert ranked(index, "unknown") == ranked(index, "the") == []
    assert len(ranked(index, "river", count=1)) == 1
    assert ranked(index_of(stream_of([])), "river") == []


def test_a_threshold_and_weights_of_tf_alone() -> None:
    """Section 2.2.2.2 delivers texts "considering a threshold"; 6.6.3.2 takes the first scheme, tf."""
    texts = ["grain grain chaff", "grain mill", "grain", "wind"]
    index = index_of(stream_of(texts, "en"))
    every = ranked(index, "grain chaff")
    above = ranked(index, "grain chaff", threshold=0.5)
    assert above == [hit for hit in every if hit.score > 0.5]
    assert 0 < len(above) < len(every)
    by_tf = {hit.text: hit.score for hit in ranked(index, "grain chaff", idf_weights=False)}
    assert by_tf[0] == pytest.approx((1 + 0.5) / (2 * 1.25) ** 0.5)
    assert by_tf[2] == pytest.approx(0.5**0.5)

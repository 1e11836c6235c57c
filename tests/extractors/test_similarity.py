"""Similarity: paragraphs that speak of what the headline speaks of."""

from __future__ import annotations

import pytest

from webwinnow import extract
from webwinnow.errors import ParameterError
from webwinnow.extractors.similarity import Similarity

PAGE = (
    "<title>How to winnow grain</title><ul><li>Sports<li>Weather<li>Politics</ul><h1>How to winnow grain</h1>"
    "<p>To winnow is to part grain from chaff with wind.</p><p>Farmers toss the grains; wind carries chaff away.</p>"
    "<p>Chaff that wind carried serves as bedding.</p>"
    "<p>Subscribe today for unlimited access to all videos.</p>"
)


@pytest.mark.parametrize("weights", ["tf", "tfidf"])
def test_what_is_alike_is_kept_wherever_it_stands(weights: str) -> None:
    pytest.importorskip("Stemmer")
    found = extract(PAGE, Similarity(weights=weights)).text
    assert "To winnow is" in found
    assert "toss the grains" in found
    assert "Subscribe" not in found
    assert "Sports" not in found


def test_rounds_reach_what_shares_no_word_with_the_headline() -> None:
    """The third paragraph has no word of the headline, but those of the paragraphs that have."""
    near, far = (extract(PAGE, Similarity(rounds=rounds, stem=False)).text for rounds in (0, 2))
    assert "bedding" not in near
    assert "bedding" in far


def test_stems_are_one_word() -> None:
    pytest.importorskip("Stemmer")
    source = "<title>Grain</title><p>Grain</p><p>Grains of rye</p><p>Nothing else</p>"
    assert "rye" in extract(source, Similarity(rounds=0)).text
    assert "rye" not in extract(source, Similarity(rounds=0, stem=False)).text


@pytest.mark.parametrize("source", ["", "<p>", "<p>the of and</p>", "<title>x</title>", "<p>谷物和风</p>", "<h1>1"])
def test_pages_with_little_have_an_answer(source: str) -> None:
    result = extract(source, Similarity(stem=False))
    assert result.page.select(result.spans) == result.spans


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(ParameterError, match="weights must be tf or tfidf, not 'bm25'"):
        Similarity(weights="bm25")
    with pytest.raises(ParameterError, match="threshold"):
        Similarity(threshold=2)
    with pytest.raises(ParameterError, match="rounds"):
        Similarity(rounds=-1)

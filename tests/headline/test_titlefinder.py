"""TitleFinder and the baselines of its paper."""

from __future__ import annotations

from collections import Counter
from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.headline import titlefinder
from webwinnow.headline.titlefinder import (
    SIMILARITIES,
    TitleFinder,
    largest_font,
    most_like_title,
    title,
    without_stop_words,
)

STORY = (
    "<title>BBC News - Harvest begins early in the valley</title><div>BBC News</div><ul><li>World</ul>"
    "<div><span>Harvest begins early in the valley</span></div><p>The harvest has begun, farmers said.</p>"
    "<p>In the valley, wind helps to winnow the grain.</p><h1>Top stories</h1><a>Harvest prices fall</a>"
)


@pytest.mark.parametrize("similarity", SIMILARITIES)
def test_the_headline_need_not_be_a_heading(similarity: str) -> None:
    """Section 5.4.4: on BBC's pages it stands in div or span, and h1 is something else."""
    found = TitleFinder(similarity)(Document(STORY))
    assert found[0].text == "Harvest begins early in the valley"
    assert (found[0].method, found[0].source) == (similarity, "span")
    assert Document(STORY).source[slice(*next(iter(found[0].spans)))] == found[0].text
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)


def test_scores_by_hand() -> None:
    page = Document("<title>grain chaff</title><p>grain</p><p>chaff grain</p><p>mill</p>")
    scores = {each.text: each.score for each in TitleFinder("tf")(page)}
    assert scores == {"chaff grain": pytest.approx(1), "grain": pytest.approx(0.5**0.5)}


def naive_scores(texts: list[list[str]], query: list[str]) -> list[list[float]]:
    """Formulas 5.1 to 5.3, with the weights of formulas 2.7 to 2.9 and the cosine of 2.6, term by term."""
    vocabulary = sorted({term for text in texts for term in text})
    idf = {term: log(len(texts) / sum(term in text for text in texts)) for term in vocabulary}

    def tf(words: list[str]) -> list[float]:
        counts = Counter(words)
        most = max((counts[term] for term in vocabulary), default=0) or 1
        return [counts[term] / most for term in vocabulary]

    def tf_idf(words: list[str]) -> list[float]:
        return [weight * idf[term] for weight, term in zip(tf(words), vocabulary, strict=True)]

    def product(one: list[float], two: list[float]) -> float:
        return sum(a * b for a, b in zip(one, two, strict=True))

    def length(vector: list[float]) -> float:
        return sqrt(product(vector, vector))

    def cosine(one: list[float], two: list[float]) -> float:
        return product(one, two) / (length(one) * length(two)) if length(one) * length(two) else 0.0

    found = []
    for text in texts:
        first, second = cosine(tf(query), tf(text)), cosine(tf_idf(query), tf_idf(text))
        overlap = product(tf_idf(query), tf(text)) / length(tf(text))
        found.append([first, second, overlap, first + second + overlap])
    return found


WORDS = st.lists(st.sampled_from("grain chaff mill wind floor rye".split()), min_size=1, max_size=6)


@given(st.lists(WORDS, min_size=1, max_size=6), WORDS)
def test_similarities_are_those_of_the_formulas(texts: list[list[str]], query: list[str]) -> None:
    page = Document(f"<title>{' '.join(query)}</title>" + "".join(f"<p>{' '.join(text)}</p>" for text in texts))
    expected = naive_scores(texts, query)
    for at, similarity in enumerate(SIMILARITIES):
        scores = TitleFinder(similarity).scores(page, page.title or "")[1]
        assert scores.tolist() == pytest.approx([each[at] for each in expected], abs=1e-9)


def test_the_aggregate_is_the_sum() -> None:
    page = Document(STORY)
    each = [TitleFinder(similarity).scores(page, page.title or "")[1] for similarity in SIMILARITIES]
    assert each[3] == pytest.approx(each[0] + each[1] + each[2])


def test_a_long_site_name_wins_over_a_short_headline() -> None:
    """The weakness that section 5.4.4 names; the default method has it no longer."""
    name = "The Weekly Mill and Bakery Gazette"
    page = Document(f"<title>Rye - {name}</title><p>{name}<p>Rye")
    assert TitleFinder("tf")(page)[0].text == name


def test_of_equals_the_first_wins() -> None:
    found = TitleFinder()(Document("<title>grain</title><p>Grain</p><p>GRAIN</p>"))
    assert [each.text for each in found] == ["Grain", "GRAIN"]


@pytest.mark.parametrize(
    "source", ["", "<p>grain", "<title></title><p>grain", "<title>grain</title>", "<title>!</title>x"]
)
def test_without_a_title_or_a_text_like_it_there_is_no_headline(source: str) -> None:
    assert TitleFinder()(Document(source)) == ()


def test_stop_words_are_removed_unless_they_shall_stay() -> None:
    """Section 2.1.4.4: TitleFinder's pre-processing removes all stop words."""
    page = Document("<title>The end of the harvest</title><p>the of the</p><p>harvest end</p><p>in the mill of it</p>")
    assert TitleFinder("tf")(page)[0].text == "harvest end"
    assert TitleFinder("tf", stop_words=False)(page)[0].text == "the of the"


def test_hidden_text_is_no_candidate() -> None:
    page = Document("<title>grain</title><p hidden>grain</p><p>grain and chaff</p>")
    assert TitleFinder()(page)[0].text == "grain and chaff"


def test_unknown_similarities_are_refused() -> None:
    with pytest.raises(ParameterError, match="one of tf, tfidf, osm, aggregate, not 'dice'"):
        TitleFinder("dice")


@given(markup())
def test_any_page(source: str) -> None:
    page = Document("<title>one two</title>" + source)
    for found in TitleFinder("aggregate")(page):
        assert found.score > 0
        assert page.select(found.spans) == found.spans


def test_the_first_heading_of_the_highest_order() -> None:
    page = Document("<h3>Three</h3><h2>Two <b>b</b>old</h2><h2>Other</h2>")
    assert [(each.text, each.source) for each in largest_font(page)][:2] == [("Two bold", "h2"), ("Other", "h2")]
    assert page.text(*next(iter(largest_font(page)[0].spans))) == "Two"


def test_headings_without_text_are_passed_over() -> None:
    page = Document("<h1><img src=logo.png></h1><h1 hidden>x</h1><h2>Two</h2>")
    assert largest_font(page)[0].text == "Two"
    assert largest_font(Document("<p>none")) == ()


def test_ten_headings_are_enough() -> None:
    assert len(largest_font(Document("<h1>x</h1>" * 1000))) == 10


def test_the_title_as_it_is() -> None:
    source = "<head><title> Grain &amp;\n chaff - Mill</title></head>"
    found = title(Document(source))
    assert found[0].text == "Grain & chaff - Mill"
    start, end = next(iter(found[0].spans))
    assert source[start:end].startswith("<title> Grain")
    assert title(Document("<title> </title>")) == title(Document("<p>x")) == ()
    assert title(Document("<svg><title>icon</title></svg>")) == ()


@given(st.lists(st.sampled_from("a b the the mill mill's grain of in Grain".split()), max_size=7), markup())
def test_bounds_find_what_comparing_all_finds(words: list[str], source: str) -> None:
    title = " ".join(words)
    page = Document(f"<title>{title}</title><p>{title}<p>the grain of the mill<p>a a b{source}<p>{title} {title} b")
    assert most_like_title(page, 3) == TitleFinder("tf", stop_words=False).best(page, 3)


@given(st.lists(st.sampled_from("a b the the mill mill's grain of in Grain ſ é".split()), max_size=9), markup())
def test_compiled_code_ranks_as_numpy_does(words: list[str], source: str) -> None:
    title = " ".join(words)
    page = Document(
        f"<title>{title}</title><p>the grain<p>a a b é x x x{source}<p>{title} b<p>Mill's Mills x X 'x y<p>b"
    )
    ours = most_like_title(page, 3)
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(titlefinder, "LIBRARY", None)
        assert most_like_title(page, 3) == ours


def test_stop_words_are_left_out() -> None:
    page = Document("<p>The wind takes the chaff</p>")
    kept = without_stop_words(page.source, page.words)
    assert [page.source[a:b] for a, b in zip(kept.start, kept.end, strict=True)] == ["wind", "takes", "chaff"]
    empty = Document("")
    assert len(without_stop_words(empty.source, empty.words)) == 0

"""The default method."""

from __future__ import annotations

import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.headline import METHODS, find_headline, rank_headlines
from webwinnow.headline.ranking import find_candidates
from webwinnow.headline.rules import weights
from webwinnow.lazy_values import LateNumber
from webwinnow.spans import Spans

TEXT = "<p>" + "Toss the grain and let the wind take the chaff, then toss the grain again. " * 8 + "</p>"
LD = '<script type="application/ld+json">{}</script>'


def headline(source: str, **known: str) -> str | None:
    found = find_headline(Document(source, **known))
    return found.text if found else None


def test_the_site_is_no_part_of_the_headline() -> None:
    assert headline(f"<title>How to winnow grain | The Mill</title>{TEXT}", url="https://themill.example/") == (
        "How to winnow grain"
    )


def test_a_long_site_name_does_not_win() -> None:
    """What TitleFinder gets wrong (mohammadzadeh2013, section 5.4.4)."""
    name = "The Weekly Mill and Bakery Gazette"
    head = f"<title>Rye - {name}</title><meta property=og:site_name content='{name}'>"
    source = f"{head}<div>{name}</div><h1>Rye</h1>{TEXT}"
    assert headline(source) == "Rye"
    assert headline(source.replace("h1", "div")) == "Rye"


def test_the_site_in_h1_does_not_win() -> None:
    source = (
        "<title>How to winnow grain - The Mill</title><meta property=og:site_name content='The Mill'>"
        f"<h1><a href=/>The Mill</a></h1><h2>How to winnow grain</h2>{TEXT}"
    )
    assert headline(source) == "How to winnow grain"


def test_a_headline_in_several_elements_is_read_whole() -> None:
    assert headline(f"<title>How to winnow - Mill</title><h1>How <em>to</em> winnow</h1>{TEXT}") == "How to winnow"


@pytest.mark.parametrize(
    "declared",
    [
        "<meta property=og:title content='How to winnow grain'>",
        LD.format('{"@type": "NewsArticle", "headline": "How to winnow grain"}'),
    ],
)
def test_what_is_declared_serves_where_nothing_is_seen(declared: str) -> None:
    found = find_headline(Document(f"{declared}{TEXT}"))
    assert found is not None
    assert found.text == "How to winnow grain"
    assert found.source in ("og:title", "json-ld")
    assert len(found.spans) == 1


def test_ten_h1_and_one_like_the_title() -> None:
    many = "".join(f"<h1>Teaser number {n}</h1>" for n in range(9))
    assert headline(f"<title>How to winnow | Mill</title>{many}<h1>How to winnow</h1>{TEXT}") == "How to winnow"


def test_runners_up_are_ranked_chances() -> None:
    found = rank_headlines(Document(f"<title>Grain | Mill</title><h1>Grain</h1><h2>Wind</h2>{TEXT}"))
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
    assert sum(each.score for each in found) == pytest.approx(1)
    assert len({each.text for each in found}) == len(found) > 2
    assert {each.method for each in found} == {"headline"}


def test_the_main_content_may_be_given() -> None:
    source = f"<h1>Upper</h1>{TEXT}<h1>Lower</h1><p>{'Rye is ripe and the lower field is full of it. ' * 9}</p>"
    page = Document(source)
    lower = page.select([(source.index("Rye"), len(source))])
    upper = {each.text: each.score for each in rank_headlines(page)}
    told = {each.text: each.score for each in rank_headlines(page, content=lower)}
    assert told["Lower"] > upper["Lower"]


BAD = [
    "", " ", "\0", "<title>", "<title></title>", "<title> | </title>", "<h1>", "<h1></h1>" * 10, "<h1>¶</h1>",
    "<title>\ud800</title>x", LD.format("{{{"), LD.format("[" * 10_000), LD.format('{"headline": {"a": [[1]]}}'),
    LD.format('{"headline": null, "name": 7}'), "<meta property=og:title>", "<h1><b><i>" * 300,
]  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("source", BAD, ids=range(len(BAD)))
def test_bad_pages_have_an_answer_or_none(source: str, method: str) -> None:
    for found in rank_headlines(Document(source), method):
        assert found.text
        assert found.spans.size == len(Document(source).source)


@given(markup())
def test_any_page_the_same_answer_each_time(source: str) -> None:
    page = Document(f"<title>One - two</title>{source}")
    found = rank_headlines(page)
    assert found == rank_headlines(Document(page.source))
    assert pickle.loads(pickle.dumps(found)) == found
    for each in found:
        assert 0 <= each.score <= 1
        assert len(each.spans) > 0


@pytest.mark.parametrize(
    "unit",
    ["<h1>x</h1>", "<div class=title>", "<h1><b>x</b>", "<meta name=title content=x>", "<title>a | ", "<p>title</p>"],
)
def test_time_grows_with_the_page(unit: str) -> None:
    def seconds(times: int) -> float:
        page = Document(unit * times)
        _ = page.words, page.visible
        started = time.process_time()
        rank_headlines(page)
        return time.process_time() - started

    pairs = ((seconds(4_000), seconds(32_000)) for _ in range(4))
    assert any(large <= 20 * small + 0.01 for small, large in pairs)  # squared it would be 64


def test_unknown_methods_are_refused() -> None:
    with pytest.raises(UsageError, match="unknown method 'best': one of headline, tf"):
        find_headline(Document(""), "best")


def test_the_features_are_those_that_have_weights() -> None:
    source = f"<title>Grain - Mill</title><h1>Grain</h1><h2 class=entry-title>Wind <b>x</b></h2>{TEXT}" + LD.format(
        '{"@type": "NewsArticle", "headline": "Grain"}'
    )
    page = Document(source)
    contest = find_candidates(page)
    described = contest.described(range(len(contest.groups)))
    used = {name for each in described for name, value in each.items() if value}
    assert {"h1", "title", "only h1", "in title", "before text", "marked", "run of heading", "news: json-ld"} <= used
    assert len(used & set(weights())) > 25


@given(source=markup())
def test_the_headline_alone_is_the_first_of_all(source: str) -> None:
    titled = f"<title>grain and chaff</title><h1>grain</h1>{source}<h2>chaff</h2><h3>{source}</h3><h4>winnow</h4>"
    alone, ranked = find_headline(Document(titled)), rank_headlines(Document(titled))
    assert alone == ranked[0]
    assert pickle.loads(pickle.dumps(alone)) == alone


@given(markup(), st.sampled_from(["", "<title>the grain of the mill</title>", "<title>中文 | Mill</title>"]))
def test_the_shortlist_finds_what_reading_all_finds(source: str, head: str) -> None:
    marked = "<h2>the mill</h2><h3 class=entry-title>grain of <b>the</b> mill</h3><h2>Strange words...</h2>"
    page = Document(f"{head}{marked}{source}{marked}")
    for view in (page, page.without(Spans([(20, 60)], size=len(page.source)))):
        found, ranked = find_headline(view), rank_headlines(view)
        assert found == (ranked[0] if ranked else None)


def test_a_heading_that_agrees_with_nothing_may_win() -> None:
    """It is read only where nothing else weighs more."""
    assert headline(f"<h3>Teasers</h3><h2 class=entry-title>Winnowing by hand</h2>{TEXT}") == "Winnowing by hand"
    assert headline(f"<title>x</title><h2 class=entry-title>Winnowing by hand</h2>{TEXT}") == "Winnowing by hand"


@pytest.mark.parametrize("content", [None, Spans([(60, 110)], size=131)])
def test_the_score_up_to_rounding_is_that_of_all_digits(content: Spans | None) -> None:
    source = "<title>Grain & chaff - The Mill</title><h1>Grain & chaff</h1><h2>Chaff</h2><p>Grain is parted from chaff"
    page = Document(f"{source:131}")
    found = find_headline(page, content=content)
    assert found is not None and isinstance(found.rating, LateNumber)
    about = found.rating._nearly()
    assert about is None or abs(about - found.score) < 1e-12
    assert found.rounded_score(6) == round(found.score, 6)

"""The type of a page."""

from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given, settings

from kind_pages import article_page, overview_page
from markup import markup
from webwinnow.document import Document
from webwinnow.extraction import extract
from webwinnow.kind import NetText, page_figures, page_type
from webwinnow.kind.page_type import NOTHING, PageKind, PageType
from webwinnow.result import find_page_type

LANGUAGES = ("en", "el", "ru", "ar", "zh")
HOSTILE = {
    "empty": "",
    "blank": " \n\t ",
    "binary": bytes(range(256)).decode("latin-1") * 200,
    "links": "<a href=/x>one two three four</a>" * 100_000,
    "bare links": "<a>x</a>" * 100_000,
    "deep": "<div>" * 50_000 + "text",
    "siblings": "<p>word</p>" * 100_000,
    "rows": "<table>" + "<tr><td>a<td>b" * 20_000,
    "headings": "<title>a b c</title>" + "<h2><a href=x>a b</a></h2>" * 50_000,
    "near titles": f"<title>{'a ' * 5000}b</title>" + "<p>a a a c</p>" * 50_000,
    "pictures": "<img width=9e99 height=-5>" * 50_000,
    "metas": "<meta property=og:typo>" * 50_000,
    "types": '<script>"@type" : [ "' * 50_000,
    "lone surrogates": "\ud800" * 1000,
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_articles_and_overviews_in_many_scripts(language: str) -> None:
    assert page_type(Document(article_page(language))).type == "article"
    assert page_type(Document(overview_page(language))).type == "overview"


@pytest.mark.parametrize(
    "source",
    [
        "",
        "<title>App</title><div id=root></div><script>start()</script>",
        "<noscript>You need to enable JavaScript to run this app.</noscript>",
        "<h1>404 Not Found</h1><hr><center>nginx</center>",
    ],
)
def test_pages_with_nothing_to_read_are_empty(source: str) -> None:
    found = page_type(Document(source))
    assert found.type == "empty"
    assert found.confidence > 0.5


def test_one_word_more_is_not_empty() -> None:
    assert page_type(Document("<p>" + "word " * (NOTHING - 1))).type == "empty"
    assert page_type(Document("<p>" + "word " * NOTHING)).type != "empty"


@pytest.mark.parametrize(
    "medium",
    [
        "<video src=mill.mp4></video>",
        "<iframe src=https://example.org/v allowfullscreen></iframe>",
        "<img src=mill.jpg width=1200 height=800>",
        "<img src=mill.jpg HEIGHT='800' width = '1200'>",
    ],
)
def test_a_large_medium_with_a_caption_is_media(medium: str) -> None:
    assert page_type(Document(f"<h1>The mill</h1>{medium}<p>Winnowing at dusk.</p>")).type == "media"


def test_a_medium_in_an_article_or_an_overview_changes_nothing() -> None:
    video = "<video src=mill.mp4></video>"
    assert page_type(Document(article_page() + video)).type == "article"
    assert page_type(Document(overview_page() + video)).type == "overview"


@pytest.mark.parametrize("size", ["width=80 height=80", "width=9e99 height=9e99", "width=-5 height=4000", "width=100%"])
def test_pictures_of_absurd_or_small_sizes_are_no_media(size: str) -> None:
    assert page_type(Document(f"<img {size}><p>Winnowing at dusk.</p>")).type == "empty"


def test_net_text_length_is_that_of_the_content_that_is_given() -> None:
    page = Document("<p>four</p><p>seven77 <a href=x>link</a></p>")
    assert page_type(page).figures["net_text_length"] == 11
    assert page_type(page, lambda: page.select([(3, 7)])).figures["net_text_length"] == 4


def test_a_result_has_a_page_type() -> None:
    source = article_page()
    found = extract(source, "plain").page_type
    assert found == find_page_type(Document(source))
    assert (str(found), found.type) == ("article", "article")
    assert found.figures["net_text_length"] > 1000


def test_a_page_type_cannot_be_changed() -> None:
    found = page_type(Document(article_page()))
    with pytest.raises(TypeError):
        found.figures["words"] = 0.0
    with pytest.raises(AttributeError):
        found.type = "media"  # type: ignore[misc]


def test_json_holds_rounded_figures() -> None:
    found = PageType("article", 0.123456, {"words": 1.000001}).to_json()
    assert found == {"type": "article", "confidence": 0.1235, "kind": None, "figures": {"words": 1.0}}


def test_the_finer_kind_is_told_by_others() -> None:
    kind = PageKind("forum", 0.81236, {"forum": 0.81236, "article": 0.18764})
    found = page_type(Document("<p>A question.</p>"), kind=kind)
    assert found.kind is kind
    told = {"name": "forum", "confidence": 0.8124, "probabilities": {"forum": 0.8124, "article": 0.1876}}
    assert found.summary()["kind"] == told


def test_an_article_with_as_many_links_as_an_overview_is_one() -> None:
    prose = "<p>" + "The jackal is a canine of the plains, and it lives in pairs that keep one territory. " * 4
    page = Document(overview_page() + prose * 4)
    assert page_type(page).type == "overview"
    for name, expected in (("article", "article"), ("documentation", "article"), ("listing", "overview")):
        assert page_type(page, kind=PageKind(name, 0.8, {name: 0.8, "forum": 0.2})).type == expected
    assert page_type(Document(overview_page()), kind=PageKind("article", 0.8, {"article": 0.8})).type == "overview"


@pytest.mark.parametrize("name", HOSTILE)
def test_every_page_has_a_type(name: str) -> None:
    found = page_type(Document(HOSTILE[name]))
    assert 0.5 <= found.confidence <= 1
    assert all(math.isfinite(value) for value in found.figures.values())


@given(markup())
@settings(max_examples=60)
def test_total_and_pure(source: str) -> None:
    found = page_type(Document(source))
    assert found.to_json() == page_type(Document(source)).to_json()
    assert list(page_figures(Document(source))) == list(page_figures(Document("")))
    assert pickle.loads(pickle.dumps(found.to_json())) == found.to_json()


def test_the_threshold_parts_overviews_from_articles() -> None:
    article, overview = (extract(source, "textsweeper") for source in (article_page(), overview_page()))
    assert not NetText()(article.page, article.spans)
    assert NetText()(overview.page, overview.spans)


def test_text_that_leads_elsewhere_does_not_count() -> None:
    page = Document("<p>twelve chars</p><p><a href=/>linked text</a></p><p>Old story <a>Read more</a></p>")
    assert not NetText(minimum=11)(page, page.visible)
    assert NetText(minimum=100)(page, page.visible)


def test_nothing_is_an_overview() -> None:
    page = Document("")
    assert NetText()(page, page.visible)


def test_the_faithful_detector_loses_on_short_articles() -> None:
    """A page that it must lose: an article whose language needs few characters."""
    found = extract(article_page("zh", paragraphs=6), "textsweeper")
    assert NetText()(found.page, found.spans)
    assert found.page_type.type == "article"

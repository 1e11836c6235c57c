"""All that a page says about itself."""

from __future__ import annotations

import json
import pickle
from datetime import date

import pytest
from hypothesis import given

from markup import markup
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.metadata import Found, find_metadata
from webwinnow.metadata.finding import Byline
from webwinnow.spans import Spans

PAGE = """<!doctype html><html lang="en-gb"><head><title>Tides – Courier</title>
<meta property="og:site_name" content="Saltmarsh Courier"><meta name="description" content="On tides.">
<meta property="og:image" content="/tide.jpg"><meta name="keywords" content="tides, mills, Tides">
<link rel="canonical" href="/tides"><link rel="license" href="https://creativecommons.org/licenses/by/4.0/">
<link rel="alternate" type="application/rss+xml" title="Comments" href="/comments.xml">
<link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel=alternate hreflang=de href=/de>
<meta property="article:section" content="Coast"><meta property="article:tag" content="water"></head>
<body><h1>Tides</h1><p>Text</p><a rel="tag" href=/t>Orlby</a>"""


def test_every_field() -> None:
    found = find_metadata(Document(PAGE, url="https://example.org/2024/x"))
    values = {
        "site": found.site_name,
        "description": found.description,
        "language": found.language,
        "address": found.canonical_url,
        "image": found.image,
        "licence": found.licence,
        "title": found.title,
        "section": found.section,
        "feed": found.feed,
    }
    assert {name: each.value for name, each in values.items() if each} == {
        "site": "Saltmarsh Courier",
        "description": "On tides.",
        "language": "en-gb",
        "address": "https://example.org/tides",
        "image": "https://example.org/tide.jpg",
        "licence": "https://creativecommons.org/licenses/by/4.0/",
        "title": "Tides",
        "section": "Coast",
        "feed": "https://example.org/feed.xml",
    }
    assert [tag.value for tag in found.tags] == ["water", "tides", "mills", "Orlby"]


def test_json_ld_tells_them_too() -> None:
    said = {
        "@type": "NewsArticle", "publisher": {"name": "Courier"}, "description": "x", "inLanguage": "de",
        "url": "https://example.org/a", "image": [{"url": "https://example.org/a.jpg"}], "license": "CC BY",
        "keywords": ["a1", "b2"], "dateModified": "2024-05-03",
    }  # fmt: skip
    found = find_metadata(Document(f'<script type="application/ld+json">{json.dumps(said)}</script>'))
    chosen = (found.site_name, found.description, found.language, found.canonical_url, found.image, found.licence)
    assert [each.value for each in chosen if each] == [
        "Courier", "x", "de", "https://example.org/a", "https://example.org/a.jpg", "CC BY",
    ]  # fmt: skip
    assert [tag.value for tag in found.tags] == ["a1", "b2"]


def test_a_heading_is_no_address() -> None:
    said = {"@type": "Article", "mainEntityOfPage": "Introduction", "url": "Tides of the north", "image": "none"}
    source = f'<script type="application/ld+json">{json.dumps(said)}</script><h1>Introduction</h1>'
    found = find_metadata(Document(source, url="https://example.org/tides"))
    assert (found.canonical_url, found.image) == (None, None)


def test_the_title_is_the_headline_and_not_the_title_element() -> None:
    found = find_metadata(Document(PAGE)).title
    assert found is not None
    assert (found.value, found.source) == ("Tides", "h1")
    assert PAGE[found.start : found.end] == "Tides"
    assert find_metadata(Document("<p>")).to_json()["title"] is None


def test_values_say_where_they_stand() -> None:
    found = find_metadata(Document(PAGE))
    assert found.language == Found("en-gb", "html lang", 15, 34, 0.85)
    assert found.description is not None
    assert PAGE[found.description.start : found.description.end].startswith('<meta name="description"')


def test_the_best_is_the_first_candidate() -> None:
    found = find_metadata(Document(PAGE))
    for name, candidates in found.candidates.items():
        assert [each.confidence for each in candidates] == sorted(
            (each.confidence for each in candidates), reverse=True
        )
        if name not in ("authors", "tags"):
            assert getattr(found, name) == next(iter(candidates), None)


def test_json_with_and_without_candidates() -> None:
    found = find_metadata(Document(PAGE))
    assert json.loads(json.dumps(found.to_json(candidates=True)))["candidates"]["site_name"][0]["source"]
    assert "candidates" not in found.to_json()


def test_main_content_tells_where_to_look_on_pages_without_a_headline() -> None:
    source = "<p>Menu</p>" * 60 + "<p>3 May 2024</p><p>" + "Once upon a time there was a tide mill. " * 20
    content = Spans([(source.index("Once"), len(source))], size=len(source))
    found = find_metadata(Document(source), content)
    assert found.published is not None
    assert found.published.value == "2024-05-03"


def test_part_of_the_result_and_of_its_json() -> None:
    result = extract(PAGE, "plain")
    assert result.metadata.site_name is not None
    assert json.loads(result.json())["metadata"]["site_name"]["value"] == "Saltmarsh Courier"


def test_values_can_be_compared_and_pickled() -> None:
    found = find_metadata(Document(PAGE), today=date(2024, 6, 1))
    assert pickle.loads(pickle.dumps(found)) == found == find_metadata(Document(PAGE), today=date(2024, 6, 1))


@given(markup())
def test_any_page_gives_an_answer(source: str) -> None:
    page = Document(source, url="https://example.org/a")
    for candidates in find_metadata(page).candidates.values():
        for each in candidates:
            assert each.value
            assert 0 <= each.start <= each.end <= len(page.source)
            assert 0 <= each.confidence <= 1


@pytest.mark.parametrize(
    "source",
    [
        "\0" * 1000,
        "<div>" * 100_000,
        "<h1>By Ada Lovelace</h1>" * 20_000,
        "<meta name=author content='Ada Lovelace'>" * 20_000,
        "<time datetime=2024-01-01>x</time>" * 20_000,
        "<p class=author>Ada Lovelace" * 20_000,
        "<p itemscope itemprop=author>" * 20_000,
        "<div class=comment>" * 20_000 + "<p class=author>Ada Lovelace",
        "<meta name=keywords content='" + "a," * 500_000 + "'>",
        "<meta name=author content='" + "By " * 500_000 + "'>",
        '<script type="application/ld+json">' + '{"author":' * 10_000 + "1" + "}" * 10_000 + "</script>",
        '<script type="application/ld+json">['
        + ",".join(['{"@type":"Article","author":"A B","datePublished":"2024-01-01"}'] * 80_000)
        + "]</script>",
    ],
    ids=lambda source: source[:30],
)
def test_hostile_pages_give_an_answer(source: str) -> None:
    assert find_metadata(Document(source, url="https://[broken")).candidates


@pytest.mark.parametrize(
    ("source", "section"),
    [
        ('<a href=/c rel="category tag">Mills</a><a href=/d rel="category tag">Wind</a>', "Mills"),
        ("<a href='/category/mills' rel='tag'>Mills</a>", "Mills"),
        ("<meta property=article:section content=Coast><a href=/c rel='category tag'>Mills</a>", "Coast"),
        ("<meta property=article:section content='Mills,Wind'>", "Mills"),
        ("<meta property=article:section content='Mills, Wind, Sea'>", "Mills"),
        ("<meta property=article:section content='Food, Drink'>", "Food, Drink"),
        ("<nav><a href=/category/mills>Mills</a></nav>", None),
    ],
)
def test_sections(source: str, section: str | None) -> None:
    found = find_metadata(Document(f"<title>x</title>{source}<p>Text", url="https://example.org/x"))
    assert (found.section.value if found.section else None) == section
    assert all(tag.value != "Mills" for tag in found.tags)


@pytest.mark.parametrize(
    ("head", "site"),
    [
        ("<title>Tides turn | Just Mills</title>", "Just Mills"),
        ("<title>Tides turn | Sea</title>", "justmills.example"),
        ("<title>x</title><meta property=og:site_name content='Just Mills - all about wind'>", "Just Mills"),
        ("<title>x</title><meta property=og:site_name content='Salt &amp;amp; Wind'>", "Salt & Wind"),
    ],
)
def test_the_address_tells_the_name_of_a_site(head: str, site: str) -> None:
    found = find_metadata(Document(f"{head}<p>Text", url="https://www.justmills.example/tides"))
    assert found.site_name is not None
    assert found.site_name.value == site


def test_a_site_goes_by_the_handle_that_its_address_says_too() -> None:
    """A publisher may own many sites; `@mills` of mills.example is the site itself."""
    page = (
        '<meta name="twitter:site" content="{}"><script type="application/ld+json">'
        '{{"@type": "NewsArticle", "publisher": {{"name": "Water Press Limited"}}}}</script><h1>Tides</h1>'
    )
    own = extract(page.format("@mills"), url="https://www.mills.example/tides").metadata.site_name
    other = extract(page.format("@editor"), url="https://www.mills.example/tides").metadata.site_name
    assert own and own.value == "Mills"
    assert other and other.value == "Water Press Limited"


@given(markup())
def test_a_byline_is_what_metadata_say(source: str) -> None:
    dated = '<p class=byline>By Ada Lovelace</p><time datetime="2024-05-03">3 May</time><p>Tides and mills.</p>'
    for page in (Document(source), Document(source + dated), Document(PAGE + dated, url="https://example.org/x")):
        found, byline = find_metadata(page, page.visible), Byline(page, page.visible)
        assert byline.author == (found.authors[0].value if found.authors else None)
        assert byline.published == (found.published.value if found.published else None)

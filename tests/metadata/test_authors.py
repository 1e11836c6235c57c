"""Who wrote a page: from markup, from bylines, and which of them to believe."""

from __future__ import annotations

import pytest

from webwinnow.document import Document
from webwinnow.metadata import find_metadata


def authors(source: str, url: str | None = None) -> list[str]:
    return [author.value for author in find_metadata(Document(source, url=url)).authors]


def json_ld(content: str) -> str:
    return f'<script type="application/ld+json">{content}</script>'


@pytest.mark.parametrize(
    "source",
    [
        json_ld('{"@type": "NewsArticle", "author": {"@type": "Person", "name": "Ada Lovelace"}}'),
        json_ld('{"@graph": [{"@type": "Article", "author": {"@id": "#a"}}, {"@id": "#a", "name": "Ada Lovelace"}]}'),
        json_ld('{"@type": "BlogPosting", "author": ["Ada Lovelace"]}'),
        json_ld('{"@type": "Article", "author": {"givenName": "Ada", "familyName": "Lovelace"}}'),
        "<meta name=author content='By Ada Lovelace'>",
        "<meta name=parsely-author content='Ada Lovelace'><meta property='article:author' content='https://example.org'>",
        "<meta name='twitter:label1' content='Written by'><meta name='twitter:data1' content='Ada Lovelace'>",
        "<h1>Tides</h1><p itemscope itemtype='http://schema.org/Article'><b itemprop=author>Ada Lovelace</b></p>",
        "<h1>Tides</h1><p vocab='http://schema.org/' typeof=Article><b property=author>Ada Lovelace</b></p>",
        "<h1>Tides</h1><a rel=author href=/ada>Ada Lovelace</a>",
        "<h1>Tides</h1><p class=byline>By <a href=/ada>Ada Lovelace</a> <time>3 May 2024</time></p>",
        "<h1>Tides</h1><div class='ArticleAuthor_name'>Ada Lovelace</div>",
        "<h1>Tides</h1><a href='/authors/ada-lovelace/'>Ada Lovelace</a>",
        "<h1>Tides</h1><p>By Ada Lovelace</p><p>Once upon a time</p>",
        "<h1>Tides</h1><p>Von</p><p>Ada Lovelace</p>",
        "<h1>Tides</h1>" + "<p>Text.</p>" * 400 + "<p class=author>Ada Lovelace</p>",
    ],
)
def test_every_place_that_names_authors(source: str) -> None:
    assert authors(source) == ["Ada Lovelace"]


def test_several_authors_of_one_byline() -> None:
    byline = "<h1>Tides</h1><p class=byline>By <a>Ada Lovelace</a>, <a>Mary Somerville</a> and <a>Bob Roe</a></p>"
    assert authors(byline) == ["Ada Lovelace", "Mary Somerville", "Bob Roe"]


def test_roles_dates_and_other_words_behind_a_name_are_left_out() -> None:
    byline = (
        "<h1>Tides</h1><div class=author><b>Ada Lovelace</b><i>Chief Tide Watcher</i><i>Dec 16</i><i>Share</i></div>"
    )
    assert authors(byline) == ["Ada Lovelace"]


def test_markup_in_a_name_is_stripped() -> None:
    assert authors(json_ld('{"@type": "Article", "author": "<a href=/ada>Ada</a> Lovelace"}')) == ["Ada Lovelace"]


def test_the_site_is_an_author_only_if_there_is_no_other() -> None:
    stated = json_ld('{"@type": "Article", "author": {"name": "Saltmarsh Courier"}}')
    site = "<meta property='og:site_name' content='Saltmarsh Courier'>"
    assert authors(site + stated) == ["Saltmarsh Courier"]
    assert authors(site + stated + "<h1>Tides</h1><p class=byline>Ada Lovelace</p>") == ["Ada Lovelace"]


def test_writers_of_comments_are_no_authors() -> None:
    comment = "<div id=comments><p class=author>Bob Roe</p></div>"
    assert authors(f"<h1>Tides</h1><p>Text</p>{comment}") == []
    assert authors(json_ld('{"@type": "Article", "author": "Ada Lovelace", "comment": {"@type": "Article", '
                           '"author": "Bob Roe"}}')) == ["Ada Lovelace"]  # fmt: skip


def test_candidates_are_ranked_and_say_where_they_stand() -> None:
    source = "<meta name=author content='Ada Lovelace'><h1>Tides</h1><p>By Bob Roe</p>"
    found = find_metadata(Document(source)).candidates["authors"]
    assert [each.value for each in found] == ["Ada Lovelace", "Bob Roe"]
    assert found[0].confidence > found[1].confidence
    assert [source[each.start : each.end] for each in found] == [
        "<meta name=author content='Ada Lovelace'>",
        "By Bob Roe",
    ]
    assert [each.source for each in found] == ["meta author", "byline phrase"]


def test_agreement_raises_confidence() -> None:
    alone = find_metadata(Document("<meta name=author content='Ada Lovelace'>")).authors[0]
    agreed = find_metadata(Document("<meta name=author content='Ada Lovelace'><h1>T</h1><p>By Ada Lovelace")).authors[0]
    assert agreed.confidence > alone.confidence


WRITTEN = [
    "<b>J</b>ane D<i>oe</i>",
    "<span>Jane</span> <span>Doe</span>",
    "<b>J</b>ane Doe",
    "<b>Jane</b> Doe",
    "<b>J</b>ane <b>D</b>oe",
]
"""Names in several elements, which readers see as one."""


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize(
    "around",
    [
        "<h1>Grain</h1><p class=byline>{}</p><p>Toss it.</p>",
        "<h1>Grain</h1><p class=byline>By {}</p><p>Toss it.</p>",
        "<h1>Grain</h1><p class=byline>By <a rel=author href=/jane>{}</a></p><p>Toss it.</p>",
        "<h1>Grain</h1><p>By {}</p><p>Toss it.</p>",
        "<article itemscope itemtype=http://schema.org/Article><h1>Grain</h1><p itemprop=author>{}</p></article>",
    ],
)
def test_a_name_in_several_elements_is_one(around: str, name: str) -> None:
    found = find_metadata(Document(around.format(name)))
    assert [author.value for author in found.authors] == ["Jane Doe"]


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("<a>Ada Lovelace</a> <a>Jane Doe</a>", ["Ada Lovelace", "Jane Doe"]),
        ("<a>Ada</a> <a>Jane Doe</a>", ["Ada", "Jane Doe"]),
        ("<span>Jane Doe</span> <span>Guardian</span>", ["Jane Doe"]),
        ("<span>Jane Doe</span><span>Reporter</span>", ["Jane Doe"]),
        ("<span>Jane</span><br><span>Monday</span>", ["Jane"]),
        ("<span>By</span><span>by Jane Doe</span>", ["Jane Doe"]),
    ],
)
def test_what_stands_beside_a_name_stays_apart(written: str, names: list[str]) -> None:
    found = find_metadata(Document(f"<h1>Grain</h1><p class=byline>{written}</p><p>Toss it.</p>"))
    assert [author.value for author in found.authors] == names


def test_a_name_that_is_written_surname_first_is_one_person() -> None:
    several = "<meta name=citation_author content='Berger, Emery D.'><meta name=citation_author content='Zorn, Ben'>"
    assert authors(several) == ["Emery D. Berger", "Ben Zorn"]


LINKS = "<a rel=author href=/a>Ada Lovelace</a> and <a rel=author href=/b>Mary Somerville</a>"


@pytest.mark.parametrize(
    "before", ["", json_ld('{"@type": "NewsArticle", "author": {"@type": "Person", "name": "Ada Lovelace"}}')]
)
def test_none_of_two_authors_with_links_is_lost(before: str) -> None:
    assert authors(f"{before}<h1>Tides</h1><p class=byline>{LINKS}</p><p>Text") == ["Ada Lovelace", "Mary Somerville"]


def test_what_is_no_person_is_not_joined_to_those_of_a_byline() -> None:
    said = json_ld('{"@type": "NewsArticle", "author": {"@type": "Person", "name": "Ada Lovelace"}}')
    more = LINKS.replace("Mary Somerville", "Reviews")
    assert authors(f"{said}<h1>Tides</h1><p class=byline>{more}</p><p>Text") == ["Ada Lovelace"]

"""The figures of a page, counted by hand."""

from __future__ import annotations

import pytest

from kind_pages import article_page, overview_page
from webwinnow.document import Document
from webwinnow.kind import page_figures
from webwinnow.kind.tally import WordCounts, teasers

TEN = "one two three four five six seven eight nine ten "


def figures(source: str) -> dict[str, float]:
    return page_figures(Document(source))


def test_words_and_links() -> None:
    found = figures("<p>one two <a href=/>three</a></p><a href=/x>four five six seven</a><a href=/y></a>")
    assert (found["words"], found["links"], found["headline_links"]) == (7, 2, 1)
    assert found["link_share"] == pytest.approx(5 / 7)
    assert found["headline_link_share"] == pytest.approx(4 / 7)


def test_prose_is_long_and_has_few_links() -> None:
    found = figures(f"<p>{TEN * 2}</p><p>{TEN}</p><p>{TEN}<a href=/>{TEN * 2}</a></p>")
    assert (found["paragraphs"], found["prose_words"]) == (1, 20)
    assert found["largest_block_share"] == pytest.approx(20 / 60)


def test_paragraphs_of_one_element_are_one_container() -> None:
    together = figures(f"<div><p>{TEN * 2}</p><p>{TEN * 2}</p></div><div><p>{TEN * 3}</p></div>")
    assert (together["container_words"], together["container_paragraphs"]) == (40, 2)
    assert together["paragraphs_per_container"] == 1.5
    assert together["joined_words"] == 70
    apart = figures(f"<div><p>{TEN * 2}</p></div><hr>x<div><p>{TEN * 3}</p></div>")
    assert (apart["container_words"], apart["joined_words"]) == (30, 0)


def test_text_parted_by_line_breaks_is_a_container_too() -> None:
    found = figures(f"<div>{TEN * 2}<br><br>{TEN * 2}</div>")
    assert (found["container_words"], found["container_paragraphs"]) == (40, 2)


def test_teasers_stand_in_a_row() -> None:
    teaser = f"<div><a href=/>one two three</a> {TEN}</div>"
    assert figures(f"<section>{teaser * 3}</section>")["teasers"] == 3
    assert figures(f"<section>{teaser * 3}</section>")["teaser_share"] == 1
    assert figures(f"<section>{teaser * 2}</section>")["teasers"] == 0
    menu = "<li><a href=/>Home</a></li>"
    assert figures(f"<ul>{menu * 9}</ul>")["teasers"] == 0


def test_teasers_are_as_a_plain_loop_finds_them() -> None:
    for source in (article_page(), overview_page(), overview_page("zh"), "<ul><li>x"):
        texts = WordCounts(Document(source))
        assert teasers(texts).nonzero()[0].tolist() == _slow_teasers(texts)


def _slow_teasers(texts: WordCounts) -> list[int]:
    page, rows = texts.page, dict[tuple[int, str], list[int]]()
    items = "li div article section tr td dd dl ul p table".split()
    for element in range(len(page.elements)):
        words, linked = int(texts.words[element]), int(texts.words[element] - texts.net[element])
        name = page.name(element)
        fits = name == "a" or (name in items and not texts.in_link[element] and linked >= 3)
        if 6 <= words <= 150 and fits:
            rows.setdefault((int(page.elements.parent[element]), name), []).append(element)
    return sorted(element for row in rows.values() if len(row) >= 3 for element in row)


def test_headings() -> None:
    found = figures("<h1>One two</h1><h2><a href=/>Three four</a></h2><a href=/><h3>Five</h3></a><h2></h2>")
    assert found["linked_heading_share"] == pytest.approx(2 / 3)
    assert (found["first_heading_words"], found["first_heading_linked"]) == (2, 0)
    assert found["headings_per_hundred_words"] == pytest.approx(60)


def test_the_headline_is_text_that_stands_in_the_title() -> None:
    title = "<title>Miller &amp; son reopen the OLD mill | Daily Grain</title>"
    assert figures(f"{title}<h1>Miller &amp; <i>son</i> reopen the old mill</h1><p>old mill</p>")["headline_words"] == 6
    assert figures(f"{title}<p>Daily Grain</p>")["headline_words"] == 2
    assert figures(f"{title}<h1><a href=/>Daily Grain</a></h1><p>Grain</p><p>other words</p>")["headline_words"] == 0
    assert figures("<h1>No title here</h1>")["headline_words"] == 0
    for written in ("<b>Reopen</b> the", "&#82;eopen THE", "the\n OLD <i>mill</i>", "SON <b>reopen</b>"):
        assert figures(f"{title}<p>{written}</p><p>Milling on</p>")["headline_words"] >= 2, written


def test_what_the_page_declares() -> None:
    data = '<script type="application/ld+json">{"@type": %s, "name": "Grain"}</script>'
    found = figures('<meta content="Article" property="og:type">' + data % '["WebPage", "NewsArticle"]')
    assert (found["graph_article"], found["data_article"], found["data_list"]) == (1, 1, 0)
    assert figures(data % '"ItemList"')["data_list"] == 1
    assert figures('<meta property="og:type" value="website">')["graph_website"] == 1
    assert figures("<p>og:type article</p>")["graph_article"] == 0
    assert figures('<script>{"@type": "NewsArticle"}</script>')["data_article"] == 0


def test_one_word_counts_alike_wherever_it_stands() -> None:
    sparse = figures(article_page().replace(" ", "\n\n  "))
    dense = figures(article_page())
    assert sparse["prose_words"] == dense["prose_words"] > 0

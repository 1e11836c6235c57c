"""Filters of links and tags (ghorbani2014, section 3)."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup, well_formed
from webwinnow.document import Document
from webwinnow.document.html_names import INVENTED, NUMBER
from webwinnow.errors import ParameterError
from webwinnow.expression import parse
from webwinnow.extractors.dana import DANAg
from webwinnow.prefilters.link_filters import BareTags, Filter1, Filter2, Filter3
from webwinnow.signals.smoothing import window_sums


def left(source: str) -> list[str]:
    page = Filter1()(Document(source))
    return [page.source[start:end] for start, end in page.visible]


def counted(source: str) -> list[str]:
    """The tags that still count as code."""
    page = Filter1()(Document(source))
    tags = zip(page.tokens.tag_start.tolist(), page.tokens.tag_end.tolist(), page.code.tolist(), strict=True)
    return [page.source[start:end] for start, end, code in tags if code]


@given(markup())
def test_what_is_hidden_is_the_text_inside_of_links(source: str) -> None:
    page = Document(source)
    after = Filter1()(page)
    linked = page.inside(page.elements.tag == NUMBER["a"])
    home = {int(start): int(element) for start, element in zip(page.runs.start, page.runs.home, strict=True)}
    assert list(after.visible) == [(start, end) for start, end in page.visible if not linked[home[start]]]
    assert ((after.code == page.code) | (after.code == 0)).all()
    assert not after.code[abs(page.tokens.code) == NUMBER["a"]].any()
    assert Filter1()(after).visible == after.visible


def test_links_lose_their_text_and_their_tags() -> None:
    source = "<p>See <a href=/x>the <b>bold</b> page</a>, please.</p>"
    assert left(source) == ["See", ", please."]
    assert counted(source) == ["<p>", "</p>"]


def test_a_link_that_was_left_open_takes_no_other_tags_along() -> None:
    source = "<p><a href=/x>one</p><p>two</p>"
    assert counted(source) == ["<p>", "</p>", "<p>", "</p>"]


@pytest.mark.parametrize("source", ["", "<a>", "</a>", "<a><a><a>", "text"])
def test_odd_pages(source: str) -> None:
    assert len(Filter1()(Document(source)).code) == len(Document(source).code)


LISTING_4_1 = (
    '<a href="link_one">anchor text one</a>\n'
    '<a href="link_two">anchor text two</a>\n'
    '<a href="link_three">anchor text three</a>\n'
)


@given(markup())
def test_only_start_tags_of_links_change(source: str) -> None:
    page = Document(source)
    after = Filter2()(page)
    links = page.tokens.code == NUMBER["a"]
    assert after.visible == page.visible
    assert (after.code[links] == len("<a>")).all()
    assert (after.code[~links] == page.code[~links]).all()


def test_listing_4_1_of_the_thesis_looks_like_content() -> None:
    """Section 4.6.1.2: with formula 4.2 the second line "will certainly show diff > 0"."""
    lines = Filter2()(Document(LISTING_4_1)).lines
    assert window_sums(lines.content - lines.code, 3)[1] > 0
    untouched = Document(LISTING_4_1).lines
    assert window_sums(untouched.content - untouched.code, 3)[1] < 0


def test_it_wins_on_linked_content() -> None:
    page = Document("<p>" + '<a href="/a/long/address/of/a/page">the linked words of a sentence</a> ' * 20 + "</p>")
    assert DANAg()(page).share_of(page.visible) < 0.2
    assert (Filter2() >> DANAg())(page) == page.visible


def test_it_loses_on_menus() -> None:
    menu = "<ul>" + "<li><a href=/x>an entry of the menu of a site</a></li>" * 20 + "</ul>"
    assert not DANAg()(Document(menu.replace("/x", "/an/address/" * 5)))
    assert (Filter2() >> DANAg())(Document(menu))


LISTING_4_1_AND_ITS_LINKS = (
    '<a href="link_one">anchor text one</a>\n'
    '<a href="link_two">anchor text two</a>\n'
    '<a href="link_three">anchor text three</a>\n'
)
LISTING_4_2 = (
    'These three anchor tags are not extraneous items. <a href="link_one">anchor text one</a>\n'
    'They are located in one of the main content regions. <a href="link_two">anchor text two</a>\n'
    'Using Filter 3 we are able to extract anchor texts of hyperlinks. <a href="link_three">\n'
    "anchor text three</a> Filter 3 is used in AddDANAg as a preprocessing step.\n"
)
NAMES = st.text("abc xyz", min_size=1, max_size=40).filter(str.strip)


def written(source: str) -> str:
    """Algorithm 4 as it stands there: the attributes are replaced in the source by underscores."""
    return re.sub(
        r"<a [^>]*>([^<]*)</a>",
        lambda link: f"<a{'_' * max(len(link[1].strip()) - len('<a></a>'), 0)}>{link[1]}</a>",
        source,
    )


@pytest.mark.parametrize(
    ("link", "underscores"),
    [
        ('<a href="http://www.BBC.com/">BBC Web Site</a>', 5),
        ('<a href="http://www.spiegel.de/">Spiegel Web Site</a>', 9),
    ],
)
def test_worked_examples(link: str, underscores: int) -> None:
    """The placeholder has as many characters as the text, less the seven of `<a></a>`."""
    assert written(link).count("_") == underscores
    assert Filter3()(Document(link)).code.tolist() == [len("<a>") + underscores, len("</a>")]


@given(st.lists(st.tuples(NAMES, st.text("hx/=", max_size=30)), max_size=6))
def test_tags_count_as_if_the_source_had_been_rewritten(links: list[tuple[str, str]]) -> None:
    source = "".join(f"<p>{text} <a {address}>{text}</a></p>" for text, address in links)
    assert Filter3()(Document(source)).code.tolist() == Document(written(source)).code.tolist()


def middle(page: Document) -> int:
    """Formula 4.2 for the second line, as it stands in the source."""
    return int(window_sums(page.lines.content - page.lines.code, 3)[1])


def test_listings_of_the_thesis() -> None:
    """Sections 4.6.1.2 and 4.6.1.3: extraneous links come out at 0, not above as after Filter 2; content is above."""
    assert middle(Filter2()(Document(LISTING_4_1_AND_ITS_LINKS))) > 0
    assert middle(Filter3()(Document(LISTING_4_1_AND_ITS_LINKS))) == 0
    lines = Filter3()(Document(LISTING_4_2)).lines
    assert (window_sums(lines.content - lines.code, 3)[:4] > 0).all()


def test_texts_of_seven_characters_and_fewer_have_an_empty_placeholder() -> None:
    page = Filter3()(Document("<a href=/x>1234567</a><a href=/x>1</a><a href=/x><img></a>"))
    assert page.code[page.tokens.code == NUMBER["a"]].tolist() == [3, 3, 3]


def test_links_without_an_end_and_tags_that_open_nothing() -> None:
    page = Document("<p><a href=/x>a text of some length<p>another one</a></p></a>")
    code = Filter3()(page).code
    assert code[page.tokens.code != NUMBER["a"]].tolist() == page.code[page.tokens.code != NUMBER["a"]].tolist()
    assert (np.asarray(code) >= 0).all()


@pytest.mark.parametrize("source", ["", "<a>", "</a>", "text", "<a><a>"])
def test_odd_pages_of_filter3(source: str) -> None:
    assert Filter3()(Document(source)).visible == Document(source).visible


@given(well_formed())
def test_tags_count_as_if_they_had_no_attributes(source: str) -> None:
    stripped = re.sub(r"<([\w-]+) [^>]*>", r"<\1>", source)
    assert BareTags()(Document(source)).code.tolist() == Document(stripped).code.tolist()


@given(markup())
def test_no_tag_counts_for_more_than_before(source: str) -> None:
    page = Document(source)
    after = BareTags()(page)
    assert (after.code <= page.code).all()
    assert ((after.code > 0) == (page.code > 0)).all()
    assert after.visible == page.visible


def test_invented_names_count_as_long_as_they_are() -> None:
    page = Document('<my-card data-x="a long value">text</my-card>')
    assert BareTags()(page).code.tolist() == [len("<my-card>"), len("</my-card>")]


def test_more_names_than_there_is_room_for() -> None:
    page = Document("".join(f"<x{number} y>" for number in range(INVENTED + 9)))
    assert (BareTags()(page).code > 0).all()


def test_attributes_no_longer_outweigh_text() -> None:
    paragraph = '<div class="article__paragraph article__paragraph--{}" data-component="text">{}</div>'
    words = "some words of a paragraph, neither very long nor very short."
    source = "".join(paragraph.format(number, words) for number in range(30))
    page = Document(source)
    assert parse("danag(lines='equal', width=160)")(page).share_of(page.visible) < 0.1
    assert parse("danag-bare")(page) == page.visible


def test_filter_2_of_the_listing_removes_the_address_alone() -> None:
    """Algorithm 3 of mohammadzadeh2013; its text leaves nothing but `<a>`."""
    page = Document("""<a class="x" href="/page">one</a><a HREF=y>two</a><a name=z>three</a>""")
    assert Filter2()(page).code.tolist() == [3, 4, 3, 4, 3, 4]
    assert Filter2(removes="href")(page).code.tolist() == [len('<a class="x">'), 4, 3, 4, len("<a name=z>"), 4]
    with pytest.raises(ParameterError, match="filter2: removes must be attributes or href, not 'all'"):
        Filter2(removes="all")

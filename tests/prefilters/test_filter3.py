"""Filter 3: links count as much code as they have text (ghorbani2014, section 3.3; mohammadzadeh2013, 4.6.1.3)."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.prefilters.filter2 import Filter2
from webwinnow.prefilters.filter3 import Filter3
from webwinnow.signals.smoothing import window_sums

LISTING_4_1 = (
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
    assert middle(Filter2()(Document(LISTING_4_1))) > 0
    assert middle(Filter3()(Document(LISTING_4_1))) == 0
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
def test_odd_pages(source: str) -> None:
    assert Filter3()(Document(source)).visible == Document(source).visible

"""Filter 2: links lose their attributes (ghorbani2014, section 3.2)."""

from __future__ import annotations

from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.extractors.danag import DANAg
from webwinnow.prefilters.filter2 import Filter2
from webwinnow.signals.smoothing import window_sums

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

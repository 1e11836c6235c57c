"""Plain text with bullets, numbers, rows and headings that are set off."""

from __future__ import annotations

from hypothesis import given
from tests.markup import markup

from webwinnow.document import Document
from webwinnow.language.words import words
from webwinnow.render.text import item_numbers, readable_text, render_text


def text_of(source: str) -> str:
    page = Document(source)
    return readable_text(page, page.visible)


def test_lists() -> None:
    page = "<ol start=3><li>third<ul><li>nested<li>again</ul></li><li>fourth<p>more<br>lines</p></ol><p>end"
    assert text_of(page) == "3. third\n  - nested\n  - again\n4. fourth\n\n  more\n  lines\n\nend\n"
    assert text_of("<ol><li>one<li value=7>seven<li>two</ol>") == "1. one\n7. seven\n3. two\n"
    assert text_of("<ol start=+-3><li value=-2>one<li value=--2>two</ol>") == "-2. one\n2. two\n"
    assert text_of("<ul><li>a</ul><ul><li>b</ul>") == "- a\n\n- b\n"


def test_a_row_stands_on_one_line() -> None:
    page = "<table><caption>Grain</caption><tr><th><th>A<th>B</tr><tr><td>x<td><td><p>3</p><p>4</p></tr></table>"
    assert text_of(page) == "Grain\n\n| A | B\nx |  | 3; 4\n"
    layout = "<table><tr><td><p>one</p><p>two</p><p>three</p></td></tr></table>"
    assert text_of(layout) == "one\n\ntwo\n\nthree\n"


def test_headings_and_terms() -> None:
    assert text_of("<p>a<h2>b</h2><p>c") == "a\n\n\nb\n\nc\n"
    assert text_of("<dl><dt>mill<dd>grinds<dd>turns<dt>sieve<dd>sifts</dl>") == (
        "mill\n    grinds\n    turns\n\nsieve\n    sifts\n"
    )


def test_deep_lists_stay_small() -> None:
    assert len(text_of("<ul><li>x" * 2000)) < 2000 * 60


def test_items_are_counted_in_their_own_list() -> None:
    page = Document("<ul><li>a<ol><li>b<li>c</ol><li>d</ul>")
    assert list(item_numbers(page).values()) == [0, 0, 1, 1]


@given(source=markup())
def test_no_word_is_lost_or_moved(source: str) -> None:
    page = Document(source)
    plain = words(render_text(page, page.visible))
    found = [word for word in words(readable_text(page, page.visible)) if not word.isdecimal()]
    assert found == [word for word in plain if not word.isdecimal()]

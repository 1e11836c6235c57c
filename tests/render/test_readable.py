"""Plain text with bullets, numbers, rows and headings that are set off."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.markup import markup

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.kernels import LIBRARY
from webwinnow.language.words import words
from webwinnow.render import text
from webwinnow.render.text import item_numbers, readable_text, render_text
from webwinnow.spans import Spans

needs_kernels = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")
PARTS = (
    "a é 中 𠀋 &amp; &#13; &#32; \u2003 \r\n \0 <p> <br> <b> <h2> </h2> <ul> <ol> <li> </ul> </ol> <ol\tstart=7> <dl> "
    "<dt> <dd> </dl> <table> <tr> <td> <th> </table> <pre> </pre> <div> </div> <table\trole=none> <menu> <textarea> "
    "</textarea>"
).split(" ")


def both(source: str, pairs: list[tuple[int, int]] | None = None, above: list[tuple[int, str]] | None = None) -> str:
    """Write by both, compare, and return what they write."""
    page = Document(source)
    spans = page.visible if pairs is None else Spans(pairs, size=len(page.source))
    written = readable_text(page, spans, above or [])
    with pytest.MonkeyPatch.context() as by_columns:
        by_columns.setattr(text, "LIBRARY", None)
        assert readable_text(page, spans, above or []) == written
    return written


def text_of(source: str) -> str:
    return both(source)


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
    assert [item_numbers(page)[at] for at in np.flatnonzero(page.elements.tag == NUMBER["li"]).tolist()] == [0, 0, 1, 1]


@given(source=markup())
def test_no_word_is_lost_or_moved(source: str) -> None:
    page = Document(source)
    plain = words(render_text(page, page.visible))
    found = [word for word in words(readable_text(page, page.visible)) if not word.isdecimal()]
    assert found == [word for word in plain if not word.isdecimal()]


@given(
    source=st.lists(st.sampled_from([*PARTS, " ", "\n", "x"]), max_size=30).map("".join),
    step=st.sampled_from([0, 1, 3, 7]),
    above=st.lists(st.integers(0, 60), max_size=3),
)
def test_both_write_the_same(source: str, step: int, above: list[int]) -> None:
    pairs = [(at, at + step) for at in range(0, len(source), step + 1)] if step else None
    both(source, pairs, [(place, f"line {place}") for place in sorted(above)])


@given(markup(), st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=4))
def test_both_write_the_same_of_any_spans(source: str, pairs: list[tuple[int, int]]) -> None:
    both(source)
    both(source, pairs)


def test_lines_stand_above_what_begins_behind_them() -> None:
    source = "<p>one<p>two<table><tr><td>1<td>2<tr><td>3<td>4</table>"
    two, cell = source.index("two"), source.index("2")
    lines = [(0, "Ada"), (two, "lost"), (two, "Bo é"), (cell, "C"), (999, "no")]
    assert both(source, above=lines) == "Ada\n\none\n\nBo é\n\ntwo\n\n1\n\nC\n\n2\n3 | 4\n"


@needs_kernels
def test_deep_lists_and_long_lines_find_room() -> None:
    source = "<ul><li>" * 40 + "<p>" + "x<br>" * 500
    assert both(source).count("\n") > 499
    assert both("<pre>" + "".join(f"<br>{at}" for at in range(500))).count("\n") == 500


@given(st.lists(st.sampled_from(["<ul>", "<ol>", "<li>", "</ul>", "</li>", "<p>", "x " * 30, "y " * 250]), max_size=14))
def test_lists_that_lay_the_page_out_are_the_same_to_both(parts: list[str]) -> None:
    both("".join(parts))


def test_preformatted_text_keeps_its_blanks() -> None:
    assert both("<pre>  a\r\n\tb<b> c </b>\r&#13;\n d<br>e</pre>") == "  a\n\tb c \n\n d\ne\n"

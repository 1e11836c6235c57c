"""The text of elements."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER


def places(page: Document, name: str = "div") -> list[int]:
    return np.flatnonzero(page.elements.tag == NUMBER[name]).tolist()


def text_of(inner: str) -> str:
    page = Document(f"<div>{inner}</div><p>more")
    return page.text_of(places(page)[0])


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        ("<b>J</b>ane D<i>oe</i>", "Jane Doe"),
        ("<span>Jane</span> <span>Doe</span>", "Jane Doe"),
        ("<span>Jane</span><span>Doe</span>", "JaneDoe"),
        ("How <b>to</b> win<i>now</i>", "How to winnow"),
        ("one<br>two", "one two"),
        ("one<br/><br/>two", "one two"),
        ("<p>one</p><p>two</p>", "one two"),
        ("<ul><li>one<li>two</ul>three", "one two three"),
        ("a<script>x</script>b", "ab"),
        ("a<!-- c -->b", "ab"),
        ("a<!-- c --> <!-- d -->b", "a b"),
        ("Salt &amp; pepper&nbsp;!", "Salt & pepper !"),
        ("&am<b>p;</b>", "&amp;"),
        ("\n seen <em hidden>not</em> ", "seen"),
        ("a<em hidden> not </em>b", "ab"),
        ("中文<b>网</b>页", "中文网页"),
        ("中文<br>网页", "中文 网页"),
        ("שלום <b>עו</b>לם", "שלום עולם"),
        ("می‌<b>خوا</b>هم", "می‌خواهم"),
        ("", ""),
        ("<img src=x>", ""),
    ],
)
def test_words_are_parted_as_readers_see_them(inner: str, expected: str) -> None:
    assert text_of(inner) == expected


def test_hidden_text_is_read_on_demand() -> None:
    page = Document("<div><span hidden>J<b>ane</b></span> Doe</div><p>A page with text to see.</p>")
    assert page.text_of(places(page)[0]) == "Doe"
    assert page.text_of(places(page)[0], hidden=True) == "Jane Doe"


def test_a_view_reads_what_it_shows() -> None:
    page = Document("<div>one <b>two</b> three</div>")
    element = places(page)[0]
    hidden = page.select([(page.source.index("two"), page.source.index("two") + 3)])
    assert page.text_of(element) == "one two three"
    assert page.without(hidden).text_of(element) == "one three"


def test_elements_in_each_other() -> None:
    page = Document("<div>a<div>b<div>c</div></div>d</div><div></div>")
    assert page.texts.of(np.array(places(page))) == ["a b c d", "b c", "c", ""]


def test_long_texts_are_cut() -> None:
    page = Document(f"<div>{'&#1740; ' * 1000}<b>one</b> two</div>")
    assert page.text_of(places(page)[0], 5) == "ی ی ی"
    assert page.text_of(places(page)[0], 0) == ""


def test_a_stretch_knows_its_place() -> None:
    page = Document("<p>x</p><div>one <b>two</b></div>")
    ((first, last),) = page.texts.inside(np.array(places(page)))
    spans = page.select(page.texts.pairs(first, last))
    assert [page.source[start:end] for start, end in spans] == ["one", "two"]


def slow(page: Document, element: int) -> str:
    """Read gap by gap, with a blank for every tag that parts words."""
    shown = set(page.blocks.runs.tolist())
    run_of = {gap: run for run, gap in enumerate(page.runs.gap.tolist())}
    pieces = []
    for gap in range(int(page.elements.first[element]) + 1, int(page.elements.close[element]) + 1):
        broken = gap and page.markup.breaks_before[gap] > page.markup.breaks_before[gap - 1]
        pieces.append(" " if broken or (gap and abs(page.tokens.code[gap - 1]) == NUMBER["br"]) else "")
        text = page.source[page.tokens.gap_start[gap] : page.tokens.gap_end[gap]]
        if run_of.get(gap) in shown:
            start, end = int(page.runs.start[run_of[gap]]), int(page.runs.end[run_of[gap]])
            blanks = (int(start > page.tokens.gap_start[gap]), int(end < page.tokens.gap_end[gap]))
            pieces.append(" " * blanks[0] + page.text(start, end) + " " * blanks[1])
        elif gap not in run_of and text:
            pieces.append(" ")
    return " ".join("".join(pieces).split())


@given(markup())
def test_as_read_gap_by_gap(source: str) -> None:
    page = Document(source)
    for element in range(len(page.elements)):
        assert page.text_of(element).split() == slow(page, element).split()


@given(markup())
def test_many_are_read_as_one_by_one(source: str) -> None:
    texts = (page := Document(source)).texts
    stretches = texts.inside(np.arange(len(page.elements)))
    for limit in (None, 5):
        assert texts.read(stretches, limit) == [texts.text(first, last, limit) for first, last in stretches]

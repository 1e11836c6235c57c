"""Flowing text: compiled code writes what marks and patterns do."""

from __future__ import annotations

import re
from html.entities import html5

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.render import flowing
from webwinnow.render.flowing import SPACES, flowing_texts, opening_pieces
from webwinnow.render.structure.gaps import read_pieces
from webwinnow.spans import Spans

needs_kernels = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")


def both(source: str, pairs: list[tuple[int, int]] | None = None) -> list[str]:
    """Read by both, compare, and return what they say."""
    page = Document(source)
    size = len(page.source)
    pieces = read_pieces(page, Spans.whole(size) if pairs is None else Spans(pairs, size=size))
    said = flowing_texts(page, pieces)
    with pytest.MonkeyPatch.context() as by_patterns:
        by_patterns.setattr(flowing, "LIBRARY", None)
        assert flowing_texts(page, pieces) == said
    assert len(said) == max(opening_pieces(page, pieces).sum(), 1)
    return said


@given(markup(), st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=4))
def test_any_spans_are_read_alike(source: str, pairs: list[tuple[int, int]]) -> None:
    both(source)
    both(source, pairs)


PARTS = ["a", "é", "中", "𠀋", " ", "\n", "&nbsp;", "&zwnj;", "\u200b", "\0", "\3", "&", "&am", "p;", "&#1", "8;"]
LETTERS = ["ab", "aB", "Ab", "A", "B", "5", "c:", "::", "É", "Я", "<b>", "</i>", "</b><i>", "</i><!-- --><b>"]
TAGS = ["<b>", "</b>", "<br>", "<p>", "<i></i>", "<script>x</script>", "<span hidden>h</span>"]


@given(st.lists(st.sampled_from(PARTS + TAGS), max_size=14).map("".join), st.sampled_from([1, 3, 7]))
def test_blanks_marks_and_cut_references_are_read_alike(source: str, step: int) -> None:
    both(source)
    both(source, [(at, at + step) for at in range(0, len(source), step + 1)])


STRETCHES = st.text(alphabet="ab. \n&;é\1\x7f\u2019", max_size=9) | st.integers(0, 40).map("x y".__mul__)


@example(["ab  cd", " x" * 20])
@example(["x" * 17, "  ", "y" * 40, " "])
@given(st.lists(STRETCHES | st.sampled_from([" ", "  ", "&amp;", "&nbsp;", *TAGS]), max_size=8))
def test_many_signs_are_read_at_once_as_one_by_one(parts: list[str]) -> None:
    both("".join(parts))


@given(st.lists(st.sampled_from([*LETTERS, "</b><wbr><i>", "<i></i>"]), max_size=14).map("".join))
def test_words_of_two_elements_are_parted_alike(source: str) -> None:
    both(source)


def test_an_element_that_begins_anew_begins_with_a_blank() -> None:
    """Styles set such elements apart; which words they are is told by their letters."""
    assert both("<a href=1>Action</a><a href=2>RPG</a>") == ["Action RPG"]
    assert both("<span>Ann Lee</span><span>Head of Sales</span><!-- --><i>Now</i>") == ["Ann Lee Head of Sales Now"]
    assert both("<b>HOKA</b><span>Speedgoat</span> <b>Weight:</b><i>Heavy</i> <b>19</b><i>Shop</i>") == [
        "HOKA Speedgoat Weight: Heavy 19 Shop"
    ]
    assert both("<em>Ясно</em><span>Где</span>") == ["Ясно Где"]
    assert both("<a>Size: 5<i class=sign></i>Colour: red") == ["Size: 5 Colour: red"]


def test_where_one_word_goes_on_nothing_is_put() -> None:
    words = (
        "<b>T</b><span>he|<b>te</b><b>st|<b>I</b><i>B|<b>AC</b><b>TUAL|Java<em>Script|<i>Run</i>Time|"
        "<b>Run</b><wbr><b>Time|<b>std::</b><i>Vec|<b>json.</b><i>Load|<b>5</b><i>MB|<b>中</b><b>A"
    )
    for word in words.split("|"):
        assert both(word) == [re.sub("<.*?>", "", word)]


@needs_kernels
@pytest.mark.parametrize("behind", ["", ";", "x;", "=", "\u3000"])
def test_every_named_reference_is_known(behind: str) -> None:
    both("<p>".join(f"{at}&{name.rstrip(';')}{behind}" for at, name in enumerate(html5)))


@needs_kernels
def test_every_sort_of_numbered_reference_is_known() -> None:
    numbers = [*range(300), 0xD7FF, 0xD800, 0xDFFF, 0xFDCF, 0xFDD0, 0xFDEF, 0xFFFD, 0xFFFE, 0x1FFFE, 0x10FFFF, 0x110000]
    both("<p>".join(f"{n}:&#{n};&#x{n:x};&#{n}&#X{n:X}-&#000000000{n};" for n in numbers))
    both(f"a&#{'9' * 5000};b&#{'0' * 5000}65;c&#x{'f' * 5000};")


def test_lines_and_blanks() -> None:
    assert both("<p> a <br> <b> b</b> <i>c </i><br>d&nbsp; e<p>\u200bf") == ["a\nb c\nd e", "f"]
    assert both("x<b>\u200b</b>y<b>\u200b \u200b</b>z") == ["x\u200by z"]


def test_a_text_that_holds_nearly_all_marks_is_left_to_python() -> None:
    marks = "".join(map(chr, [*range(1, 9), *range(14, 28)]))
    assert both(f"<p>a{marks}b<p>c") == [f"a\ufffd\ufffd\ufffd{marks[3:]}b", "c"]
    assert both(f"<p>a{marks[3:]}b<p>c") == [f"a{marks[3:]}b", "c"]


@needs_kernels
def test_much_between_the_pieces_finds_room() -> None:
    unseen = "\u200b\u200d" * 3000
    assert both(f"a<i>{unseen}</i>b") == [f"a{unseen}b"]


def test_all_that_is_white_is_known() -> None:
    assert "".join(filter(str.isspace, map(chr, range(0x110000)))) == SPACES

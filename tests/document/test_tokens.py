"""The tokenizer: pieces that join to the source, and the cases where tags are hard to tell from text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document.html_names import INVENTED, NAMES, NUMBER
from webwinnow.document.tokens import Cut, cut, start_tag_length


def interleaved(pieces: Cut) -> list[str]:
    """Text, tag, text, tag, ..., text."""
    both = [part for pair in zip(pieces.texts, pieces.tags, strict=False) for part in pair]
    return [*both, pieces.texts[-1]]


def names(source: str) -> list[str]:
    """The tags as words: `p`, `/p`, `!`."""
    tokens = cut(source).tokens
    return [("/" if code < 0 else "") + tokens.name(abs(code)) if code else "!" for code in tokens.code.tolist()]


@given(markup())
def test_pieces_join_to_the_source(source: str) -> None:
    pieces = cut(source)
    assert "".join(interleaved(pieces)) == source
    assert len(pieces.texts) == len(pieces.tags) + 1 == len(pieces.tokens.code) + 1


@given(markup())
def test_columns_say_where_the_pieces_are(source: str) -> None:
    pieces, tokens = cut(source), cut(source).tokens
    assert tokens.edge[0] == 0
    assert tokens.edge[-1] == len(source)
    assert (np.diff(tokens.edge) >= 0).all()
    gaps = zip(tokens.gap_start.tolist(), tokens.gap_end.tolist(), strict=True)
    assert [source[start:end] for start, end in gaps] == pieces.texts
    tags = zip(tokens.tag_start.tolist(), tokens.tag_end.tolist(), strict=True)
    assert [source[start:end] for start, end in tags] == pieces.tags


@given(markup())
def test_every_tag_starts_like_one(source: str) -> None:
    pieces = cut(source)
    for tag, code in zip(pieces.tags, pieces.tokens.code.tolist(), strict=True):
        assert tag[0] == "<"
        assert tag[1] in "!?/" or tag[1].isalpha()
        assert (code < 0) == (tag[1] == "/" and tag[2:3].isalpha() and tag[2:3].isascii())


@given(st.text("abc <\n", max_size=20))
def test_text_without_tags_is_one_gap(text: str) -> None:
    text = text.replace("<a", "< ").replace("<b", "< ").replace("<c", "< ")
    assert cut(text).texts == [text]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a<p>b</p>c", ["a", "<p>", "b", "</p>", "c"]),
        ("<P CLASS=x>b</P >", ["", "<P CLASS=x>", "b", "</P >", ""]),
        ('<a title="1 > 0">x', ["", '<a title="1 > 0">', "x"]),
        ("<a title='1 > 0'>x", ["", "<a title='1 > 0'>", "x"]),
        ("<a title= '>'>x", ["", "<a title= '>'>", "x"]),
        ("<a b=1>2>x", ["", "<a b=1>", "2>x"]),
        ("1 < 2 <3 <b>x", ["1 < 2 <3 ", "<b>", "x"]),
        ("<br/><br />x", ["", "<br/>", "", "<br />", "x"]),
        ("</ p>x</>y", ["", "</ p>", "x", "</>", "y"]),
        ("<?php 1 > 0 ?>x", ["", "<?php 1 >", " 0 ?>x"]),
        ("<!DOCTYPE html>x", ["", "<!DOCTYPE html>", "x"]),
        ("x<div class=a", ["x", "<div class=a", ""]),
    ],
)
def test_tags(source: str, expected: list[str]) -> None:
    assert interleaved(cut(source)) == expected


@pytest.mark.parametrize(
    "source",
    [
        '<a "stray>x',  # a quote that does not follow "=" opens nothing
        '<a b"c>x',
        '<a href="/x"">x',
        "<a it's>x",
        '<a b=c">x',
    ],
)
def test_stray_quotes_do_not_swallow_the_text(source: str) -> None:
    assert cut(source).texts == ["", "x"]


def test_a_quote_that_is_never_closed_opens_no_value() -> None:
    assert cut('<a href="x>text<b>y').texts == ["", "text", "y"]


@pytest.mark.parametrize(
    ("comment", "rest"),
    [
        ("<!-->", "x"),
        ("<!--->", "x"),
        ("<!-- a -- b -->", "x-->"),
        ("<!-- a --!>", "x"),
        ("<!-- <p> > -->", "x"),
        ("<!----!>", "x"),
        ("<!-- a ---->", "x"),
        ("<!-- never closed", ""),
        ("<!-", ""),
        ("<!doctype>", "x"),
        ("<![CDATA[x]]>", "x"),
    ],
)
def test_comments_end_where_they_should(comment: str, rest: str) -> None:
    assert interleaved(cut(comment + rest)) == ["", comment, rest]
    assert cut(comment + rest).tokens.code.tolist() == [0]


@pytest.mark.parametrize("name", ["script", "style", "textarea", "xmp", "iframe", "noembed", "noframes", "title"])
def test_raw_text_belongs_to_its_start_tag(name: str) -> None:
    inside = "if (a < b && c << d) x" if name == "title" else "if (a < b) '<p>no</p>' </scrip <!-- </ >"
    source = f"1<{name} type=x>{inside}</{name}>2"
    assert interleaved(cut(source)) == ["1", f"<{name} type=x>{inside}", "", f"</{name}>", "2"]
    assert names(source.upper()) == [name, f"/{name}"]
    assert start_tag_length(f"<{name} type='>'>{inside}") == len(f"<{name} type='>'>")


def test_names_that_only_start_like_raw_text_are_ordinary() -> None:
    assert names("<scripts><p></scripts><titles>") == ["scripts", "p", "/scripts", "titles"]


@pytest.mark.parametrize("name", ["title", "textarea", "xmp", "iframe", "noembed", "noframes"])
@pytest.mark.parametrize("before", ["", "<{0}>closed</{0}>"])
def test_raw_text_that_was_left_open_swallows_nothing(name: str, before: str) -> None:
    before = before.format(name)
    source = f"{before}<{name} class=x><p>one</p><p>two"
    pieces = interleaved(cut(source))
    assert pieces[-7:] == ["", "<p>", "one", "</p>", "", "<p>", "two"]
    assert "".join(pieces) == source


def test_many_kinds_of_raw_text_left_open_at_once() -> None:
    source = "<textarea><iframe>a<xmp>b<noembed>c<noframes><title>d<p>e"
    assert [text for text in cut(source).texts if text] == ["a", "b", "c", "d", "e"]


def test_scripts_and_styles_left_open_are_never_text() -> None:
    assert cut("a<script>b<p>c").texts == ["a", ""]
    assert cut("a<style>b<p>c").texts == ["a", ""]


def test_select_is_ordinary_markup() -> None:
    assert names("<select><option>a<p>b") == ["select", "option", "p"]


def test_title_of_a_drawing_that_holds_elements_is_not_raw() -> None:
    assert cut("<svg><title><tspan>a</tspan></title></svg>b").texts == ["", "", "", "a", "", "", "b"]


def test_numbers_of_names() -> None:
    tokens = cut("<P></p><my-Card></MY-CARD><other>").tokens
    own = len(NAMES) + 1
    assert tokens.code.tolist() == [NUMBER["p"], -NUMBER["p"], own, -own, own + 1]
    assert [tokens.name(NUMBER["p"]), tokens.name(own), tokens.name(own + 1)] == ["p", "my-card", "other"]


def test_invented_names_are_bounded() -> None:
    tokens = cut("".join(f"<x{n}></x{n}>" for n in range(100_000))).tokens
    assert len(tokens.invented) == INVENTED
    assert tokens.code.dtype == np.int16
    assert len(np.unique(np.abs(tokens.code))) == INVENTED
    assert (tokens.code[0::2] == -tokens.code[1::2]).all()
    assert tokens.name(int(tokens.code[-2])) == f"x{INVENTED - 1}"

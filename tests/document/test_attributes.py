"""Attributes against html.parser, and the names of elements."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from markup import ATTRIBUTES, markup
from webwinnow.document import Document, attributes
from webwinnow.document.attributes import AttributeSearch, finder, read_attributes, value_at


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("<p>", {}),
        ("<p/>", {}),
        ("<br />", {}),
        ("<p a=1 b='2' c=\"3\">", {"a": "1", "b": "2", "c": "3"}),
        ("<p a = 1\n\tB\r=\f'x y'>", {"a": "1", "b": "x y"}),
        ("<p a=1 A=2>", {"a": "1"}),
        ("<p a= a=2>", {"a": "a=2"}),
        ("<p a='' a=2>", {"a": ""}),
        ("<p hidden disabled=>", {"hidden": "", "disabled": ""}),
        ("<a href=/x/y/>", {"href": "/x/y/"}),
        ("<a href='?a=1&amp;b=2&lt;'>", {"href": "?a=1&b=2<"}),
        ("<p a='1'b='2'/c=3>", {"a": "1", "b": "2", "c": "3"}),
        ("<p =x=1>", {"=x": "1"}),
        ('<p "q" r>', {'"q"': "", "r": ""}),
        ("<my-card:x data-a.b=1>", {"data-a.b": "1"}),
        ("<script src=x>a=1 b", {"src": "x"}),
        ("<p title='a > b' id=x", {"title": "a > b", "id": "x"}),
        ("not a tag", {}),
        ("", {}),
    ],
)
def test_attributes(tag: str, expected: dict[str, str]) -> None:
    assert read_attributes(tag) == expected


_FINDERS = {name: finder(name) for name in ("a", "hidden", "style")}


@given(
    st.lists(st.sampled_from(["a", "hidden", "style", "x", "=", '"', "'", "/", " ", "\n", ">", "&lt;"])).map("".join)
)
def test_one_attribute_is_found_as_when_all_are_read(inside: str) -> None:
    attributes = read_attributes(f"<p {inside}>")
    assert {name: find(f"<p {inside}>") for name, find in _FINDERS.items()} == {
        name: attributes.get(name) for name in _FINDERS
    }


_VALUE = st.text("abc=/'&;<> \n", max_size=6)


@given(st.lists(st.tuples(st.sampled_from(["id", "Class", "data-x", "href", "it's"]), _VALUE), max_size=5))
def test_attributes_are_those_of_lexbor(pairs: list[tuple[str, str]]) -> None:
    tag = "<p " + " ".join(f'{name}="{value}"' for name, value in pairs) + ">"
    node = LexborHTMLParser(tag).css_first("p")
    assert read_attributes(tag) == {name: value or "" for name, value in node.attributes.items()}


@given(markup(), st.sampled_from(ATTRIBUTES))
def test_any_element_has_attributes(source: str, attributes: str) -> None:
    page = Document(f"<p{attributes}>" + source)
    for element in range(len(page.elements)):
        assert all(name == name.lower() for name in page.attributes(element))


def test_elements_without_a_tag_have_none_and_reopened_ones_share_theirs() -> None:
    page = Document("<p><b id=x>one<p>two<table><td>three")
    found = {page.name(n): page.attributes(n) for n in range(len(page.elements)) if page.name(n) in {"body", "tr"}}
    assert found == {"body": {}, "tr": {}}
    assert [page.attributes(int(home)).get("id") for home in page.runs.home] == ["x", "x", None]


NAMED = Document(
    "<div class='post_Body  comment-list' id=c12 role=main><p class=x1 id=>text<a class=no href=/>a</a></p></div>"
)


def test_names_are_cut_into_words() -> None:
    every = np.arange(len(NAMED.elements))
    names = NAMED.names.among(every, links=False)
    words = {NAMED.name(int(element)): names.words()[names.number[k]] for k, element in enumerate(every)}
    assert words["div"] == ("post", "body", "comment", "list", "c", "main")
    assert (words["p"], words["a"]) == (("x",), ())
    assert len(names.words()) == len(names.kind) == names.number.max() + 1


def test_words_of_names_with_and_without_links_and_of_some_length() -> None:
    every = np.arange(len(NAMED.elements))
    few = NAMED.names.words_among(every, links=True, longest=10)
    many = NAMED.names.words_among(every)
    assert [few.lines[number] for number in few.number] == ["", "", "post body ", "x ", "no "]
    assert [many.lines[number] for number in many.number][2:] == ["post body comment list c main ", "x ", ""]


def test_names_of_one_element_stand_as_they_are_written() -> None:
    names = {NAMED.name(element): NAMED.names.of(element) for element in range(len(NAMED.elements))}
    assert names == {
        "html": "",
        "body": "",
        "div": "post_Body  comment-list c12 main",
        "p": "x1",
        "a": "no",
    }


def test_elements_are_found_by_words_in_their_names() -> None:
    def holding(*words: str) -> list[str]:
        return [NAMED.name(element) for element in NAMED.names.holding(words).tolist()]

    assert holding("comment", "x1") == ["div", "p"]
    assert holding("body") == ["div"]
    assert holding("href") == holding() == []


def test_classes_that_differ_in_digits_are_of_one_kind() -> None:
    names = Document("<p class=c1>a<p class=c22>b<p class=d>c").names.every()
    kinds = names.kind[names.number][-3:].tolist()
    assert kinds[0] == kinds[1] != kinds[2]


def test_both_ways_of_writing_attributes_are_read_and_no_others() -> None:
    page = Document("<P CLASS=a ID='b' data-id=no onclick='id=no'>x")
    assert page.names.of(len(page.elements) - 1) == "a b"


@given(markup())
def test_many_are_read_as_one_by_one(source: str) -> None:
    page = Document(source)
    every = page.names.every()
    for element in range(len(page.elements)):
        assert every.written[every.number[element]].strip() == page.names.of(element)
        assert set(re.findall("[a-z]+", page.names.of(element).lower()[:150])) >= {
            part for part in every.words()[every.number[element]] if part.isascii()
        }


NAMES = ("src", "width", "data-k", "alt", "=x", "hidden")
SEARCH = AttributeSearch(NAMES)
HARD = (
    "<img src=a src=b ALT='' width>",
    "<img/src='a'width=\"3>4\"alt=>x",
    "<img src = 'a&amp;b' data-K=1 =x=2 alt",
    "<img alt='never ends src=b>",
    "<img\u2003src=x\u2003y width='1'/>",
    "<img srcı=1 ſrc=2 hİdden hidden=3>",
    "<iframe src=a>alt=b <p width=1></iframe>",
    "<p>no attribute<b>",
    "text alone",
)


def read(page: Document) -> list[dict[str, str]]:
    places = SEARCH.places(page, np.arange(len(page.elements)))
    return [
        {name: value_at(page.source, *place) for name, place in zip(NAMES, row, strict=True) if place[0] >= 0}
        for row in places.tolist()
    ]


def checked(page: Document) -> None:
    every = [page.attributes(element) for element in range(len(page.elements))]
    wanted = [{name: each[name] for name in NAMES if name in each} for each in every]
    assert read(page) == wanted
    places = SEARCH.places(page, np.arange(len(page.elements)))
    with pytest.MonkeyPatch.context() as by_python:
        by_python.setattr(attributes, "LIBRARY", None)
        assert read(page) == wanted
        assert SEARCH.places(page, np.arange(len(page.elements))).tolist() == places.tolist()


@pytest.mark.parametrize("source", HARD)
@pytest.mark.parametrize("more", ["", "é", "中", "𠀋"])
def test_values_are_those_of_the_tag(source: str, more: str) -> None:
    checked(Document(source + more))


@given(markup())
def test_on_any_page(source: str) -> None:
    checked(Document(source))


@given(st.lists(st.sampled_from([*NAMES, " ", "=", "'", '"', "/", "x", "&lt;", "\u2003", "SRC"]), max_size=12))
def test_on_any_tag(pieces: list[str]) -> None:
    checked(Document(f"<img {''.join(pieces)}>"))


def test_no_elements() -> None:
    assert SEARCH.places(Document("<p>"), np.empty(0, np.intp)).shape == (0, len(NAMES), 2)


@given(st.lists(st.sampled_from(ATTRIBUTES), max_size=4))
def test_values_are_those_of_all_attributes(written: list[str]) -> None:
    page = Document(f"<p {' '.join(written)}>a<b class='x &amp; y' ID=3 class=z>b</b><i>c")
    elements = list(range(len(page.elements)))
    read = AttributeSearch(("class", "id", "href", "hidden")).read(page, elements)
    every = [page.attributes(element) for element in elements]
    assert [{name: own.get(name) for name in ("class", "id", "href", "hidden")} for own in read] == [
        {name: own.get(name) for name in ("class", "id", "href", "hidden")} for own in every
    ]

"""Attributes of one tag."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from markup import ATTRIBUTES, markup
from webwinnow.document import Document
from webwinnow.document.attributes import finder, read_attributes


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

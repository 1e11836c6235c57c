"""Written markup is escaped, and parsers read it as it was meant."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as Xml

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from webwinnow.drawing.markup import Html, element, escape, join


@given(text=st.text(), value=st.text())
def test_any_text_comes_back_from_well_formed_xml(text, value):
    found = Xml.fromstring(element("text", text, class_=value))
    assert found.keys() == ["class"]
    assert lines(found.text or "") == lines(html.unescape(escape(text)))


def lines(text: str) -> list[str]:
    return re.split("\r\n|\r|\n", text)  # XML reads every end of line as the same


def test_markup_stays_and_text_is_escaped():
    assert element("g", Html("<b/>"), "<i>") == "<g><b/>&lt;i&gt;</g>"
    assert join(["<", Html("<b/>")], "&") == "&lt;&amp;<b/>"
    assert element("g", f"{Html('<b/>')}") == "<g>&lt;b/&gt;</g>"


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (element("path", d="M0 0"), '<path d="M0 0"/>'),
        (element("br"), "<br>"),
        (element("meta", name="a", content="b"), '<meta name="a" content="b">'),
        (element("text", x=1 / 3, hidden=False, id=None, aria_label="a"), '<text x="0.333333" aria-label="a"></text>'),
        (element("button", hidden=True), "<button hidden></button>"),
        (escape("a\0\ud800b"), "a\ufffd\ufffdb"),
    ],
)
def test_forms(written, wanted):
    assert written == wanted


anything = st.text(st.characters(exclude_characters="\r"))
"""A parser reads a carriage return as a line feed."""


def test_text_is_escaped_and_markup_is_not() -> None:
    assert element("p", "<b>&\"'", Html("<i>")) == "<p>&lt;b&gt;&amp;&quot;&#x27;<i></p>"


def test_attributes() -> None:
    written = element("td", "x", class_="a", data_order=0.5, aria_label='"', hidden=True, title=None, open=False)
    assert written == '<td class="a" data-order="0.5" aria-label="&quot;" hidden>x</td>'


def test_elements_without_content() -> None:
    assert element("meta", name="viewport") == '<meta name="viewport">'
    assert element("path", d="M0 0") == '<path d="M0 0"/>'
    assert element("td") == "<td></td>"


def test_glued_markup_is_text_again() -> None:
    assert join((element("b", "x") + "<script>",)) == "&lt;b&gt;x&lt;/b&gt;&lt;script&gt;"


def test_what_no_file_can_hold_is_replaced() -> None:
    assert escape("a\0b\ud800c\x1bd\te\n") == "a\ufffdb\ufffdc\ufffdd\te\n"
    escape("\udfff\ufffe").encode()


@given(text=anything)
def test_any_text_comes_back_from_a_parser_as_text(text: str) -> None:
    tree = LexborHTMLParser(element("div", element("p", text, title=text)))
    (paragraph,) = tree.css("div *")
    expected = html.unescape(escape(text))
    assert paragraph.text() == expected
    assert (paragraph.attributes["title"] or "") == expected

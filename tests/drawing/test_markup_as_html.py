import html

from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from webwinnow.drawing.markup import Html, element, escape, join

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

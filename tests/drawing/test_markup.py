"""Nothing that is not markup becomes markup."""

import html
import re
import xml.etree.ElementTree as Xml

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

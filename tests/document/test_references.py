"""Character references: as HTML has them, and numbers of any length."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow import extract
from webwinnow.document.references import decode_references

LONG = "&#" + "1" * 4301 + ";"


@given(st.text(alphabet="&#;xX0123456789amplt ", max_size=40))
def test_equal_to_the_library_where_that_answers(text: str) -> None:
    assert decode_references(text) == html.unescape(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (f"a{LONG}b", "a\ufffdb"),
        ("&#" + "0" * 5000 + "65;", "A"),
        ("&#" + "0" * 5000 + ";", "\ufffd"),
        ("&#x" + "f" * 5000 + ";", "\ufffd"),
        ("&#1114111;&#1114112", html.unescape("&#1114111;&#1114112")),
    ],
)
def test_numbers_of_any_length(text: str, meant: str) -> None:
    assert decode_references(text) == meant


@pytest.mark.parametrize("form", ["text", "markdown", "clean-html", "tei", "reader", "json", "html", "speech"])
def test_a_long_number_stops_no_rendering(form: str) -> None:
    page = (
        f"<title>{LONG}</title><meta name=author content='{LONG}'><h1>{LONG}</h1>"
        f"<p>One{LONG} <a href='/{LONG}'>{LONG}</a> sentence.</p><ol start='{'1' * 4301}'><li>{LONG}</ol>"
        f"<table><tr><td colspan={'1' * 4301}>{LONG}</table><img src=a.png width={'9' * 4301} alt='{LONG}'>"
        f"<time datetime='{'1' * 4301}-01-01'>{LONG}</time>"
    )
    assert extract(page, "plain").render(form)

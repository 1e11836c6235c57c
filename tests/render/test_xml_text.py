"""Text as XML may hold it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from webwinnow.render.xml_text import content, element, language_tag, pointer


def visible(text):
    return "".join(letter for letter in text if letter.isprintable() and letter not in " \ufffd")


@given(st.text())
def test_any_text_can_be_read_again(text):
    found = etree.fromstring(element("a", {"b": text}, content(text)).encode())
    assert visible(found.text or "") == visible(found.get("b")) == visible(text)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://example.org/a?b=c&d#e", "https://example.org/a?b=c&d#e"),
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("https://[::1]:80/a[1]", "https://[::1]:80/a%5B1%5D"),
        ("/50%", "/50%25"),
        ("http://host:port/", ""),
        ("", ""),
    ],
)
def test_pointers(address, expected):
    assert pointer(address) == expected


@pytest.mark.parametrize(("given", "expected"), [("en-GB", "en-GB"), ("en_GB", None), ("", None), (None, None)])
def test_languages(given, expected):
    assert language_tag(given) == expected

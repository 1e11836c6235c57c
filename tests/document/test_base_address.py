"""What relative addresses are relative to."""

from __future__ import annotations

import pytest

from webwinnow.document import Document
from webwinnow.document.base_address import absolute, base_address


@pytest.mark.parametrize(
    ("source", "url", "base"),
    [
        ("<p>", None, ""),
        ("<p>", "https://example.org/a/b", "https://example.org/a/b"),
        ("<base href=/c/>", "https://example.org/a/b", "https://example.org/c/"),
        ("<base href=//other.example/><base href=/no/>", "https://example.org/", "https://other.example/"),
        ("<base target=x>", "https://example.org/a", "https://example.org/a"),
        ("<base href=http://[>", "https://example.org/", "http://["),
    ],
)
def test_bases(source: str, url: str | None, base: str) -> None:
    assert base_address(Document(source, url=url)) == base


def test_what_is_no_address_stays_as_it_is() -> None:
    assert absolute("https://example.org/a/", "../b") == "https://example.org/b"
    assert absolute("https://example.org/", "http://[x") == "http://[x"

"""How much of a page is read."""

from __future__ import annotations

import pytest

from webwinnow import Limits
from webwinnow.document.shortening import shorten, shorten_bytes


@pytest.mark.parametrize(
    ("source", "limits", "expected"),
    [
        ("<p>a<p>b<p>c", Limits(elements=2), "<p>a<p>b"),
        ("<p>a<p>b", Limits(elements=2), "<p>a<p>b"),
        ("</p></p></p>a", Limits(elements=1), "</p></p></p>a"),
        ("1 < 2 < 3 <p>a<p>b", Limits(elements=1), "1 < 2 < 3 <p>a"),
        ("<p>abc", Limits(bytes=4), "<p>a"),
        ("", Limits(), ""),
    ],
)
def test_a_source_is_cut_before_the_first_tag_too_many(source: str, limits: Limits, expected: str) -> None:
    shortened, said = shorten(source, limits)
    assert shortened == expected
    assert bool(said) == (source != expected)


def test_bytes_are_cut_before_they_are_decoded() -> None:
    assert shorten_bytes(b"<p>abc", Limits(bytes=4))[0] == b"<p>a"
    assert shorten_bytes(b"<p>abc", Limits(bytes=6)) == (b"<p>abc", ())

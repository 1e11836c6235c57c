"""Addresses are made absolute as browsers do, however short the way to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document.links import absolute
from webwinnow.render.addresses import Addresses

BASES = (
    "https://a.example/b/c.html", "http://a.example", "https://a.example/", "https://a.example?q=/x/y", "",
    "https://a.example/a/../b/./c?x#/y/", "https://A.example/x;p/y;q", "https://a.example//x//y", "http://u@a/b;c",
    "https://a.example/x/..", "https://a.example/..//x/y", "http://a\\b/c", "https:///x/y", "http://[::1]/a/b",
)  # fmt: skip


@pytest.mark.parametrize("base", BASES)
@given(st.from_regex("[ab_09.-][ab_09./-]{0,8}", fullmatch=True))
def test_plain_addresses_are_those_of_the_library(base: str, written: str) -> None:
    assert Addresses(base).link(written) == absolute(base, written)
    assert Addresses(base).link("grain/chaff.html") == absolute(base, "grain/chaff.html")

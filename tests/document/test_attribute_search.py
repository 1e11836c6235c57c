"""Attributes that are looked for: compiled code and Python find the values that reading whole tags gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document, attribute_search
from webwinnow.document.attribute_search import AttributeSearch, value_at

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
        by_python.setattr(attribute_search, "LIBRARY", None)
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

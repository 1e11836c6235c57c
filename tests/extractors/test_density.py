"""Density against growing the array R one string at a time (mohammadzadeh2013, section 3.3.3.2)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_parts
from markup import markup
from webwinnow.document import Document
from webwinnow.expression import parse
from webwinnow.extractors.density import Density, lengths

LONG = "<p>" + "a paragraph of some length, as articles have them, " * 4 + "</p>"


def naive_region(strings: list[int], c1: float, c2: int) -> list[int]:
    """Start with the longest string; add those that are long enough and near enough to one in R, as long as any is."""
    if not strings:
        return []
    longest = max(strings)
    region = {strings.index(longest)}
    while True:
        more = {
            place
            for place, length in enumerate(strings)
            if length >= c1 * longest and any(abs(place - other) <= c2 for other in region)
        }
        if more <= region:
            return sorted(region)
        region |= more


def kept(source: str, **parameters: object) -> list[str]:
    return kept_parts(Density(**parameters), source)


@given(st.lists(st.integers(1, 50), max_size=40), st.sampled_from([0, 0.2, 0.333, 0.5, 1]), st.integers(1, 6))
def test_region_is_that_of_growing_it(strings: list[int], c1: float, c2: int) -> None:
    assert Density(c1, c2).chosen(np.array(strings, dtype=np.int64)).tolist() == naive_region(strings, c1, c2)


@given(markup())
def test_strings_are_the_blocks_of_the_page(source: str) -> None:
    page = Document(source)
    assert lengths(page).sum() == page.characters_before[-1]
    assert len(lengths(page)) == len(page.blocks)
    assert Density(c1=0, c2=100_000)(page) == page.visible


def test_it_wins_on_an_article_between_menus() -> None:
    menu = "<ul>" + "<li><a>entry</a></li>" * 20 + "</ul>"
    found = kept(menu + LONG * 5 + menu)
    assert len(found) == 5
    assert not any("entry" in text for text in found)


def test_it_loses_short_paragraphs_and_what_is_far_away() -> None:
    found = kept(LONG + "<p>Yes, it is so.</p>" + LONG + "<p>No.</p>" * 6 + LONG)
    assert len(found) == 2
    assert len(kept(LONG + "<p>No.</p>" * 6 + LONG, c2=7)) == 2


def test_formatting_does_not_cut_a_string() -> None:
    assert lengths(Document("<p>one <b>two</b> <a>three</a></p><p>four")).tolist() == [11, 4]


def test_recipe_that_reaches_farther() -> None:
    assert (Density().c1, Density().c2) == (0.333, 4)  # of moreno2009, which the thesis leaves open
    assert parse("density-wide") == Density(c1=0.2, c2=16)


@pytest.mark.parametrize("source", ["", "<p></p>", "<img>"])
def test_pages_without_text(source: str) -> None:
    assert kept(source) == []

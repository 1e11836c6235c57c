"""Text density against the formulas, number by number."""

from __future__ import annotations

from math import e, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.text_density import composite_density, text_density


def naive_composite(characters: int, tags: int, linked: int, links: int, share: float) -> float:
    """Formula 3.2 as sun2011 prints it; zeros in quotients are ones."""
    if not characters:
        return 0.0
    unlinked, tags, linked, links = max(characters - linked, 1), max(tags, 1), max(linked, 1), max(links, 1)
    base = log(characters / unlinked * linked + share * characters + e)
    return characters / tags * log(characters / linked * tags / links, base)


def test_text_density() -> None:
    assert text_density(np.array([100, 7, 0]), np.array([4, 0, 3])).tolist() == [25.0, 7.0, 0.0]


def test_worked_example() -> None:
    """200 characters, 4 tags, of them 20 characters in 1 link, on a page with a quarter of its text linked."""
    density = composite_density(np.array([200]), np.array([4]), np.array([20]), np.array([1]), 0.25)
    assert density[0] == pytest.approx(50 * log(40) / log(log(200 / 180 * 20 + 50 + e)))
    assert density[0] == pytest.approx(126.1, abs=0.05)


def test_text_alone_is_denser_than_links_alone() -> None:
    text, menu = composite_density(np.array([200, 200]), np.array([4, 4]), np.array([0, 200]), np.array([0, 4]), 0.5)
    assert text > 50 > menu == 0


@given(
    st.integers(0, 10_000).flatmap(lambda c: st.tuples(st.just(c), st.integers(0, c))),
    st.integers(0, 500).flatmap(lambda t: st.tuples(st.just(t), st.integers(0, t))),
    st.floats(0, 1),
)
def test_composite_density_is_the_formula(text: tuple[int, int], tags: tuple[int, int], share: float) -> None:
    characters, all_tags, linked, linked_tags = (np.array([each]) for each in (text[0], tags[0], text[1], tags[1]))
    found = composite_density(characters, all_tags, linked, linked_tags, share)
    assert found[0] == pytest.approx(naive_composite(text[0], tags[0], text[1], tags[1], share), rel=1e-9)
    assert found[0] >= 0

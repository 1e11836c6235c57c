"""Document Slope Curve against Algorithm 6 of the thesis, written as it stands there."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.extractors.dsc import DSC, low_slope, window_size

TOKENS = st.lists(st.tuples(st.integers(0, 1), st.integers(1, 40)), max_size=40).map(
    lambda stretches: [each for each, length in stretches for _ in range(length)]
)


def algorithm_6(tokens: list[int], closing: str = "prose") -> list[int]:
    """Which tokens lie in a low slope region; the inner else belongs to `lr = 0`'s if, as the text says.

    A region is closed by three windows as in the listing, which are not low, or as in the text, which are steeper than
    the whole curve.
    """
    size = len(tokens)
    if not size:
        return []
    curve = [tokens[0]]
    for token in tokens[1:]:
        curve.append(curve[-1] + token)
    w = 8
    if size > 5000:
        w = 50
    elif size >= 200:
        w = ceil(Fraction("0.00875") * size + Fraction("6.25"))
    total = curve[-1] / size
    history, steep_history, region, low = [0, 0], [0, 0], 0, [0] * size
    i = 0
    while i <= size - 1 - w:
        slope = (curve[i + w - 1] - curve[i]) / w
        is_low = 1 if slope < 0.5 * total else 0
        steep = int(slope > total) if closing == "prose" else 1 - is_low
        if region == 0:
            if is_low == 1 and history[0] == 1 and history[1] == 1:
                region = 1
        elif steep == 1 and steep_history == [1, 1]:
            region = 0
        for j in range(i, i + w):
            low[j] = region
        history, steep_history = [is_low, history[0]], [steep, steep_history[0]]
        i += w // 2
    return low


@pytest.mark.parametrize("closing", ["prose", "listing"])
@given(tokens=TOKENS)
def test_regions_are_those_of_algorithm_6(closing: str, tokens: list[int]) -> None:
    assert low_slope(np.array(tokens, dtype=np.bool_), closing).astype(int).tolist() == algorithm_6(tokens, closing)


def test_a_region_with_some_tags_in_it_goes_on_in_the_text_and_ends_in_the_listing() -> None:
    """Section 3.3.1.2: it ends at windows steeper than the average, Algorithm 6 at half of that."""
    tokens = [1, 0] * 100 + [0] * 60 + [0, 1, 0] * 16 + [0] * 60 + [1] * 100
    page = np.array(tokens, dtype=np.bool_)
    text, listing = low_slope(page), low_slope(page, "listing")
    assert text[230:360].all()
    assert not listing[230:360].all()
    assert DSC() == DSC(closing="prose")
    with pytest.raises(ParameterError, match="dsc: closing must be prose or listing, not 'both'"):
        DSC(closing="both")


def test_regions_of_a_very_long_page() -> None:
    generator = np.random.default_rng(0)
    tokens = np.repeat(generator.integers(0, 2, 400), generator.integers(1, 60, 400)).tolist()
    assert len(tokens) > 5000
    for closing in ("prose", "listing"):
        assert low_slope(np.array(tokens, dtype=np.bool_), closing).astype(int).tolist() == algorithm_6(tokens, closing)


@given(markup())
def test_on_any_page(source: str) -> None:
    page = Document(source)
    tokens = page.words_and_tags
    low = algorithm_6(tokens.is_tag.astype(int).tolist())
    chosen = [(tokens.start[at], tokens.end[at]) for at, each in enumerate(low) if each and not tokens.is_tag[at]]
    words = [place for start, end in page.select(chosen) for place in range(start, end)]
    assert set(words) <= {place for start, end in DSC()(page) for place in range(start, end)}


@pytest.mark.parametrize(
    ("tokens", "size"), [(0, 8), (199, 8), (200, 8), (201, 9), (1000, 15), (5000, 50), (5001, 50), (10**6, 50)]
)
def test_window_size(tokens: int, size: int) -> None:
    """From 8 for 200 tokens to 50 for 5000 (mohammadzadeh2013, 3.3.1.2)."""
    assert window_size(tokens) == size


def test_it_wins_on_content_in_several_parts() -> None:
    menu = "<ul>" + "<li><a>menu</a></li>" * 20 + "</ul>"
    text = "<p>" + "some words of a long article without tags " * 12 + "</p>"
    page = Document(text.join([menu] * 4))
    found = " ".join(page.source[start:end] for start, end in DSC()(page))
    assert found.count("article") > 25
    assert found.count("menu") < 8


def test_it_loses_the_edges_and_short_pages() -> None:
    page = Document("<p>first words " + "of an article " * 60 + "</p>" + "<b></b>" * 30)
    found = [page.source[start:end] for start, end in DSC()(page)]
    assert found
    assert "first" not in found[0]  # a region opens with the third low window
    assert not DSC()(Document("<p>three short words</p>"))

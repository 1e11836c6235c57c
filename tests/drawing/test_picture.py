"""Numbers find their place, text is fitted to its room, and colours stay apart."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.drawing.picture import (
    PALETTE,
    Linear,
    decades,
    linear,
    literal,
    shares,
    shortened,
    variable,
    variables,
    width,
    wrapped,
    written,
)

REACH = st.floats(-1e9, 1e9)


def test_places():
    scale = linear(0, 10, 100, 200)
    assert [scale(0), scale(5), scale(10)] == [100, 150, 200]
    assert scale.places(np.array([0, 5, 10])).tolist() == [100, 150, 200]


@given(low=st.floats(-1e9, 1e9), length=st.floats(1e-3, 1e9), parts=st.integers(1, 12))
def test_ticks_are_within_and_no_more_than_asked_for(low, length, parts):
    scale = linear(low, low + length, 0, 1)
    ticks = scale.ticks(parts)
    assert len(ticks) <= parts + 1
    slack = 1e-6 * max(abs(low), length)
    assert all(scale.low - slack <= tick <= scale.high + slack for tick in ticks)
    assert ticks == sorted(ticks)


def test_round_ticks():
    assert linear(0, 100, 0, 1).ticks(5) == [0, 20, 40, 60, 80, 100]
    assert linear(-3, 4, 0, 1).ticks(10) == [-3, -2, -1, 0, 1, 2, 3, 4]
    assert linear(0, 2, 0, 1).ticks(10, whole=True) == [0, 1, 2]


def test_a_scale_of_nothing_has_a_length():
    assert linear(0, 0, 10, 20)(0) == 10


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (12_000, "12,000"), (-5, "\u22125"), (0.25, "0.25"), (1_500_000, "1.5 M"), (0.1, "0.1")],
)
def test_written(number, text):
    assert written(number) == text


@given(text=st.text(), room=st.floats(20, 1000))
def test_shortened_text_fits(text, room):
    short = shortened(text, room, 12)
    assert short == text or short.endswith("…")
    assert width(short.rstrip("…"), 12) <= room
    assert text.startswith(short.removesuffix("…").rstrip("…")) or short == text


@given(text=st.text(alphabet="abc d"), room=st.floats(10, 300))
def test_wrapping_loses_no_word_and_fits_unless_a_word_does_not(text, room):
    lines = wrapped(text, room, 12)
    assert " ".join(lines).split() == text.split()
    assert all(width(line, 12) <= room or " " not in line for line in lines)


def test_width_grows_with_the_script():
    assert width("iii", 10) < width("aaa", 10) < width("MMM", 10)
    assert width("漢字", 10) == 20
    assert width("e\u0301", 10) == width("e", 10)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("paper", ["light", "dark"])
@pytest.mark.parametrize("ink", ["ink", "quiet", "content", "code", "chosen-ink", "threshold"])
def test_texts_stand_out_from_the_paper(paper, ink):
    limit = 4.5 if ink != "code" or paper == "dark" else 3.5  # names of series are bold and short
    assert contrast(getattr(PALETTE[ink], paper), getattr(PALETTE["paper"], paper)) >= limit


@pytest.mark.parametrize("paper", ["light", "dark"])
def test_chosen_stands_out_from_the_rest(paper):
    for name in ("content", "code"):
        assert contrast(getattr(PALETTE[name], paper), getattr(PALETTE[f"{name}-left"], paper)) > 1.8


def test_no_colour_stands_for_two_things():
    for one, other in itertools.combinations(PALETTE.values(), 2):
        assert one.light != other.light and one.dark != other.dark


def test_forms():
    assert literal("ink") == PALETTE["ink"].light
    assert variable("ink") == "var(--ink)"
    assert f"--ink:{PALETTE['ink'].dark};" in variables(lambda colour: colour.dark)


scores = st.lists(st.floats(0, 1), min_size=1, max_size=20)


@given(values=scores)
def test_a_scale_of_shares_holds_all_of_them_in_whole_tenths(values: list[float]) -> None:
    scale = shares(values, 0, 100)
    assert 0 <= scale.low <= min(values) and max(values) <= scale.high <= 1
    assert scale.high - scale.low >= 0.15 - 1e-9
    assert round(scale.low * 10, 9).is_integer() and round(scale.high * 10, 9).is_integer()


@given(values=st.lists(st.floats(1e-6, 1e8), min_size=1, max_size=20))
def test_a_logarithmic_scale_holds_all_numbers_and_a_power_of_ten(values: list[float]) -> None:
    scale = decades(np.array(values), 0, 100)
    places = scale.places(np.array(values))
    assert (places >= 0).all() and (places <= 100).all()
    assert scale.ticks()


@given(low=st.floats(-5, 5), length=st.floats(0.05, 10))
def test_ticks_are_few_and_inside(low: float, length: float) -> None:
    ticks = Linear(low, low + length, 0, 1).ticks()
    assert 2 <= len(ticks) <= 8
    assert all(low - 1e-6 <= tick <= low + length + 1e-6 for tick in ticks)


def test_places_by_hand() -> None:
    assert Linear(0.5, 1.0, 10, 110)(0.75) == pytest.approx(60)
    assert Linear(0.5, 1.0, 110, 10)(0.5) == 110
    scale = decades(np.array([10.0, 1000.0]), 0, 100)
    assert scale(100) == pytest.approx(50)
    assert scale.ticks() == pytest.approx([10, 100, 1000])

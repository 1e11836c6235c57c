"""Colours can be read and told apart."""

import itertools

import pytest

from webwinnow.drawing.palette import PALETTE, literal, variable, variables


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

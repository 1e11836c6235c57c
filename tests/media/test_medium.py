"""Sizes: what is sensible, what is not, and how sizes from several places go together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.media.medium import LARGEST, Medium, Size, best, side, stated, styled


@pytest.mark.parametrize(
    ("text", "pixels"),
    [
        ("640", 640),
        (" 640px ", 640),
        ("640PX", 640),
        ("12.5", 12.5),
        (".5", 0.5),
        ("0", 0),
        ("2em", 32),
        ("2rem", 32),
        ("30pt", 40),
        ("320px !important", 320),
        ("65535", 65535),
    ],
)
def test_lengths(text: str, pixels: float) -> None:
    assert side(text) == pytest.approx(pixels)


@pytest.mark.parametrize(
    "text",
    [*"9e99 -1 +-3 100% 50vw nan inf auto 1e3 65536 999999 0x10 ٣ px calc(1px)".split(), "1" * 400, "1 2", "", None],
)
def test_absurd_lengths_are_unknown(text: str | None) -> None:
    assert side(text) is None


@given(st.text(max_size=80))
def test_no_text_gives_an_absurd_side(text: str) -> None:
    found = side(text)
    assert found is None or 0 <= found <= LARGEST


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("width:300px;height:200px", (300, 200)),
        ("color: red; WIDTH : 300PX", (300, None)),
        ("width:1px;width:2px", (2, None)),
        ("max-width:300px; line-height: 3px", None),
        ("width:100%; height:auto", None),
        ("width:-5px", None),
        (";;; :", None),
    ],
)
def test_inline_styles(style: str, expected: tuple[float, float | None] | None) -> None:
    found = styled(style)
    assert (found and (found.width, found.height)) == expected


def test_area_takes_the_missing_side_from_the_usual_proportions() -> None:
    assert Size(400, 300, "style").area == 120_000
    assert Size(400, None, "sizes").area == pytest.approx(120_000)
    assert Size(None, 300, "style").area == pytest.approx(120_000)
    assert Size(0, None, "style").area == 0


def test_a_missing_side_follows_the_proportions_of_a_size_that_knows_both() -> None:
    found = best([None, stated(640, None, "sizes"), stated(1200, 800, "attributes")])
    assert found == Size(640, pytest.approx(640 * 800 / 1200), "sizes+attributes")


def test_a_missing_side_is_taken_from_the_next_that_knows_it() -> None:
    assert best([stated(None, 50, "style"), stated(60, None, "attributes")]) == Size(60, 50, "style+attributes")
    assert best([stated(10, None, "style"), stated(20, None, "srcset")]) == Size(10, None, "style")
    assert best([stated(0, None, "style"), stated(20, 10, "data")]) == Size(0, 10, "style+data")


def test_the_first_that_knows_both_sides_wins() -> None:
    assert best([stated(1, 2, "style"), stated(3, 4, "attributes")]) == Size(1, 2, "style")
    assert best([None, None]) is None


def test_whole_sides_are_written_as_such_whatever_type_they_have() -> None:
    medium = Medium("img", None, Size(300, 2.5, "data"), None, None, ((0, 5),), 0)
    assert (medium.to_json()["width"], medium.to_json()["height"]) == (300, 2.5)

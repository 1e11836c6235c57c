"""Numbers find their place, and ticks are round."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.drawing.scales import linear, written

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

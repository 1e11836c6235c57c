import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate.report.frame import Linear, decades, shares

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

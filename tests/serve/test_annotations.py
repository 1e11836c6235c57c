import pytest

from webwinnow.serve.annotations import Agreement
from webwinnow.spans import Spans


def test_cohens_own_kind_of_table():
    """The usual worked example: 20 times both yes, 15 both no, 5 and 10 apart; observed 0.7, by chance 0.5."""
    found = Agreement(both=20, first=5, second=10, neither=15)
    assert found.kappa == pytest.approx(0.4)
    assert found.f1 == pytest.approx(2 * 20 / (25 + 30))


def test_characters_are_counted():
    one, other = Spans([(0, 10), (20, 30)], size=100), Spans([(5, 10), (20, 40)], size=100)
    found = Agreement.between(one, other, visible=80)
    assert found == Agreement(both=15, first=5, second=10, neither=50)
    swapped = Agreement.between(other, one, visible=80)
    assert (swapped.f1, swapped.kappa) == (found.f1, pytest.approx(found.kappa))


def test_extremes():
    nothing, some = Spans(size=10), Spans([(0, 5)], size=10)
    assert Agreement.between(nothing, nothing, 10).to_json() == {"f1": 1.0, "kappa": 1.0}
    assert Agreement.between(some, some, 10).to_json() == {"f1": 1.0, "kappa": 1.0}
    assert Agreement.between(some, Spans([(5, 10)], size=10), 10).to_json() == {"f1": 0.0, "kappa": -1.0}
    assert Agreement.between(some, nothing, 10).f1 == 0.0
    assert Agreement().kappa == 1.0


def test_pages_add_up():
    one, other = Agreement(1, 2, 3, 4), Agreement(10, 20, 30, 40)
    assert one + other == Agreement(11, 22, 33, 44)

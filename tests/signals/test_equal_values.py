"""Groups of equal values, against a plain dictionary."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.equal_values import equal_values


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=30))
def test_groups_are_those_of_a_dictionary(values: list[int]) -> None:
    places: dict[int, list[int]] = defaultdict(list)
    for place, value in enumerate(values):
        places[value].append(place)
    found = equal_values(np.array(values))
    assert len(found.sizes) == len(found.spread) == len(places)
    for place, value in enumerate(values):
        assert found.sizes[found.group[place]] == len(places[value])
        assert found.spread[found.group[place]] == places[value][-1] - places[value][0]
        assert [k for k, group in enumerate(found.group) if group == found.group[place]] == places[value]

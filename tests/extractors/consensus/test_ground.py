"""What all signals stand on: groups of equal values against a plain dictionary, and what is counted by hand."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.extractors.consensus.ground import equal_values, lay_ground


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


def test_elements_around_blocks_hold_what_is_counted_by_hand() -> None:
    page = Document("<body><ul><li>a b<li>c <a href=/>d</a></ul><a href=/><p>e. f.</p></a><span>g</span>")
    ground = lay_ground(page)
    assert [page.name(int(element)) for element in ground.holders] == ["html", "body", "ul", "li", "li", "a", "p"]
    words, linked, blocks = (ground.held(name).tolist() for name in ("words", "linked", "blocks"))
    assert words == [7, 7, 4, 2, 2, 2, 2]
    assert linked == [3, 3, 1, 0, 1, 2, 2]
    assert blocks == [4, 4, 2, 1, 1, 1, 1]
    assert ground.up.tolist() == [0, 0, 1, 2, 2, 1, 5]
    assert ground.around_at(ground.all, 2).T.tolist() == [[3, 2, 1], [4, 2, 1], [6, 5, 1], [1, 0, 0]]

"""Places are the same as pairs and as columns."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.render.structure import places
from webwinnow.render.structure.places import FEW, Places, in_rows, joined, once

MANY = [(2 * at, 2 * at + 1) for at in range(FEW + 1)]


def columns(pairs: list[tuple[int, int]]) -> Places:
    rows = np.array(pairs, np.int32).reshape(-1, 2)
    return Places.of(rows[:, 0], rows[:, 1])


def test_columns_are_read_as_pairs() -> None:
    found = columns(MANY)
    assert found == tuple(MANY) and tuple(MANY) == found and hash(found) == hash(tuple(MANY))
    assert found[0] == (0, 1) and found[-1] == MANY[-1] and found[1:3] == tuple(MANY[1:3]) and len(found) == FEW + 1
    assert found != tuple(MANY[1:]) and found != MANY[0] and found != 1
    assert np.array_equal(np.array(in_rows(found)), np.array(MANY)) and in_rows(((1, 2),)) == ((1, 2),)


def test_many_places_are_joined_as_columns() -> None:
    assert joined([((0, 1),), ((2, 3), (4, 5))]) == ((0, 1), (2, 3), (4, 5)) and joined([]) == ()
    found = joined([columns(MANY), ((9_000, 9_001),), ()])
    assert isinstance(found, Places) and found == (*MANY, (9_000, 9_001))
    apart = (*((),) * FEW, *((each,) for each in MANY), columns(MANY), *((each,) for each in MANY[:3]))
    found = joined(iter(apart))
    assert isinstance(found, Places) and found == (*MANY, *MANY, *MANY[:3])


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3))))
def test_each_place_stands_once(pairs: list[tuple[int, int]]) -> None:
    expected = tuple(dict.fromkeys(pairs))
    assert once(tuple(pairs)) == expected and once(columns(pairs)) == expected
    assert isinstance(once(columns(pairs)), places.Places)

"""Hashes of stretches: equal for equal stretches, different for others."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.signals.rolling_hash import joined, stretch_hashes


@given(st.lists(st.integers(0, 3), max_size=40))
def test_equal_stretches_have_equal_hashes_and_others_do_not(numbers: list[int]) -> None:
    column = np.array(numbers, dtype=np.uint32)
    places = [(a, b) for a in range(len(numbers)) for b in range(a, min(a + 5, len(numbers)) + 1)]
    if not places:
        return
    start, end = (np.array(each) for each in zip(*places, strict=True))
    hashes = stretch_hashes(column, start, end).tolist()
    texts = [tuple(numbers[a:b]) for a, b in places]
    assert len(set(hashes)) == len(set(texts)) == len(set(zip(hashes, texts, strict=True)))


def test_the_order_of_letters_counts() -> None:
    column = np.array([1, 2, 2, 1])
    first, second = stretch_hashes(column, np.array([0, 2]), np.array([2, 4]))
    assert first != second


def test_rows_of_columns() -> None:
    hashes = joined(np.array([1, 1, 2]), np.array([2, 2, 1]))
    assert hashes[0] == hashes[1] != hashes[2]

"""The compiled loop and numpy give the same sums."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.training.histograms import _histograms, histograms


@given(st.integers(1, 5), st.integers(0, 40), st.sampled_from([1, 2, 32]), st.integers(1, 64), st.integers(0, 99))
def test_sums_are_equal_to_the_last_bit(columns: int, rows: int, leaves: int, bins: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    codes = random.integers(0, bins, (columns, rows)).astype(np.uint8)
    leaf = random.integers(0, leaves, rows).astype(np.uint8)
    amounts = random.standard_normal((rows, 2))
    found = histograms(codes, leaf, amounts, leaves, bins)
    np.testing.assert_array_equal(found, _histograms(codes, leaf, amounts, leaves, bins))


def test_each_row_is_added_where_it_belongs() -> None:
    codes = np.array([[0, 1, 1], [2, 2, 0]], dtype=np.uint8)
    found = _histograms(codes, np.array([0, 1, 1], dtype=np.uint8), np.array([[1, 10], [2, 20], [4, 40]]), 2, 3)
    assert found.shape == (2, 2, 3, 2)
    assert found[0, 1, 1].tolist() == [6, 60]
    assert found[1, 1].tolist() == [[4, 40], [0, 0], [2, 20]]
    assert found.sum(axis=(1, 2)).tolist() == [[7, 70], [7, 70]]

"""A page is described to the trees by the means of its blocks' signals."""

from __future__ import annotations

import numpy as np
import pytest

from webwinnow.extractors.consensus.learned import page_items


@pytest.mark.parametrize("blocks", [1, 7, 250, 5000])
def test_blocks_count_the_same_in_one_half_and_words_in_the_other(blocks: int) -> None:
    numbers = np.random.default_rng(blocks)
    items = np.asfortranarray(numbers.normal(size=(blocks, 50)).astype(np.float32))
    words = numbers.integers(1, 90, blocks).astype(np.float64)
    described = page_items(items, words)
    naive = [items.mean(axis=0), (items * (words / words.sum())[:, None]).sum(axis=0)]
    assert described.shape == (1, 100)
    assert np.allclose(described[0], np.concatenate(naive), atol=1e-5)


def test_a_page_without_words_is_described_by_its_blocks_alone() -> None:
    items = np.ones((3, 2), dtype=np.float32)
    assert page_items(items, np.zeros(3)).tolist() == [[1.0, 1.0, 0.0, 0.0]]

"""MinHash: what is found is what the share in common says; groups are those of a naive search, in any memory."""

from __future__ import annotations

import numpy as np

from webwinnow.signals.minhash import BANDS, ROWS, bands, first_alike
from webwinnow.signals.rolling_hash import joined


def alike(share: float, seed: int, size: int = 200) -> bool:
    """Make two sets that have a share in common, and tell whether a band agrees."""
    every = joined(np.arange(2 * size), np.full(2 * size, seed))
    common = round(2 * size * share / (1 + share))
    one, other = every[:size], every[size - common : 2 * size - common]
    return bool((bands(one) == bands(other)).any())


def test_sets_are_found_as_often_as_their_share_in_common_says() -> None:
    for share in (0.5, 0.75, 0.9):
        expected = 1 - (1 - share**ROWS) ** BANDS
        found = np.mean([alike(share, seed) for seed in range(300)])
        assert abs(found - expected) < 4 * (expected * (1 - expected) / 300) ** 0.5 + 0.01, share
    assert not any(alike(0.0, seed) for seed in range(50))


def test_neither_order_nor_repetition_of_members_matters() -> None:
    members = joined(np.arange(10_000))
    assert np.array_equal(bands(members), bands(np.concatenate([members[::-1], members])))
    assert len(bands(members[:0])) == 0


def naive(keys: list[list[int]]) -> list[int]:
    first = list(range(len(keys)))
    changed = True
    while changed:
        changed = False
        for one, a in enumerate(keys):
            for other, b in enumerate(keys):
                if any(x == y for x, y in zip(a, b, strict=True)) and first[one] != first[other]:
                    first[one] = first[other] = min(first[one], first[other])
                    changed = True
    return first


def test_groups_are_those_of_a_naive_search_however_little_memory_there_is() -> None:
    chance = np.random.default_rng(4)
    for rows in (1, 2, 40, 120):
        keys = joined(chance.integers(0, 2 * rows, rows * 3)).reshape(rows, 3)
        for in_memory in (3, 10**6):
            first = np.arange(rows)
            first_alike(keys, first, in_memory)
            assert first.tolist() == naive(keys.tolist())

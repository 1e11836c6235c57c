"""Trees of equal questions: what each group of columns adds to the answer."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from webwinnow.signals.symmetric_trees import DEPTH, SymmetricTrees, averaged

COLUMNS, GROUP = 7, np.array([0, 1, 1, 2, 0, 3, 4], dtype=np.intp)


def forest(trees: int, seed: int = 0) -> SymmetricTrees:
    random = np.random.default_rng(seed)
    column = random.integers(0, COLUMNS, (trees, DEPTH)).astype(np.intp)
    limit = random.normal(size=(trees, DEPTH)).astype(np.float32)
    return SymmetricTrees(column, limit, random.normal(size=(trees, 2**DEPTH)).astype(np.float32), 0.5)


def naive(trees: SymmetricTrees, row, reference) -> list[float]:
    """Let the groups take their values in all orders, one after the other."""
    added = np.zeros(GROUP.max() + 1)
    orders = list(permutations(range(len(added))))
    for order in orders:
        mixed = reference.copy()
        before = trees.odds(mixed[None])[0]
        for group in order:
            mixed[group == GROUP] = row[group == GROUP]
            after = trees.odds(mixed[None])[0]
            added[group] += after - before
            before = after
    return (added / len(orders)).tolist()


def test_shares_are_the_mean_over_all_orders() -> None:
    trees, random = forest(9), np.random.default_rng(1)
    values = random.normal(size=(5, COLUMNS)).astype(np.float32)
    reference = np.zeros(COLUMNS, dtype=np.float32)
    shares = trees.shares(values, reference, GROUP)
    for row, found in zip(values, shares.T, strict=True):
        assert np.allclose(found, naive(trees, row, reference), atol=1e-4)


def test_shares_add_up() -> None:
    trees, random = forest(300), np.random.default_rng(2)
    values = random.normal(size=(200, COLUMNS)).astype(np.float32)
    reference = values.mean(axis=0)
    shares = trees.shares(values, reference, GROUP)
    assert np.allclose(shares.sum(axis=0), trees.odds(values) - trees.odds(reference[None]), atol=1e-3)


def test_an_average_says_what_its_forests_say_on_average() -> None:
    one, other = forest(9), forest(4, seed=3)
    values = np.random.default_rng(1).normal(size=(5, COLUMNS)).astype(np.float32)
    np.testing.assert_allclose(averaged([one, other]).odds(values), (one.odds(values) + other.odds(values)) / 2, 1e-5)

"""Trees of equal questions: what each group of columns adds to the answer."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from webwinnow.kernels import LIBRARY
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


@pytest.mark.parametrize("rows", [1, 2, 65, 300, 513])
def test_compiled_shares_are_those_of_numpy(rows: int) -> None:
    if LIBRARY is None:
        pytest.skip("the package was built without a C compiler")
    trees, random = forest(230), np.random.default_rng(4)
    values, reference = (random.normal(size=(count, COLUMNS)).astype(np.float32) for count in (rows, 1))
    sharing = trees.sharing(reference[0], GROUP + 1)  # nothing asks for the first group
    np.testing.assert_array_equal(sharing.compiled(LIBRARY, values), sharing.by_numpy(values))
    assert not sharing(values)[0].any() and sharing(values).any()


def test_rows_with_too_few_columns_are_refused() -> None:
    trees, row = forest(3), np.zeros((1, COLUMNS), dtype=np.float32)
    for ask in (trees.odds, trees.sharing(row[0], GROUP)):
        with pytest.raises(ValueError, match="column"):
            ask(row[:, :2])


def test_an_average_says_what_its_forests_say_on_average() -> None:
    one, other = forest(9), forest(4, seed=3)
    values = np.random.default_rng(1).normal(size=(5, COLUMNS)).astype(np.float32)
    np.testing.assert_allclose(averaged([one, other]).odds(values), (one.odds(values) + other.odds(values)) / 2, 1e-5)

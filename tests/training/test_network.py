"""The trainer: its slopes against numeric ones, the same answer twice, and a task that it must learn."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from webwinnow.signals.context_network import judge
from webwinnow.training import network
from webwinnow.training.network import Pages, Training, train

QUIET = Training(hidden=16, inner=8, epochs=200, rate=0.01, dropout=0.0, group_dropout=0.0, decay=0.0)

STEP = 2e-3
"""Small enough for slopes, large enough for single precision."""


def pages(count: int, seed: int = 1) -> Pages:
    """Blocks are content if the block before them has a large first signal: only neighbours tell."""
    random = np.random.default_rng(seed)
    items = [random.standard_normal((int(random.integers(3, 30)), 4)).astype(np.float32) for _ in range(count)]
    labels = [np.concatenate([[False], each[:-1, 0] > 0]) for each in items]
    words = [random.integers(1, 50, len(each)).astype(np.float64) for each in items]
    return Pages(items, labels, words, [k % 3 - 1 for k in range(count)], np.ones(count))


def test_slopes_are_those_of_the_loss() -> None:
    random = np.random.default_rng(0)
    some = pages(3)
    sizes = np.array([len(each) for each in some.items])
    weights = {
        name: value.astype(np.float64)
        for name, value in network._initial(4, QUIET, 2, random).items()  # noqa: SLF001  (what is tested)
    }
    batch = network._batch(some, np.arange(3), sizes, [], QUIET, random)  # noqa: SLF001

    def loss(changed: dict[str, npt.NDArray[np.float64]]) -> float:
        """The same loss, written plainly."""
        total = 0.0
        for k, items in enumerate(some.items):
            importance = np.log1p(some.words[k])
            answer = judge(changed, items.astype(np.float64), importance)  # type: ignore[arg-type]
            likely, labels, words = 1 / (1 + np.exp(-answer.odds)), some.labels[k], some.words[k]
            row = (words + 1) / ((words * labels).sum() + 30)
            entropy = -(np.where(labels, np.log(likely), np.log(1 - likely)) * row).sum()
            weight = words + 0.3
            f1 = 2 * (weight * likely * labels).sum() / (weight * (likely + labels)).sum()
            total += (0.5 * entropy + 2.0 * (1 - f1)) / 3
            if some.kinds[k] >= 0:
                total -= 0.1 * np.log(answer.kinds[some.kinds[k]]) / 3
        return total

    _, slopes = network._slopes(weights, batch, QUIET, random)  # type: ignore[arg-type]  # noqa: SLF001
    numeric, found = [], []
    for name, slope in slopes.items():
        for place in list(np.ndindex(slope.shape))[:: max(slope.size // 12, 1)]:
            up, down = ({**weights, name: weights[name].copy()} for _ in range(2))
            up[name][place] += STEP
            down[name][place] -= STEP
            numeric.append((loss(up) - loss(down)) / (2 * STEP))
            found.append(slope[place])
    assert np.corrcoef(numeric, found)[0, 1] > 0.999
    assert np.std(found) / np.std(numeric) == pytest.approx(1, abs=0.03)


def test_the_same_pages_give_the_same_weights() -> None:
    first, second = (train(pages(20), [], 2, Training(epochs=2, hidden=8, inner=8)) for _ in range(2))
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_it_learns_from_neighbours() -> None:
    weights = train(pages(150), [], 2, QUIET)
    unseen = pages(40, seed=2)
    right = total = 0
    for items, labels, words in zip(unseen.items, unseen.labels, unseen.words, strict=True):
        likely = judge(weights, items, np.log1p(words).astype(np.float32)).likely
        right += int(((likely > 0.5) == labels).sum())
        total += len(labels)
    assert right / total > 0.9

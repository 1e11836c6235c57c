"""Training of what lists of posts are to their page: a logistic regression over the figures of each list.

There are few lists to learn from, some hundreds, so the figures are few, too, and the weights are kept small (ridge).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.extractors.consensus.discussion import FIGURES, Discussion
from webwinnow.training.examples import ENOUGH, Example

Amounts = npt.NDArray[np.float64]
_CONTENT: Final = 0.45
"""The share of a list's words in the gold from which it is content: names and dates of posts are often not in it."""
_FEWEST: Final = 15
"""Words of a list that is learned from."""
_RIDGE: Final = 5.0
"""The better one of 1 and 5 on packages left out (2026-11-17)."""
_STEPS: Final = 30


def learn_discussion(
    examples: Sequence[Example], found: Sequence[Discussion], words: Sequence[Amounts], forum: Amounts
) -> npt.NDArray[np.float32]:
    """Return the weight of each figure, given the lists and words of each page, and how likely it is a forum."""
    rows = [
        row
        for example, lists, amounts, likely in zip(examples, found, words, forum, strict=True)
        for row in _rows(example, lists, amounts, float(likely))
    ]
    if not rows:
        return np.zeros(len(FIGURES), dtype=np.float32)
    figures, labels, weights = (np.array(each, dtype=np.float64) for each in zip(*rows, strict=True))
    return _regression(figures, labels, weights / weights.mean()).astype(np.float32)


def _rows(example: Example, found: Discussion, words: Amounts, forum: float) -> list[tuple[Amounts, bool, float]]:
    """Return for each list its figures, whether it is content, and how much that counts."""
    amounts = words + 0.1
    gold = float((words * (example.shares >= ENOUGH)).sum()) + 30
    rows = []
    for inside, figures in zip(found.inside, found.figures, strict=True):
        held = float(amounts[inside].sum())
        if held >= _FEWEST:
            share = float((amounts * example.shares)[inside].sum()) / held
            clear = min(3 * abs(share - _CONTENT), 1.0)
            described = figures.copy()
            described[FIGURES.index("forum")] = forum
            rows.append((described, share >= _CONTENT, min(held / gold, 3.0) * clear + 0.02))
    return rows


def _regression(figures: Amounts, labels: Amounts, weights: Amounts) -> Amounts:
    """Fit by Newton's method on scaled figures; the first of them is always one."""
    middle, spread = figures.mean(axis=0), figures.std(axis=0) + 1e-6
    middle[0], spread[0] = 0.0, 1.0
    scaled = (figures - middle) / spread
    found = np.zeros(scaled.shape[1])
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-scaled @ found))
        slope = scaled.T @ (weights * (labels - likely)) - _RIDGE * found
        curve = (scaled * (weights * likely * (1 - likely))[:, None]).T @ scaled + _RIDGE * np.eye(len(found))
        found = found + np.linalg.solve(curve, slope)
    unscaled: Any = found / spread
    unscaled[0] -= (unscaled[1:] * middle[1:]).sum()
    return np.asarray(unscaled)

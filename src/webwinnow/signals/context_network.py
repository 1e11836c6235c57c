"""A small network that judges each item of a sequence by itself, its neighbours and the whole sequence.

    hidden  = relu(items W1 + b1)
    context = hidden at the places i-4, i-2, i-1, i, i+1, i+2, i+4, the mean of all hidden, and their weighted mean
    answer  = sigmoid(relu(context W2 + b2) W3 + b3)

The means also answer what kind of sequence it is (softmax of `means WK + bK`). Everything is a few matrix products,
so a sequence of a thousand items takes about a millisecond.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float32]
OFFSETS: Final = (-4, -2, -1, 0, 1, 2, 4)
NAMES: Final = ("W1", "b1", "W2", "b2", "W3", "b3", "WK", "bK")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is said of a sequence: log odds per item, and a probability per kind of sequence."""

    odds: Numbers
    kinds: Numbers

    @property
    def likely(self) -> Numbers:
        """The probability per item."""
        return sigmoid(self.odds)


def judge(weights: Mapping[str, npt.NDArray[Any]], items: Numbers, importance: Numbers) -> Judgement:
    """Judge one sequence; `importance` weighs the items in the weighted mean."""
    hidden = np.maximum(items @ weights["W1"] + weights["b1"], 0)
    means = np.concatenate([hidden.mean(axis=0), importance @ hidden / (importance.sum() + 1e-9)])
    context = np.concatenate([shifted(hidden, offset) for offset in OFFSETS], axis=1)
    width = context.shape[1]
    inner = context @ weights["W2"][:width] + (means @ weights["W2"][width:] + weights["b2"])
    answer = (np.maximum(inner, 0) @ weights["W3"])[:, 0] + weights["b3"][0]
    return Judgement(answer, softmax(means @ weights["WK"] + weights["bK"]))


def shifted(rows: Numbers, offset: int) -> Numbers:
    """Give for each place the row that stands `offset` places further; zeros beyond the ends."""
    if offset == 0:
        return rows
    moved = np.zeros_like(rows)
    if abs(offset) < len(rows):
        if offset > 0:
            moved[:-offset] = rows[offset:]
        else:
            moved[-offset:] = rows[:offset]
    return moved


def sigmoid(values: Numbers) -> Numbers:
    """Turn log odds into probabilities."""
    answer: Numbers = (1 / (1 + np.exp(-np.clip(values, -30, 30)))).astype(np.float32)
    return answer


def softmax(values: Numbers) -> Numbers:
    """Turn scores into probabilities that add up to one."""
    powers = np.exp(values - values.max())
    answer: Numbers = (powers / powers.sum()).astype(np.float32)
    return answer

"""From signals to a verdict: probabilities per block, and which blocks to keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.consensus.features import Table, table
from webwinnow.extractors.consensus.learned import Learned
from webwinnow.signals.context_network import sigmoid

Numbers = npt.NDArray[Any]

_SHIFT: Final = {"balance": 0.0, "precision": -1.5, "recall": 1.5}
"""What is added to the log odds before the decision."""
_LEAST: Final = 0.1
"""Words that even an empty block counts for, so that symbols alone are not free."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided about each block, and with which confidence."""

    likely: Numbers
    """Per block: the probability that it is content."""
    keep: npt.NDArray[np.bool_]
    kinds: dict[str, float]
    """The probabilities of the kinds of pages."""
    expected: float
    """The F1 that is expected of the decision."""


def judge_page(page: Document, model: Learned, favour: str = "balance") -> Verdict:
    """Judge a page that has at least one block."""
    return judge_table(table(page), model, favour)


def judge_table(signals: Table, model: Learned, favour: str = "balance") -> Verdict:
    """Judge blocks by their signals."""
    items = model.items(signals)
    importance = np.log1p(signals.words).astype(np.float32)
    judged = model.judge(items, importance)
    likely = judged.likely
    keep, expected = best_selection(sigmoid(judged.odds + _SHIFT[favour]), signals.words + _LEAST)
    return Verdict(likely, keep, dict(zip(model.kinds, judged.kinds.tolist(), strict=True)), expected)


def best_selection(likely: Numbers, words: Numbers) -> tuple[npt.NDArray[np.bool_], float]:
    """Keep the blocks, by falling probability, that maximise the expected F1: 2 sum(w p) / (sum w + all w p)."""
    order = np.argsort(-likely, kind="stable")
    hoped = (words * likely)[order]
    f1 = 2 * np.cumsum(hoped) / (np.cumsum(words[order]) + hoped.sum())
    best = int(np.argmax(f1))
    keep = np.zeros(len(likely), dtype=np.bool_)
    keep[order[: best + 1]] = True
    return keep, float(f1[best])

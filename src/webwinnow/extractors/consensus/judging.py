"""From signals to a verdict: probabilities per block, and which blocks to keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.consensus.doubts import doubts
from webwinnow.extractors.consensus.features import Table, table
from webwinnow.extractors.consensus.learned import Learned, page_items
from webwinnow.signals.symmetric_trees import likely

Numbers = npt.NDArray[Any]

TEMPER: Final = 0.7
"""Log odds are multiplied by this, for on sites and conventions that the trees never saw they are too sure: with 0.7
instead of 1, cleaneval-en-dev, left out of training, has 0.929 instead of 0.906, held-out sites of wcxb-dev 0.873
instead of 0.875 (2026-11-16)."""
_SHIFT: Final = {"balance": -0.5, "precision": -1.5, "recall": 0.5}
"""What is added to them before the decision: of -1 to 0.5, -0.5 is the best on held-out sites of wcxb-dev (0.876); on
seven packages left out of training, all from -0.75 to -0.25 have the same mean within 0.002 (2026-11-16)."""
_LEAST: Final = 0.1
"""Words that even an empty block counts for, so that symbols alone are not free."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided about each block, and with which confidence."""

    likely: Numbers
    """Per block: the probability that it is content."""
    keep: npt.NDArray[np.bool_]
    expected: float
    """The F1 that is expected of the decision."""
    described: Numbers
    """The signals of the page on average, which its kind is told from."""


def judge_page(page: Document, model: Learned, favour: str = "balance") -> Verdict:
    """Judge a page that has at least one block."""
    return judge_table(table(page), model, favour)


def judge_table(signals: Table, model: Learned, favour: str = "balance") -> Verdict:
    """Judge blocks by their signals."""
    items = model.items(signals)
    described = page_items(items, signals.words)
    odds = TEMPER * (model.trees.odds(items) - doubts_of(signals, described, model))
    keep, expected = best_selection(likely(odds + _SHIFT[favour]), signals.words + _LEAST)
    return Verdict(likely(odds), keep, expected, described)


def doubts_of(signals: Table, described: Numbers, model: Learned) -> Numbers:
    """Give what is taken off the log odds of comments and sources."""
    return doubts(signals, lambda: kinds_of(described, model).get("forum", 0.0))


def kinds_of(described: Numbers, model: Learned) -> dict[str, float]:
    """Give the probability of each kind of page."""
    chances = {kind: float(likely(trees.odds(described))[0]) for kind, trees in model.kinds.items()}
    total = sum(chances.values())
    return {kind: chance / total for kind, chance in chances.items()}


def best_selection(likely: Numbers, words: Numbers) -> tuple[npt.NDArray[np.bool_], float]:
    """Keep the blocks, by falling probability, that maximise the expected F1: 2 sum(w p) / (sum w + all w p)."""
    order = np.argsort(-likely, kind="stable")
    hoped = (words * likely)[order]
    f1 = 2 * np.cumsum(hoped) / (np.cumsum(words[order]) + hoped.sum())
    best = int(np.argmax(f1))
    keep = np.zeros(len(likely), dtype=np.bool_)
    keep[order[: best + 1]] = True
    return keep, float(f1[best])

"""From signals to a verdict: probabilities per block, and which blocks to keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.consensus.doubts import doubts
from webwinnow.extractors.consensus.features import Table, table
from webwinnow.extractors.consensus.learned import Learned, has_landmarks, page_items
from webwinnow.signals.symmetric_trees import likely

Numbers = npt.NDArray[Any]

TEMPER: Final = 0.7
"""Log odds are multiplied by this, for on sites and conventions that the trees never saw they are too sure: with 0.7
instead of 1, cleaneval-en-dev, left out of training, had 0.929 instead of 0.906, held-out sites of wcxb-dev 0.873
instead of 0.875 (2026-11-16, with an earlier set of signals)."""
_SHIFT: Final = {"balance": -0.5, "precision": -1.5, "recall": 0.5}
"""What is added to them before the decision: on held-out sites of wcxb-dev, -0.5 to 0 are the best and within 0.002 of
each other; on seven packages left out of training, -0.5 and -0.25 have the same mean within 0.002, and -0.5 is better
on most of those of articles (2026-11-16)."""
_IN_PIECES: Final = 0.5
"""What is added, too, as far as a page is documentation or presents a service, whose content comes in small pieces. On
held-out sites of wcxb-dev, 0.5 to 1.5 gain 0.002 (documentation 0.010, services 0.012); on seven packages left out of
training 0.5 gains 0.002, more than 1 loses (2026-11-16)."""
_WITHOUT_LANDMARKS: Final = -0.5
"""What is added, too, on pages without any of HTML5's landmarks if the trees saw few of them: there they are too sure.
Such pages of packages left out of training gain: dragnet 0.866 to 0.877, daniel-waddle 0.899 to 0.912, xmu-zh and
cleaneval-en-dev 0.003; the 52 of wcxb-dev lose 0.010. With -1 the first two gain still more, the others lose
(2026-11-16)."""
_FEW: Final = 0.2
"""Trees that saw a larger share of such pages need no help: trained on all packages but one, which are four tenths
without landmarks, cleaneval-en-dev has 0.925 without the addition and 0.906 with it."""
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
    kinds: dict[str, float]
    """The probability of each kind of page."""


def judge_page(page: Document, model: Learned, favour: str = "balance") -> Verdict:
    """Judge a page that has at least one block."""
    return judge_table(table(page), model, favour)


def judge_table(signals: Table, model: Learned, favour: str = "balance") -> Verdict:
    """Judge blocks by their signals."""
    items = model.items(signals)
    kinds = kinds_of(page_items(items, signals.words), model)
    odds = TEMPER * (model.trees.odds(items) - doubts(signals, kinds))
    odds += _IN_PIECES * sum(kinds.get(kind, 0.0) for kind in ("documentation", "service"))
    if model.without_landmarks < _FEW and not has_landmarks(items):
        odds += _WITHOUT_LANDMARKS
    keep, expected = best_selection(likely(odds + _SHIFT[favour]), signals.words + _LEAST)
    return Verdict(likely(odds + _SHIFT["balance"]), keep, expected, kinds)


def kinds_of(described: Numbers, model: Learned) -> dict[str, float]:
    """Give the probability of each kind of page, from the page's signals on average."""
    chances = likely(model.kind_odds(described))
    return dict(zip(model.kinds, (chances / chances.sum()).tolist(), strict=True))


def best_selection(likely: Numbers, words: Numbers) -> tuple[npt.NDArray[np.bool_], float]:
    """Keep the blocks, by falling probability, that maximise the expected F1: 2 sum(w p) / (sum w + all w p)."""
    order = np.argsort(-likely, kind="stable")
    hoped = (words * likely)[order]
    f1 = 2 * np.cumsum(hoped) / (np.cumsum(words[order]) + hoped.sum())
    best = int(np.argmax(f1))
    keep = np.zeros(len(likely), dtype=np.bool_)
    keep[order[: best + 1]] = True
    return keep, float(f1[best])

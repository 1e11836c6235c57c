"""The verdict on a page: what was decided about each block, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.extractors.consensus.ground import Numbers
from webwinnow.extractors.consensus.learned import Values
from webwinnow.lazy_values import cached_property
from webwinnow.signals.symmetric_trees import likely

FAVOUR: Final = "favour"
SHIFT: Final = {"balance": -0.5, "precision": -1.5, "recall": 0.5}
"""What is added to them before the decision: on held-out sites of wcxb-dev, -0.5 to 0 are the best and within 0.002 of
each other; on seven packages left out of training, -0.5 and -0.25 have the same mean within 0.002, and -0.5 is better
on most of those of articles (2026-11-16)."""
_CONFIDENCE: Final = (0.95, 1.03)
"""What the log odds of the expected F1 are multiplied by, and what is added, to tell how good a result is: tempered
probabilities promise too little."""
_LESS_SURE: Final = {"forum": 0.3, "collection": 0.6, "product": 1.9}
"""What is taken off as far as a page is of this kind: on these the gold differs most. Chosen close to the best fit on
folds by site, so that there what is promised is true within 0.03 by type of page (fitted by itself, products promise
0.04 too much); on six packages never seen it is true within 0.025 (2026-11-18)."""
_SHOWN: Final = (1.35, 0.5)
"""The same for the probabilities of blocks that are shown. Chosen on two folds by site, where they are true within 0.02
on average instead of 0.08; on six packages never seen within 0.012 instead of 0.047 (2026-11-18)."""


@dataclass(frozen=True)
class Verdict:
    """What was decided about each block, and with which confidence."""

    odds: Values
    """Per block: the log odds that decide, but for what is favoured."""
    keep: npt.NDArray[np.bool_]
    expected: float
    """The F1 that is expected of the decision."""
    kinds: dict[str, float]
    """The probability of each kind of page."""
    find_added: Callable[[], Mapping[str, float | Values]] = field(repr=False)

    @cached_property
    def likely(self) -> Values:
        """Per block: the probability that it is content."""
        return _shown(self.odds + SHIFT["balance"])

    @cached_property
    def added(self) -> Mapping[str, float | Values]:
        """What was added to the log odds that the trees gave, and why: for the whole page, or per block."""
        return self.find_added()

    @property
    def confidence(self) -> float:
        """The F1 that such answers turn out to have; where nothing is kept, how sure it is that there is nothing."""
        scale, offset = _CONFIDENCE
        expected = float(min(max(self.expected, 0.02), 0.98))
        less = sum(self.kinds.get(kind, 0.0) * much for kind, much in _LESS_SURE.items())
        told = float(likely(np.asarray(scale * np.log(expected / (1 - expected)) + offset - less)))
        return told if self.keep.any() else 1 - told

    @property
    def limit(self) -> float:
        """The log odds above which this page keeps blocks.

        The expected F1 rises with a block as long as its probability is above half of it.
        """
        return float(np.log(self.expected / 2) - np.log1p(-self.expected / 2))

    @property
    def likely_limit(self) -> float:
        """The same as a probability like those in `likely`, which do not know what is favoured."""
        return float(_shown(np.asarray(self.limit - self.added[FAVOUR] + SHIFT["balance"])))


def _shown(odds: Numbers) -> Values:
    """Turn what decides into the probability that such blocks turn out to have."""
    scale, offset = _SHOWN
    return likely(scale * odds + offset)

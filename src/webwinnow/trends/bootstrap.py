"""Bands around means: how far a mean could have come out otherwise with other texts of the same kind (efron1979).

The percentile bootstrap: texts are drawn again with replacement, as many as there are, and the middle 95 % of the means
of these draws are the band. The same draw serves all queries.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.signals.similarity import Weights

DRAWS: Final = 1000
"""Draws for each band: the usual number for percentiles at 2.5 and 97.5 %."""
_AT_ONCE: Final = 1 << 19
"""Numbers that are drawn at once; more need memory and are no quicker."""


def band(values: Weights, draws: int, seed: tuple[int, ...], level: float = 0.95) -> tuple[Weights, Weights]:
    """Give for each column the lower and the upper end of the band around its mean; same seed, same band."""
    rows, columns = values.shape
    means = np.empty((draws, columns))
    generator = np.random.default_rng(seed)
    step = max(_AT_ONCE // max(rows, 1), 1)
    for first in range(0, draws, step):
        count = min(step, draws - first)
        chosen = generator.integers(0, rows, (count, rows), dtype=np.int32)
        for column in range(columns):
            means[first : first + count, column] = values[:, column][chosen].mean(axis=1)
    low, high = np.quantile(means, ((1 - level) / 2, (1 + level) / 2), axis=0)
    return low, high

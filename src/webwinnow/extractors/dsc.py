"""Document Slope Curve: plateaus in the curve of tags are content.

Paper: pinto2002; mohammadzadeh2013, section 3.3.1.2, formula 3.4 and Algorithm 6; gottron2007, section 5.3.
Ours: the slopes of all windows are differences of the curve, and the state of Algorithm 6 is carried forward from the
last window that changes it. The algorithm's inner "else" is read as belonging to a region that is open, as the text
around it says; read literally it would never end one.
Deviations: none.   Cost: O(tokens).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.signals.runs import runs
from webwinnow.spans import Spans
from webwinnow.stages import Extractor


@dataclass(frozen=True, slots=True)
class DSC(Extractor):
    """Keeps every longer stretch with few tags: finds content in several parts, loses its edges and short parts."""

    name: ClassVar[str] = "dsc"

    def __call__(self, page: Document) -> Spans:
        """Find the plateaus."""
        tokens = page.words_and_tags
        first, last = runs(low_slope(tokens.is_tag))
        return page.select(np.column_stack([tokens.start[first], tokens.end[last]]))


def window_size(tokens: int) -> int:
    """Choose the window by the number of tokens: from 8 to 50."""
    if tokens > 5000:
        return 50
    return -(-(7 * tokens + 5000) // 800) if tokens >= 200 else 8  # 0.00875 N + 6.25, rounded up without error


@dataclass(frozen=True, slots=True)
class Slopes:
    """The curve of tags and how steep it is in each window: what decides, and what pictures show."""

    curve: npt.NDArray[np.integer]
    """Per token: how many tags there are up to it."""
    at: npt.NDArray[np.integer]
    """Where the windows start."""
    size: int
    """How many tokens a window holds."""
    slope: npt.NDArray[np.float64]
    """Per window: the curve's slope."""
    limit: float
    """Half of the whole curve's slope: less is low."""


def slopes(is_tag: npt.NDArray[np.bool_]) -> Slopes:
    """Measure the curve of tags (formula 3.4) in every window."""
    curve, size = np.cumsum(is_tag, dtype=np.int64), window_size(len(is_tag))
    at = np.arange(0, len(is_tag) - size, size // 2)
    limit = 0.5 * curve[-1] / len(is_tag) if len(is_tag) else 0.0
    slope: npt.NDArray[np.float64] = (curve[at + size - 1] - curve[at]) / size
    return Slopes(curve, at, size, slope, float(limit))


def low_slope(is_tag: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Tell for each token whether it lies on a plateau of the curve of tags."""
    plateau, measured = np.zeros(len(is_tag), dtype=np.bool_), slopes(is_tag)
    at, size = measured.at, measured.size
    if not len(at):
        return plateau
    state = _open_regions(measured.slope < measured.limit)
    window = np.minimum(np.arange(at[-1] + size) // (size // 2), len(at) - 1)
    plateau[: len(window)] = state[window]
    return plateau


def _open_regions(low: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Three low windows in a row open a region, three others close it; in between the state stays."""
    history = np.concatenate([[False, False], low])
    three = history[:-2].astype(int) + history[1:-1] + history[2:]
    decided = np.where((three == 3) | (three == 0), np.arange(len(low)), -1)
    last_decided = np.maximum.accumulate(decided)
    state: npt.NDArray[np.bool_] = (last_decided >= 0) & (three[np.maximum(last_decided, 0)] == 3)
    return state

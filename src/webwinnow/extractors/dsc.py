"""Document Slope Curve: plateaus in the curve of tags are content.

Paper: pinto2002; mohammadzadeh2013, section 3.3.1.2, formula 3.4 and Algorithm 6; gottron2007, section 5.3.
Ours: the slopes of all windows are differences of the curve, and the state of Algorithm 6 is carried forward from the
last window that changes it. The algorithm's inner "else" is read as belonging to a region that is open, as the text
around it says; read literally it would never end one.
UNSPECIFIED: what ends a region, for text and listing of the section differ: in the text three windows whose slope is
greater than that of the page, in Algorithm 6, and in gottron2007, three that are not below half of it. Ours: the text;
`closing="listing"` is the other. Word-bag F1 of the text .743, of the listing .696, and 9 % and 23 % of the kept blocks
are cut (macro average over all pages of the 13 sets named in document/lines.py, 2026-11-17): wikipedia-silver .648 and
.406, rtl-selected .793 and .659, articles of wcxb-dev .867 and .783, daniel-waddle .765 and .794, dragnet .746 and
.764.
Deviations: none.   Cost: O(tokens).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.signals.stretches import runs
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import AxisLabel, Curve, Panel, Panels, Threshold, chosen_where, token_panel

_CLOSING: Final = ("prose", "listing")
_SEEN: Final = (
    "Tags counted from the start of the page: where the curve is flat there are words, where it is steep tags. Chosen"
    " are the plateaus: three windows with a low slope open one, three steep ones close it (formula 3.4, Algorithm 6)."
    " Figure 3.6 of mohammadzadeh2013."
)


@dataclass(frozen=True, slots=True)
class DSC(Extractor):
    """Keeps every longer stretch with few tags: finds content in several parts, loses its edges and short parts."""

    name: ClassVar[str] = "dsc"
    closing: str = "prose"
    """What closes a region: three windows steeper than the whole page (`prose`), or than half of that (`listing`)."""

    def __post_init__(self) -> None:
        """Check the reading."""
        self.require_choice("closing", _CLOSING)

    def __call__(self, page: Document) -> Spans:
        """Find the plateaus."""
        tokens = page.words_and_tags
        first, last = runs(low_slope(tokens.is_tag, self.closing))
        return page.select(np.column_stack([tokens.start[first], tokens.end[last]]))

    def curves(self, page: Document) -> Panels:
        """Show the slope in each window with its limit, and the curve of tags with its plateaus."""
        is_tag = page.words_and_tags.is_tag
        measured, tags = slopes(is_tag), AxisLabel("tags so far", "tags")
        curve, chosen = Curve("tags so far", "line", measured.curve), chosen_where(low_slope(is_tag, self.closing))
        plateaus = token_panel(page, str(self), "Curve of tags", _SEEN, tags, curve, chosen)
        return self._slopes(page, measured, plateaus.x), plateaus

    def _slopes(self, page: Document, measured: Slopes, x: AxisLabel) -> Panel:
        """Lay out each window where it starts, as wide as the step to the next one."""
        tokens, last = page.words_and_tags, measured.at + measured.size - 1
        edges = np.append(measured.at, measured.at[-1:] + measured.size // 2) if len(measured.at) else np.zeros(1)
        return Panel(
            stage=str(self),
            title="Slope in each window",
            caption=f"Share of tags in windows of {measured.size} tokens, one every {measured.size // 2} tokens."
            " Windows below the limit, half of the slope of the whole page, have a low slope."
            " Section 3.3.1.2 and Algorithm 6 of mohammadzadeh2013.",
            x=x,
            y=AxisLabel("tags per token", "tags per token"),
            start=tokens.start[measured.at],
            end=tokens.end[last],
            curves=(Curve("slope", "columns", measured.slope, "code"),),
            thresholds=(Threshold(measured.limit, "low below"),),
            edges=edges,
        )


def window_size(tokens: int) -> int:
    """Choose the window by the number of tokens: from 8 to 50."""
    if tokens > 5000:
        return 50
    return -(-(7 * tokens + 5000) // 800) if tokens >= 200 else 8  # 0.00875 N + 6.25, rounded up without error


@dataclass(frozen=True, slots=True)
class Slopes:
    """The curve of tags and how steep it is in each window."""

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


def low_slope(is_tag: npt.NDArray[np.bool_], closing: str = "prose") -> npt.NDArray[np.bool_]:
    """Mark the tokens that lie on a plateau of the curve of tags."""
    plateau, measured = np.zeros(len(is_tag), dtype=np.bool_), slopes(is_tag)
    at, size = measured.at, measured.size
    if not len(at):
        return plateau
    low = measured.slope < measured.limit
    steep = ~low if closing == "listing" else measured.slope > 2 * measured.limit
    state = _open_regions(low, steep)
    window = np.minimum(np.arange(at[-1] + size) // (size // 2), len(at) - 1)
    plateau[: len(window)] = state[window]
    return plateau


def _open_regions(low: npt.NDArray[np.bool_], steep: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Open a region at three low windows in a row, close it at three steep ones; in between the state stays."""
    opens, closes = _third_in_a_row(low), _third_in_a_row(steep)
    last_decided = np.maximum.accumulate(np.where(opens | closes, np.arange(len(low)), -1))
    state: npt.NDArray[np.bool_] = (last_decided >= 0) & opens[np.maximum(last_decided, 0)]
    return state


def _third_in_a_row(holds: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    history = np.concatenate([[False, False], holds])
    third: npt.NDArray[np.bool_] = history[:-2] & history[1:-1] & history[2:]
    return third

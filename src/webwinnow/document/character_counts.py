"""Counts of the characters that readers see: per run of text, before each gap, inside some elements."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from webwinnow.document.characters import BETWEEN, kinds, visible
from webwinnow.document.markup import Column, Runs
from webwinnow.document.tree import Elements
from webwinnow.spans import Spans


def characters_per_run(source: str, runs: Runs, shown: Spans) -> Column:
    """Count for each run the characters to see in what is shown of it."""
    pieces = [source[start:end] + BETWEEN for start, end in shown]
    seen = visible(kinds("".join(pieces), references=True))
    run = np.searchsorted(runs.start, shown.starts, side="right") - 1
    lengths = shown.ends - shown.starts + len(BETWEEN)
    return np.bincount(np.repeat(run, lengths), seen, minlength=len(runs)).astype(np.int32)


def before_gaps(per_gap: npt.NDArray[np.integer]) -> Column:
    """Add up a count per gap: what stands before each, and one more entry that closes the page."""
    return np.concatenate([[0], np.cumsum(per_gap, dtype=np.int32)]).astype(np.int32)


def gaps_inside(elements: Elements, marked: npt.NDArray[np.bool_], gaps: int) -> npt.NDArray[np.bool_]:
    """Tell for each of the page's gaps whether it stands inside a marked element."""
    chosen = np.flatnonzero(marked)
    opened = np.bincount(elements.first[chosen] + 1, minlength=gaps + 1)
    closed = np.bincount(elements.close[chosen] + 1, minlength=gaps + 1)
    inside: npt.NDArray[np.bool_] = np.cumsum(opened - closed)[:-1] > 0
    return inside

"""The two heuristics that take noise out of segments: largest block of text string, and table pattern."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.repeated_siblings import repeated
from webwinnow.document.subtrees import best_in_subtrees
from webwinnow.document.text_strings import block_sizes

Marked = npt.NDArray[np.bool_]

MOST: Final = 0.5
"""The share of the text that a pattern or a block must hold before the rest is taken for noise."""


def cleaned(page: Document, segment: npt.NDArray[Any], keep: Marked) -> Marked:
    """Take noise out of what is kept; `segment` is the segment of each run, `keep` marks runs."""
    lengths = np.diff(page.characters_before)[page.runs.gap] * keep
    in_pattern = page.inside(repeated(page))[page.runs.home]
    if lengths[in_pattern].sum() > MOST * lengths.sum():
        return keep & in_pattern
    return keep & in_largest_block(page, segment, lengths)


def in_largest_block(page: Document, segment: npt.NDArray[Any], lengths: npt.NDArray[Any]) -> Marked:
    """Mark the runs in the largest block of text string of their segment, or all where it does not hold most."""
    holder = best_in_subtrees(page.elements, block_sizes(page))[segment]
    home = page.runs.home
    inside: Marked = (home >= holder) & (home < page.elements.last[holder])
    size = len(page.elements)
    whole = np.bincount(segment, lengths, minlength=size)
    held = np.bincount(segment, lengths * inside, minlength=size)
    marked: Marked = inside | (held <= MOST * whole)[segment]
    return marked

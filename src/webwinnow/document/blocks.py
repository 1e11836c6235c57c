"""Blocks: runs of text that readers see as one paragraph, heading, cell or list item.

A new block starts wherever a block-level element opens or closes, and at two line breaks in a row.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.document.breaks import find_breaks
from webwinnow.document.markup import Markup


@dataclass(frozen=True, slots=True)
class Blocks:
    """Block i holds the runs `first[i]:first[i + 1]` of the page's visible runs."""

    first: npt.NDArray[np.int32]
    """Index of each block's first run, and the number of runs."""
    runs: npt.NDArray[np.int32]
    """The visible runs, as indices into the page's runs."""

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self.first) - 1


def find_blocks(markup: Markup, runs: npt.NDArray[np.integer]) -> Blocks:
    """Group the given runs into blocks."""
    cuts = markup.breaks_before[markup.runs.gap[runs]]
    first = np.flatnonzero(cuts[1:] != cuts[:-1]) + 1
    bound = [0] if len(runs) else []
    return Blocks(np.concatenate([bound, first, [len(runs)]]).astype(np.int32), runs.astype(np.int32))


def breaking_tags(markup: Markup) -> npt.NDArray[np.bool_]:
    """Tell which tags break the flow of text: block-level ones, and a line break that follows another."""
    return find_breaks(markup.tokens, markup.characters_before)

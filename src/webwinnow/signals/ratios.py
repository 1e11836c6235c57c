"""Ratios of text to markup.

Paper: bhardwaj2014, section II, formulas 1 and 2 (formula 1 is CETR's: weninger2010; mohammadzadeh2013, Algorithm 9).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from webwinnow.signals.smoothing import Numbers

Counts = npt.NDArray[np.integer]


def tag_ratios(characters: Counts, tags: Counts) -> Numbers:
    """Divide characters that are not part of tags by tags, line by line; a line without tags counts as one with one."""
    return characters / np.maximum(tags, 1)


def character_node_ratios(characters: Counts, nodes: Counts) -> Numbers:
    """Divide the characters in each element's subtree by the nodes in it; the element itself is one of them."""
    return characters / np.maximum(nodes, 1)

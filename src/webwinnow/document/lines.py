"""Lines of a page, physical and normalised, and how much content and code each holds.

The line-based methods of the papers count characters per line after "normalising" lines, without saying how. Our rule:
the source is read as one stream of words and tags (scripts, styles, comments and blanks between tags count nothing),
and a line takes words and tags as long as it has no more than `width` characters. No word or tag is ever split, so
only one that is longer than the width by itself makes a longer line.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

WIDTH: Final = 120
"""Default length of a normalised line; best of 80, 120, 400 for the line-based methods (articles of wcxb-dev)."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Line i is `edge[i]:edge[i + 1]` of the source."""

    edge: npt.NDArray[np.int32]
    content: npt.NDArray[np.int32]
    """Characters of visible text in each line."""
    code: npt.NDArray[np.int32]
    """Characters of tags in each line, as far as they count."""

    def __len__(self) -> int:
        """Count the lines."""
        return len(self.content)


def physical_edges(source: str) -> npt.NDArray[np.int64]:
    """Where the lines of the source start, and where the last one ends."""
    newline = "\n" if "\n" in source else "\r"
    lengths = np.fromiter(map(len, source.split(newline)), np.int64) + 1
    return np.concatenate([[0], np.minimum(np.cumsum(lengths), len(source))])


def normalised_edges(
    starts: npt.NDArray[np.integer], before: npt.NDArray[np.integer], size: int, width: int
) -> npt.NDArray[np.int64]:
    """Fill lines greedily: `starts` are where words and tags start, `before` what counts before each (and in all)."""
    counted, edges = before.tolist(), [0]
    if counted[0]:  # punctuation before the first word or tag
        starts, counted = np.append(0, starts), [0, *counted]
    piece = 0
    while piece < len(starts):
        piece = max(bisect_right(counted, counted[piece] + width) - 1, piece + 1)
        if piece < len(starts):
            edges.append(int(starts[piece]))
    return np.array([*edges, size], dtype=np.int64)

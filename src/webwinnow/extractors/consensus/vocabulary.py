"""The words of a page in an order in which equal ones meet: one sort serves all questions about words.

Each word is a number: what it is hashed to, and in its lowest bits the block that it stands in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[Any]
BLOCK_BITS: Final = np.uint64(24)
"""The bits that tell the block; no page has more blocks."""
_BLOCK: Final = np.uint64((1 << 24) - 1)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All words of a page, sorted."""

    words: npt.NDArray[np.uint64]
    blocks: int
    """How many blocks the page has."""

    @property
    def block(self) -> npt.NDArray[np.intp]:
        """Per word: its block."""
        return (self.words & _BLOCK).astype(np.intp)

    def matches(self, known: Numbers) -> npt.NDArray[np.intp]:
        """Count in each block the words that are among some known ones: hashes, each once."""
        low = np.searchsorted(self.words, known & ~_BLOCK)
        count = np.searchsorted(self.words, known | _BLOCK, side="right") - low
        places = np.repeat(low - count.cumsum() + count, count) + np.arange(count.sum())
        return np.bincount((self.words[places] & _BLOCK).astype(np.intp), minlength=self.blocks)


def sort_words(hashes: Numbers, block: Numbers, blocks: int) -> Vocabulary:
    """Sort words, given their hashes and the blocks they stand in."""
    words: npt.NDArray[np.uint64] = hashes & ~_BLOCK | np.minimum(block.astype(np.uint64), _BLOCK)
    words.sort()
    return Vocabulary(words, blocks)

"""From gold text to labels: which share of each block's words belongs to the gold.

The words of the page are aligned with those of the gold by their longest common subsequence. What remains on both
sides is aligned once more, since some gold standards give the parts of a page in another order.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.evaluate.alignment import align, intern_words
from webwinnow.evaluate.measures.folding import fold, unicode_words

ENOUGH: Final = 0.6
"""A block is content if at least this share of its words is in the gold (the recipe of the prototype)."""
_PASSES: Final = 2


def gold_shares(page: Document, gold: str) -> npt.NDArray[np.float64]:
    """Give for each block of the page the share of its words that the gold has."""
    return word_shares(blocks_of(page, page.words.start), gold_words(page, gold), len(page.blocks))


def gold_words(page: Document, gold: str) -> npt.NDArray[np.bool_]:
    """Mark the words of the page that the gold has."""
    texts = zip(page.words.start.tolist(), page.words.end.tolist(), strict=True)
    found = [fold(decode_references(page.source[start:end])) for start, end in texts]
    return _matched(unicode_words(gold), found)


def word_shares(piece: npt.NDArray[np.intp], in_gold: npt.NDArray[np.bool_], pieces: int) -> npt.NDArray[np.float64]:
    """Give for each piece of a page the share of its words that the gold has; `piece` tells where each word stands."""
    total = np.bincount(piece, minlength=pieces)
    shares: npt.NDArray[np.float64] = np.bincount(piece, in_gold, minlength=pieces) / np.maximum(total, 1)
    return shares


def blocks_of(page: Document, places: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """Give the block that each place of the visible text stands in."""
    run = np.searchsorted(page.runs.start[page.blocks.runs], places, side="right") - 1
    return np.searchsorted(page.blocks.first, run, side="right") - 1


def _matched(gold: list[str], found: list[str]) -> npt.NDArray[np.bool_]:
    """Mark the found words that a gold word answers to."""
    in_gold, in_found = np.zeros(len(gold), dtype=np.bool_), np.zeros(len(found), dtype=np.bool_)
    for _ in range(_PASSES):
        gold_left, found_left = np.flatnonzero(~in_gold), np.flatnonzero(~in_found)
        letters = intern_words([gold[k] for k in gold_left], [found[k] for k in found_left])
        same = [each for each in align(letters.gold, letters.found).stretches if each.kind == "same"]
        for each in same:
            in_gold[gold_left[each.gold_start : each.gold_end]] = True
            in_found[found_left[each.found_start : each.found_end]] = True
    return in_found

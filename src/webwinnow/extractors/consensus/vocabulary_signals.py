"""Signals of the words themselves: which of them stand elsewhere on the page, and where.

The words of a text come back in it; those of menus and notices stand alone, or stand everywhere. Nothing here knows a
language: which words are common is learned from the page's own running text.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.extractors.consensus.ground import Ground, Named, Numbers, share
from webwinnow.extractors.consensus.vocabulary import BLOCK_BITS

_NAMES: Final = ("words found once", "words in running text", "rarity", "common words", "title words")
_COMMON: Final = 15
"""How many of the most frequent words of the running text count as common ones."""
_TOPICAL: Final = 0.3
"""Words that stand in a larger share of the blocks say nothing about the topic."""
_TITLE: Final = 0.2
"""Words of the title that stand in a larger share of the blocks are the site's name."""


def vocabulary_signals(ground: Ground) -> Named:
    """Whether the words of a block stand in other blocks, too, or in the title."""
    words, block, size = ground.vocabulary.words, ground.vocabulary.block, len(ground)
    if not len(words):
        yield _NAMES, np.zeros((len(_NAMES), 1))
        return
    hashes = words >> BLOCK_BITS
    starts = _differs(hashes)
    word, once = starts.cumsum() - 1, _differs(words).nonzero()[0]  # each word once per block
    of, at = word[once], block[once]
    blocks, long_blocks = np.bincount(of), np.bincount(of, ground.long[at])
    topical = (long_blocks[of] > ground.long[at]) & (blocks[of] <= max(_TOPICAL * size, 2))
    rarity = np.log(size / blocks)[of]
    different = np.bincount(at, minlength=size)
    yield _NAMES[:3], [share(np.bincount(at, each, size), different) for each in (blocks[of] == 1, topical, rarity)]
    of_title = _among(hashes[starts], ground.title >> BLOCK_BITS) & (blocks <= max(_TITLE * size, 3))
    chosen = (_most_frequent(long_blocks), of_title)
    yield _NAMES[3:], [share(np.bincount(block, each[word], size), ground.counted) for each in chosen]


def _differs(values: Numbers) -> Numbers:
    """Tell which values differ from the one before."""
    found = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=found[1:])
    return found


def _most_frequent(blocks: Numbers) -> Numbers:
    """Mark the words that stand in most blocks, and in more than one."""
    common = np.zeros(len(blocks), dtype=np.bool_)
    most = np.argpartition(blocks, -_COMMON)[-_COMMON:] if len(blocks) > _COMMON else np.arange(len(blocks))
    common[most[blocks[most] > 1]] = True
    return common


def _among(known: Numbers, wanted: Numbers) -> Numbers:
    """Mark which of the known values, which are sorted, are wanted."""
    place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    found = np.zeros(len(known), dtype=np.bool_)
    found[place[known[place] == wanted]] = True
    return found

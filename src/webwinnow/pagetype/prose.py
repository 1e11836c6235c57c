"""Prose: how much of the page is long text with few links, and whether it stands together or scattered."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.pagetype.texts import Counts, Marked, Texts, share
from webwinnow.signals.subarray import best_stretch

LONG: Final = 40
"""Words from which on a paragraph is longer than nearly every teaser."""
_LINK_COST, _BLOCK_COST = 1.5, 5
"""What a linked word and a block cost a stretch: it runs on over a caption, and ends at a menu."""


def prose_figures(texts: Texts) -> dict[str, float]:
    """Count the prose: all of it, its longest block, the long blocks, and what has prose as its neighbour."""
    net, prose, words = texts.block_net, texts.prose, texts.run_words.sum()
    long = net[prose & (net >= LONG)].sum()
    return {
        "paragraphs": float(prose.sum()),
        "prose_words": float(net[prose].sum()),
        "largest_block_share": share(net[prose].max(initial=0), words),
        "long_share": share(long, words),
        "joined_words": float(net[prose & _has_neighbour(prose)].sum()),
        "stretch_link_share": _stretch_link_share(texts.block_words, net),
        **_container_figures(texts),
    }


def _container_figures(texts: Texts) -> dict[str, float]:
    """Find the element with most prose directly in it or in its children: an article's paragraphs are siblings."""
    home, prose = texts.block_home[texts.prose], texts.block_net[texts.prose]
    parent = np.maximum(texts.page.elements.parent, 0)[home]
    size = len(texts.page.elements)
    words = np.bincount(home, prose, minlength=size) + np.bincount(parent, prose, minlength=size)
    best = int(words.argmax())
    return {
        "container_words": float(words[best]),
        "container_share": share(words[best], texts.run_words.sum()),
        "container_paragraphs": float((home == best).sum() + (parent == best).sum()),
        "paragraphs_per_container": share(len(home), len(np.unique(parent))),
    }


def _has_neighbour(prose: Marked) -> Marked:
    """Mark the blocks that follow or precede a block of prose."""
    padded = np.concatenate([[False], prose, [False]])
    beside: Marked = padded[:-2] | padded[2:]
    return beside


def _stretch_link_share(words: Counts, net: Counts) -> float:
    """Give the share of linked words in the stretch of blocks with most text and fewest links."""
    if not len(words):
        return 0.0
    first, last = best_stretch(net - _LINK_COST * (words - net) - _BLOCK_COST)
    chosen = slice(first, last + 1)
    return share((words - net)[chosen].sum(), words[chosen].sum())

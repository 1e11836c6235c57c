"""What names itself something beside the main content: comments of readers, and lists of sources.

Packages differ in whether they count these as content; most readers would not miss them. They are doubted wherever
they stand below something else, and believed where they are what the page is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.subtrees import along_jumps
from webwinnow.extractors.consensus.features import Table
from webwinnow.extractors.consensus.ground import LONG

COMMENTS: Final = frozenset(
    "comment comments commentlist commenting commentbox commentarea usercomments disqus respond replies".split()
)
SOURCES: Final = frozenset(("references", "reflist"))
"""Wikis name their lists of sources so: with these doubted, wikipedia-silver has 0.940 instead of 0.810, six other
packages stay as they are, and 826 pages of wcxb-dev lose 0.0002. To doubt footnotes and citations, too, would cost
0.0017 there (2026-11-16)."""
_EITHER: Final = COMMENTS | SOURCES
DOUBT: Final = 3.0
"""What is taken off the log odds."""
_FORUM: Final = 0.4
"""The probability of a forum from which comments are content."""
_MOST: Final = 0.75
"""The share of the running text from which comments or sources are what the page is about.

For comments, of four pairs of limits from (0.15, 0.6) to (0.5, 0.9), all gain on dragnet (0.843 to between 0.848 and
0.866) and none changes wcxb-dev, magic-html or xmu-zh by more than 0.001 (2026-11-16); these lie between the best two.
"""


def doubts(signals: Table, kinds: Mapping[str, float]) -> npt.NDArray[np.float32]:
    """Give what is to be taken off the log odds of each block; `kinds` are the probabilities of the kinds of pages."""
    doubted = np.zeros(len(signals.words), dtype=np.float32)
    if all(map(_EITHER.isdisjoint, signals.names.parts)):  # as on most pages
        return doubted
    comments, sources = _named(signals, COMMENTS), _named(signals, SOURCES)
    if comments.any() and _below_something(signals, comments) and kinds.get("forum", 0.0) < _FORUM:
        doubted[comments] = DOUBT
    if sources.any() and _below_something(signals, sources):
        doubted[sources] = DOUBT
    return doubted


def _named(signals: Table, names: frozenset[str]) -> npt.NDArray[np.bool_]:
    """Mark the blocks inside of elements that have one of these names."""
    named = np.array([not names.isdisjoint(parts) for parts in signals.names.parts])[signals.names.number]
    inside: npt.NDArray[np.bool_] = along_jumps(signals.lineage, named, np.logical_or)[signals.place]
    return inside


def _below_something(signals: Table, marked: npt.NDArray[np.bool_]) -> bool:
    """Tell whether some running text stands outside of the marked blocks."""
    long_words = np.where(signals.words >= LONG, signals.words, 0)
    return bool(long_words[marked].sum() <= _MOST * long_words.sum())

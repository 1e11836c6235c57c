"""Comments of readers: dropped where they stand below something else, kept where they are what the page is about.

Packages differ in whether comments are content; on pages that are no forums, most readers would not miss them. Elements
that name themselves comments are doubted there.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.subtrees import along_ancestors
from webwinnow.extractors.consensus.features import Table
from webwinnow.extractors.consensus.ground import LONG

NAMES: Final = frozenset(
    "comment comments commentlist commenting commentbox commentarea usercomments disqus respond replies".split()
)
DOUBT: Final = 3.0
"""What is taken off the log odds of comments."""
_FORUM: Final = 0.4
"""The probability of a forum from which comments are content."""
_MOST: Final = 0.75
"""The share of the running text from which comments are what the page is about.

Of four pairs of limits from (0.15, 0.6) to (0.5, 0.9), all gain on dragnet (0.843 to between 0.848 and 0.866) and none
changes wcxb-dev, magic-html or xmu-zh by more than 0.001 (2026-11-16); these lie between the best two."""


def named_comments(signals: Table) -> npt.NDArray[np.bool_]:
    """Mark the blocks inside of elements that name themselves comments."""
    of_tag = [not NAMES.isdisjoint(parts) for parts in signals.names.parts]
    if not any(of_tag):
        return np.zeros(len(signals.place), dtype=np.bool_)
    named = np.array(of_tag)[signals.names.number]
    inside: npt.NDArray[np.bool_] = along_ancestors(signals.parent, named, np.logical_or)[signals.place]
    return inside


def beside_the_point(signals: Table, comments: npt.NDArray[np.bool_], forum: float) -> bool:
    """Tell whether comments are not what the page is about; `forum` is the probability that it is a forum."""
    long_words = np.where(signals.words >= LONG, signals.words, 0)
    return forum < _FORUM and bool(long_words[comments].sum() <= _MOST * long_words.sum())

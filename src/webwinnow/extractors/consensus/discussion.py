"""Thread or article with comments: what the lists of posts on a page are to it, as learned from packages of both.

Whether comments are content depends on what else the page has. In a forum the first post is one of the list, and the
posts are the page; below an article they are remarks. `posts` finds the lists by their structure, and what they answer;
a logistic regression over few figures, which carry over from site to site, tells how likely such a list is content.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.consensus.ground import Numbers

FIGURES: Final = ("always", "thread", "prose outside", "forum", "named comments", "words of the opening", "no opening")
"""What is known of each list of posts; the probability of a forum comes from the trees."""
_FORUM: Final = FIGURES.index("forum")
CHOICES: Final = ("auto", "keep", "drop")
_SURE: Final = 1.5
"""What the log odds of a list are multiplied by: with 1, dragnet (never trained on) has 0.890, with 1.5 0.897, with 2
0.900, where cleaneval-en-dev loses 0.012 (2026-11-17)."""
_MOST: Final = 4.0
"""What is taken off at most; nothing is added, for which words of a post are content the trees know better."""
_KEPT: Final = 3.0
"""What comments are given that are to be kept."""
DROPPED: Final = 30.0
"""What is taken off those that are to be dropped: more than any tree can say for them."""


@dataclass(frozen=True, slots=True)
class Discussion:
    """The lists of posts of a page."""

    inside: npt.NDArray[np.bool_]
    """A row for each list, a column for each block: whether the block stands in it."""
    figures: Numbers
    """A row for each list, a column for each of FIGURES."""
    comments: npt.NDArray[np.bool_]
    """Per list: whether its structure is that of comments, under an article or under posts."""

    def added(self, weights: Numbers, forum: float, choice: str) -> Numbers:
        """Return what is added to the log odds of each block, as comments are kept, dropped or judged by themselves."""
        if choice == "keep":
            return np.where(self._commenting, _KEPT, 0.0)
        figures = self.figures.copy()
        figures[:, _FORUM] = forum
        odds = np.clip(_SURE * (figures @ weights), -_MOST, 0.0)
        lowest = np.min(np.where(self.inside, odds[:, None], 0.0), axis=0, initial=0.0)
        return np.where(self._commenting, -DROPPED, lowest) if choice == "drop" else lowest

    @property
    def _commenting(self) -> npt.NDArray[np.bool_]:
        """Mark the blocks in comments."""
        return _any(self.inside[self.comments])

    @property
    def touched(self) -> npt.NDArray[np.bool_]:
        """Mark the blocks in any list."""
        return _any(self.inside)


def _any(marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    found: npt.NDArray[np.bool_] = np.logical_or.reduce(marked, axis=0)
    return found


def find_discussion(page: Document) -> Discussion:
    """Find the lists of posts of a page that has at least one block."""
    from webwinnow.posts.regions import find_opening  # most pages never ask
    from webwinnow.posts.sections import find_sections

    found = find_sections(page)
    gap = page.runs.gap[page.blocks.runs]
    if not found.sections:
        nothing = np.zeros((0, len(page.blocks)), dtype=np.bool_)
        return Discussion(nothing, np.zeros((0, len(FIGURES))), np.zeros(0, dtype=np.bool_))
    opening = find_opening(page)
    words = _words_of(page, opening.runs) if opening else 0
    figures = [
        [
            1.0,
            section.role == "thread",
            np.log(np.clip(section.outside, 0.05, 20.0)),
            0.0,
            section.posts.judged.comment,
            np.log1p(words),
            opening is None,
        ]
        for section in found.sections
    ]
    inside = np.stack([_mostly(page, section.posts.covered[gap]) for section in found.sections])
    comments = np.array([section.role == "comments" for section in found.sections])
    return Discussion(inside, np.array(figures, dtype=np.float64), comments)


def _mostly(page: Document, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Tell of which blocks most characters stand in marked runs."""
    runs, first = page.blocks.runs, page.blocks.first[:-1].astype(np.intp)
    characters = page.runs.end[runs] - page.runs.start[runs]
    held: npt.NDArray[np.bool_] = 2 * np.add.reduceat(characters * marked, first) > np.add.reduceat(characters, first)
    return held


def _words_of(page: Document, runs: Numbers) -> int:
    """Count the words in some runs."""
    chosen = np.zeros(len(page.runs), dtype=np.bool_)
    chosen[runs] = True
    return int(chosen[np.searchsorted(page.runs.start, page.words.start, side="right") - 1].sum())

"""Thread or article with comments: what the lists of posts on a page are to it, as learned from packages of both.

Whether comments are content depends on what else the page has. In a forum the first post is one of the list, and the
posts are the page; below an article they are remarks. `posts` finds the lists by their structure, and what they answer;
a logistic regression over few figures, which carry over from site to site, tells how likely such a list is content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.consensus.ground import Numbers

if TYPE_CHECKING:
    from webwinnow.posts.sections import PostList

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

    blocks: int
    """How many blocks the page has."""
    inside: tuple[npt.NDArray[np.intp], ...]
    """Per list: the blocks that stand in it."""
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
        lowest = np.zeros(self.blocks)
        for inside, odds in zip(self.inside, np.clip(_SURE * (figures @ weights), -_MOST, 0.0), strict=True):
            lowest[inside] = np.minimum(lowest[inside], odds)
        return np.where(self._commenting, -DROPPED, lowest) if choice == "drop" else lowest

    @property
    def _commenting(self) -> npt.NDArray[np.bool_]:
        """Mark the blocks in comments."""
        return self._in_any(
            [inside for inside, is_comment in zip(self.inside, self.comments, strict=True) if is_comment]
        )

    @property
    def touched(self) -> npt.NDArray[np.bool_]:
        """Mark the blocks in any list."""
        return self._in_any(self.inside)

    def _in_any(self, lists: Sequence[npt.NDArray[np.intp]]) -> npt.NDArray[np.bool_]:
        marked = np.zeros(self.blocks, dtype=np.bool_)
        for inside in lists:
            marked[inside] = True
        return marked


def find_discussion(page: Document) -> Discussion:
    """Find the lists of posts of a page that has at least one block."""
    from webwinnow.posts.regions import find_opening  # most pages never ask
    from webwinnow.posts.sections import find_sections

    found = find_sections(page)
    if not found.sections:
        return Discussion(len(page.blocks), (), np.zeros((0, len(FIGURES))), np.zeros(0, dtype=np.bool_))
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
    inside = tuple(_mostly(page, section.posts) for section in found.sections)
    comments = np.array([section.role == "comments" for section in found.sections])
    return Discussion(len(page.blocks), inside, np.array(figures, dtype=np.float64), comments)


def _mostly(page: Document, posts: PostList) -> npt.NDArray[np.intp]:
    """Return the blocks of which most characters stand in posts: only those between the first and the last are read."""
    blocks, gap = page.blocks, page.runs.gap[page.blocks.runs]
    low, high = np.searchsorted(gap, [posts.first.min(), posts.last.max() + 1])
    if low == high:
        return np.zeros(0, dtype=np.intp)
    start, stop = np.searchsorted(blocks.first, low, side="right") - 1, np.searchsorted(blocks.first, high)
    between = slice(blocks.first[start], blocks.first[stop])
    runs, first = blocks.runs[between], blocks.first[start:stop] - blocks.first[start]
    characters = page.runs.end[runs] - page.runs.start[runs]
    held: npt.NDArray[np.bool_] = 2 * np.add.reduceat(
        characters * posts.covered[gap[between]], first
    ) > np.add.reduceat(characters, first)
    return np.asarray(np.flatnonzero(held) + start, dtype=np.intp)


def _words_of(page: Document, runs: Numbers) -> int:
    """Count the words in some runs."""
    chosen = np.zeros(len(page.runs), dtype=np.bool_)
    chosen[runs] = True
    return int(chosen[np.searchsorted(page.runs.start, page.words.start, side="right") - 1].sum())

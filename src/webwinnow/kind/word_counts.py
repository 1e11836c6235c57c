"""What the figures of a page are counted from: words, and which of them lead elsewhere, per run, block and element."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.tree.elements import subtree_sums
from webwinnow.lazy_values import cached_property

Counts = npt.NDArray[np.int64]
Marked = npt.NDArray[np.bool_]

LINK: Final = column("a")
PROSE: Final = 15
"""Words without link from which on a block reads as prose: shorter ones are labels, lines of menus and headlines."""
MOSTLY_TEXT: Final = 0.5
"""The share of words outside links that prose has at least."""


@dataclass(frozen=True)
class WordCounts:
    """A page's words as columns; words, not letters, so that a sentence counts alike in every script."""

    page: Document

    @cached_property
    def links(self) -> Marked:
        """Per element: is it a link?"""
        return LINK[self.page.elements.tag]

    @cached_property
    def in_link(self) -> Marked:
        """Per element: is it a link or inside one?"""
        return self.page.inside(self.links)

    @cached_property
    def run_words(self) -> Counts:
        """Per run of text: its visible words."""
        runs, words = self.page.runs, self.page.words
        run = np.searchsorted(runs.start, words.start, side="right") - 1
        return np.bincount(run, minlength=len(runs))

    @cached_property
    def run_net(self) -> Counts:
        """Per run of text: its visible words that are in no link."""
        return np.where(self.in_link[self.page.runs.home], 0, self.run_words)

    @cached_property
    def words(self) -> Counts:
        """Per element: the words inside it."""
        return self._in_elements(self.run_words)

    @cached_property
    def net(self) -> Counts:
        """Per element: the words inside it that are in no link."""
        return self._in_elements(self.run_net)

    @cached_property
    def block_words(self) -> Counts:
        """Per block: its words."""
        return self._in_blocks(self.run_words)

    @cached_property
    def block_net(self) -> Counts:
        """Per block: its words that are in no link."""
        return self._in_blocks(self.run_net)

    @cached_property
    def block_letters(self) -> Counts:
        """Per block: its characters without blanks."""
        return self._in_blocks(np.diff(self.page.markup.characters_before)[self.page.runs.gap].astype(np.int64))

    @cached_property
    def prose(self) -> Marked:
        """Per block: does it read as prose, long and with few links?"""
        enough = self.block_net >= PROSE
        return enough & (self.block_net >= MOSTLY_TEXT * self.block_words)

    @cached_property
    def block_home(self) -> npt.NDArray[np.intp]:
        """Per block: the block-level element that its text stands in."""
        blocks = self.page.blocks
        first = self.page.runs.home[blocks.runs[blocks.first[:-1]]]
        return self.page.nearest(BLOCK[self.page.elements.tag])[first].astype(np.intp)

    def _in_elements(self, amounts: Counts) -> Counts:
        own = np.bincount(self.page.runs.home, amounts, minlength=len(self.page.elements)).astype(np.int64)
        return subtree_sums(self.page.elements, own)

    def _in_blocks(self, amounts: Counts) -> Counts:
        blocks = self.page.blocks
        before = np.concatenate([[0], np.cumsum(amounts[blocks.runs])])
        return np.diff(before[blocks.first])


def share(part: Any, whole: Any) -> float:
    """Divide a part by the whole; 0 where the whole is 0."""
    return float(part) / float(whole) if whole > 0 else 0.0

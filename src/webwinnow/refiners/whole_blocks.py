"""Whole blocks: paragraphs, headings, cells and list items are kept whole or not at all.

Paper: mohammadzadeh2013, section 4.3.4, whose regions of lines may begin and end in the middle of a sentence.
Ours: this refiner snaps any decision to the borders of the page's blocks, which no paper does. Of shares 0 .3 .5 .7
behind `addanag`, word-bag F1 .714 .713 .711 .702, without it .704 (macro average over 40 pages of each of the 13 sets
named in document/lines.py, 2026-11-17); 0 would keep a whole menu for the sake of one word.
Deviations: none.   Cost: O(blocks).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from webwinnow.document import Document
from webwinnow.spans import Spans
from webwinnow.stages import Refiner
from webwinnow.stages.curves import Panels, kept_text


@dataclass(frozen=True, slots=True)
class SnapToBlocks(Refiner):
    """Keeps a block whole where enough of it was kept, and drops what was kept of the others: no cut sentences."""

    name: ClassVar[str] = "whole-blocks"
    share: float = 0.3
    """How much of a block's text must have been kept."""

    def __post_init__(self) -> None:
        """Check the range."""
        self.require_range("share", 0, 1)

    def curves(self, page: Document, found: Spans) -> Panels:
        """Show the text that was kept before, and in whole blocks."""
        before = kept_text(page, str(self), page.select(found), "Text before blocks are made whole")
        return before, kept_text(page, str(self), self(page, found))

    def __call__(self, page: Document, found: Spans) -> Spans:
        """Keep the blocks of which enough was kept."""
        blocks = page.blocks
        if not len(blocks):
            return page.select([])
        start, end, first = page.runs.start[blocks.runs], page.runs.end[blocks.runs], blocks.first[:-1]
        whole, kept = (
            np.add.reduceat(spans.characters_before(end) - spans.characters_before(start), first)
            for spans in (page.visible, found)
        )
        return page.select_blocks((kept > 0) & (kept >= self.share * whole))

"""DANA: lines with more right-to-left characters than ASCII, with all the text on them.

Paper: mohammadzadeh2013, section 4.4, with phases one to three of 4.3: formula 4.2, Algorithm 1, formula 4.4; gap 20.
Ours: as in R2L, by code point; the parser of phase four is the page's own, so lines are never parsed apart from it.
UNSPECIFIED: how lines are normalised; see document/lines.py for our rule and `width`.
Deviations: none.   Cost: O(characters).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from webwinnow.document import Document
from webwinnow.document.character_lines import Places, character_lines
from webwinnow.document.lines import WIDTH, Lines
from webwinnow.document.scripts import right_to_left
from webwinnow.signals.content_regions import Regions, content_regions
from webwinnow.spans import Spans
from webwinnow.stages import Extractor


@dataclass(frozen=True, slots=True)
class DANA(Extractor):
    """Keeps regions of lines that hold more right-to-left text than ASCII: as r2l, with words in Latin and digits."""

    name: ClassVar[str] = "dana"
    gap: int = 20
    """How far apart, in lines, two regions of the content may be."""
    smoothing: int = 3
    """How many lines are added up: 3 as in formula 4.2."""
    width: int = WIDTH
    """Characters of text on a normalised line."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("gap", 0, 100_000)
        self.require_odd("smoothing", 1, 99)
        self.require_range("width", 10, 100_000)

    def warnings(self, page: Document) -> tuple[str, ...]:
        """Tell why there is no answer on a page that is not written from right to left."""
        return () if len(right_to_left(page.source)) else (f"{self.name}: the page has no right-to-left text",)

    def __call__(self, page: Document) -> Spans:
        """Read the lines of the regions that were chosen; nothing on a page without right-to-left text."""
        places = right_to_left(page.source)
        if not len(places):
            return Spans(size=len(page.source))
        lines, regions = self._regions(page, places)
        return page.select(np.column_stack([lines.edge[regions.first], lines.edge[regions.last + 1]]))

    def regions(self, page: Document) -> tuple[Lines, Regions]:
        """Count, smooth and choose: what decides, and what pictures show."""
        return self._regions(page, right_to_left(page.source))

    def _regions(self, page: Document, places: Places) -> tuple[Lines, Regions]:
        lines = character_lines(page, places, self.width)
        return lines, content_regions(lines.content, lines.code, self.gap, self.smoothing)

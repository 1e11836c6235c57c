"""R2L: lines with more right-to-left characters than ASCII, grown from the largest region.

Paper: mohammadzadeh2013, section 4.3: formula 4.2, Algorithm 1, formula 4.4; gap 8.
Ours: characters are told apart by code point. The paper's bytes above 127 are the same on pages with nothing but
right-to-left text and ASCII; other characters, such as Latin letters with accents, are neither content nor code here.
A page without right-to-left text gives nothing, and is not even parsed.
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
class R2L(Extractor):
    """Keeps right-to-left characters alone: fast and precise on Arabic, Farsi, Urdu, Hebrew; loses words in Latin."""

    name: ClassVar[str] = "r2l"
    gap: int = 8
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
        """Keep the right-to-left characters of the regions that were chosen."""
        places = right_to_left(page.source)
        if not len(places):
            return Spans(size=len(page.source))
        lines, regions = self._regions(page, places)
        chosen = page.select(np.column_stack([lines.edge[regions.first], lines.edge[regions.last + 1]]))
        places = places[chosen.contains(places)]
        breaks = np.flatnonzero(np.diff(places, prepend=-2, append=len(page.source) + 1) > 1)
        return Spans.from_sorted(places[breaks[:-1]], places[breaks[1:] - 1] + 1, len(page.source))

    def regions(self, page: Document) -> tuple[Lines, Regions]:
        """Count, smooth and choose: what decides, and what pictures show."""
        return self._regions(page, right_to_left(page.source))

    def _regions(self, page: Document, places: Places) -> tuple[Lines, Regions]:
        lines = character_lines(page, places, self.width)
        return lines, content_regions(lines.content, lines.code, self.gap, self.smoothing)

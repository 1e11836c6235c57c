"""R2L and DANA: lines with more right-to-left characters than ASCII, grown from the largest region.

Paper: mohammadzadeh2013, sections 4.3 (R2L, gap 8) and 4.4 (DANA, gap 20): formula 4.2, Algorithm 1, formula 4.4. R2L
keeps the right-to-left characters of the region, DANA reads its lines with a parser.
Ours: characters are told apart by code point. The paper's bytes above 127 are the same on pages with nothing but
right-to-left text and ASCII; other characters, such as Latin letters with accents, are neither content nor code here.
A page without right-to-left text gives nothing, and is not even parsed. The parser of DANA's phase four is the page's
own, so lines are never parsed apart from it.
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
from webwinnow.language.scripts import right_to_left
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
        return self._kept(
            page.select(np.column_stack([lines.edge[regions.first], lines.edge[regions.last + 1]])), places
        )

    def _kept(self, chosen: Spans, places: Places) -> Spans:  # noqa: ARG002  (R2L looks at them)
        """Give all text of the lines that were chosen."""
        return chosen

    def regions(self, page: Document) -> tuple[Lines, Regions]:
        """Count, smooth and choose: what decides, and what pictures show."""
        return self._regions(page, right_to_left(page.source))

    def _regions(self, page: Document, places: Places) -> tuple[Lines, Regions]:
        lines = character_lines(page, places, self.width)
        return lines, content_regions(lines.content, lines.code, self.gap, self.smoothing)


@dataclass(frozen=True, slots=True)
class R2L(DANA):
    """Keeps right-to-left characters alone: fast and precise on Arabic, Farsi, Urdu, Hebrew; loses words in Latin."""

    name: ClassVar[str] = "r2l"
    gap: int = 8
    """How far apart, in lines, two regions of the content may be."""

    def _kept(self, chosen: Spans, places: Places) -> Spans:
        """Give the right-to-left characters of the lines that were chosen."""
        places = places[chosen.contains(places)]
        breaks = np.flatnonzero(np.diff(places, prepend=-2, append=chosen.size + 1) > 1)
        return Spans.from_sorted(places[breaks[:-1]], places[breaks[1:] - 1] + 1, chosen.size)

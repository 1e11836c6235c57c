"""DANAg: lines with more content than code, grown from the largest region; for any language.

Paper: mohammadzadeh2013, section 4.5 (formula 4.5), with phases two to four of 4.3 and 4.4: formula 4.2, Algorithm 1,
formula 4.4.
Ours: content and code per line are differences of prefix sums. `smoothing=1` gives formula 4.6 instead of 4.2.
UNSPECIFIED: how lines are normalised. Ours: `blocks`, with the sweep in document/lines.py; `equal` is better once tags
have lost their attributes, as in the recipe `addanag-bare`.
Deviations: none.   Cost: O(words + tags).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.lines import WIDTH, Lines
from webwinnow.errors import ParameterError
from webwinnow.signals.content_regions import Regions, content_regions
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

LINES: Final = ("blocks", "equal")


@dataclass(frozen=True, slots=True)
class DANAg(Extractor):
    """Keeps the regions of lines that hold more text than markup: strong on news, weak where the text is all links."""

    name: ClassVar[str] = "danag"
    gap: int = 20
    """How far apart, in lines, two regions of the content may be."""
    smoothing: int = 3
    """How many lines are added up: 3 as in formula 4.2, 1 as in formula 4.6."""
    lines: str = "blocks"
    """How lines are normalised: `blocks` puts text and markup on lines of their own, `equal` fills lines with both."""
    width: int = WIDTH
    """Characters on a line: of text with `blocks`, of text and tags with `equal`."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("gap", 0, 100_000)
        self.require_odd("smoothing", 1, 99)
        self.require_range("width", 10, 100_000)
        if self.lines not in LINES:
            raise ParameterError(f"{self.name}: lines must be {' or '.join(LINES)}, not {self.lines!r}")

    def __call__(self, page: Document) -> Spans:
        """Read the lines of the regions that were chosen."""
        lines, regions = self.regions(page)
        return page.select(np.column_stack([lines.edge[regions.first], lines.edge[regions.last + 1]]))

    def regions(self, page: Document) -> tuple[Lines, Regions]:
        """Count, smooth and choose: what decides, and what pictures show."""
        lines = page.normalised_lines(self.width) if self.lines == "blocks" else page.wrapped_lines(self.width)
        return lines, content_regions(lines.content, lines.code, self.gap, self.smoothing)

"""R2L, DANA and DANAg: lines with more content than code, grown from the largest region.

Paper: mohammadzadeh2013, sections 4.3 (R2L, gap 8), 4.4 (DANA, gap 20) and 4.5 (DANAg, formula 4.5): formula 4.2,
Algorithm 1, formula 4.4. R2L and DANA take right-to-left characters for content and ASCII for code, DANAg text and
tags. R2L keeps the right-to-left characters of the region, the others read its lines with a parser.
Ours: content and code per line are differences of prefix sums. The parser of phase four is the page's own, so lines are
never parsed apart from it. `smoothing=1` gives formula 4.6 instead of 4.2.
UNSPECIFIED: how lines are normalised; see document/lines.py for our rule and `width`.
Deviations: none.   Cost: O(words + tags); O(characters) for R2L and DANA.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.character_lines import character_lines
from webwinnow.document.lines import WIDTH, Lines
from webwinnow.errors import ParameterError
from webwinnow.language.scripts import right_to_left
from webwinnow.signals.runs import Places, grow, runs
from webwinnow.signals.smoothing import window_sums
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

LINES: Final = ("blocks", "equal")


@dataclass(frozen=True, slots=True)
class LineRegions:
    """What was seen on the way, for pictures, and what was chosen."""

    difference: npt.NDArray[np.number]
    """Per line: content minus code, smoothed."""
    first: Places
    last: Places
    """Lines where the chosen regions start and end."""


def content_regions(
    content: npt.NDArray[np.integer], code: npt.NDArray[np.integer], gap: int, smoothing: int
) -> LineRegions:
    """Find regions with more content than code: the largest one, and those in a chain of short gaps beside it."""
    difference = window_sums(content.astype(np.int64) - code, smoothing)
    first, last = runs(difference > 0)
    if not len(first):
        return LineRegions(difference, first, last)
    before = np.concatenate([[0], np.cumsum(content)])
    largest = int(np.argmax(before[last + 1] - before[first]))
    left, right = grow(first, last, largest, gap)
    return LineRegions(difference, first[left : right + 1], last[left : right + 1])


@dataclass(frozen=True, slots=True)
class DANA(Extractor):
    """Keeps regions of lines that hold more right-to-left text than ASCII: as r2l, with words in Latin and digits.

    Paper: mohammadzadeh2013, sections 4.3 and 4.4 (gap 20): formula 4.2, Algorithm 1, formula 4.4.
    Ours: characters are told apart by code point. The paper's bytes above 127 are the same on pages with nothing but
    right-to-left text and ASCII; other characters, such as Latin letters with accents, are neither content nor code
    here. A page without right-to-left text gives nothing, and is not even parsed.
    UNSPECIFIED: how lines are normalised; see document/lines.py for our rule and `width`.
    """

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

    def regions(self, page: Document) -> tuple[Lines, LineRegions]:
        """Count, smooth and choose: what decides, and what pictures show."""
        return self._regions(page, right_to_left(page.source))

    def _regions(self, page: Document, places: Places) -> tuple[Lines, LineRegions]:
        lines = character_lines(page, places, self.width)
        return lines, content_regions(lines.content, lines.code, self.gap, self.smoothing)


@dataclass(frozen=True, slots=True)
class R2L(DANA):
    """Keeps right-to-left characters alone: fast and precise on Arabic, Farsi, Urdu, Hebrew; loses words in Latin.

    Paper: mohammadzadeh2013, section 4.3 (gap 8): formula 4.2, Algorithm 1, formula 4.4.
    UNSPECIFIED: how lines are normalised; see document/lines.py for our rule and `width`.
    """

    name: ClassVar[str] = "r2l"
    gap: int = 8
    """How far apart, in lines, two regions of the content may be."""

    def _kept(self, chosen: Spans, places: Places) -> Spans:
        """Give the right-to-left characters of the lines that were chosen."""
        places = places[chosen.contains(places)]
        breaks = np.flatnonzero(np.diff(places, prepend=-2, append=chosen.size + 1) > 1)
        return Spans.from_sorted(places[breaks[:-1]], places[breaks[1:] - 1] + 1, chosen.size)


@dataclass(frozen=True, slots=True)
class DANAg(Extractor):
    """Keeps the regions of lines that hold more text than markup: strong on news, weak where the text is all links.

    Paper: mohammadzadeh2013, section 4.5 (formula 4.5), with phases two to four of 4.3 and 4.4: formula 4.2, Algorithm
    1, formula 4.4.
    UNSPECIFIED: how lines are normalised. Ours: `blocks`, with the sweep in document/lines.py; `equal` is better once
    tags have lost their attributes, as in the recipe `addanag-bare`.
    """

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

    def regions(self, page: Document) -> tuple[Lines, LineRegions]:
        """Count, smooth and choose: what decides, and what pictures show."""
        lines = page.normalised_lines(self.width) if self.lines == "blocks" else page.wrapped_lines(self.width)
        return lines, content_regions(lines.content, lines.code, self.gap, self.smoothing)

"""R2L, DANA and DANAg: lines with more content than code, grown from the largest region.

Paper: mohammadzadeh2013, sections 4.3 (R2L, gap 8), 4.4 (DANA, gap 20) and 4.5 (DANAg, formula 4.5): formula 4.2,
Algorithm 1, formula 4.4. R2L and DANA take right-to-left characters for content and ASCII for code, DANAg text and
tags. R2L keeps the right-to-left characters of the region, the others read its lines with a parser.
Ours: content and code per line are differences of prefix sums. The parser of phase four is the page's own, so lines are
never parsed apart from it. `smoothing=1` gives formula 4.6 instead of 4.2.
UNSPECIFIED: how lines are normalised; see document/lines.py for our rule, the others that were tried, and `width`.
`>> whole-blocks` snaps what was chosen to the borders of paragraphs, as in the recipe `addanag-whole`.
Deviations: none.   Cost: O(words + tags); O(characters) for R2L and DANA.
"""

from __future__ import annotations

import ctypes
from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK
from webwinnow.document.lines import WIDTH, Lines
from webwinnow.document.shown import kept_by
from webwinnow.kernels import LIBRARY, Library, address
from webwinnow.language.characters import code_points, right_to_left
from webwinnow.signals.smoothing import window_sums
from webwinnow.signals.stretches import Places, grow, runs
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, chosen_between, content_and_code, line_panel

LINES: Final = ("blocks", "equal")
_COUNTED: Final = (
    "Characters of text above the axis, characters of tags below it, for each line. Long columns above with little"
    " below them are content; much code under little text is navigation."
    " Figures 4.3 and 4.13 of mohammadzadeh2013; after a filter, figure 4.14."
)
_RIGHT_TO_LEFT: Final = (
    "Right-to-left text above the axis, ASCII below it, for each line, in bytes or characters. Long columns above with"
    " little below them are content; ASCII is mostly code. Figure 4.3 of mohammadzadeh2013."
)
UNITS: Final = ("bytes", "characters")
_FORMULAS: Final = {3: "formula 4.2", 1: "formula 4.6"}
"""By how many lines are added up."""


@dataclass(frozen=True, slots=True)
class LineRegions:
    """What the lines come to, and which of them were chosen."""

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


class _LineBased(Extractor):
    """What the three have in common: regions of lines are chosen by content minus code."""

    __slots__ = ()
    title: ClassVar[str] = "Content and code in each line"
    caption: ClassVar[str] = _COUNTED
    counted: ClassVar[tuple[str, str]] = ("content", "code")
    gap: int
    smoothing: int
    width: int

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("gap", 0, 100_000)
        self.require_odd("smoothing", 1, 99)
        self.require_range("width", 10, 100_000)

    @abstractmethod
    def counted_lines(self, page: Document) -> Lines:
        """Count content and code in each line."""

    def regions(self, page: Document, lines: Lines) -> LineRegions:  # noqa: ARG002  (DANA looks at the page)
        """Smooth the lines and choose."""
        return content_regions(lines.content, lines.code, self.gap, self.smoothing)

    def curves(self, page: Document) -> Panels:
        """Show the lines as counted, and smoothed, each with the regions that were chosen."""
        lines = self.counted_lines(page)
        regions = self.regions(page, lines)
        chosen = chosen_between(regions.first, regions.last)
        formula = _FORMULAS.get(self.smoothing, "after formula 4.2")
        neighbours = f"summed over {self.smoothing} lines" if self.smoothing > 1 else "of each line by itself"
        seen = (
            f"Content minus code, {neighbours} ({formula}). Regions above the axis are candidates; chosen are the one"
            f" with most content and those that follow it with gaps of at most {self.gap} lines (Algorithm 1, formula"
            " 4.4). Figures 4.4, 4.16 and 4.17 of mohammadzadeh2013."
        )
        counts, difference = (
            content_and_code(lines, *self.counted),
            Curve("content − code", "signed", regions.difference),
        )
        return (
            line_panel(str(self), lines, self.title, self.caption, *counts, chosen=chosen),
            line_panel(str(self), lines, "Smoothed: content minus code", seen, difference, chosen=chosen),
        )


@dataclass(frozen=True, slots=True)
class DANA(_LineBased):
    """Keeps regions of lines that hold more right-to-left text than ASCII: as r2l, with words in Latin and digits.

    Paper: mohammadzadeh2013, sections 4.3 and 4.4 (gap 20): formula 4.2, Algorithm 1, formula 4.4.
    UNSPECIFIED: bytes or characters. Section 4.3.2 reads "a stream of bytes", tells those above 127 from the rest, and
    counts "characters". Ours: bytes of the page in UTF-8, in which a right-to-left letter counts two, as the section
    says; with `characters`, it counts one, and what is neither right-to-left nor ASCII is neither content nor code.
    Word-bag F1 of dana in bytes and in characters .766 and .670 on rtl-selected, .474 and .443 on rtl-home-silver, of
    r2l .662 and .524, .361 and .332 (all pages, 2026-11-17). A page without right-to-left text gives nothing, and is
    not even parsed.
    UNSPECIFIED: how lines are normalised; see document/lines.py for our rule and `width`.
    """

    name: ClassVar[str] = "dana"
    title: ClassVar[str] = "Right-to-left text and ASCII in each line"
    caption: ClassVar[str] = _RIGHT_TO_LEFT
    counted: ClassVar[tuple[str, str]] = ("right-to-left", "ASCII")
    gap: int = 20
    """How far apart, in lines, two regions of the content may be."""
    smoothing: int = 3
    """How many lines are added up: 3 as in formula 4.2."""
    width: int = WIDTH
    """Characters of text and tags on a normalised line."""
    unit: str = "bytes"
    """What is counted: `bytes` above 127 against those below, or right-to-left `characters` against ASCII."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        _LineBased.__post_init__(self)
        self.require_choice("unit", UNITS)

    def warnings(self, page: Document) -> tuple[str, ...]:
        """Say why there is no answer on a page that is not written from right to left."""
        return () if len(right_to_left(page.source)) else (f"{self.name}: the page has no right-to-left text",)

    def __call__(self, page: Document) -> Spans:
        """Read the lines of the regions that were chosen; nothing on a page without right-to-left text."""
        places = right_to_left(page.source)
        if not len(places):
            return Spans(size=len(page.source))
        lines = self.counted_lines(page)
        return self._kept(_read(page, lines, self.regions(page, lines)), places)

    def regions(self, page: Document, lines: Lines) -> LineRegions:
        """Choose nothing on a page without right-to-left text."""
        found = _LineBased.regions(self, page, lines)
        if len(right_to_left(page.source)):
            return found
        return LineRegions(found.difference, found.first[:0], found.last[:0])

    def _kept(self, chosen: Spans, places: Places) -> Spans:  # noqa: ARG002  (R2L looks at them)
        """Keep all text of the lines that were chosen."""
        return chosen

    def counted_lines(self, page: Document) -> Lines:
        """Count right-to-left text and ASCII."""
        places = right_to_left(page.source)
        if self.unit == "bytes" and len(places):
            return byte_lines(page, self.width)
        return character_lines(page, places, self.width)


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
        """Keep the right-to-left characters of the lines that were chosen."""
        places = places[chosen.contains(places)]
        breaks = np.flatnonzero(np.diff(places, prepend=-2, append=chosen.size + 1) > 1)
        return Spans.from_sorted(places[breaks[:-1]], places[breaks[1:] - 1] + 1, chosen.size)


@dataclass(frozen=True, slots=True)
class DANAg(_LineBased):
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
    """How lines are normalised: `blocks` puts text and markup apart, `equal` fills lines with both."""
    width: int = WIDTH
    """Characters of text and tags on a line."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        _LineBased.__post_init__(self)
        self.require_choice("lines", LINES)

    def __call__(self, page: Document) -> Spans:
        """Read the lines of the regions that were chosen."""
        found = self._at_once(LIBRARY, page) if LIBRARY and self.lines == "blocks" else None
        if found is not None:
            return found
        lines = self.counted_lines(page)
        return _read(page, lines, self.regions(page, lines))

    def _at_once(self, library: Library, page: Document) -> Spans | None:
        """Do as `_read` on normalised lines; None where Python must."""
        rules = _RegionRules(address(BLOCK), self.width, self.smoothing, self.gap)
        return kept_by(library.find_line_regions, page, ctypes.addressof(rules))

    def counted_lines(self, page: Document) -> Lines:
        """Count text and tags."""
        return page.normalised_lines(self.width) if self.lines == "blocks" else page.wrapped_lines(self.width)


class _RegionRules(ctypes.Structure):
    """`RegionRules` of native/lines.c."""

    _fields_ = (("is_block", ctypes.c_void_p), *((name, ctypes.c_int64) for name in ("width", "smoothing", "gap")))


def _read(page: Document, lines: Lines, regions: LineRegions) -> Spans:
    return page.select(np.column_stack([lines.edge[regions.first], lines.edge[regions.last + 1]]))


def character_lines(page: Document, right_to_left: Places, width: int) -> Lines:
    """Return normalised lines in which right-to-left characters are content and ASCII characters code.

    The sets S1 and S2, the arrays T1 and T2 of section 4.3.2. The paper reads the page as a stream, without scripts,
    styles and comments: so characters in attributes count by what they are, and so do those in text.
    """
    lines, counted = page.normalised_lines(width), _counted(page)
    content = _per_line(lines, right_to_left[counted[right_to_left]])
    neither_or_content = _per_line(lines, np.flatnonzero(counted & (code_points(page.source) > 127)))
    return replace(lines, content=content, code=lines.content + lines.code - neither_or_content)


def byte_lines(page: Document, width: int) -> Lines:
    """Return normalised lines in which bytes above 127 are content and those below are code, in the page's UTF-8 form.

    A character below U+0800 has two bytes in UTF-8, one below U+10000 three, any other four, and all are above 127.
    """
    lines, counted, points = page.normalised_lines(width), _counted(page), code_points(page.source)
    high = np.flatnonzero(counted & (points > 127))
    size = 2 + (points[high] > 0x7FF) + (points[high] > 0xFFFF)
    before = np.concatenate([[0], np.cumsum(size)])
    content = np.diff(before[np.searchsorted(high, lines.edge)]).astype(np.int32)
    return replace(lines, content=content, code=lines.content + lines.code - _per_line(lines, high))


def _per_line(lines: Lines, places: Places) -> npt.NDArray[np.int32]:
    return np.diff(np.searchsorted(places, lines.edge)).astype(np.int32)


def _counted(page: Document) -> npt.NDArray[np.bool_]:
    """Mark the characters that are part of the stream: visible text, and tags that count as they are written."""
    tag_start, tag_end = page.tokens.tag_start, page.tokens.tag_end
    whole = (page.code == tag_end - tag_start) & (tag_end > tag_start)
    change = np.zeros(len(page.source) + 1, dtype=np.int8)
    for starts, ends in ((page.visible.starts, page.visible.ends), (tag_start[whole], tag_end[whole])):
        change[starts] += 1
        change[ends] -= 1
    counted: npt.NDArray[np.bool_] = np.cumsum(change, dtype=np.int8)[:-1] > 0
    return counted

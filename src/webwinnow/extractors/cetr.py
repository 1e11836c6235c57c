"""Content Extraction via Tag Ratios: lines with much text for each tag are content.

Paper: weninger2010; mohammadzadeh2013, section 3.3.3.1, Algorithm 9 and figure 3.11; bhardwaj2014, formula 1.
`cetr` clusters lines in two dimensions, their smoothed ratio and how much it changes towards the next lines: k-means
with three centres, of which the one at the origin stays there; its lines are no content. `cetr-threshold` keeps lines
whose smoothed ratio is above the standard deviation of all ratios, times a coefficient.
Ours: seeds are not drawn but farthest-first, so the same page has the same clusters. Blanks between text and a tag
count as one character, and only between the first and the last character that readers see on a line (figure 3.11).
UNSPECIFIED: what the thesis leaves to weninger2010, as public programs and notes on it have it: a Gaussian of deviation
1 that reaches 1 line, the mean of the 3 next lines against the line, a new line after 65 characters for pages that were
written without. Ours: all pages are wrapped, so that their layout does not matter; 0 keeps the lines of the source.
Of 65, 120, 160, 200, 300 characters, 120 is the best for articles and 200 for seven packages (F1 .767 .808 .812 .817
.816; wcxb-dev, dragnet, fundus, cleaneval-en-dev, daniel-waddle, xmu-zh, wikipedia-silver, 2026-11-15).
Deviations: Algorithm 9 reads the lines of the source, and ours are wrapped at 65: word-bag F1 .756, with the lines of
the source (`width=0`) .723 (macro average over 30 pages of each of the 13 sets named in document/lines.py, 2026-11-17).
Cost: O(words + tags).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.reading import Column
from webwinnow.signals.clustering import Labels, farthest_first, k_means
from webwinnow.signals.smoothing import Numbers, blur
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import AxisLabel, Curve, Panel, Panels, Threshold, chosen_where

Counts = npt.NDArray[np.integer]

_CLUSTERS: Final = 3
"""Clusters of lines, with the one at the origin (weninger2010)."""
_AHEAD: Final = 3
"""Lines that a change is measured over, as the public programs and notes on weninger2010 have it."""
_SMOOTHED: Final = "Smoothed tag ratio of each line"


@dataclass(frozen=True, slots=True)
class RatioLines:
    """Lines and what is counted in them; line i is `edge[i]:edge[i + 1]` of the source."""

    edge: npt.NDArray[np.int32]
    characters: Counts
    tags: Counts

    @property
    def ratio(self) -> Numbers:
        """Characters that are not part of tags, for each tag; a line without tags counts as one with one."""
        return self.characters / np.maximum(self.tags, 1)


@dataclass(frozen=True, slots=True)
class CETR(Extractor):
    """Keeps lines with much text for each tag, and those where such text begins and ends: mild, keeps headlines."""

    name: ClassVar[str] = "cetr"
    width: int = 65
    """Characters of a line; 0 for the lines as they stand in the source."""
    radius: int = 1
    """How many lines on either side a line is smoothed with."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("width", 0, 100_000)
        self.require_range("radius", 0, 1_000)

    def __call__(self, page: Document) -> Spans:
        """Keep the lines outside of the cluster at the origin."""
        lines, points = self.points(page)
        return _kept(page, lines, clusters(points) > 0)

    def curves(self, page: Document) -> Panels:
        """Show the ratios; smoothed, with their change, and the lines outside of the cluster at the origin."""
        lines, points = self.points(page)
        cluster = clusters(points)
        seen = (
            "The ratios smoothed, and how much they change towards the next lines: the two dimensions in which lines"
            " are clustered. Chosen are the lines outside of the cluster at the origin."
            " Figure 3.10 of mohammadzadeh2013; weninger2010."
        )
        curves = (
            Curve("smoothed", "columns", points[:, 0]),
            Curve("change", "line", points[:, 1], "code"),
            Curve("cluster", "readout", cluster),
        )
        smoothed = replace(_panel(str(self), lines, _SMOOTHED, seen, *curves), chosen=chosen_where(cluster > 0))
        return _ratios(str(self), lines), smoothed

    def points(self, page: Document) -> tuple[RatioLines, Numbers]:
        """Return each line's smoothed ratio, and how much it changes."""
        lines = ratio_lines(page, self.width)
        smooth = _smoothed(lines.ratio, self.radius)
        return lines, np.column_stack([smooth, _smoothed(np.abs(_change(smooth)), self.radius)])


@dataclass(frozen=True, slots=True)
class CETRThreshold(Extractor):
    """Keeps lines whose text for each tag stands out: simple, loses the short lines of the content."""

    name: ClassVar[str] = "cetr-threshold"
    coefficient: float = 1.0
    """How many standard deviations of all ratios a smoothed ratio must exceed."""
    width: int = 65
    """Characters of a line; 0 for the lines as they stand in the source."""
    radius: int = 1
    """How many lines on either side a line is smoothed with."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("coefficient", 0, 1_000)
        self.require_range("width", 0, 100_000)
        self.require_range("radius", 0, 1_000)

    def __call__(self, page: Document) -> Spans:
        """Keep the lines above the threshold."""
        lines, smooth, threshold = self.smoothed(page)
        return _kept(page, lines, smooth > threshold)

    def curves(self, page: Document) -> Panels:
        """Show the ratios; smoothed, with the threshold."""
        lines, smooth, threshold = self.smoothed(page)
        seen = (
            f"The ratios smoothed; chosen are the lines above the threshold, {self.coefficient:g} standard deviations"
            " of all ratios. Figure 3.10 of mohammadzadeh2013; weninger2010."
        )
        panel = _panel(str(self), lines, _SMOOTHED, seen, Curve("smoothed", "columns", smooth))
        limit = Threshold(threshold, "content above")
        return _ratios(str(self), lines), replace(panel, chosen=chosen_where(smooth > threshold), thresholds=(limit,))

    def smoothed(self, page: Document) -> tuple[RatioLines, Numbers, float]:
        """Return each line's smoothed ratio and the threshold."""
        lines = ratio_lines(page, self.width)
        return lines, _smoothed(lines.ratio, self.radius), self.coefficient * float(lines.ratio.std())


def clusters(points: Numbers) -> Labels:
    """Cluster the lines; cluster 0 is the one at the origin."""
    labels = np.zeros(len(points), dtype=np.intp)
    away = points.any(axis=1)  # the many lines at the origin itself cannot leave its cluster, nor move another
    centres = farthest_first(points[away], np.zeros((1, 2)), _CLUSTERS - 1)
    labels[away] = k_means(points[away], centres, fixed=1)
    return labels


def ratio_lines(page: Document, width: int) -> RatioLines:
    """Count characters and tags in each line (Algorithm 9)."""
    edge = page.wrapped_lines(width).edge if width else page.lines.edge
    characters = line_characters(page, edge, whole_words=width > 0)
    tags = np.searchsorted(page.tokens.tag_start[page.code > 0], edge)
    return RatioLines(edge, characters, np.diff(tags))


def _smoothed(values: Numbers, radius: int) -> Numbers:
    distance = np.arange(-radius, radius + 1)
    weights = np.exp(-0.5 * (distance / max(radius, 1)) ** 2)
    return blur(values, weights / weights.sum())


def _change(values: Numbers) -> Numbers:
    """Compare each value with the mean of those that follow; the last one, which none follows, does not change."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    place = np.arange(1, len(values) + 1)
    end = np.minimum(place + _AHEAD, len(values))
    change: Numbers = np.where(end > place, (sums[end] - sums[place]) / np.maximum(end - place, 1) - values, 0.0)
    return change


def _kept(page: Document, lines: RatioLines, keep: npt.NDArray[np.bool_]) -> Spans:
    return page.select(np.column_stack([lines.edge[:-1][keep], lines.edge[1:][keep]]))


def _ratios(stage: str, lines: RatioLines) -> Panel:
    seen = (
        "Characters of text for each tag, line by line; a line without tags counts as one with one tag."
        " Figure 3.10 and Algorithm 9 of mohammadzadeh2013."
    )
    return _panel(stage, lines, "Tag ratio of each line", seen, Curve("ratio", "columns", lines.ratio))


def _panel(stage: str, lines: RatioLines, title: str, caption: str, *curves: Curve) -> Panel:
    x, y = AxisLabel("line of the page", "line"), AxisLabel("characters per tag", "characters per tag")
    return Panel(stage, title, caption, x, y, lines.edge[:-1], lines.edge[1:], curves)


def line_characters(page: Document, edge: Column, *, whole_words: bool) -> npt.NDArray[np.int64]:
    """Count from the first to the last character that readers see on each line; blanks beside a tag count as one.

    Lines of `whole_words` are cut where words start, not where the source has a line break that must not count.
    """
    shown = page.visible
    if not len(shown):
        return np.zeros(len(edge) - 1, dtype=np.int64)
    first = np.searchsorted(shown.ends, edge[:-1], side="right")
    last = np.searchsorted(shown.starts, edge[1:]) - 1
    start = np.maximum(shown.starts[np.minimum(first, len(shown) - 1)], edge[:-1])
    end = np.minimum(shown.ends[np.maximum(last, 0)], edge[1:])
    places = _blanks_beside_tags(page)
    blanks = np.where(first <= last, np.searchsorted(places, end) - np.searchsorted(places, start), 0)
    seen = np.diff(shown.characters_before(edge)) + blanks
    return seen if whole_words else np.maximum(seen - _blanks_at_the_ends(page, edge), 0)


def _blanks_beside_tags(page: Document) -> Column:
    """Find where blanks start that stand between tags, or between a tag and text, in order."""
    gap_start, gap_end, found = page.tokens.gap_start, page.tokens.gap_end, page.runs
    places = np.column_stack([gap_start, gap_start])
    places[found.gap, 1] = found.end
    blank = np.column_stack([gap_end > gap_start, np.zeros(len(gap_start), dtype=np.bool_)])
    blank[found.gap, 0] = found.start > gap_start[found.gap]
    blank[found.gap, 1] = found.end < gap_end[found.gap]
    return places[blank]


def _blanks_at_the_ends(page: Document, edge: Column) -> npt.NDArray[np.int64]:
    """Count the blanks, with the line break, at the ends of lines that are cut inside of text; the loop is per cut."""
    blanks = np.zeros(len(edge) - 1, dtype=np.int64)
    inside = page.visible.contains(edge[1:-1]) & page.visible.contains(edge[1:-1] - 1)
    for line in np.flatnonzero(inside).tolist():
        above, below = page.source[edge[line] : edge[line + 1]], page.source[edge[line + 1] : edge[line + 2]]
        blanks[line] += len(above) - len(above.rstrip())
        blanks[line + 1] += len(below) - len(below.lstrip())
    return blanks

"""Content above and code below the x-axis, line by line: R2L, DANA, DANAg and AdDANAg (and what prefilters change).

Paper: mohammadzadeh2013, figures 4.3 and 4.4, 4.13 and 4.14 (lines as counted), 4.16 and 4.17 (smoothed).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Protocol

from webwinnow.document import Document
from webwinnow.document.lines import Lines
from webwinnow.explain.panel import Axis, Panel, Series, regions
from webwinnow.extractors.dana import LineRegions

_COUNTED: Final = (
    "Characters of text above the axis, characters of tags below it, for each line. Long columns above with little"
    " below them are content; much code under little text is navigation."
    " Figures 4.3 and 4.13 of mohammadzadeh2013; after a filter, figure 4.14."
)
_RIGHT_TO_LEFT: Final = (
    "Right-to-left characters above the axis, ASCII characters below it, for each line. Long columns above with little"
    " below them are content; ASCII is mostly code. Figure 4.3 of mohammadzadeh2013."
)


class LineBased(Protocol):
    """An extractor that chooses regions of lines."""

    @property
    def gap(self) -> int:
        """How far apart, in lines, two regions may be."""

    @property
    def smoothing(self) -> int:
        """How many lines are added up."""

    def regions(self, page: Document) -> tuple[Lines, LineRegions]:
        """Give the lines with what was counted in them, and the regions that were chosen."""


def line_panels(page: Document, stage: LineBased) -> tuple[Panel, ...]:
    """Show the lines as counted, and smoothed with the regions that were chosen."""
    lines, chosen = stage.regions(page)
    counted = counted_lines(str(stage), lines, "Content and code in each line", _COUNTED)
    return replace(counted, regions=regions(chosen.first, chosen.last)), _smoothed_lines(stage, lines, chosen)


def right_to_left_panels(page: Document, stage: LineBased) -> tuple[Panel, ...]:
    """Show the same for methods that take right-to-left characters for content and ASCII for code."""
    counted, smoothed = line_panels(page, stage)
    content, code = counted.series
    named = (replace(content, name="right-to-left"), replace(code, name="ASCII"))
    title = "Right-to-left and ASCII characters in each line"
    return replace(counted, title=title, caption=_RIGHT_TO_LEFT, series=named), smoothed


def counted_lines(stage: str, lines: Lines, title: str, seen: str) -> Panel:
    """Show how much content and code each line holds."""
    return _panel(
        stage, lines, title, seen, (Series("content", "above", lines.content), Series("code", "below", lines.code))
    )


def _smoothed_lines(stage: LineBased, lines: Lines, chosen: LineRegions) -> Panel:
    formula = "formula 4.2" if stage.smoothing == 3 else "formula 4.6" if stage.smoothing == 1 else "after formula 4.2"
    neighbours = f"summed over {stage.smoothing} lines" if stage.smoothing > 1 else "of each line by itself"
    seen = (
        f"Content minus code, {neighbours} ({formula}). Regions above the axis are candidates; chosen are the one with"
        f" most content and those that follow it with gaps of at most {stage.gap} lines (Algorithm 1, formula 4.4)."
        " Figures 4.4, 4.16 and 4.17 of mohammadzadeh2013."
    )
    difference = (Series("content − code", "signed", chosen.difference),)
    panel = _panel(str(stage), lines, "Smoothed: content minus code", seen, difference)
    return replace(panel, regions=regions(chosen.first, chosen.last))


def _panel(stage: str, lines: Lines, title: str, seen: str, series: tuple[Series, ...]) -> Panel:
    return Panel(
        stage=stage,
        title=title,
        caption=seen,
        x=Axis("line of the page, normalised", "line"),
        y=Axis("characters", "characters"),
        start=lines.edge[:-1],
        end=lines.edge[1:],
        series=series,
    )

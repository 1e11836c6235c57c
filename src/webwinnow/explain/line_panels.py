"""Content above and code below the x-axis, line by line: R2L, DANA, DANAg and AdDANAg (and what prefilters change).

Paper: mohammadzadeh2013, figures 4.3 and 4.4, 4.13 and 4.14 (lines as counted), 4.16 and 4.17 (smoothed).
"""

from __future__ import annotations

from typing import Final, Protocol

from webwinnow.document import Document
from webwinnow.document.lines import Lines
from webwinnow.explain.panel import Axis, Panel, Series, regions
from webwinnow.signals.content_regions import Regions

_COUNTED: Final = (
    "Characters of text above the axis, characters of tags below it, for each line. Long columns above with little"
    " below them are content; much code under little text is navigation."
    " Figures 4.3 and 4.13 of mohammadzadeh2013; after a filter, figure 4.14."
)


class LineBased(Protocol):
    """An extractor that chooses regions of lines."""

    gap: int
    smoothing: int

    def regions(self, page: Document) -> tuple[Lines, Regions]:
        """Give the lines with what was counted in them, and the regions that were chosen."""


def line_panels(page: Document, stage: LineBased) -> tuple[Panel, ...]:
    """Show the lines as counted, and smoothed with the regions that were chosen."""
    lines, chosen = stage.regions(page)
    return counted_lines(str(stage), lines, chosen, "Content and code in each line", _COUNTED), _smoothed_lines(
        stage, lines, chosen
    )


def counted_lines(stage: str, lines: Lines, chosen: Regions | None, title: str, seen: str) -> Panel:
    """Show how much content and code each line holds."""
    return Panel(
        stage=stage,
        title=title,
        caption=seen,
        x=Axis("line of the page, long and short lines made equal", "line"),
        y=Axis("characters", "characters"),
        start=lines.edge[:-1],
        end=lines.edge[1:],
        series=(Series("content", "above", lines.content), Series("code", "below", lines.code)),
        regions=regions(chosen.first, chosen.last) if chosen else (),
    )


def _smoothed_lines(stage: LineBased, lines: Lines, chosen: Regions) -> Panel:
    formula = "formula 4.2" if stage.smoothing == 3 else "formula 4.6" if stage.smoothing == 1 else "after formula 4.2"
    neighbours = f"summed over {stage.smoothing} lines" if stage.smoothing > 1 else "of each line by itself"
    return Panel(
        stage=str(stage),
        title="Smoothed: content minus code",
        caption=f"Content minus code, {neighbours} ({formula}). Regions above the axis are candidates; chosen are the"
        f" one with most text and those that follow it with gaps of at most {stage.gap} lines (formula 4.4)."
        " Figures 4.4, 4.16 and 4.17 of mohammadzadeh2013.",
        x=Axis("line of the page, long and short lines made equal", "line"),
        y=Axis("characters", "characters"),
        start=lines.edge[:-1],
        end=lines.edge[1:],
        series=(Series("content − code", "signed", chosen.difference),),
        regions=regions(chosen.first, chosen.last),
    )

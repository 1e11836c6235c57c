"""The charts of the report: all texts, each source, and the share of texts without any keyword."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.trends.analysis import Trends
from webwinnow.trends.chart import Frame, Line, chart, frame_for
from webwinnow.trends.lines import mean_lines, shown_sources, without_lines
from webwinnow.trends.picture import UNIT
from webwinnow.trends.series import ALL

_WIDTH, _LARGE, _LOW, _SMALL = 900, 380, 240, 190
_PANEL: Final = 300


def means(trends: Trends) -> Html:
    """Draw the lines of all queries over all texts."""
    lines = mean_lines(trends, ALL)
    told = (
        f"Each line is the mean cosine of a query with the texts of a {trends.settings.period}. The band holds 95 of"
        f" 100 means of {trends.settings.draws:,} bootstrap draws; a ring marks where a new level begins."
    )
    return _figure(lines, frame_for(lines, _WIDTH, _LARGE, UNIT), "Means of all texts", told)


def by_source(trends: Trends) -> Html:
    """Draw a small chart for each source, all with the same scales; nothing where there is only one source."""
    sources = shown_sources(trends)
    if len(trends.sources) < 2:
        return Html()
    small = [mean_lines(trends, source) for source in sources]
    frame = frame_for([line for lines in small for line in lines], _PANEL, _SMALL, UNIT, named=False)
    panels = (
        element("div", element("h3", source), _figure(lines, frame, f"Means of {source}"))
        for source, lines in zip(sources, small, strict=True)
    )
    rest = len(trends.sources) - len(sources)
    told = f"The {len(sources)} sources with most texts; series.csv has the other {rest}, too." if rest else ""
    return join((_legend(small[0]), element("div", *panels, class_="panels"), element("p", told, class_="told")))


def without(trends: Trends) -> Html:
    """Draw the share of texts without any keyword."""
    lines = without_lines(trends, ALL)
    told = "Share of the texts that have no keyword of a query, in percent; their cosine is 0."
    return _figure(lines, frame_for(lines, _WIDTH, _LOW, "% of the texts"), "Texts without any keyword", told)


def _figure(lines: Sequence[Line], frame: Frame, name: str, told: str = "") -> Html:
    box = f"0 0 {frame.width:g} {frame.height:g}"
    drawn = element("svg", chart(lines, frame), viewBox=box, role="img", aria_label=name)
    caption = (element("figcaption", told),) if told else ()
    return element("figure", drawn, *caption, class_="large" if frame.named else None)


def _legend(lines: Sequence[Line]) -> Html:
    """Show which line is which, where the names have no room beside the lines."""
    swatches = (
        element(
            "li",
            element("svg", element("path", class_=f"line line-{line.style}", d="M0 6h36"), width=36, height=12),
            " ",
            line.name,
        )
        for line in lines
    )
    return element("nav", element("ul", *swatches), aria_label="Lines")

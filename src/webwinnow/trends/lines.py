"""From series to the lines of charts: means times 1000, as in mohammadzadeh2013, table 6.4, and shares in percent."""

from __future__ import annotations

from typing import Final

from webwinnow.trends.analysis import Trends
from webwinnow.trends.chart import Line
from webwinnow.trends.colours import style_number
from webwinnow.trends.series import Series

THOUSAND: Final = 1000.0
SOURCES: Final = 12
"""Sources that get a chart of their own; series.csv has all."""


def of_source(trends: Trends, source: str) -> list[Series]:
    """Give the series of one source, in the order of the queries."""
    return [series for series in trends.series if series.source == source]


def shown_sources(trends: Trends) -> tuple[str, ...]:
    """Give the sources that get a chart: those with most texts."""
    return trends.sources[:SOURCES]


def mean_lines(trends: Trends, source: str) -> list[Line]:
    """Give the means of a source with their bands."""
    return [
        Line(
            series.query,
            style_number(at),
            series.periods,
            series.mean * THOUSAND,
            series.low * THOUSAND,
            series.high * THOUSAND,
            series.changes,
        )
        for at, series in enumerate(of_source(trends, source))
    ]


def without_lines(trends: Trends, source: str) -> list[Line]:
    """Give the shares of texts without any keyword."""
    return [
        Line(series.query, style_number(at), series.periods, series.without * 100)
        for at, series in enumerate(of_source(trends, source))
    ]

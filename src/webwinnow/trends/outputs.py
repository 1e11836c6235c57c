"""The files that a run writes, as names and contents; the caller puts them where they belong.

`series.csv` has a row for each source, query and period, for spreadsheets and statistics.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Final

import numpy as np

from webwinnow.trends.analysis import Trends
from webwinnow.trends.chart import time_of
from webwinnow.trends.collection import Collection
from webwinnow.trends.emerging import Emerging, emerging_terms
from webwinnow.trends.picture import draw_png, draw_svg
from webwinnow.trends.report import write_report
from webwinnow.trends.series import TrendSeries

COLUMNS: Final = "source query period documents mean low high without_keyword new_level".split()
_DIGITS: Final = 6


def outputs(trends: Trends, collection: Collection) -> Iterator[tuple[str, str | bytes]]:
    """Yield the files one by one; the picture that needs a library comes last."""
    yield "series.csv", series_csv(trends.series)
    yield "report.html", write_report(trends, collection, emerging(trends))
    yield "trends.svg", draw_svg(trends)
    yield "trends.png", draw_png(trends)


def emerging(trends: Trends, count: int = 20) -> tuple[Emerging, ...]:
    """Return the words that grow most in the texts of a run."""
    exact = 7 if trends.settings.period == "month" else 4
    years = np.array([time_of(record.date[:exact]) for record in trends.records])
    return emerging_terms(trends.stream, years, count=count)


def series_csv(series: Sequence[TrendSeries]) -> str:
    """Write series; scores are cosines from 0 to 1, `new_level` is 1 where a change point is."""
    written = StringIO(newline="")
    table = csv.writer(written, lineterminator="\n")
    table.writerow(COLUMNS)
    for each in series:
        for at, period in enumerate(each.periods):
            figures = (each.mean[at], each.low[at], each.high[at], each.without[at])
            numbers = (f"{figure:.{_DIGITS}f}" for figure in figures)
            table.writerow([each.source, each.query, period, each.documents[at], *numbers, int(at in each.changes)])
    return written.getvalue()

"""What a run writes: names of files and their contents; who calls puts them where they belong."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from webwinnow.trends.analysis import Trends
from webwinnow.trends.chart import time_of
from webwinnow.trends.collection import Collection
from webwinnow.trends.emerging import Emerging, emerging_terms
from webwinnow.trends.picture import draw_png, draw_svg
from webwinnow.trends.report import write_report
from webwinnow.trends.tables import series_csv


def outputs(trends: Trends, collection: Collection) -> Iterator[tuple[str, str | bytes]]:
    """Give the files one by one; the picture that needs a library comes last."""
    yield "series.csv", series_csv(trends.series)
    yield "report.html", write_report(trends, collection, emerging(trends))
    yield "trends.svg", draw_svg(trends)
    yield "trends.png", draw_png(trends)


def emerging(trends: Trends, count: int = 20) -> tuple[Emerging, ...]:
    """Give the words that grow most in the texts of a run."""
    exact = 7 if trends.settings.period == "month" else 4
    years = np.array([time_of(record.date[:exact]) for record in trends.records])
    return emerging_terms(trends.stream, years, count=count)

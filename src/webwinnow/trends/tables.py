"""The series as a table in CSV, a row for each source, query and period: for spreadsheets and statistics."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Final

from webwinnow.trends.series import Series

COLUMNS: Final = "source query period documents mean low high without_keyword new_level".split()
_DIGITS: Final = 6


def series_csv(series: Sequence[Series]) -> str:
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

"""CSV: the first line names the columns; comma, semicolon or tab part them, whichever the first line has most of."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence

from webwinnow.trends.readers.names import field_of
from webwinnow.trends.record import Fields, Problem


def read_table(text: str, file: str) -> Iterator[Fields | Problem]:
    """Give the rows of a table, and what is wrong with it."""
    lines = text.removeprefix("\ufeff").split("\n")
    separator = max(",;\t", key=lines[0].count)
    rows = csv.reader((f"{line}\n" for line in lines), delimiter=separator)
    columns: list[str | None] | None = None
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield Problem(file, line, f"the row cannot be read ({error}): left out")
            continue
        if columns is None:
            columns = [field_of(name) for name in row]
            if "abstract" not in columns:
                yield Problem(file, line, "no column is named abstract, text or content: the file is left out")
                return
        elif any(cell.strip() for cell in row):
            yield _fields(columns, row, line)


def _fields(columns: Sequence[str | None], row: Sequence[str], line: int) -> Fields:
    """Take the first cell that says something for each field."""
    values: dict[str, str] = {}
    for name, cell in zip(columns, row, strict=False):  # rows may be shorter than the first, or longer
        if name and cell.strip():
            values.setdefault(name, cell)
    return Fields(line, **values)

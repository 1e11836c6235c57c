"""DuckDB: functions for queries over tables of pages.

webwinnow.integrations.duckdb.register(connection)
connection.sql("SELECT url, winnow_markdown(encode(html)) FROM 'crawl.parquet'")
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import duckdb

from webwinnow.extraction import extract

FUNCTIONS: Final[dict[str, Callable[[bytes], str]]] = {
    "winnow_text": lambda page: extract(page).text,
    "winnow_markdown": lambda page: extract(page).markdown,
    "winnow_headline": lambda page: headline.text if (headline := extract(page).headline) else "",
    "winnow_json": lambda page: extract(page).json(),
}
"""Functions by name; each takes the bytes of a page. For a column of text: `winnow_text(encode(html))`."""


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Add the functions to a connection; NULL stays NULL."""
    for name, function in FUNCTIONS.items():
        connection.create_function(name, function, ["BLOB"], "VARCHAR")

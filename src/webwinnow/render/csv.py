"""One row of comma-separated values for a page (RFC 4180): who, when, where, and the main content as text.

Spreadsheets take a cell that starts with `=`, `+`, `-` or `@` for a formula, and a page could so run commands on the
machine of whoever opens the file. Such a cell gets an apostrophe in front, which spreadsheets do not show.
"""

from __future__ import annotations

import csv
import io
from typing import Final

from webwinnow.metadata import Found
from webwinnow.render.formats import Facts, RenderOptions, normalised
from webwinnow.render.text import readable_text
from webwinnow.spans import Spans

COLUMNS: Final = (
    "url", "headline", "authors", "published", "modified", "site_name", "language", "description", "tags", "licence",
    "image", "title", "text",
)  # fmt: skip
_FORMULA: Final = tuple("=+-@\t\r\n＝＋－＠")
"""What formulas start with; some spreadsheets read the wide signs of East Asia as their narrow ones."""
_BETWEEN: Final = "; "


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for."""
    row = write_row([safe_cell(cell) for cell in _cells(facts, spans, options)])
    return write_row(COLUMNS) + row if options.header else row


def write_row(cells: list[str] | tuple[str, ...]) -> str:
    """Write cells as one row that ends in CR LF; cells with commas, quotes or line breaks are quoted."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerow(cells)
    return written.getvalue()


def safe_cell(text: str) -> str:
    """Keep spreadsheets from reading a cell as a formula.

    >>> safe_cell("=1+1"), safe_cell("1+1")
    ("'=1+1", '1+1')
    """
    text = text.replace("\0", "\ufffd")
    return f"'{text}" if text.lstrip(" \xa0\ufeff").startswith(_FORMULA) else text


def _cells(facts: Facts, spans: Spans, options: RenderOptions) -> list[str]:
    page, metadata, headline = facts.page, facts.metadata, facts.headline
    text = readable_text(page, spans).rstrip("\n")
    known = {
        "url": page.url or "",
        "headline": headline.text if headline else "",
        "authors": _BETWEEN.join(author.value for author in metadata.authors),
        "tags": _BETWEEN.join(tag.value for tag in metadata.tags),
        "title": page.title or "",
        "text": normalised(text) if options.normalise else text,
    }
    return [known[name] if name in known else _value(getattr(metadata, name)) for name in COLUMNS]


def _value(found: Found | None) -> str:
    return found.value if found else ""

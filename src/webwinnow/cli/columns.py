"""Tables for people: cells that fit a terminal, columns of one width, and the page's name above."""

from __future__ import annotations

from collections.abc import Sequence

from webwinnow.cli.pages import without_credentials


def cell(text: str | None, width: int) -> str:
    """Cut to what fits; what no terminal should get becomes a question mark, and nothing a dash."""
    shown = printable((text or "-")[: width + 1])
    return shown if len(shown) <= width else shown[: width - 1] + "…"


def laid_out(rows: Sequence[Sequence[str]]) -> str:
    """Lay rows of equal length out in columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join("  ".join(map(str.ljust, row, widths)).rstrip() + "\n" for row in rows)


def name_above(place: str, pages: int) -> str:
    """Give the line above the table of one page of several: its whole name, for it leads there."""
    return f"{printable(without_credentials(place))}\n" if pages > 1 else ""


def printable(text: str) -> str:
    """Turn what no terminal should get into question marks."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)

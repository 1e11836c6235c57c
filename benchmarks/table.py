"""Rows of cells as a table to read: words to the left, numbers to the right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Cell = str | int | float | None


def table(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Lay out a table; None is shown as a dash."""
    written = [list(header), *([_written(cell) for cell in row] for row in rows)]
    widths = [max(len(row[at]) for row in written) for at in range(len(header))]
    return "".join(_line(row, widths) for row in written)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    (first, width), *others = zip(row, widths, strict=True)
    return "  ".join([first.ljust(width), *(cell.rjust(width) for cell, width in others)]).rstrip() + "\n"


def _written(cell: Cell) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:,.1f}" if abs(cell) >= 100 else f"{cell:.3g}" if abs(cell) < 0.01 and cell else f"{cell:.2f}"
    return f"{cell:,}" if isinstance(cell, int) else cell

"""Tables that can be sorted by a click on a column, and scroll sideways by themselves where room is short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.report.frame import CandidateMark, named

Direction = Literal["ascending", "descending"]


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its name, what it means, and whether it holds numbers (which are best sorted high first)."""

    name: str
    meaning: str = ""
    numbers: bool = True
    first: Direction = "descending"
    """The direction of the first click."""


@dataclass(frozen=True, slots=True)
class TableCell:
    """What a cell shows, and the number it is sorted by if that is not what it shows."""

    content: str
    order: float | None = None
    class_: str | None = None
    meaning: str | None = None


def table(
    caption: str, columns: Sequence[TableColumn], rows: Iterable[Sequence[TableCell]], *, sorted_by: int | None = None
) -> Html:
    """Write a table; each row's first cell names it. `sorted_by` is the column that rows come sorted by."""
    heads = (_head(column, number, sorted_by) for number, column in enumerate(columns))
    body = join(element("tr", *_cells(row, columns)) for row in rows)
    parts = (
        caption_of(caption),
        element("thead", element("tr", *heads)),
        element("tbody", body),
    )
    return scrolling(element("table", *parts, class_="sortable"), caption)


def caption_of(text: str) -> Html:
    """Write a table's caption; it stays in sight while the table scrolls under it."""
    return element("caption", element("span", text))


def scrolling(content: Html, name: str) -> Html:
    """Let wide content scroll by itself, with the keyboard, too."""
    return element("div", content, class_="scroll", role="region", tabindex="0", aria_label=name)


def candidate(mark: CandidateMark) -> TableCell:
    """Name a candidate with its mark; the name leads to its worst pages."""
    return TableCell(named(mark, f"#worst-{mark.number}"))


def _head(column: TableColumn, number: int, sorted_by: int | None) -> Html:
    direction = column.first if number == sorted_by else None
    button = element("button", column.name, type="button", title=column.meaning or None, data_first=column.first)
    return element("th", button, scope="col", class_="number" if column.numbers else None, aria_sort=direction)


def _cells(row: Sequence[TableCell], columns: Sequence[TableColumn]) -> Iterable[Html]:
    for number, (cell, column) in enumerate(zip(row, columns, strict=True)):
        classes = " ".join(filter(None, ("number" if column.numbers else None, cell.class_))) or None
        order = None if cell.order is None else f"{cell.order:.9g}"
        if number == 0:
            yield element("th", cell.content, scope="row", class_=classes, data_order=order)
        else:
            yield element("td", cell.content, class_=classes, data_order=order, title=cell.meaning)

"""What each element of a page means for its structure: what holds inside of it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Final

from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import NUMBER
from webwinnow.document.links import address_in
from webwinnow.render.structure.block import Kind, Marks
from webwinnow.render.structure.line import InlineSetting
from webwinnow.render.structure.reading import Reading
from webwinnow.render.structure.writing import Context

HEADINGS: Final = {NUMBER[f"h{level}"]: level for level in range(1, 7)}
_NUMBER: Final = re.compile(r"\s*([+-]?\d{1,9})(?!\d)")
_DIGITS: Final = re.compile(r"\s*\+?(\d+)")
LONGEST_HEADING: Final = 60
"""Pieces of text; a heading with more was left open, and what stands in it is the page."""
DEEPEST: Final = 64
"""How deep blocks may stand in each other: XML readers refuse elements deeper than 256, and nobody reads so deep."""
MOST_COLUMNS: Final = 1000
MOST_ROWS: Final = 65534
"""HTML's own bounds."""
_OL, _TH = NUMBER["ol"], NUMBER["th"]
Meaning = Callable[[Reading, int, Context], Context]


def _numbers(names: str) -> list[int]:
    return [NUMBER[name] for name in names.split()]


MARKS: Final = {
    **dict.fromkeys(_numbers("b strong"), Marks.STRONG),
    **dict.fromkeys(_numbers("i em cite dfn var"), Marks.EMPHASIS),
    **dict.fromkeys(_numbers("del s strike"), Marks.DELETED),
    **dict.fromkeys(_numbers("ins u"), Marks.INSERTED),
    **dict.fromkeys(_numbers("mark"), Marks.HIGHLIGHTED),
    **dict.fromkeys(_numbers("sup"), Marks.SUPERSCRIPT),
    **dict.fromkeys(_numbers("sub"), Marks.SUBSCRIPT),
    **dict.fromkeys(_numbers("code tt kbd samp"), Marks.CODE),
}
"""The mark that an element puts on its text."""

SETTING: Final = (*MARKS, NUMBER["a"])
"""Elements that change only how their text is set."""
LISTS: Final = frozenset(_numbers("ul ol menu dir"))
CELLS: Final = frozenset(_numbers("td th"))
CAPTIONS: Final = frozenset(_numbers("figcaption caption"))
IMAGES: Final = frozenset(_numbers("img image"))


def number_in(written: str | None) -> int | None:
    """Read a whole number; None if there is none, or one that is too long."""
    match = _NUMBER.match(written or "")
    return int(match[1]) if match else None


def stretch_in(written: str | None, most: int) -> int:
    """Read how far a cell stretches; huge numbers are as good as the bound."""
    digits = _DIGITS.match((written or "")[:400])
    return max(1, min(int(digits[1][:9]), most)) if digits else 1


def list_start(tag: str) -> int | None:
    """Read the number that the start tag of an ordered list says it starts with."""
    return number_in(read_attributes(tag).get("start"))


def item_value(tag: str) -> int | None:
    """Read the number that the start tag of an item says it has."""
    return number_in(read_attributes(tag).get("value")) if "value" in tag else None


def cell_stretches(tag: str) -> tuple[int, int]:
    """Read over how many columns and rows the start tag of a cell says it stretches."""
    attributes = read_attributes(tag) if "span" in tag else {}
    columns = stretch_in(attributes.get("colspan"), MOST_COLUMNS)
    return columns, stretch_in(attributes.get("rowspan"), MOST_ROWS)


def set_inside(reading: Reading, element: int, around: InlineSetting) -> InlineSetting:
    """Tell how text is set in a link, or in an element that puts a mark on it, given how it is around."""
    mark = MARKS.get(reading.tags[element])
    if mark is not None:
        code = element if mark is Marks.CODE else around.code
        return InlineSetting(around.marks | mark, around.address, around.language, around.link, code, around.note)
    label = reading.notes.references.get(element, "")
    address = "" if label else reading.addresses.link(address_in(reading.start_tags.written(element)))
    return InlineSetting(around.marks, address, around.language, element if address else -1, around.code, label)


def _set(reading: Reading, element: int, context: Context) -> Context:
    return context.set_in(set_inside(reading, element, context.setting))


def _heading(reading: Reading, element: int, context: Context) -> Context:
    gap = reading.kept.gap.data  # bisect is quicker for single ones
    first = bisect_left(gap, reading.first[element] + 1)
    behind = first + LONGEST_HEADING
    if behind < len(gap) and gap[behind] <= reading.page.elements.close[element]:
        return context
    return context.making(Kind.HEADING, HEADINGS[reading.tags[element]], element)


def _flow(reading: Reading, element: int, context: Context, kind: Kind, **details: Any) -> Context:
    """Open a block that holds blocks, unless that is too deep: then its text is a part of what is around."""
    if context.container.depth >= DEEPEST:
        return context._replace(kind=Kind.PARAGRAPH, level=0, in_head=False)
    opened = reading.writing.opened(context, kind, element, **details)
    setting, language, direction, verse, heading = context[3:8]
    return Context(opened, Kind.PARAGRAPH, 0, setting, language, direction, verse, heading)


def _quote(reading: Reading, element: int, context: Context) -> Context:
    return _flow(reading, element, context, Kind.QUOTE)


def put_callout(reading: Reading, element: int, context: Context) -> Context:
    """Open a callout: a quotation that names its kind."""
    return _flow(reading, element, context, Kind.QUOTE, label=reading.callouts.kinds[element])


def _figure(reading: Reading, element: int, context: Context) -> Context:
    return _flow(reading, element, context, Kind.FIGURE)


def _list(reading: Reading, element: int, context: Context) -> Context:
    if element in reading.notes.lists:
        return context
    ordered = reading.tags[element] == _OL
    start = list_start(reading.start_tags.written(element)) if ordered else None
    return _flow(reading, element, context, Kind.LIST, ordered=ordered, number=1 if start is None else start)


def _item(reading: Reading, element: int, context: Context) -> Context:
    if element in reading.notes.labels:
        return _flow(reading, element, context, Kind.FOOTNOTE, label=reading.notes.labels[element])
    number = item_value(reading.start_tags.written(element))
    listed = context.container.block
    first = listed.number if listed and listed.kind is Kind.LIST else 1
    offset = reading.numbers[element]
    return _flow(reading, element, context, Kind.ITEM, number=first + offset if number is None else number)


def _division(reading: Reading, element: int, context: Context) -> Context:
    """Enter an element that is a footnote, or nothing by itself."""
    if element in reading.notes.labels:
        return _flow(reading, element, context, Kind.FOOTNOTE, label=reading.notes.labels[element])
    if context.kind is Kind.HEADING and _has_text_between(reading, context.heading, element):
        return context._replace(kind=Kind.PARAGRAPH, level=0)
    return context


def _has_text_between(reading: Reading, heading: int, element: int) -> bool:
    """Tell whether a heading has text before an element inside of it: then it was left open, or is done."""
    gap = reading.kept.gap.data
    return bisect_left(gap, reading.first[element] + 1) > bisect_left(gap, reading.first[heading] + 1)


def _table(reading: Reading, element: int, context: Context) -> Context:
    return _flow(reading, element, context, Kind.TABLE) if element in reading.tables else context


def _table_head(_reading: Reading, _element: int, context: Context) -> Context:
    return context._replace(in_head=True)


def _row(reading: Reading, element: int, context: Context) -> Context:
    if context.container.kind is not Kind.TABLE:
        return context
    return _flow(reading, element, context, Kind.ROW)._replace(in_head=context.in_head)


def _cell(reading: Reading, element: int, context: Context) -> Context:
    if context.container.kind is not Kind.ROW:
        return context
    columns, rows = cell_stretches(reading.start_tags.written(element))
    header = context.in_head or reading.tags[element] == _TH
    inside = _flow(reading, element, context, Kind.CELL, header=header, columns=columns, rows=rows)
    reading.writing.write(inside.container)
    return inside


def _caption(_reading: Reading, _element: int, context: Context) -> Context:
    return context._replace(kind=Kind.CAPTION, level=0)


def _definitions(reading: Reading, element: int, context: Context) -> Context:
    return _flow(reading, element, context, Kind.DEFINITIONS)


def _term(_reading: Reading, _element: int, context: Context) -> Context:
    listed = context.container.kind is Kind.DEFINITIONS
    return context._replace(kind=Kind.TERM) if listed else context


def _description(reading: Reading, element: int, context: Context) -> Context:
    if element in reading.notes.labels:
        return _flow(reading, element, context, Kind.FOOTNOTE, label=reading.notes.labels[element])
    listed = context.container.kind is Kind.DEFINITIONS
    return _flow(reading, element, context, Kind.DESCRIPTION) if listed else context


def _rule(reading: Reading, element: int, context: Context) -> Context:
    reading.writing.rule(context, element)
    return context


MEANINGS: Final[dict[int, Meaning]] = {
    NUMBER["p"]: _division,
    NUMBER["div"]: _division,
    NUMBER["aside"]: _division,
    NUMBER["blockquote"]: _quote,
    NUMBER["figure"]: _figure,
    NUMBER["li"]: _item,
    NUMBER["table"]: _table,
    NUMBER["thead"]: _table_head,
    NUMBER["tr"]: _row,
    NUMBER["dl"]: _definitions,
    NUMBER["dt"]: _term,
    NUMBER["dd"]: _description,
    NUMBER["hr"]: _rule,
    **dict.fromkeys(SETTING, _set),
    **dict.fromkeys(HEADINGS, _heading),
    **dict.fromkeys(LISTS, _list),
    **dict.fromkeys(CELLS, _cell),
    **dict.fromkeys(CAPTIONS, _caption),
}

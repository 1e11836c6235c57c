"""The rules of start tags in tables: each part closes what cannot hold it and implies the parts that were left out."""

from __future__ import annotations

from typing import Final

from webwinnow.document import tree_rules as rules
from webwinnow.document.html_names import NUMBER
from webwinnow.document.tree_builder import Builder
from webwinnow.document.tree_rules import Start

_TABLE, _TBODY, _TR, _COL = (NUMBER[name] for name in ("table", "tbody", "tr", "col"))


def _table(builder: Builder, k: int, number: int) -> None:
    if rules.TABLE_PARTS[builder.tags[-1]]:  # a table between the parts of another ends that one
        builder.close_name(k, _TABLE, rules.TABLE_SCOPE)
    if not builder.quirks:
        builder.close_paragraph(k)
    builder.open(k, number)


def _caption(builder: Builder, k: int, number: int) -> None:
    if _back_to(builder, k, rules.ONLY_TABLE):
        if number == _COL:
            builder.leaf(k, number)
        else:
            _scope_in_table(builder, k, number)


def _section(builder: Builder, k: int, number: int) -> None:
    if _back_to(builder, k, rules.ONLY_TABLE):
        builder.open(k, number)


def _row(builder: Builder, k: int, number: int) -> None:
    if _back_to(builder, k, rules.ROW_HOLDERS):
        if builder.tags[-1] == _TABLE:
            builder.imply(_TBODY, k)
        builder.open(k, number)


def _cell(builder: Builder, k: int, number: int) -> None:
    if _back_to(builder, k, rules.CELL_HOLDERS):
        if builder.tags[-1] == _TABLE:
            builder.imply(_TBODY, k)
        if builder.tags[-1] != _TR:
            builder.imply(_TR, k)
        _scope_in_table(builder, k, number)


def _scope_in_table(builder: Builder, k: int, number: int) -> None:
    node = builder.open(k, number)
    if builder.nodes[-1] == node:
        builder.formats.append((0, -1))
    builder.unsettled = builder.body < 0


def _back_to(builder: Builder, k: int, holders: list[bool]) -> bool:
    """Close what is open inside the table part that may hold the new one; False outside of tables."""
    if not builder.opened[_TABLE]:
        return False
    depth = len(builder.tags)
    while not holders[builder.tags[depth - 1]]:
        depth -= 1
    builder.pop_to(depth, k)
    return True


TABLE_TAGS: Final = {
    int(Start.TABLE): _table,
    int(Start.CAPTION): _caption,
    int(Start.SECTION): _section,
    int(Start.ROW): _row,
    int(Start.CELL): _cell,
}
"""What reads the start tags of each kind."""

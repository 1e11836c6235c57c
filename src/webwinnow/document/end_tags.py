"""The rules of end tags that do more than close the innermost element."""

from __future__ import annotations

from typing import Final

from webwinnow.document import tree_rules as rules
from webwinnow.document.formatting import end_format, forget
from webwinnow.document.html_names import NUMBER
from webwinnow.document.tree_builder import Builder
from webwinnow.document.tree_rules import START, Start

_P, _LI, _SELECT, _FORM = (NUMBER[name] for name in ("p", "li", "select", "form"))
_HEADINGS: Final = [NUMBER[name] for name in ("h1", "h2", "h3", "h4", "h5", "h6")]
_TABLE_ENDS: Final = {NUMBER[name] for name in ("table", "caption", "tbody", "thead", "tfoot", "tr", "td", "th")}
_IGNORED_ENDS: Final = {NUMBER[name] for name in ("html", "body", "head", "br", "col", "colgroup")}


def read_end_tag(builder: Builder, k: int, number: int) -> None:
    """Read an end tag of which an element is open: what it closes depends on what stands open inside that one."""
    if number in _IGNORED_ENDS:
        return
    if number == _FORM:
        _end_form(builder, k)
    elif builder.tags[-1] == number:
        if rules.FORMAT[number]:
            forget(builder, builder.nodes[-1])
        settled = not builder.unsettled
        builder.pop_to(len(builder.tags) - 1, k)
        if settled:
            builder.unsettled = False
        builder.choose_rules()
    elif number == _P:
        builder.close_name(k, number, rules.BUTTON_SCOPE)
    elif rules.FORMAT[number]:
        end_format(builder, k, number)
    elif rules.CLOSES_IN_SCOPE[number] or number == _SELECT:
        builder.close_name(k, number, rules.SCOPE)
    elif START[number] == Start.ITEM:
        builder.close_name(k, number, rules.LIST_SCOPE if number == _LI else rules.SCOPE)
    elif rules.HEADING[number]:
        _end_heading(builder, k)
    elif number in _TABLE_ENDS:
        builder.close_name(k, number, rules.TABLE_SCOPE)
    else:
        builder.close_name(k, number, rules.SPECIAL)


def end_another(builder: Builder, k: int, number: int) -> None:
    """Read an end tag whose element is not open: it may end another heading, or formatting to be opened again."""
    if number == _FORM:
        builder.in_form = False
    elif rules.FORMAT[number]:
        entry = next((e for e in reversed(builder.formats) if not e[0] or e[0] == number), (0, -1))
        if entry[0]:
            forget(builder, entry[1])
    elif any(builder.opened[other] for other in _HEADINGS):
        _end_heading(builder, k)


def _end_form(builder: Builder, k: int) -> None:
    """End a form; what was left open inside goes on, and the form ends with it."""
    depth = builder.depth_of(_FORM, rules.SCOPE) if builder.in_form else 0
    builder.in_form = False
    if depth <= 0:
        return
    while rules.IMPLIED_END[builder.tags[-1]]:
        builder.pop_to(len(builder.tags) - 1, k)
    if depth < len(builder.tags) - 1:
        builder.outlived.add(builder.nodes[depth])
    elif depth < len(builder.tags):
        builder.pop_to(depth, k)


def _end_heading(builder: Builder, k: int) -> None:
    for depth in range(len(builder.tags) - 1, -1, -1):
        if rules.HEADING[builder.tags[depth]]:
            builder.pop_to(depth, k)
            return
        if rules.SCOPE[builder.tags[depth]]:
            return

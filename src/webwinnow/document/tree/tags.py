"""The rules of tags that do more than open an element or close the innermost one.

One function for each kind of `Start`; each part of a table closes what cannot hold it and implies the parts that were
left out; what no head may hold opens the body, also without a tag of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from webwinnow.document.html_names import NUMBER
from webwinnow.document.tree import rules
from webwinnow.document.tree.builder import Builder, end_format, forget, remember, reopen
from webwinnow.document.tree.rules import START, START_IN_FOREIGN, Start

_P, _LI, _DD, _DT = (NUMBER[name] for name in ("p", "li", "dd", "dt"))
_SELECT, _OPTION, _OPTGROUP = (NUMBER[name] for name in ("select", "option", "optgroup"))
_BUTTON, _TEMPLATE, _SVG, _MATH = (NUMBER[name] for name in ("button", "template", "svg", "math"))
_HTML, _HEAD, _BODY, _FORM = (NUMBER[name] for name in ("html", "head", "body", "form"))
_TABLE, _TBODY, _TR, _COL = (NUMBER[name] for name in ("table", "tbody", "tr", "col"))
_HEADINGS: Final = [NUMBER[name] for name in ("h1", "h2", "h3", "h4", "h5", "h6")]
TABLE_ENDS: Final = {NUMBER[name] for name in ("table", "caption", "tbody", "thead", "tfoot", "tr", "td", "th")}
IGNORED_ENDS: Final = {NUMBER[name] for name in ("html", "body", "head", "br", "col", "colgroup")}
_PARTNERS: Final = {_LI: (_LI, _LI), _DD: (_DD, _DT), _DT: (_DD, _DT)}


def read_start_tag(builder: Builder, k: int, number: int) -> None:
    """Read a start tag by the rule of its kind, unless it only belongs to the head or opens the body."""
    start = builder.start[number]
    if builder.body >= 0 or builder.opened[_TEMPLATE] or stays_in_head(builder, k, number):
        _READ[start](builder, k, number)


def _ordinary(builder: Builder, k: int, number: int) -> None:
    if builder.unsettled and builder.body >= 0:
        reopen(builder, k)
    builder.open(k, number)


def _void(builder: Builder, k: int, number: int) -> None:
    if builder.unsettled:
        reopen(builder, k)
    builder.leaf(k, number)


def _block(builder: Builder, k: int, number: int) -> None:
    if builder.opened[_P] or builder.opened[_SELECT]:
        builder.close_paragraph(k)
    builder.open(k, number)


def _heading(builder: Builder, k: int, number: int) -> None:
    builder.close_paragraph(k)
    if rules.HEADING[builder.tags[-1]]:
        builder.pop_to(len(builder.tags) - 1, k)
    builder.open(k, number)


def _item(builder: Builder, k: int, number: int) -> None:
    partners = _PARTNERS[number]
    if builder.opened[number] or builder.opened[partners[0]] or builder.opened[partners[1]]:
        for depth in range(len(builder.tags) - 1, -1, -1):
            if builder.tags[depth] in partners:
                builder.pop_to(depth, k)
                break
            if rules.SPECIAL_TO_ITEMS[builder.tags[depth]]:
                break
    _block(builder, k, number)


def _format(builder: Builder, k: int, number: int) -> None:
    if builder.unsettled:
        reopen(builder, k)
    node = builder.open(k, number)
    if builder.nodes[-1] == node:
        builder.began[node] = k
        remember(builder, number, node)


def _anchor(builder: Builder, k: int, number: int) -> None:
    for other, _ in reversed(builder.formats):
        if other == number:
            end_format(builder, k, number)
        if other == number or not other:
            break
    _format(builder, k, number)


def _rule(builder: Builder, k: int, number: int) -> None:
    builder.close_paragraph(k)
    builder.leaf(k, number)


def _scope(builder: Builder, k: int, number: int) -> None:
    if number == _BUTTON and builder.opened[_BUTTON]:
        builder.close_name(k, _BUTTON, rules.SCOPE)  # before formatting is opened again, which would end with it
    if builder.unsettled and builder.body >= 0:
        reopen(builder, k)
    node = builder.open(k, number)
    if rules.MARKER[number] and builder.nodes[-1] == node:
        builder.formats.append((0, -1))


def _option(builder: Builder, k: int, number: int) -> None:
    if builder.tags[-1] == _OPTION:
        builder.pop_to(len(builder.tags) - 1, k)
    if number == _OPTGROUP and builder.tags[-1] == _OPTGROUP:
        builder.pop_to(len(builder.tags) - 1, k)
    _ordinary(builder, k, number)


def _ruby(builder: Builder, k: int, number: int) -> None:
    if START[builder.tags[-1]] == Start.RUBY:
        builder.pop_to(len(builder.tags) - 1, k)
    builder.open(k, number)


def _form(builder: Builder, k: int, number: int) -> None:
    if builder.in_form:
        return
    builder.in_form = True
    if rules.TABLE_PARTS[builder.tags[-1]]:
        builder.leaf(k, number)
    else:
        _block(builder, k, number)


def _document(builder: Builder, k: int, number: int) -> None:
    """Leave the tag out: the page has its html, head and body already."""


def _foreign(builder: Builder, k: int, number: int) -> None:
    """Read svg and math, where `/>` closes; an HTML tag inside ends a drawing that was left open."""
    if builder.start is START_IN_FOREIGN and rules.BREAKS_OUT[number]:
        depth = len(builder.tags)
        while builder.tags[depth - 1] not in (_SVG, _MATH):
            depth -= 1
        builder.pop_to(depth - 1, k)
        _READ[builder.start[number]](builder, k, number)
        return
    if builder.unsettled and builder.start is START:
        reopen(builder, k)
    if builder.closes_itself(k) or START[number] == Start.LEAF:
        builder.leaf(k, number)
        return
    builder.open(k, number)
    builder.choose_rules()


def stays_in_head(builder: Builder, k: int, number: int) -> bool:
    """Handle tags before the body; True lets the tag be read as one of the body."""
    if number == _HTML or number == _HEAD:
        if number == _HEAD and builder.head < 0:
            builder.head = builder.open(k, _HEAD)
        elif builder.nodes and builder.count == 1:
            builder.owner[0] = k
        return False
    if number == _BODY:
        _open_body(builder, k, k)
        return False
    if rules.IN_HEAD[number]:
        if builder.head < 0:
            builder.head = builder.count
            builder.imply(_HEAD, k)
        return True
    _open_body(builder, k, -1)
    return True


def _open_body(builder: Builder, k: int, owner: int) -> None:
    builder.before_body = builder.nodes[1:]
    builder.pop_to(1, k)
    builder.body = builder.open(k, _BODY)
    if owner < 0:
        builder.owner[builder.body] = owner
    builder.unsettled = False


def settle(builder: Builder, k: int, gap: int) -> None:
    """Make sure before text that there is a body, and open lost formatting again (blanks do that, too)."""
    if builder.body < 0:
        if gap < 2 or builder.opened[_TEMPLATE]:
            return
        _open_body(builder, k, -1)
    reopen(builder, k)


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


_READ: Final[dict[int, Callable[[Builder, int, int], object]]] = {
    int(Start.TABLE): _table,
    int(Start.CAPTION): _caption,
    int(Start.SECTION): _section,
    int(Start.ROW): _row,
    int(Start.CELL): _cell,
    int(Start.ORDINARY): _ordinary,
    int(Start.VOID): _void,
    int(Start.LEAF): Builder.leaf,
    int(Start.BLOCK): _block,
    int(Start.HEADING): _heading,
    int(Start.ITEM): _item,
    int(Start.FORMAT): _format,
    int(Start.ANCHOR): _anchor,
    int(Start.RULE): _rule,
    int(Start.SCOPE): _scope,
    int(Start.OPTION): _option,
    int(Start.RUBY): _ruby,
    int(Start.FOREIGN): _foreign,
    int(Start.DOCUMENT): _document,
    int(Start.FORM): _form,
}
"""What reads the start tags of each kind."""


def read_end_tag(builder: Builder, k: int, number: int) -> None:
    """Read an end tag of which an element is open: what it closes depends on what stands open inside that one."""
    if number in IGNORED_ENDS:
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
    elif number in TABLE_ENDS:
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

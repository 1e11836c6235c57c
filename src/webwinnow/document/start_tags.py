"""The rules of start tags that do more than open an element, one function for each kind of `Start`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from webwinnow.document import tree_rules as rules
from webwinnow.document.formatting import end_format, remember, reopen
from webwinnow.document.head_and_body import stays_in_head
from webwinnow.document.html_names import NUMBER
from webwinnow.document.table_tags import TABLE_TAGS
from webwinnow.document.tree_builder import Builder
from webwinnow.document.tree_rules import START, START_IN_FOREIGN, Start

_P, _LI, _DD, _DT = (NUMBER[name] for name in ("p", "li", "dd", "dt"))
_SELECT, _OPTION, _OPTGROUP = (NUMBER[name] for name in ("select", "option", "optgroup"))
_BUTTON, _TEMPLATE, _SVG, _MATH = (NUMBER[name] for name in ("button", "template", "svg", "math"))
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
    if builder.unsettled and builder.body >= 0:
        reopen(builder, k)
    if number == _BUTTON and builder.opened[_BUTTON]:
        builder.close_name(k, _BUTTON, rules.SCOPE)
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
    """The page has its html, head and body already."""


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
    if builder.written[k].endswith("/>") or START[number] == Start.LEAF:
        builder.leaf(k, number)
        return
    builder.open(k, number)
    builder.choose_rules()


_READ: Final[dict[int, Callable[[Builder, int, int], object]]] = {
    **TABLE_TAGS,
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

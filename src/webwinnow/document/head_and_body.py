"""Where a page's head and body start, also without tags of their own: what no head may hold opens the body."""

from __future__ import annotations

from webwinnow.document import tree_rules as rules
from webwinnow.document.formatting import reopen
from webwinnow.document.html_names import NUMBER
from webwinnow.document.tree_builder import Builder

_HTML, _HEAD, _BODY, _TEMPLATE = (NUMBER[name] for name in ("html", "head", "body", "template"))


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
    """Before text: make sure that there is a body, and open lost formatting again (blanks do that, too)."""
    if builder.body < 0:
        if gap < 2 or builder.opened[_TEMPLATE]:
            return
        _open_body(builder, k, -1)
    reopen(builder, k)

"""The builder of a tree: which elements stand open while a page is read, how they open, close and open again.

What a tag does to them stands in the rules of tags (`tags.py`). Formatting (bold text, links and the like), which a
block closes, opens again inside of that block.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Final

from webwinnow.document.html_names import NUMBER
from webwinnow.document.tree import rules
from webwinnow.document.tree.rules import START, START_IN_FOREIGN
from webwinnow.limits import Limits

DEPTH: Final = Limits().depth

_P, _SELECT, _SVG, _MATH = (NUMBER[name] for name in ("p", "select", "svg", "math"))
INTEGRATION: Final = frozenset(NUMBER[name] for name in ("foreignobject", "desc", "annotation-xml"))


class Builder:
    """The open elements while a page is read, and the columns of the elements seen so far."""

    __slots__ = (
        "alone", "before_body", "began", "body", "closed", "closed_at", "closes_itself", "count", "depth", "first",
        "formats", "head", "in_form", "made", "nodes", "opened", "outlived", "owner", "parent", "quirks", "start",
        "stepped_over", "tag", "tags", "unsettled", "untold",
    )  # fmt: skip

    def __init__(self, closes_itself: Callable[[int], bool], quirks: bool, depth: int = DEPTH) -> None:
        """Start with nothing open."""
        self.depth = depth
        self.count = 0  # elements so far; most follow from their tag alone, these columns hold the others:
        self.made, self.tag, self.parent, self.first = (array("i") for _ in range(4))
        self.untold = array("i")  # start tags whose elements, if they open any, are among those
        self.stepped_over = list[int]()  # start tags of regions in which no rule applies
        self.alone = list[int]()  # start tags whose elements hold nothing, whatever tag comes next
        self.closed, self.closed_at = array("i"), array("i")  # elements that close neither at their tag nor the next
        self.owner: dict[int, int] = {}
        self.tags, self.nodes = list[int](), list[int]()  # the open elements, innermost last
        self.opened = [0] * len(START)  # how many elements of each name are open
        self.formats: list[tuple[int, int]] = []  # formatting to open again (tag, element); (0, -1) is a marker
        self.began: dict[int, int] = {}  # the start tags of formatting
        self.outlived: set[int] = set()  # formatting that ends as soon as the block inside it has ended
        self.unsettled = True  # text must not simply be put here: no body yet, or formatting to open again
        self.in_form = False  # forms do not nest
        self.head = self.body = -1
        self.before_body = list[int]()  # what the start of the body has closed
        self.start = START
        self.closes_itself = closes_itself  # whether a tag ends with "/>"
        self.quirks = quirks

    def open(self, k: int, number: int) -> int:
        """Add an element that starts at tag k and let it stand open, unless that is too deep."""
        node = self.leaf(k, number)
        if len(self.nodes) < self.depth:
            self.nodes.append(node)
            self.tags.append(number)
            self.opened[number] += 1
        return node

    def leaf(self, k: int, number: int) -> int:
        """Add an element that holds nothing."""
        node = self.count
        self.count += 1
        self.made.append(node)
        self.tag.append(number)
        self.parent.append(self.nodes[-1] if self.nodes else -1)
        self.first.append(k)
        return node

    def imply(self, number: int, k: int) -> None:
        """Open an element that has no tag of its own."""
        self.owner[self.open(k, number)] = -1

    def pop_to(self, depth: int, k: int) -> None:
        """Close the innermost elements until `depth` are left open."""
        tags, nodes, opened = self.tags, self.nodes, self.opened
        while len(nodes) > depth:
            number = tags.pop()
            self.closed.append(nodes.pop())
            self.closed_at.append(k)
            opened[number] -= 1
            if rules.FORMAT[number]:
                self.unsettled = True
            elif rules.MARKER[number]:
                self._clear_formats()
        if self.start is START_IN_FOREIGN:
            self.choose_rules()
        if self.outlived:
            self.end_outlived(k)

    def _clear_formats(self) -> None:
        while self.formats and self.formats.pop()[0]:
            pass

    def end_outlived(self, k: int) -> None:
        """Close what only waited for the end of a block inside it."""
        while self.nodes and self.nodes[-1] in self.outlived:
            self.outlived.discard(self.nodes[-1])
            self.closed.append(self.nodes.pop())
            self.closed_at.append(k)
            self.opened[self.tags.pop()] -= 1

    def depth_of(self, number: int, limits: list[bool]) -> int:
        """Find the innermost open element of that name, not looking beyond the limits; -1 if there is none."""
        tags = self.tags
        for depth in range(len(tags) - 1, -1, -1):
            if tags[depth] == number:
                return depth
            if limits[tags[depth]]:
                return -1
        return -1

    def close_name(self, k: int, number: int, limits: list[bool]) -> None:
        """Close the innermost open element of that name, and all inside it, unless it stands beyond the limits."""
        depth = self.depth_of(number, limits)
        if depth > 0:
            self.pop_to(depth, k)

    def close_paragraph(self, k: int) -> None:
        """Close an open paragraph; a list of options left open counts as one, or it would hide what follows."""
        if self.opened[_SELECT]:
            self.close_name(k, _SELECT, rules.TABLE_SCOPE)
        if self.opened[_P]:
            self.close_name(k, _P, rules.BUTTON_SCOPE)

    def choose_rules(self) -> None:
        """Take other rules inside svg and math, except in the parts that may hold HTML."""
        self.start = START
        if self.opened[_SVG] or self.opened[_MATH]:
            for number in reversed(self.tags):
                if number in INTEGRATION:
                    return
                if number in (_SVG, _MATH):
                    self.start = START_IN_FOREIGN
                    return


def reopen(builder: Builder, k: int) -> None:
    """Open formatting again that a block has closed."""
    formats, nodes = builder.formats, builder.nodes
    index = len(formats)
    while index and formats[index - 1][0] and formats[index - 1][1] not in nodes:
        index -= 1
    for at in range(index, len(formats)):
        number, original = formats[at]
        node = builder.open(k, number)
        builder.owner[node] = builder.owner.get(original, builder.began.get(original, -1))
        formats[at] = (number, node)
    builder.unsettled = builder.body < 0


def forget(builder: Builder, node: int) -> None:
    """Do not open this formatting again."""
    formats = builder.formats
    if formats and formats[-1][1] == node:
        formats.pop()
        return
    for at in range(len(formats) - 1, -1, -1):
        if formats[at][1] == node:
            del formats[at]
            return
        if not formats[at][0]:
            return


def remember(builder: Builder, number: int, node: int) -> None:
    """Note the formatting; of one name only the last three, as the standard does for equal ones."""
    formats, same = builder.formats, list[int]()
    if len(formats) < 3:
        formats.append((number, node))
        return
    for at in range(len(formats) - 1, -1, -1):
        if not formats[at][0]:
            break
        if formats[at][0] == number:
            same.append(at)
    if len(same) >= 3:
        del formats[same[-1]]
    formats.append((number, node))


def end_format(builder: Builder, k: int, number: int) -> None:
    """End formatting from the middle: what is inside reopens later; a block inside outlives it."""
    entry = next((e for e in reversed(builder.formats) if not e[0] or e[0] == number), (0, -1))
    if not entry[0]:
        builder.close_name(k, number, rules.SPECIAL)
        return
    forget(builder, entry[1])
    if entry[1] not in builder.nodes:
        return
    depth = builder.nodes.index(entry[1])
    if any(rules.SPECIAL[inside] for inside in builder.tags[depth + 1 :]):
        if not any(rules.SCOPE[inside] for inside in builder.tags[depth + 1 :]):
            builder.outlived.add(entry[1])
    else:
        builder.pop_to(depth, k)

"""Formatting in the tree: bold text, links and the like, which a block closes and which open again inside of it."""

from __future__ import annotations

from webwinnow.document import tree_rules as rules
from webwinnow.document.tree_builder import Builder


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

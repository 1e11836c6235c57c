"""The text of HTML elements for gold: one line per paragraph, white space folded, scripts and the like left out.

Gold must not be made with the code it is to judge, so this does not ask `Document.text_of`, but goes through another
parser: lexbor, by selectolax. It also keeps a line for each paragraph, where `text_of` has one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from webwinnow.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_INVISIBLE = "head script style template noscript iframe object svg canvas audio video select textarea"
_LINES = (
    "address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary "
    "table tbody tfoot thead tr ul"
)
INVISIBLE: Final = frozenset(_INVISIBLE.split())
LINES: Final = frozenset(_LINES.split())
"""Elements that start a line where they open and where they close."""
CELLS: Final = frozenset({"td", "th"})

_SPACE = re.compile(r"\s+")


def parse(text: str) -> LexborHTMLParser:
    """Parse a page; raises MissingExtraError if selectolax is not installed."""
    try:
        from selectolax.lexbor import LexborHTMLParser
    except ImportError:
        raise MissingExtraError("selectolax", "evaluate") from None
    return LexborHTMLParser(text)


def select(tree: LexborHTMLParser, selector: str) -> list[LexborNode]:
    """Find the elements of a CSS selector in page order, without those that lie inside another one found."""
    from selectolax.lexbor import SelectolaxError

    try:
        found = tree.css(selector)
    except SelectolaxError:
        raise UsageError(f"the CSS selector {selector!r} cannot be read: correct it") from None
    chosen = {node.mem_id for node in found}
    return [node for node in found if not _inside(node, chosen)]


def text_of(nodes: Iterable[LexborNode]) -> str:
    """Return the text of elements, a line per paragraph."""
    return folded(piece for node in nodes for piece in ("\n", *pieces(node)))


def pieces(root: LexborNode) -> Iterator[str]:
    """Return the visible text below an element in page order, with line breaks where blocks begin and end."""
    return (text_at(node) if opening else break_at(node) for node, opening in walk(root))


def walk(root: LexborNode) -> Iterator[tuple[LexborNode, bool]]:
    """Visit each visible node when it opens (True) and when it closes (False); deep pages need no recursion."""
    node = root
    while True:
        visible = node.tag not in INVISIBLE
        if visible:
            yield node, True
            if node.first_child is not None:
                node = node.first_child
                continue
            yield node, False
        while node.mem_id == root.mem_id or node.next is None:
            if node.mem_id == root.mem_id or node.parent is None:
                return
            node = node.parent
            yield node, False
        node = node.next


def text_at(node: LexborNode) -> str:
    """Return what a node contributes where it opens: its own text on one line, or a break."""
    return _SPACE.sub(" ", node.text_content or "") if node.is_text_node else break_at(node)


def break_at(node: LexborNode) -> str:
    """Return what separates an element from its surroundings."""
    if node.tag in LINES:
        return "\n"
    return " " if node.tag in CELLS else ""


def folded(parts: Iterable[str]) -> str:
    """Join pieces of text, fold the white space within lines and drop empty lines."""
    lines = (" ".join(line.split()) for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def _inside(node: LexborNode, chosen: set[int]) -> bool:
    above = node.parent
    while above is not None and above.mem_id not in chosen:
        above = above.parent
    return above is not None

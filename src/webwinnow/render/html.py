"""The page itself with its main content outlined, in the four ways of gottron2007, section 2.

`remove` leaves additional contents out, `comment` wraps them in comments, `blank` replaces them by white space so that
offsets stay, and `mark` leaves the page as it is and wraps the main content in `<mark>`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal, get_args

import numpy as np

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.spans import Spans

Outline = Literal["remove", "comment", "blank", "mark"]
OUTLINES: Final = get_args(Outline)


def render_html(page: Document, spans: Spans, outline: Outline = "remove") -> str:
    """Render the page with its main content outlined."""
    if outline == "mark":
        return _rewrite(page.source, spans, lambda content: f"<mark>{content}</mark>")
    if outline not in _WAYS:
        raise UsageError(f"unknown outline {outline!r}: one of {', '.join(OUTLINES)}")
    return _rewrite(page.source, additional(page, spans), _WAYS[outline])


def additional(page: Document, spans: Spans) -> Spans:
    """Find what is not main content: the largest elements whose text was all dropped, and dropped text elsewhere.

    Elements that never had any text (images, line breaks, scripts) stay where the element around them stays.
    """
    visible = page.in_subtrees(page.characters_before)
    kept = page.in_subtrees(page.within(spans).characters_before)
    dropped = (visible > 0) & (kept == 0)
    dropped &= ~np.append(dropped, False)[page.elements.parent]
    extents = [page.extent(element) for element in np.flatnonzero(dropped).tolist()]
    return Spans(extents, size=len(page.source)) | (page.visible - spans)


def _rewrite(source: str, spans: Spans, change: Callable[[str], str]) -> str:
    parts, at = [], 0
    for start, end in spans:
        parts += [source[at:start], change(source[start:end])]
        at = end
    return "".join([*parts, source[at:]])


def _comment(dropped: str) -> str:
    """Wrap in a comment; what would end it early is spelt apart."""
    return f"<!-- {re.sub('-(?=-)', '- ', dropped)} -->"


_WAYS: Final[dict[str, Callable[[str], str]]] = {
    "remove": lambda _: "",
    "comment": _comment,
    "blank": lambda dropped: re.sub(r"[^\r\n]", " ", dropped),
}

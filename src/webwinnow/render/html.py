"""The page itself with its main content outlined, in the four ways of gottron2007, section 2.

`remove` leaves additional contents out, `comment` wraps them in comments, `blank` replaces them by white space so that
offsets stay, and `mark` leaves the page as it is and wraps the main content in `<mark>`.

Main media stay where they are. Of an element that stays only for the sake of a medium, nothing else does: the elements
around a medium are shown, those beside it are not (bhardwaj2014, section III, step 8).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.tree.elements import Marked, subtree_sums
from webwinnow.errors import UsageError
from webwinnow.media import Medium
from webwinnow.render.formats import OUTLINES, Outline
from webwinnow.spans import Spans


def render_html(
    page: Document,
    spans: Spans,
    outline: Outline = "remove",
    media: Sequence[Medium] = (),
    taken_out: Spans | None = None,
) -> str:
    """Render the page with its main content outlined, main media in place, and without what stages took out of it."""
    if outline == "mark":
        return _rewrite(page.source, spans, lambda content: f"<mark>{content}</mark>")
    if outline not in _WAYS:
        raise UsageError(f"unknown outline {outline!r}: one of {', '.join(OUTLINES)}")
    rest = additional(page, spans, media)
    return _rewrite(page.source, rest if taken_out is None else rest | taken_out, _WAYS[outline])


def additional(page: Document, spans: Spans, media: Sequence[Medium] = ()) -> Spans:
    """Find what is not main content: the largest elements whose text was all dropped, and dropped text elsewhere.

    Elements that never had any text (images, line breaks, scripts) stay where the element around them stays.
    Main media stay, and the elements around them.
    """
    visible = page.in_subtrees(page.characters_before)
    kept = page.in_subtrees(page.within(spans).characters_before)
    dropped = (visible > 0) & (kept == 0)
    if media:
        dropped = _without_media(page, dropped, [medium.element for medium in media])
    return page.extents(dropped) | (page.visible - spans)


def _without_media(page: Document, dropped: Marked, media: list[int]) -> Marked:
    """Take what holds a medium out of what is dropped; there, everything beside the medium is dropped instead."""
    is_medium = np.zeros(len(dropped), dtype=np.bool_)
    is_medium[media] = True
    holds = subtree_sums(page.elements, is_medium.astype(np.int32)) > 0
    for_media = page.inside(dropped) & holds & ~is_medium
    beside = np.append(for_media, False)[page.elements.parent] & ~holds
    left: Marked = (dropped & ~holds) | beside
    return left


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

"""The page itself with its main content outlined, in the four ways of gottron2007, section 2.

`remove` leaves additional contents out, `comment` wraps them in comments, `blank` replaces them by white space so that
offsets stay, and `mark` leaves the page as it is and wraps the main content in `<mark>`.

Main media stay where they are. Of an element that stays only for the sake of a medium, nothing else does: the elements
around a medium are shown, those beside it are not (bhardwaj2014, section III, step 8). All other media go: frames and
banners of advertisers, logos, teasers; with them the elements around that hold nothing else to read. Small pictures in
a line of kept text stay, as they are part of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.tree.elements import Marked, subtree_sums
from webwinnow.errors import UsageError
from webwinnow.media import Medium
from webwinnow.render.formats import OUTLINES, Outline, joined
from webwinnow.render.structure.kept import beside_text
from webwinnow.spans import Spans

_MEDIUM: Final = column("img image picture svg canvas video audio embed object iframe")
_IN_LINES: Final = column("img image picture svg canvas")
"""Media that may be part of a line of text: signs, letters, formulas."""
_WHOLE: Final = column("html head body")
_NOSCRIPT: Final = NUMBER["noscript"]


def render_html(
    page: Document,
    spans: Spans,
    outline: Outline = "remove",
    media: Sequence[Medium] | None = None,
    taken_out: Spans | None = None,
) -> str:
    """Render the page with its main content outlined, main media in place, and without what stages took out of it.

    Without `media`, nobody knows which are main, and all stay whose surroundings do.
    """
    if outline == "mark":
        return _rewrite(page.source, spans, lambda content: f"<mark>{content}</mark>")
    if outline not in _WAYS:
        raise UsageError(f"unknown outline {outline!r}: one of {', '.join(OUTLINES)}")
    rest = additional(page, spans, media)
    return _rewrite(page.source, rest if taken_out is None else rest | taken_out, _WAYS[outline])


def additional(page: Document, spans: Spans, media: Sequence[Medium] | None = None) -> Spans:
    """Find what is not main content: the largest elements whose text was all dropped, and dropped text elsewhere.

    Elements that never had any text (line breaks, scripts) stay where the element around them stays. So do media if
    `media` is not given; else those that are given stay, the elements around them, and no others.
    """
    visible = page.in_subtrees(page.characters_before)
    kept = page.in_subtrees(page.within(spans).characters_before)
    dropped = (visible > 0) & (kept == 0)
    if media is not None:
        main = np.zeros(len(dropped), dtype=np.bool_)
        main[[medium.element for medium in media]] = True
        holds = subtree_sums(page.elements, main.astype(np.int32)) > 0
        dropped = _without_media(page, dropped, main, holds)
        if len(spans):  # else all that can be shown of the page is its media
            dropped |= _other_media(page, spans, visible == 0, main, holds)
    return page.extents(dropped) | (page.visible - spans)


def _without_media(page: Document, dropped: Marked, main: Marked, holds: Marked) -> Marked:
    """Take what holds a medium out of what is dropped; there, everything beside the medium is dropped instead."""
    for_media = page.inside(dropped) & holds & ~main
    beside = np.append(for_media, False)[page.elements.parent] & ~holds
    left: Marked = (dropped & ~holds) | beside
    return left


def _other_media(page: Document, spans: Spans, mute: Marked, main: Marked, holds: Marked) -> Marked:
    """Find the media that are not main, and the elements without text that hold one of them and no main one."""
    tag, parent = page.elements.tag, page.elements.parent
    noscript = page.inside((tag == _NOSCRIPT) & np.append(holds, False)[parent])  # the same picture without scripts
    other = _MEDIUM[tag] & ~holds & ~page.inside(main) & ~noscript
    other &= ~(_IN_LINES[tag] & np.append(beside_text(page, spans), False)[parent])
    around = mute & ~holds & ~_WHOLE[tag] & (subtree_sums(page.elements, other.astype(np.int32)) > 0)
    found: Marked = other | around
    return found


def _rewrite(source: str, spans: Spans, change: Callable[[str], str]) -> str:
    def parts() -> Iterator[str]:
        at = 0
        for start, end in zip(spans.starts.data, spans.ends.data, strict=True):
            yield source[at:start]
            yield change(source[start:end])
            at = end
        yield source[at:]

    return joined(parts())


def _comment(dropped: str) -> str:
    """Wrap in a comment; what would end it early is spelt apart."""
    return f"<!-- {re.sub('-(?=-)', '- ', dropped)} -->"


_WAYS: Final[dict[str, Callable[[str], str]]] = {
    "remove": lambda _: "",
    "comment": _comment,
    "blank": lambda dropped: re.sub(r"[^\r\n]", " ", dropped),
}

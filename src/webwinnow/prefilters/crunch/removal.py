"""Taking elements out of a page: their text is hidden and their tags count as nothing."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.subtrees import Marked, text_of
from webwinnow.spans import Spans

_LINK: Final = column("a")


def without_elements(page: Document, marked: Marked) -> Document:
    """Give the page without the marked elements and all they hold."""
    if not marked.any():
        return page
    inside, elements = page.inside(marked), page.elements
    own = inside.copy()
    own[list(elements.owner)] = False  # opened by no tag of their own
    closed = inside & (np.append(page.tokens.code, np.int16(0))[elements.close] == -elements.tag)
    code = page.code.copy()
    code[elements.first[own]] = 0
    code[elements.close[closed]] = 0
    return page.without(Spans(text_of(page, inside), size=len(page.source))).with_code(code)


def start_tags(page: Document) -> tuple[list[int], list[int]]:
    """Give for each element where the tag with its attributes starts and ends; nowhere if it has none."""
    tag = page.elements.first.copy()
    tag[list(page.elements.owner)] = list(page.elements.owner.values())
    edges = (np.append(edge, np.int32(0)) for edge in (page.tokens.tag_start, page.tokens.tag_end))
    start, end = (edge[tag] for edge in edges)  # -1, no tag, finds the appended 0
    return start.tolist(), end.tolist()


def links(page: Document) -> Marked:
    """Mark the links: `a` elements that have an address."""
    marked = _LINK[page.elements.tag].copy()
    source, (starts, ends) = page.source, start_tags(page)
    for element in np.flatnonzero(marked).tolist():
        start, end = starts[element], ends[element]
        marked[element] = source.find("href", start, end) >= 0 or "href" in source[start:end].lower()
    return marked

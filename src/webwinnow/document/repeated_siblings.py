"""Repeated siblings with much text, as the posts of a forum are (louvan2009; mohammadzadeh2013, section 3.2.6).

Siblings of one name are a group; a group's size, text and longest member are sums and maxima by group.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document.document import Document
from webwinnow.document.html_names import BLOCK, NUMBERS, column
from webwinnow.document.subtrees import Marked

_LINK: Final = column("a")


def repeated(page: Document, posts: int = 2) -> Marked:
    """Mark the members of the largest group of siblings; none where no group is large enough."""
    elements = page.elements
    linked = page.in_subtrees(page.characters_inside(_LINK[elements.tag]))
    text = (page.in_subtrees(page.characters_before) - linked).astype(np.float64)
    member = np.flatnonzero(BLOCK[elements.tag] & (elements.parent >= 0) & (text > 0))
    marked = np.zeros(len(elements), dtype=np.bool_)
    key = elements.parent[member].astype(np.int64) * NUMBERS + elements.tag[member]
    order = np.argsort(key, kind="stable")
    first = np.flatnonzero(np.diff(key[order], prepend=-1))
    if len(first):
        ordered = text[member[order]]
        beyond_longest = np.add.reduceat(ordered, first) - np.maximum.reduceat(ordered, first)
        sizes = np.diff(np.append(first, len(order)))
        value = np.where(sizes >= posts, beyond_longest, 0.0)
        best = int(np.argmax(value))
        if value[best] > 0:
            marked[member[order[first[best] : first[best] + sizes[best]]]] = True
    return marked

"""Table pattern: the repeated siblings that hold most text, as the posts of a forum do.

Paper: mohammadzadeh2013, section 3.2.6 (the second heuristic of Content-Seeker, for web forums); louvan2009.
Ours: siblings of one name are a group; a group's size, text and longest member are sums and maxima by group.
UNSPECIFIED: what the table pattern of forum posts is. Ours: siblings of one name, be they rows or tables as on old
boards, or list items, articles or divisions as on new ones. The pattern is the group with most unlinked text beyond
that of its longest member: a page's header, content and footer are siblings, too, but only one of them is long.
Of sums, sums without the longest, and medians, for 2 or 3 posts at least, this was best for forums (word-sequence F1
on 61 pages of wcxb-dev and magic-html, 2026-11-15).
Deviations: none.   Cost: O(elements log elements).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBERS, column
from webwinnow.document.subtrees import Marked, text_of
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

_LINK: Final = column("a")


@dataclass(frozen=True, slots=True)
class TablePattern(Extractor):
    """Keeps repeated siblings with much text: made for forums; finds nothing where nothing repeats."""

    name: ClassVar[str] = "table-pattern"
    posts: int = 2
    """How many siblings make a pattern, at least."""

    def __post_init__(self) -> None:
        """Check the number."""
        self.require_range("posts", 2, 1000)

    def __call__(self, page: Document) -> Spans:
        """Find the pattern and keep all of its members."""
        return page.select(text_of(page, page.inside(repeated(page, self.posts))))


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

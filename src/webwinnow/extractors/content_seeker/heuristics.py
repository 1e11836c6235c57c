"""The two heuristics of Content-Seeker, each a method of its own: largest block of text string, and table pattern.

Paper: louvan2009; mohammadzadeh2013, section 3.2.6. `content-seeker` takes the noise out of its segments by them.
Deviations: none.   Cost: O(elements log elements).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBERS, column
from webwinnow.document.tree.elements import Marked, best_in_subtrees
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, chosen_where, element_panel, kept_text, subtree

_LINK: Final = column("a")
_PARAGRAPH: Final = column("p")
MOST: Final = 0.5
"""The share of the text that a pattern or a block must hold before the rest is taken for noise; no sweep chose it."""
_STRING: Final = (
    "Characters outside of links directly in each element and in its paragraphs (section 3.2.6 of mohammadzadeh2013)."
    " Chosen is the element with most of them and all it holds."
)
_PATTERN: Final = (
    "Characters of text in each element. Chosen are the siblings of one name with most unlinked text beyond that of the"
    " longest of them, with all they hold (section 3.2.6 of mohammadzadeh2013)."
)


@dataclass(frozen=True, slots=True)
class LargestBlock(Extractor):
    """Keeps the element with most running text: good on plain articles, cuts those in several parts.

    Paper: mohammadzadeh2013, section 3.2.6 (the first heuristic of Content-Seeker, for articles and weblogs);
    louvan2009.
    Ours: each run belongs to the nearest block around it, and a paragraph's text to the element around the paragraph,
    so a block of text string is a sum over runs.
    UNSPECIFIED: what a block of text string is, and what is kept. Ours: sibling paragraphs and the text between them,
    and the whole element that holds them, with its headings and lists.
    """

    name: ClassVar[str] = "largest-block"

    def __call__(self, page: Document) -> Spans:
        """Find the element and keep all it holds."""
        sizes = text_string_sizes(page)
        chosen = np.arange(len(sizes)) == np.argmax(sizes)
        return page.select_elements(page.inside(chosen))

    def curves(self, page: Document) -> Panels:
        """Show the length of every element's text with the longest, and what it holds."""
        sizes = text_string_sizes(page)
        best = (subtree(page, int(np.argmax(sizes))),)
        curve = Curve("characters", "columns", sizes)
        panel = element_panel(page, str(self), "Text of each element", _STRING, curve, chosen=best)
        return panel, kept_text(page, str(self), self(page))


@dataclass(frozen=True, slots=True)
class TablePattern(Extractor):
    """Keeps repeated siblings with much text: made for forums; finds nothing where nothing repeats.

    Paper: mohammadzadeh2013, section 3.2.6 (the second heuristic of Content-Seeker, for web forums); louvan2009.
    Ours: siblings of one name are a group; a group's size, text and longest member are sums and maxima by group.
    UNSPECIFIED: what the table pattern of forum posts is. Ours: siblings of one name, be they rows or tables as on old
    boards, or list items, articles or divisions as on new ones. The pattern is the group with most unlinked text beyond
    that of its longest member: a page's header, content and footer are siblings, too, but only one of them is long.
    Of sums, sums without the longest, and medians, for 2 or 3 posts at least, this was best for forums (word-sequence
    F1 on 61 pages of wcxb-dev and magic-html, 2026-11-15).
    """

    name: ClassVar[str] = "table-pattern"
    posts: int = 2
    """How many siblings make a pattern, at least."""

    def __post_init__(self) -> None:
        """Check the number."""
        self.require_range("posts", 2, 1000)

    def __call__(self, page: Document) -> Spans:
        """Find the pattern and keep all of its members."""
        return page.select_elements(page.inside(repeated(page, self.posts)))

    def curves(self, page: Document) -> Panels:
        """Show the text of every element with the siblings that repeat, and what they hold."""
        curve = Curve("characters", "columns", page.in_subtrees(page.characters_before))
        pattern = chosen_where(page.inside(repeated(page, self.posts)))
        panel = element_panel(page, str(self), "Text of each element", _PATTERN, curve, chosen=pattern)
        return panel, kept_text(page, str(self), self(page))


def text_string_sizes(page: Document) -> npt.NDArray[np.float64]:
    """Count for each element the unlinked characters of its block of text string."""
    elements, home = page.elements, page.runs.home
    block = page.nearest(BLOCK[elements.tag])
    is_paragraph = _PARAGRAPH[elements.tag[block]]
    holder = np.where(is_paragraph, block[np.maximum(elements.parent[block], 0)], block)[home]
    unlinked = np.diff(page.characters_before) - np.diff(page.characters_inside(_LINK[elements.tag]))
    return np.bincount(holder, unlinked[page.runs.gap], minlength=len(elements)).astype(np.float64)


def repeated(page: Document, posts: int = 2) -> Marked:
    """Mark the largest group of siblings of one name with much text, as the posts of a forum are; there may be none.

    louvan2009; mohammadzadeh2013, section 3.2.6. A group's text and longest member are sums and maxima by group.
    """
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


def cleaned(page: Document, segment: npt.NDArray[np.integer], keep: Marked) -> Marked:
    """Take noise out of what is kept; `segment` is the segment of each run, `keep` marks runs."""
    lengths = np.diff(page.characters_before)[page.runs.gap] * keep
    in_pattern = page.inside(repeated(page))[page.runs.home]
    if lengths[in_pattern].sum() > MOST * lengths.sum():
        return keep & in_pattern
    return keep & in_largest_block(page, segment, lengths)


def in_largest_block(page: Document, segment: npt.NDArray[np.integer], lengths: npt.NDArray[np.integer]) -> Marked:
    """Mark the runs in the largest block of text string of their segment, or all where it does not hold most."""
    holder = best_in_subtrees(page.elements, text_string_sizes(page))[segment]
    home = page.runs.home
    inside: Marked = (home >= holder) & (home < page.elements.last[holder])
    size = len(page.elements)
    whole = np.bincount(segment, lengths, minlength=size)
    held = np.bincount(segment, lengths * inside, minlength=size)
    marked: Marked = inside | (held <= MOST * whole)[segment]
    return marked

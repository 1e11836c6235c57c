"""Largest block of text string: the element with the longest text directly in it and in its paragraphs.

Paper: mohammadzadeh2013, section 3.2.6 (the first heuristic of Content-Seeker, for articles and weblogs); louvan2009.
Ours: each run belongs to the nearest block around it, and a paragraph's text to the element around the paragraph, so a
block of text string is a sum over runs.
UNSPECIFIED: what a block of text string is, and what is kept. Ours: sibling paragraphs and the text between them, and
the whole element that holds them, with its headings and lists.
Deviations: none.   Cost: O(elements).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.subtrees import text_of
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

_PARAGRAPH: Final = column("p")
_LINK: Final = column("a")


@dataclass(frozen=True, slots=True)
class LargestBlock(Extractor):
    """Keeps the element with most running text: good on plain articles, cuts those in several parts."""

    name: ClassVar[str] = "largest-block"

    def __call__(self, page: Document) -> Spans:
        """Find the element and keep all it holds."""
        sizes = block_sizes(page)
        chosen = np.arange(len(sizes)) == np.argmax(sizes)
        return page.select(text_of(page, page.inside(chosen)))


def block_sizes(page: Document) -> npt.NDArray[np.float64]:
    """Count for each element the unlinked characters of its block of text string."""
    elements, home = page.elements, page.runs.home
    block = page.nearest(BLOCK[elements.tag])
    is_paragraph = _PARAGRAPH[elements.tag[block]]
    holder = np.where(is_paragraph, block[np.maximum(elements.parent[block], 0)], block)[home]
    unlinked = np.diff(page.characters_before) - np.diff(page.characters_inside(_LINK[elements.tag]))
    return np.bincount(holder, unlinked[page.runs.gap], minlength=len(elements)).astype(np.float64)

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

from webwinnow.document import Document
from webwinnow.document.blocks import text_string_sizes
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels
from webwinnow.stages.layouts import element_panel, kept_text, subtree

_SEEN: Final = (
    "Characters outside of links directly in each element and in its paragraphs (section 3.2.6 of mohammadzadeh2013)."
    " Chosen is the element with most of them and all it holds."
)


@dataclass(frozen=True, slots=True)
class LargestBlock(Extractor):
    """Keeps the element with most running text: good on plain articles, cuts those in several parts."""

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
        panel = element_panel(page, str(self), "Text of each element", _SEEN, curve, chosen=best)
        return panel, kept_text(page, str(self), self(page))

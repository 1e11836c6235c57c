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
from typing import ClassVar

import numpy as np

from webwinnow.document import Document
from webwinnow.document.blocks import text_string_sizes
from webwinnow.spans import Spans
from webwinnow.stages import Extractor


@dataclass(frozen=True, slots=True)
class LargestBlock(Extractor):
    """Keeps the element with most running text: good on plain articles, cuts those in several parts."""

    name: ClassVar[str] = "largest-block"

    def __call__(self, page: Document) -> Spans:
        """Find the element and keep all it holds."""
        sizes = text_string_sizes(page)
        chosen = np.arange(len(sizes)) == np.argmax(sizes)
        return page.select_elements(page.inside(chosen))

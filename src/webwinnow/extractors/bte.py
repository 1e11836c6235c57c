"""Body Text Extraction: the one stretch of the page with most words and fewest tags.

Paper: finn2001; mohammadzadeh2013, section 3.3.1.1, formula 3.3 and Algorithm 5; gottron2007, section 5.2.
Ours: T(i, j) is "words minus tags in i..j" plus a constant, so the best stretch is a maximum subarray.
Deviations: none from formula 3.3; Algorithm 5 counts a tag at i or j twice, which moves no maximum.
Cost: O(tokens), where the paper's search is cubic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from webwinnow.document import Document
from webwinnow.signals.subarray import best_stretch
from webwinnow.spans import Spans
from webwinnow.stages import Extractor


@dataclass(frozen=True, slots=True)
class BTE(Extractor):
    """Keeps one contiguous stretch: strong on single-column articles, weak on forums."""

    name: ClassVar[str] = "bte"

    def __call__(self, page: Document) -> Spans:
        """Keep the stretch."""
        tokens, stretch = page.words_and_tags, self.stretch(page)
        return page.select([(tokens.start[first], tokens.end[last]) for first, last in stretch])

    def stretch(self, page: Document) -> list[tuple[int, int]]:
        """Find the first and the last token of the stretch; nothing on a page without words."""
        if not len(page.words):
            return []
        return [best_stretch(np.where(page.words_and_tags.is_tag, -1, 1))]

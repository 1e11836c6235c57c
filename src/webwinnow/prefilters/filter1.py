"""Filter 1: hyperlinks vanish, with their text.

Paper: ghorbani2014, section 3.1, Algorithm 1; mohammadzadeh2013, section 4.6.1.1, Algorithm 2.
Ours: nothing is removed from the source; the text is hidden, and the tags count as nothing.
Deviations: none.   Cost: O(tags).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.spans import Spans
from webwinnow.stages import Prefilter

_LINK: Final = NUMBER["a"]


@dataclass(frozen=True, slots=True)
class Filter1(Prefilter):
    """Removes all links and their texts: no menu survives, and the links in the content are lost, too."""

    name: ClassVar[str] = "filter1"

    def __call__(self, page: Document) -> Document:
        """Hide what links hold, and let their tags and all tags inside count as nothing."""
        links = np.flatnonzero(page.elements.tag == _LINK)
        first, close = page.elements.first[links] + 1, page.elements.close[links]
        text = np.column_stack([page.tokens.gap_start[first], page.tokens.gap_end[close]])
        depth = np.bincount(first, minlength=len(page.code) + 2) - np.bincount(close, minlength=len(page.code) + 2)
        gone = (np.cumsum(depth)[: len(page.code)] > 0) | (np.abs(page.tokens.code) == _LINK)
        hidden = Spans(text, size=len(page.source))
        return page.without(hidden).with_code(np.where(gone, 0, page.code))

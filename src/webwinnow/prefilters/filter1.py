"""Filter 1: hyperlinks vanish, with their text.

Paper: ghorbani2014, section 3.1, Algorithm 1; mohammadzadeh2013, section 4.6.1.1.
Deviations: none.   Cost: O(tags).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.spans import Spans
from webwinnow.stages import Prefilter

_LINK: Final = column("a")


@dataclass(frozen=True, slots=True)
class Filter1(Prefilter):
    """Removes all links and their texts: no menu survives, and the links in the content are lost, too."""

    name: ClassVar[str] = "filter1"

    def __call__(self, page: Document) -> Document:
        """Hide what links hold, and let their tags and all tags inside count as nothing."""
        links = np.flatnonzero(_LINK[page.elements.tag])
        first, close = page.elements.first[links], page.elements.close[links]
        starts = np.append(page.tokens.gap_end, len(page.source))[first]
        tags = len(page.code)
        inside = np.cumsum(np.bincount(first, minlength=tags + 2) - np.bincount(close + 1, minlength=tags + 2))[:tags]
        linked = Spans(np.column_stack([starts, page.tokens.gap_end[close]]), size=len(page.source))
        return page.without(linked).with_code(np.where(inside > 0, 0, page.code))

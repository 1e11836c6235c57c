"""Filter 3: links count as much code as they have text.

Paper: ghorbani2014, section 3.3, Algorithm 3; mohammadzadeh2013, section 4.6.1.3, Algorithm 4.
Ours: the placeholder is not written into the source; the tag counts as if it were there.
UNSPECIFIED: texts shorter than the seven characters of `<a></a>`. Ours: the placeholder is empty then. The blank before
the placeholder in the paper's picture is not counted, since a link between two others must come out at zero
(section 4.6.1.3): the tags of a link then count exactly as many characters as its text has.
Deviations: none.   Cost: O(tags).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.stages import Prefilter

_LINK: Final = column("a")
_TAGS: Final = len("<a></a>")


@dataclass(frozen=True, slots=True)
class Filter3(Prefilter):
    """Balances links: a menu no longer looks like content, nor a linked paragraph like code."""

    name: ClassVar[str] = "filter3"

    def __call__(self, page: Document) -> Document:
        """Let the start tag of each link count for its text."""
        links = np.flatnonzero(_LINK[page.elements.tag])
        start_tag = page.elements.first[links]
        own = page.tokens.code[np.minimum(start_tag, len(page.code) - 1)] == page.elements.tag[links]
        links, start_tag = links[own], start_tag[own]
        ends = page.tokens.gap_end[page.elements.close[links]]
        text = page.visible.characters_before(ends) - page.visible.characters_before(page.tokens.tag_end[start_tag])
        code = page.code.copy()
        code[start_tag] = len("<a>") + np.maximum(text - _TAGS, 0)
        return page.with_code(code)

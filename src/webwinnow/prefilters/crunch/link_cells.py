"""Crunch: table cells go that hold more links than text.

Paper: mohammadzadeh2013, section 3.2.1, Algorithm 1 ("getLinkTextRatio"); gupta2003.
Ours: links and words of all cells are differences of prefix sums.
The ratio, links for each word outside of links, and its threshold of 0.25 are those of Crunch's own program. It takes
a word for five characters with blanks; ours have none, so a word is four.
Deviations: none.   Cost: O(elements).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.subtrees import Marked, subtree_sums
from webwinnow.prefilters.crunch.removal import links, without_elements
from webwinnow.stages import Prefilter

_CELL: Final = column("td")
_LETTERS: Final = 4


@dataclass(frozen=True, slots=True)
class CrunchLinkCells(Prefilter):
    """Removes table cells with too many links for their text: menus of pages laid out in tables."""

    name: ClassVar[str] = "crunch-link-cells"
    threshold: float = 0.25
    """Cells with more links for each word are removed."""

    def __post_init__(self) -> None:
        """Check the threshold."""
        self.require_range("threshold", 0, 1000)

    def __call__(self, page: Document) -> Document:
        """Hide the cells."""
        return without_elements(page, self.link_cells(page))

    def link_cells(self, page: Document) -> Marked:
        """Mark the cells that hold links and too few words for them."""
        elements, link = page.elements, links(page)
        linked = page.in_subtrees(page.characters_inside(link))
        words = (page.in_subtrees(page.characters_before) - linked) / _LETTERS
        count = subtree_sums(elements, link.astype(np.int32))
        marked: Marked = _CELL[elements.tag] & (count > self.threshold * words)
        return marked

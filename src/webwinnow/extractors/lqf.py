"""Link Quota Filter: drops blocks whose text is mostly links.

Paper: mohammadzadeh2013, section 3.2.4, Algorithm 3; gottron2007, section 5.4 (thresholds 0.25, 0.5 and 0.75).
Ours: each run of text belongs to the nearest block element around it, so a block's text without nested blocks, and the
linked part of it, are two sums over runs; the recursion over inline elements adds up to the same numbers.
UNSPECIFIED: whether dropping a block drops the blocks nested in it. Ours: it does not, each is judged by itself;
else one link directly in the body would empty the page.
Deviations: blocks inside a link count as linked text; Algorithm 3 looks only at links inside blocks.
Cost: O(elements).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

_LINK: Final = column("a")


@dataclass(frozen=True, slots=True)
class LQF(Extractor):
    """Keeps blocks with few links: cheap and mild; headers and footers without links stay."""

    name: ClassVar[str] = "lqf"
    threshold: float = 0.5
    """A block whose share of linked characters is greater is dropped."""

    def __post_init__(self) -> None:
        """Check the threshold."""
        self.require_range("threshold", 0, 1)

    def __call__(self, page: Document) -> Spans:
        """Compare linked with all characters in each block."""
        block = page.nearest(BLOCK[page.elements.tag])[page.runs.home]
        linked = page.characters_inside(_LINK[page.elements.tag])
        size = len(page.elements)
        total = np.bincount(block, np.diff(page.characters_before)[page.runs.gap], size)
        links = np.bincount(block, np.diff(linked)[page.runs.gap], size)
        keep = (links <= self.threshold * total)[block]
        return page.select(np.column_stack([page.runs.start[keep], page.runs.end[keep]]))

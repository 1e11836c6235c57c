"""Link Quota Filter: drops blocks whose text is mostly links.

Paper: mohammadzadeh2013, section 3.2.4, Algorithm 3; gottron2007, section 5.4 (thresholds 0.25, 0.5 and 0.75).
Ours: each run of text belongs to the nearest block element around it, so a block's text without nested blocks, and the
linked part of it, are two sums over runs; the recursion over inline elements adds up to the same numbers.
UNSPECIFIED: which nodes are judged, and whether a node is deleted with the blocks nested in it. Ours: every block, each
by itself ("nested block level elements are not considered", gottron2007); else one link in the body empties the page.
UNSPECIFIED: block nodes, link nodes, the quota of a block without text. Ours: the blocks of HTML (`html_names.BLOCK`);
`a` with or without an address; such a block stays, as there is nothing to keep or drop.
Deviations: (1) Algorithm 3 loops over descendants(n), which, taken literally, counts text inside inline elements once
for itself and once more for every inline element around it; ours reads children(n), as its recursion presumes, so that
each character counts once: `<p>half<a>half</a></p>` has the quota 1/2 and not 1/3. (2) getText(m) of an inline element
there includes blocks inside it; ours leaves them out, as it does those directly in n. So (3) text of a block inside a
link counts as linked where that block is judged, and not in the block around the link. (4) Blanks are not counted.
The text of section 3.2.4 compares linked with unlinked contents; ours, as Algorithm 3, linked with all.
Cost: O(elements).
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.tree.elements import Marked
from webwinnow.kernels import LIBRARY, Library, address, check
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, Threshold, chosen_where, element_panel, text_panels

_LINK: Final = column("a")
_SEEN: Final = (
    "Linked characters by all characters directly in each block (Algorithm 3 of mohammadzadeh2013). Chosen are elements"
    " whose text stands in a block with few of them."
)


class _LinkRules(ctypes.Structure):
    """`LinkRules` of native/around.c."""

    _fields_ = (("is_block", ctypes.c_void_p), ("is_link", ctypes.c_void_p), ("threshold", ctypes.c_double))


@dataclass(frozen=True, slots=True)
class LinkQuotas:
    """What is known of every element of a page."""

    quota: npt.NDArray[np.float64]
    """Linked characters by all characters directly in a block; 0 for elements that are none."""
    chosen: Marked
    """Elements whose own text is kept: that of the block around them is."""


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
        """Keep the text of each block in which not too much is linked."""
        chosen = self._runs_chosen(LIBRARY, page) if LIBRARY else None
        return page.select_elements(self.scores(page).chosen) if chosen is None else page.select_runs(chosen)

    def _runs_chosen(self, library: Library, page: Document) -> Marked | None:
        """Mark the runs of the chosen elements, as `scores` tells; None where Python read the page."""
        columns = page.markup.columns
        if columns is None:
            return None
        chosen = np.empty(columns.runs, np.bool_)
        rules = _LinkRules(address(BLOCK), address(_LINK), self.threshold)
        check(
            library.judge_links(
                ctypes.addressof(columns), ctypes.addressof(rules), address(page.characters_before), address(chosen)
            )
        )
        return chosen

    def curves(self, page: Document) -> Panels:
        """Show the quota of every block with the elements whose text is kept, then the text as for every stage."""
        scores = self.scores(page)
        quota = element_panel(
            page,
            str(self),
            "Link quota of each block",
            _SEEN,
            Curve("quota", "columns", scores.quota, "code"),
            chosen=chosen_where(scores.chosen),
            thresholds=(Threshold(self.threshold, "at most:"),),
        )
        return quota, *text_panels(page, str(self), self(page))

    def scores(self, page: Document) -> LinkQuotas:
        """Compare linked with all characters in each block."""
        tag, home, gap = page.elements.tag, page.runs.home, page.runs.gap
        block, size = page.nearest(BLOCK[tag]), len(page.elements)
        characters = page.characters_before[gap + 1] - page.characters_before[gap]
        linked = np.where(page.inside(_LINK[tag])[home], characters, 0)
        links = np.bincount(block[home], linked, size)
        total = np.bincount(block[home], characters, size)
        return LinkQuotas(links / np.maximum(total, 1), (links <= self.threshold * total)[block])

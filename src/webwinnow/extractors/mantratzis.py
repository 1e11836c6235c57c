"""Mantratzis et al.: drops lists and tables of links, found by scoring how near links are on each level of the tree.

Paper: mohammadzadeh2013, section 3.2.2; mantratzis2005.
Ours: scores go up level by level, for all elements of a level at once.
UNSPECIFIED: the scores ("by the amount and relative location of hyperlink nodes"). Ours: an element's score is the
share of its characters that are linked, each weighed by `decay` for every level between the element and the link, so
that tight lists (`ul li a`) score high and loose ones (nested tables) less. Rows and the parts of tables are no levels.
UNSPECIFIED: what a list is. Ours: an element in which at least `branches` children hold links.
The defaults are the best of thresholds 0.4 to 0.8, decays 0.8 to 1 and 2 to 5 branches (word-sequence F1 on 214 pages
of wcxb-dev, fundus and daniel-waddle, 2026-11-15).
Deviations: none.   Cost: O(elements), and one step per level.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.tree.elements import Marked, body, child_sums, levels
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, Threshold, chosen_where, element_panel, kept_text

_LINK: Final = column("a")
_NO_LEVEL: Final = column("tbody thead tfoot tr")
_SEEN: Final = (
    "Linked characters by all characters, less for each level between the element and its links (section 3.2.2 of"
    " mohammadzadeh2013). Dropped are lists of links with high scores; chosen is the rest."
)


@dataclass(frozen=True, slots=True)
class Mantratzis(Extractor):
    """Keeps all but lists and tables of links: mild as the link quota filter, and blind to footers without links."""

    name: ClassVar[str] = "mantratzis"
    threshold: float = 0.4
    """Lists with a higher score are clutter."""
    decay: float = 0.9
    """What a link loses of its score on each level up."""
    branches: int = 2
    """How many children of a list hold links, at least."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("threshold", 0, 1)
        self.require_range("decay", 0.1, 1)
        self.require_range("branches", 1, 1000)

    def __call__(self, page: Document) -> Spans:
        """Score the elements and drop the clutter with all it holds."""
        return page.select_elements(self.chosen(page, self.scores(page)))

    def curves(self, page: Document) -> Panels:
        """Show the score of every element with the elements that are no clutter, and the text."""
        scores = self.scores(page)
        panel = element_panel(
            page,
            str(self),
            "Score of each element",
            _SEEN,
            Curve("score", "columns", scores, "code"),
            chosen=chosen_where(self.chosen(page, scores)),
            thresholds=(Threshold(self.threshold, "at most:"),),
        )
        return panel, kept_text(page, str(self), self(page))

    def chosen(self, page: Document, scores: npt.NDArray[np.float64]) -> Marked:
        """Mark the elements that are no clutter."""
        clutter = (scores > self.threshold) & (_branches(page, _LINK[page.elements.tag]) >= self.branches)
        clutter[: body(page.elements) + 1] = False
        return ~page.inside(clutter)

    def scores(self, page: Document) -> npt.NDArray[np.float64]:
        """Compute every element's score: 1 for a link, less for each level above it and for text beside it."""
        elements = page.elements
        in_link = page.inside(_LINK[elements.tag])
        characters = np.where(in_link[page.runs.home], np.diff(page.characters_before)[page.runs.gap], 0)
        linked = np.bincount(page.runs.home, characters, minlength=len(elements)).astype(np.float64)
        same_level = _NO_LEVEL[elements.tag] | in_link[np.maximum(elements.parent, 0)]
        fade = np.where(same_level, 1.0, self.decay)
        for level in levels(elements):
            below = linked[level.children] * fade[level.children]
            linked[level.parents] += np.add.reduceat(below, level.starts)
        return linked / np.maximum(page.in_subtrees(page.characters_before), 1)


def _branches(page: Document, link: Marked) -> npt.NDArray[np.float64]:
    """Count the children of each element that are or hold links with text."""
    linked = page.in_subtrees(page.characters_inside(link)) > 0
    return child_sums(page.elements, linked)

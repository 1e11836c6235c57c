"""FeatureExtractor and K-FeatureExtractor: blocks in which text outweighs everything else compete for the content.

Paper: mohammadzadeh2013, section 3.2.3, Algorithm 2; debnath2005.
Ours: a set of blocks is a marked column; one step of Algorithm 2 marks the elements of the next name inside the blocks
that hold any, and features of all blocks are differences of prefix sums.
UNSPECIFIED: the value of a feature. Ours: a block's share of what all blocks have of it, so that characters and tags
compare. Text is counted in characters outside of links, links in characters, everything else in elements.
UNSPECIFIED: the remaining features. Ours: links, images, forms, scripts, frames and embedded objects.
UNSPECIFIED: an element of Algorithm 2 without text, such as `hr`. Ours: it is no block and does not split one.
UNSPECIFIED: an empty winner basket. Ours: then all blocks are in it.
UNSPECIFIED: the K of K-FE, and which cluster wins. Ours: as many clusters as leave at most a tenth of the spread inside
them, and all blocks win but those of the lowest (tried: 0.5 to 0.05; only the highest; word-sequence F1, 2026-11-15).
Deviations: none.   Cost: O(elements) for each name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.tree.elements import Marked, Places, subtree_sums
from webwinnow.errors import ParameterError
from webwinnow.signals.clustering import adaptive_kmeans
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, chosen_where, element_panel, kept_text

Numbers = npt.NDArray[np.float64]

BLOCKS: Final = "table tr p hr ul"
"""The elements of mohammadzadeh2013 that blocks start with, in the order in which Algorithm 2 takes them."""
_LINK: Final = column("a")
_DESIRED: Final = [column("h1 h2 h3 h4 h5 h6 p b i em strong blockquote pre"), column("ul ol dl"), column("style")]
"""Text tags, lists and style sheets."""
_REMAINING: Final = [
    column("img picture"),
    column("form input select button textarea"),
    column("script"),
    column("iframe frame"),
    column("object embed applet video audio canvas svg"),
]
_REST: Final = 0.1
"""The share of the spread that clusters of K-FE may leave inside them; the best of 0.5 to 0.05 (see above)."""
_MOST: Final = 20
"""Clusters of K-FE, so that its time stays linear; pages need fewer."""
_SEEN: Final = (
    "What Algorithm 2 of mohammadzadeh2013 adds up for each block: desired features above the axis, remaining ones"
    " below. Blocks worth more above compete; chosen are the winners with all they hold."
)


@dataclass(frozen=True, slots=True)
class BlockValues:
    """What is known of every element of a page; those that are no blocks are worth nothing."""

    desired: Numbers
    remaining: Numbers
    chosen: Marked
    """The winners."""


@dataclass(frozen=True, slots=True)
class FE(Extractor):
    """Keeps the one block that is most text: right for pages laid out in tables, one paragraph on those of today."""

    name: ClassVar[str] = "fe"
    blocks: str = BLOCKS
    """The elements that blocks start with, in the order in which blocks are split; `table tr div` for today's pages."""

    def __post_init__(self) -> None:
        """Check the names."""
        if not isinstance(self.blocks, str) or not self.blocks.split():
            raise ParameterError(f"{self.name}: blocks must name elements, not {self.blocks!r}")
        for name in self.blocks.split():
            if name not in NUMBER:
                raise ParameterError(f"{self.name}: blocks must name HTML elements, and {name!r} is none")

    def __call__(self, page: Document) -> Spans:
        """Fill the winner basket and keep the winners."""
        return page.select_elements(page.inside(self.scores(page).chosen))

    def curves(self, page: Document) -> Panels:
        """Show the value of every block with the winners, and their text."""
        scores = self.scores(page)
        values = Curve("desired", "above", scores.desired), Curve("remaining", "below", scores.remaining)
        winners = chosen_where(page.inside(scores.chosen))
        panel = element_panel(page, str(self), "Value of each block", _SEEN, *values, chosen=winners)
        return panel, kept_text(page, str(self), self(page))

    def scores(self, page: Document) -> BlockValues:
        """Value the blocks and choose by that."""
        blocks = np.flatnonzero(decompose(page, self.blocks.split()))
        chosen = np.zeros(len(page.elements), dtype=np.bool_)
        values = np.zeros((2, len(page.elements)))
        if len(blocks):
            desired, remaining = features(page, blocks)
            values[:, blocks] = _values(desired), _values(remaining)
            basket = values[0, blocks] >= values[1, blocks]
            basket |= not basket.any()
            chosen[blocks[basket][self._winners(_values(desired[:, basket]))]] = True
        return BlockValues(values[0], values[1], chosen)

    def _winners(self, values: Numbers) -> Marked:
        won: Marked = np.arange(len(values)) == np.argmax(values)
        return won


@dataclass(frozen=True, slots=True)
class KFE(FE):
    """Keeps the better blocks of those that are mostly text: several paragraphs, but no text outside of blocks."""

    name: ClassVar[str] = "kfe"

    def _winners(self, values: Numbers) -> Marked:
        cluster = adaptive_kmeans(values, _REST, _MOST)
        won: Marked = (cluster > 0) | (cluster.max() == 0)
        return won


def decompose(page: Document, names: list[str]) -> Marked:
    """Decompose the page into blocks (Algorithm 2); blocks of one name may lie in each other."""
    elements = page.elements
    has_text = page.in_subtrees(page.characters_before) > 0
    blocks: Marked = (np.arange(len(elements)) == 0) & has_text
    for name in names:
        starts = (elements.tag == NUMBER[name]) & has_text
        split = blocks & (subtree_sums(elements, starts.astype(np.int32)) > starts)
        inside = page.inside(split)[np.maximum(elements.parent, 0)] & (elements.parent >= 0)
        blocks = (blocks & ~split) | (starts & inside)
    return blocks


def features(page: Document, blocks: Places) -> tuple[Numbers, Numbers]:
    """Measure the desired and the remaining features of each block: a row for each feature."""
    elements, present = page.elements, page.present
    linked = page.in_subtrees(page.characters_inside(_LINK[elements.tag]))
    unlinked = page.in_subtrees(page.characters_before) - linked

    def counts(group: Marked) -> npt.NDArray[np.integer]:
        return subtree_sums(elements, (group[elements.tag] & present).astype(np.int32))

    desired = [unlinked, *map(counts, _DESIRED)]
    remaining = [linked, *map(counts, _REMAINING)]
    return np.array(desired, dtype=float)[:, blocks], np.array(remaining, dtype=float)[:, blocks]


def _values(amounts: Numbers) -> Numbers:
    """Add up each block's shares of all features."""
    shares: Numbers = amounts / np.maximum(amounts.sum(axis=1, keepdims=True), 1)
    return np.asarray(shares.sum(axis=0))

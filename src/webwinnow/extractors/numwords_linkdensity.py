"""Number of words and link density: a block is judged by these two figures of itself and of its neighbours.

Paper: kohlschuetter2010; mohammadzadeh2013, section 3.3.2.1 ("a combination of two features such as number of words and
link density leads to a simple classification model").
UNSPECIFIED: the model and its thresholds. Ours: the small decision tree that kohlschuetter2010 gives for these two
features of a block, the one before and the one behind (its Algorithm 2).
UNSPECIFIED: the neighbours of the first and the last block. Ours: blocks without words.
Deviations: none.   Cost: O(page).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.blocks import atoms, text_blocks
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, Threshold, chosen_where
from webwinnow.stages.layouts import block_panel, kept_text

Figures = npt.NDArray[np.number]

# The tree of kohlschuetter2010, Algorithm 2: limits up to which a figure counts as small.
_FEW_LINKS: Final = 0.333333
_FEW_LINKS_BEFORE: Final = 0.555556
_SHORT: Final = 16
_SHORT_BEHIND: Final = 15
_SHORT_BEFORE: Final = 4
_SHORT_AFTER_LINKS: Final = 40
_SHORT_BEHIND_AFTER_LINKS: Final = 17
_WORDS: Final = (
    "Words of each text block. Algorithm 2 of kohlschuetter2010 asks for those of a block, of the one before and of the"
    " one behind; chosen are the blocks that its tree calls content."
)
_LINKS: Final = (
    "The share of each text block's words that are linked. Blocks above the limit are no content, and behind a block"
    f" with more than {_FEW_LINKS_BEFORE:.3g} a text must be longer."
)


@dataclass(frozen=True, slots=True)
class NumWordsLinkDensity(Extractor):
    """Keeps long blocks with few links, and short ones beside them: needs no training, loses lists and headings."""

    name: ClassVar[str] = "numwords-linkdensity"

    def __call__(self, page: Document) -> Spans:
        """Judge the text blocks."""
        blocks = atoms(page)
        if not len(blocks):
            return Spans(size=len(page.source))
        figures = text_blocks(page, blocks)
        return page.select_blocks(is_content(figures.words, figures.link_density), blocks)

    def curves(self, page: Document) -> Panels:
        """Show words and link density of each block, and the text that is kept."""
        kept = kept_text(page, str(self), self(page))
        blocks = atoms(page)
        if not len(blocks):
            return (kept,)
        figures = text_blocks(page, blocks)
        chosen = chosen_where(is_content(figures.words, figures.link_density))
        words, links = (
            Curve("words", "columns", figures.words),
            Curve("linked", "columns", figures.link_density, "code"),
        )
        few = (Threshold(_FEW_LINKS, "at most:"),)
        return (
            block_panel(page, blocks, str(self), "Words of each block", _WORDS, words, chosen=chosen),
            block_panel(page, blocks, str(self), "Link density", _LINKS, links, chosen=chosen, thresholds=few),
            kept,
        )


def is_content(words: Figures, links: Figures) -> npt.NDArray[np.bool_]:
    """Ask the tree for all blocks at once."""
    before, behind = np.append(0, words[:-1]), np.append(words[1:], 0)
    links_before = np.append(0, links[:-1])
    in_text = (words > _SHORT) | (behind > _SHORT_BEHIND) | (before > _SHORT_BEFORE)
    after_links = (words > _SHORT_AFTER_LINKS) | (behind > _SHORT_BEHIND_AFTER_LINKS)
    answer: npt.NDArray[np.bool_] = np.where(links_before <= _FEW_LINKS_BEFORE, in_text, after_links)
    return answer & (links <= _FEW_LINKS)

"""TextSweeper: the element with most unlinked text for each tag, joined with those that come close to it.

Paper: lang2012, section 3, formulas 1 and 2. Rejecting overview pages is a matter of the page's type; the net text
length that it needs is `document.links.net_text_length`.
Ours: lengths, link lengths and tag counts of all elements are differences of prefix sums.
UNSPECIFIED: the text weights of formula 1. Ours: `heading` and `bold` for text in such elements, and less than 1 for
texts shorter than `passage` characters; a parent weighs by its own layout.
UNSPECIFIED: the tolerance ratio; 0.9 is the paper's example. Ours: 0.6, the best of 0.5 to 1 in steps of 0.05 to 0.1
(word-sequence F1 0.86 against 0.78 for 0.9 on 214 pages of wcxb-dev, fundus and daniel-waddle, 2026-11-15).
UNSPECIFIED: all other numbers. They hardly matter: F1 is .834 to .837 for a minimum of 0 to 40 characters, links of 0.3
to 0.7, headings of 1 to 2, bold text of 1 to 1.5 and passages of 1 to 100 characters, ours .836 (word-bag F1, mean of
wcxb-dev, fundus and daniel-waddle, 40 pages each, 2026-11-16).
UNSPECIFIED: which nodes the clean-up looks at. Ours: blocks with the text directly in them, as the link quota filter.
A text that ends in a phrase such as "Read more" or in dots makes links of its element and the one around it, as the
paper says; a paragraph of an article that ends in dots then makes a link of the whole article. `teasers="strict"`, the
recipe `textsweeper-strict`, takes a phrase that is all of a text, or follows dots: word-bag F1 .785 where the paper's
rule has .731 (macro average over 30 pages of each of the 13 sets named in document/lines.py, 2026-11-17).
Deviations: a form that holds more than half of the page's text is not removed.   Cost: O(elements + tags).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, get_args

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.links import Teasers, link_elements
from webwinnow.document.tree.elements import Marked, body, common_ancestor, depths, subtree_sums
from webwinnow.document.visibility import shown_elements
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, Threshold, chosen_where, element_panel, kept_text

Numbers = npt.NDArray[np.float64]

_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_BOLD: Final = column("b strong em")
_NO_CONTENT: Final = column("form button select textarea")
_INLINE: Final = column(
    "a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd label mark nobr q rb rt ruby s samp "
    "small span strike strong sub sup time tt u var wbr"
)
_MOST: Final = 0.5
"""The share of the page's text above which a form is the page itself, as on old sites; no sweep chose it."""
_SEEN: Final = (
    "Weighted text outside of links for each tag and level (formula 2 of lang2012). Chosen is what stands in the"
    " element around all that come close to the best, cleaned up."
)


@dataclass(frozen=True, slots=True)
class TextRatios:
    """What is known of every element of a page."""

    ratio: Numbers
    """Weighted unlinked text for each tag (formula 2)."""
    least: float
    """Elements with at least this ratio belong to the content."""
    chosen: Marked
    """Elements whose own text is kept."""


@dataclass(frozen=True, slots=True)
class TextSweeper(Extractor):
    """Keeps the element around the densest unlinked text: strong on articles, loses content that is all links."""

    name: ClassVar[str] = "textsweeper"
    tolerance: float = 0.6
    """Elements whose ratio is at least this share of the best one belong to the content."""
    minimum: int = 10
    """Blocks with fewer characters are cleaned away."""
    links: float = 0.5
    """Blocks with a larger share of linked characters are cleaned away."""
    heading: float = 1.5
    """How much more text in a heading weighs."""
    bold: float = 1.2
    """How much more bold and emphasised text weighs."""
    passage: int = 25
    """Texts with fewer characters weigh less, in proportion."""
    teasers: Teasers = "endings"
    """Which texts are teasers: all that end in "Read more" or in dots (`endings`), or fewer (`strict`)."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("tolerance", 0, 1)
        self.require_range("minimum", 0, 1_000_000)
        self.require_range("links", 0, 1)
        self.require_range("heading", 0, 100)
        self.require_range("bold", 0, 100)
        self.require_range("passage", 1, 1_000_000)
        self.require_choice("teasers", sorted(get_args(Teasers)))

    def __call__(self, page: Document) -> Spans:
        """Find the elements with the best ratios, what is around them all, and clean it up."""
        return page.select_elements(self.scores(page).chosen)

    def curves(self, page: Document) -> Panels:
        """Show the ratio of every element with the elements whose text is kept, and that text."""
        scores = self.scores(page)
        limit = Threshold(scores.least, f"{self.tolerance:g} of the best:")
        panel = element_panel(
            page,
            str(self),
            "Text for each tag",
            _SEEN,
            Curve("ratio", "columns", scores.ratio),
            chosen=chosen_where(scores.chosen),
            thresholds=(limit,) if scores.least else (),
        )
        return panel, kept_text(page, str(self), self(page))

    def scores(self, page: Document) -> TextRatios:
        """Compute the ratios and choose by them."""
        removed, linked = no_content(page), page.inside(link_elements(page, self.teasers))
        ratio = self.ratios(page, removed, linked)
        if ratio.max() <= 0:
            return TextRatios(ratio, 0.0, np.zeros(len(ratio), dtype=np.bool_))
        least = self.tolerance * float(ratio.max())
        top = common_ancestor(page.elements, np.flatnonzero(ratio >= least))
        keep = page.inside(np.arange(len(ratio)) == top) & ~removed & self._clean(page, removed, linked)
        return TextRatios(ratio, least, keep)

    def ratios(self, page: Document, removed: Marked, linked: Marked) -> Numbers:
        """Compute formula 2 for every element of the body."""
        elements, home = page.elements, page.runs.home
        text = np.where(removed[home] | linked[home], 0.0, self._weighted_lengths(page))
        net = subtree_sums(elements, np.bincount(home, text, minlength=len(elements)))
        counted = shown_elements(page) & ~removed & ~_INLINE[elements.tag]
        tags = subtree_sums(elements, counted.astype(np.int32)) - counted
        ratio: Numbers = net / np.maximum(tags + depths(elements), 1)
        ratio[: body(elements)] = 0.0
        return ratio

    def _weighted_lengths(self, page: Document) -> Numbers:
        """Compute formula 1 for every run of text."""
        elements, home = page.elements, page.runs.home
        layout = np.where(_HEADING[elements.tag], self.heading, np.where(_BOLD[elements.tag], self.bold, 1.0))
        length = np.diff(page.characters_before)[page.runs.gap]
        weight = np.minimum(length / self.passage, 1.0) * layout[home]
        weighted: Numbers = length * weight * layout[np.maximum(elements.parent[home], 0)]
        return weighted

    def _clean(self, page: Document, removed: Marked, linked: Marked) -> Marked:
        """Mark the elements whose block is long enough and not mostly links."""
        home = page.runs.home
        block = page.nearest(BLOCK[page.elements.tag])
        length = np.where(removed[home], 0, np.diff(page.characters_before)[page.runs.gap])
        total = np.bincount(block[home], length, minlength=len(block))
        links = np.bincount(block[home], np.where(linked[home], length, 0), minlength=len(block))
        good: Marked = (total >= self.minimum) & (links <= self.links * total)
        return good[block]


def no_content(page: Document) -> Marked:
    """Mark what never holds content, with all inside: forms and their parts."""
    characters = page.in_subtrees(page.characters_before)
    never = _NO_CONTENT[page.elements.tag] & (characters <= _MOST * characters[0])
    return page.inside(never)

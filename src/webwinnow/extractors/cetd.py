"""Content Extraction via Text Density: elements with more text per tag than the body are content.

Paper: mohammadzadeh2013, section 3.2.7, Algorithm 4, formulas 3.1 and 3.2; sun2011 (also for `select="density-sum"`).
Ours: the recursion of Algorithm 4 is a difference of prefix sums. What the density sum's recursive search marks is the
union of the best elements of all subtrees that are dense enough up to the body, so all are found at once.
Formula 3.2 is misprinted in the thesis; as sun2011 has it, with C characters, T tags, LC linked characters, LT link
tags and the body's values marked b:
CTD = C / T * log_k(C / LC * T / LT), k = ln(C / (C - LC) * LC + LC_b / C_b * C + e).
UNSPECIFIED: what a count of zero stands for in a quotient. Ours, as in the program of sun2011: one.
UNSPECIFIED: what becomes of dense elements inside sparse ones. Ours: a sparse element is noise with all it holds; of
five readings the best for articles (word-sequence F1 on 214 pages of wcxb-dev, fundus and daniel-waddle, 2026-11-16).
UNSPECIFIED: links and formatting inside a paragraph, which have a density of their own. Ours: what stands inline in a
paragraph, heading, cell or list item is part of it. Read as nodes of their own, most links in paragraphs that are kept
would be lost: word-bag F1 .770 instead of .775, and 23 % of the kept blocks cut instead of 3 % (macro average over 30
pages of each of the 13 sets named in document/lines.py, 2026-11-17).
UNSPECIFIED: which tags are links. Ours, as in the program of sun2011: `a`, `button` and `select`. Elements that are not
shown are no tags, as that program removes them first.
UNSPECIFIED: text that stands beside elements in a density sum. Ours: each piece is a leaf of its own.
Deviations: blanks are not counted as characters.   Cost: O(elements), and one step per level for the density sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.tree.elements import Marked, around, best_in_subtrees, body, child_sums, subtree_sums
from webwinnow.document.visibility import shown_elements
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, Threshold, chosen_where, element_panel, kept_text

Counts = npt.NDArray[np.integer] | npt.NDArray[np.floating]
Densities = npt.NDArray[np.float64]

_LINK: Final = column("a button select")
_PARAGRAPH: Final = column("p li h1 h2 h3 h4 h5 h6 blockquote dd dt td th pre figcaption")
"""Elements whose inline parts are not judged apart."""
DENSITIES: Final = ("composite", "text")
SELECTIONS: Final = ("threshold", "density-sum")
_FIGURES: Final = {
    "composite": "Composite density: characters per tag, less where much is linked (formula 3.2, figure 3.3",
    "text": "Characters per tag (formula 3.1, figure 3.2",
}
_HOW: Final = {
    "threshold": "of at least the body's density, up to the body",
    "density-sum": "with the largest sums of their children's densities",
}


@dataclass(frozen=True, slots=True)
class CETD(Extractor):
    """Keeps elements with long, simply formatted text: strong on articles, weak where content is short or linked."""

    name: ClassVar[str] = "cetd"
    density: str = "composite"
    """`composite` weighs links down (formula 3.2), `text` does not (formula 3.1)."""
    select: str = "threshold"
    """`threshold` compares with the body's density, `density-sum` keeps the elements with the densest children."""

    def __post_init__(self) -> None:
        """Check the choices."""
        self.require_choice("density", DENSITIES)
        self.require_choice("select", SELECTIONS)

    def __call__(self, page: Document) -> Spans:
        """Compute the densities and keep the text of dense elements."""
        return page.select_elements(self.chosen(page, densities(page, self.density)))

    def curves(self, page: Document) -> Panels:
        """Show the density of every element with the elements whose text is kept, and that text."""
        density = densities(page, self.density)
        limit = Threshold(float(density[body(page.elements)]), "body:")
        figure, how = _FIGURES[self.density], _HOW[self.select]
        panel = element_panel(
            page,
            str(self),
            "Density of each element",
            f"{figure} of mohammadzadeh2013), of each element. Chosen are elements {how}.",
            Curve("density", "columns", density),
            chosen=chosen_where(self.chosen(page, density)),
            thresholds=(limit,) if self.select == "threshold" else (),
        )
        return panel, kept_text(page, str(self), self(page))

    def chosen(self, page: Document, density: Densities) -> Marked:
        """Mark the elements whose own text is kept."""
        if self.select == "threshold":
            elements = page.elements
            inline = page.inside(_PARAGRAPH[elements.tag]) & ~BLOCK[elements.tag]
            return _dense(page, np.where(inline, np.inf, density))
        return self._largest_sums(page, density)

    def _largest_sums(self, page: Document, density: Densities) -> Marked:
        """Mark the element with the largest density sum, and that of each part that is as dense as its surroundings."""
        elements, top = page.elements, body(page.elements)
        sums = density_sums(page, density, self.density)
        sums[:top] = sums[elements.last[top] :] = -1.0
        best = best_in_subtrees(elements, sums)
        around_best = (np.arange(len(elements)) <= best[top]) & (elements.last > best[top])
        around_best[:top] = False
        reached = _dense(page, density, float(density[around_best].min()))
        chosen = np.zeros(len(elements), dtype=np.bool_)
        chosen[best[reached]] = True
        return page.inside(chosen) | around(elements, chosen)


def densities(page: Document, kind: str = "composite") -> Densities:
    """Compute the density of every element."""
    elements, seen = page.elements, shown_elements(page)
    characters = page.in_subtrees(page.characters_before)
    tags = subtree_sums(elements, seen.astype(np.int32)) - seen
    if kind == "text":
        return text_density(characters, tags)
    link = _LINK[elements.tag]
    linked = page.in_subtrees(page.characters_inside(link))
    links = subtree_sums(elements, (link & seen).astype(np.int32)) - (link & seen)
    return composite_density(characters, tags, linked, links, linked_share(page))


def linked_share(page: Document) -> float:
    """Compute which share of the body's characters is linked."""
    top = body(page.elements)
    linked = page.in_subtrees(page.characters_inside(_LINK[page.elements.tag]))[top]
    return float(linked / max(page.in_subtrees(page.characters_before)[top], 1))


def density_sums(page: Document, density: Densities, kind: str = "composite") -> Densities:
    """Add up the densities of each element's children, and of the texts between them; a leaf has its own."""
    characters = np.diff(page.characters_before)[page.runs.gap]
    one = np.ones(len(characters))
    piece = (
        text_density(characters, one)
        if kind == "text"
        else composite_density(characters, one, 0 * one, one, linked_share(page))
    )
    beside = np.bincount(page.runs.home, piece, minlength=len(page.elements))
    is_leaf = page.elements.last == np.arange(1, len(page.elements) + 1)
    return np.where(is_leaf, density, child_sums(page.elements, density) + beside)


def _dense(page: Document, density: Densities, threshold: float | None = None) -> Marked:
    """Mark what is dense enough up to the body, whose own density is the threshold if there is no other."""
    top = body(page.elements)
    sparse = density < (density[top] if threshold is None else threshold)
    sparse[: top + 1] = False
    outside = np.arange(len(page.elements)) < top
    return ~page.inside(sparse) & ~outside


def text_density(characters: Counts, tags: Counts) -> Densities:
    """Divide characters by tags (formula 3.1); no tag counts as one, as in Algorithm 4."""
    density: Densities = characters / np.maximum(tags, 1)
    return density


def composite_density(
    characters: Counts, tags: Counts, linked: Counts, links: Counts, linked_share: float
) -> Densities:
    """Weigh the density down where much is linked (formula 3.2); `linked_share` is that of the body."""
    unlinked = np.maximum(characters - linked, 1)
    tags, linked, links = np.maximum(tags, 1), np.maximum(linked, 1), np.maximum(links, 1)
    base = np.log(characters * (linked / unlinked) + linked_share * characters + np.e)
    # Nothing to read has no density; one character keeps the logarithm of such a place defined.
    contrast = np.log(np.maximum(characters, 1) / linked * (tags / links))
    density: Densities = np.where(characters > 0, characters / tags * contrast / np.log(np.maximum(base, 1.01)), 0.0)
    return density

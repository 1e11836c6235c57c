"""Words to leaves: the element whose text comes in long pieces, together with its neighbours that are like it.

Paper: bhardwaj2014, section III, steps 1 to 6, formulas 4 to 9; insa2013, whose method it is.
Ours: words and leaves of all elements are differences of prefix sums; relevance (formula 6) goes up level by level.
A formatted line of text counts as one leaf: a leaf goes on until a block starts or ends, or a line break.
UNSPECIFIED: which nodes compete in step 5. Formula 6 multiplies by WLR(n), which is never below one, so that no element
can be more relevant than the one around it: among all nodes (`competing="all"`) the whole page always wins, and `wlr`
keeps all but the noisy elements, as the steps are printed. Section II has relevance computed of "nodes in initial set",
"discarding other nodes" (`competing="dense"`, ours for `wlr-media`): on the pages of examples/media, all nodes give
`wlr-media` a block precision of 0.41 and the initial set 0.96, with the same recall (`benchmarks.media_blocks`). Of an
article one paragraph may remain then, since the longest leaf of the page lifts the bound above others: word-bag F1 of
`wlr` on samples of wcxb-dev 0.75 and 0.29, of fundus 0.64 and 0.59, of daniel-waddle 0.49 and 0.65 (2026-11-18).
With `factor="bound"`, the recipe `wlr-dense`, WLR(n) of formula 6 is divided by the bound of formula 5, so that
relevance grows inside dense elements and shrinks outside of them; all nodes compete. The other scales that the
paper defines lose more: r_WLR(n) of formula 9 has a mean word-sequence F1 of 0.66, WLR(n) / max_WLR 0.67, WLR(n) /
WLR(root) 0.67, this one 0.80 (300 articles of wcxb-dev, fundus and daniel-waddle, 2026-11-16). A legal notice of 200
words still lifts the bound above all paragraphs. `longest` bounds that; the recipe `wlr-bounded` does, after the link
quota filter.
UNSPECIFIED: r_pos and r_WLR where there is only one value. Ours: one.
UNSPECIFIED: which nodes "are not visible" (step 2). Ours: what a browser did not show, where its word is known
(`page.geometry`); else what the page itself says is hidden.
Deviations: none.
Cost: O(elements + words), and one step per level.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.tree.elements import Elements, Marked, Places, around, body, levels
from webwinnow.document.visibility import rendered_runs
from webwinnow.media import LARGE, Medium, find_media, large_media
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, element_panel, kept_text, subtree

Numbers = npt.NDArray[np.float64]

_WORDS: Final = (
    "Words of each element for each of its leaves, that is, of its pieces of text (formula 4 of bhardwaj2014)."
)
_RELEVANCE: Final = (
    "What formulas 5 to 9 of bhardwaj2014 make of it; chosen is the most relevant element with all it holds."
)
_NOISY: Final = column("title script head meta style noscript link select")
_LINE_BREAKING: Final = (BLOCK & ~column("script style template noscript svg title")) | column("br")
_FRAME: Final = column("html body")
_FACTORS: Final = ("ratio", "bound")
_COMPETING: Final = ("all", "dense")


@dataclass(frozen=True, slots=True)
class Relevance:
    """What is known of every element of a page."""

    noisy: Marked
    ratio: Numbers
    """Words per leaf (formula 4)."""
    relevance: Numbers
    chosen: list[int]
    """The most relevant element; none on a page without words."""


@dataclass(frozen=True, slots=True)
class WLR(Extractor):
    """Keeps one element with all it holds: as printed the whole page, as `wlr-dense` an article in one of its own."""

    name: ClassVar[str] = "wlr"
    uses_geometry: ClassVar[bool] = True
    longest: int = 0
    """Words that a leaf counts for at most, so that one long line does not outdo an article; 0 for no bound."""
    factor: str = "ratio"
    """What formula 6 multiplies by: WLR(n) (`ratio`, as printed), or that by the bound of formula 5 (`bound`)."""
    competing: str = "all"
    """Which elements may be chosen: `all`, or the `dense` ones alone, the paper's initial set."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("longest", 0, 1_000_000)
        self.require_choice("factor", _FACTORS)
        self.require_choice("competing", _COMPETING)

    def __call__(self, page: Document) -> Spans:
        """Compute ratios and relevance, and keep the most relevant element without its noisy parts."""
        scores = self.scores(page)
        kept = page.inside(_marked(page, scores.chosen)) & ~scores.noisy
        return page.select_runs(kept[page.runs.home] & rendered_runs(page))

    def curves(self, page: Document) -> Panels:
        """Show words per leaf and relevance of every element with the subtree that is kept, and its text."""
        scores = self.scores(page)
        best = tuple(subtree(page, element) for element in scores.chosen)
        words, relevant = (
            Curve("words per leaf", "columns", scores.ratio),
            Curve("relevance", "columns", scores.relevance),
        )
        return (
            element_panel(page, str(self), "Words per leaf", _WORDS, words, chosen=best),
            element_panel(page, str(self), "Relevance", _RELEVANCE, relevant, chosen=best),
            kept_text(page, str(self), self(page)),
        )

    def scores(self, page: Document) -> Relevance:
        """Compute ratio and relevance of every element, and find the best."""
        noisy = page.inside(_NOISY[page.elements.tag])
        ratio = words_per_leaf(page, noisy, self.longest)
        if not ratio.any():
            return Relevance(noisy, ratio, np.zeros_like(ratio), [])
        relevant = relevance(page.elements, ratio, self.factor)
        if self.competing == "dense":
            chosen = int(np.argmax(np.where(initial_set(page.elements, ratio)[1], relevant, -1.0)))
        else:
            chosen = int(np.argmax(relevant))  # of equally relevant ones the first
        return Relevance(noisy, ratio, relevant, [chosen])


def words_per_leaf(page: Document, noisy: Marked, longest: int = 0) -> Numbers:
    """Compute formula 4 for every element; 0 where it has no words."""
    runs = page.runs
    run_of_word = np.searchsorted(runs.start, page.words.start, side="right") - 1
    unseen = noisy[runs.home] | ~rendered_runs(page)
    words = np.where(unseen, 0, np.bincount(run_of_word, minlength=len(runs)))
    gap, words = runs.gap[words > 0], words[words > 0]
    lines = np.concatenate([[0], np.cumsum(_LINE_BREAKING[np.abs(page.tokens.code)])])[gap]
    starts_leaf = np.append(np.diff(lines, prepend=-1) > 0, True)
    first, last = np.searchsorted(gap, page.elements.first + 1), np.searchsorted(gap, page.elements.close + 1)
    leaves_before = np.concatenate([[0], np.cumsum(starts_leaf[:-1])])
    # An element inside of a line starts with the rest of a leaf, which is one to it.
    leaves = leaves_before[last] - leaves_before[first] + ~starts_leaf[first]
    total = _between(words, first, last)
    if longest:
        whole = _between(_bounded(words, starts_leaf[:-1], longest), first, last)
        # To an element inside of a line only its own part of the leaf counts.
        total = np.minimum(total, np.where(starts_leaf[first], whole, longest * leaves))
    return np.where(last > first, total / np.maximum(leaves, 1), 0.0)


def _between(amounts: npt.NDArray[np.integer], first: Places, last: Places) -> npt.NDArray[np.integer]:
    """Add up the amounts from the first to before the last."""
    before = np.concatenate([[0], np.cumsum(amounts)])
    sums: npt.NDArray[np.integer] = before[last] - before[first]
    return sums


def _bounded(words: npt.NDArray[np.integer], starts_leaf: Marked, longest: int) -> npt.NDArray[np.integer]:
    """Let the first run of each leaf count for all of its words, up to the bound, and the others for none."""
    bounded = np.zeros_like(words)
    start = np.flatnonzero(starts_leaf)
    if len(start):
        bounded[start] = np.minimum(np.add.reduceat(words, start), longest)
    return bounded


def initial_set(elements: Elements, ratio: Numbers) -> tuple[float, Marked]:
    """Compute the bound of formula 5, and mark the elements that reach it."""
    bound = float(np.sqrt(ratio.max() * ratio[body(elements)]))
    return bound, ratio >= bound * (1 - 1e-12)  # a page of one leaf meets its bound exactly, whatever the rounding


def relevance(elements: Elements, ratio: Numbers, factor: str) -> Numbers:
    """Compute formulas 5 to 9 for every element."""
    bound, initial = initial_set(elements, ratio)
    weight = np.where(initial, _relative_position(initial) * _relative_ratio(ratio), 0.0)
    growth = ratio / max(bound, 1.0) if factor == "bound" else ratio
    relevant: Numbers = growth * weight
    with np.errstate(over="ignore"):  # hundreds of dense elements inside each other are all as relevant as can be
        for level in levels(elements):
            inside = np.add.reduceat(relevant[level.children], level.starts)
            relevant[level.parents] = growth[level.parents] * np.maximum(weight[level.parents], inside)
    return relevant


def _relative_position(initial: Marked) -> Numbers:
    """Compute formula 8: from 1 for the first element of the initial set to 0 for the last."""
    places = np.flatnonzero(initial)
    position: Numbers = 1 - (np.arange(len(initial)) - places[0]) / max(int(places[-1] - places[0]), 1)
    return position


def _relative_ratio(ratio: Numbers) -> Numbers:
    """Compute formula 9; noisy elements, which have no ratio, do not count."""
    least, most = ratio[ratio > 0].min(), ratio.max()
    relative: Numbers = (ratio - least) / (most - least) if most > least else np.ones(len(ratio))
    return np.maximum(relative, 0.0)


@dataclass(frozen=True, slots=True)
class WLRMedia(WLR):
    """Keeps what `wlr` keeps, and all large media: for pages that show more than they say, such as galleries.

    Paper: bhardwaj2014, section III, steps 1 to 9.
    Ours: a result is text, so the spans are those of `wlr`; media come from `media(page)`, which `Result.media` asks
    for. They are shown with the elements around them and without what stands beside these (step 8): that is what the
    html outlines `remove`, `comment` and `blank` do. Nor do these show what step 2 hides and no later step brings back:
    media without words and size, and elements without words outside of the selected node.
    Deviations: those of `wlr`. The paper measures media as a browser shows them, and so does ours where the page has
    its geometry; media that the browser did not show are none. Without it, ours takes what the page says (style,
    attributes, `sizes`, `srcset`, the image itself in a data URI), a view box being no size; where one side is known,
    the other is taken to be as in 400 x 300. Media whose size nobody tells are left out. `audio`, which step 7 forgets
    and step 9 names, counts as the others do, but with geometry whatever its size, since a player is a mere bar; so
    does a frame that shows a player.
    UNSPECIFIED: whether media inside noisy elements count. Ours: not in templates and hidden elements; in `noscript`
    they do, unless the same medium stands outside of it, too.
    """

    name: ClassVar[str] = "wlr-media"
    competing: str = "dense"
    area: int = LARGE
    """Media of more square pixels belong to the content."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        WLR.__post_init__(self)
        self.require_range("area", 0, 1_000_000_000)

    def media(self, page: Document) -> tuple[Medium, ...]:
        """Choose the main media: all that are large enough (step 7)."""
        return large_media(page, self.area)

    def taken_out(self, page: Document) -> Spans:
        """Return what has no words and no size in the selected node, or no words outside of it; main media stay."""
        main, others = (
            _marked(page, [each.element for each in found])
            for found in (self.media(page), [each for each in find_media(page) if not each.area])
        )
        selected = page.inside(_marked(page, self.scores(page).chosen))
        shown = ~page.inside(_NOISY[page.elements.tag]) & ~_FRAME[page.elements.tag]
        wordless = shown & (page.in_subtrees(page.characters_before) == 0)
        stays = page.inside(main) | around(page.elements, main)
        return page.extents(wordless & (~selected | others) & ~stays)


def _marked(page: Document, places: list[int]) -> Marked:
    marked = np.zeros(len(page.elements), dtype=np.bool_)
    marked[places] = True
    return marked

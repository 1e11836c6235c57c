"""Numbers of the elements in the order of the document: what the tree family decides by.

Paper: mohammadzadeh2013, figures 3.2 (text density) and 3.3 (composite text density), and sections 3.2.2
to 3.2.6; bhardwaj2014, section III; lang2012, section 3.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.blocks import text_string_sizes
from webwinnow.document.subtrees import body
from webwinnow.explain.page_panels import page_panels
from webwinnow.explain.panel import Axis, Panel, Region, Series, Threshold, regions
from webwinnow.extractors.cetd import CETD, densities
from webwinnow.extractors.fe import FE
from webwinnow.extractors.largest_block import LargestBlock
from webwinnow.extractors.lqf import LQF
from webwinnow.extractors.mantratzis import Mantratzis
from webwinnow.extractors.textsweeper import TextSweeper
from webwinnow.extractors.wlr import WLR
from webwinnow.signals.runs import runs

_WORDS: Final = (
    "Words of each element for each of its leaves, that is, of its pieces of text (formula 4 of bhardwaj2014)."
)
_RELEVANCE: Final = (
    "What formulas 5 to 9 of bhardwaj2014 make of it; chosen is the most relevant element with all it holds."
)
_TEXT_BY_TAGS: Final = (
    "Weighted text outside of links for each tag and level (formula 2 of lang2012). Chosen is what stands in the"
    " element around all that come close to the best, cleaned up."
)
_VALUES: Final = (
    "What Algorithm 2 of mohammadzadeh2013 adds up for each block: desired features above the axis, remaining ones"
    " below. Blocks worth more above compete; chosen are the winners with all they hold."
)
_CLUTTER: Final = (
    "Linked characters by all characters, less for each level between the element and its links (section 3.2.2 of"
    " mohammadzadeh2013). Dropped are lists of links with high scores; chosen is the rest."
)
_STRING: Final = (
    "Characters outside of links directly in each element and in its paragraphs (section 3.2.6 of mohammadzadeh2013)."
    " Chosen is the element with most of them and all it holds."
)
_QUOTA: Final = (
    "Linked characters by all characters directly in each block (Algorithm 3 of mohammadzadeh2013). Chosen are elements"
    " whose text stands in a block with few of them."
)


def cetd_panels(page: Document, stage: CETD) -> tuple[Panel, ...]:
    """Show the density of every element with the elements whose text is kept, and that text."""
    density = densities(page, stage.density)
    keep = stage.chosen(page, density)
    limit = Threshold(float(density[body(page.elements)]), "body:")
    figure = "Composite density: characters per tag, less where much is linked (formula 3.2, figure 3.3"
    if stage.density == "text":
        figure = "Characters per tag (formula 3.1, figure 3.2"
    how = "of at least the body's density, up to the body"
    if stage.select == "density-sum":
        how = "with the largest sums of their children's densities"
    seen = f"{figure} of mohammadzadeh2013), of each element. Chosen are elements {how}."
    panel = _panel(page, str(stage), "Density of each element", seen, Series("density", "columns", density))
    chosen = replace(panel, regions=regions(*runs(keep)), thresholds=(limit,) if stage.select == "threshold" else ())
    return chosen, page_panels(page, str(stage), stage(page))[-1]


def wlr_panels(page: Document, stage: WLR) -> tuple[Panel, ...]:
    """Show words per leaf and relevance of every element with the subtree that is kept, and its text."""
    scores = stage.scores(page)
    subtree = tuple(Region(element, int(page.elements.last[element]) - 1) for element in scores.chosen)
    ratio = _panel(page, str(stage), "Words per leaf", _WORDS, Series("words per leaf", "columns", scores.ratio))
    best = _panel(page, str(stage), "Relevance", _RELEVANCE, Series("relevance", "columns", scores.relevance))
    kept = page_panels(page, str(stage), stage(page))[-1]
    return replace(ratio, regions=subtree), replace(best, regions=subtree), kept


def textsweeper_panels(page: Document, stage: TextSweeper) -> tuple[Panel, ...]:
    """Show the ratio of every element with the elements whose text is kept, and that text."""
    scores = stage.scores(page)
    panel = _panel(page, str(stage), "Text for each tag", _TEXT_BY_TAGS, Series("ratio", "columns", scores.ratio))
    limit = Threshold(scores.least, f"{stage.tolerance:g} of the best:")
    chosen = replace(panel, regions=regions(*runs(scores.chosen)), thresholds=(limit,) if scores.least else ())
    return chosen, page_panels(page, str(stage), stage(page))[-1]


def fe_panels(page: Document, stage: FE) -> tuple[Panel, ...]:
    """Show the value of every block with the winners, and their text."""
    scores = stage.scores(page)
    values = (Series("desired", "above", scores.desired), Series("remaining", "below", scores.remaining))
    panel = _panel(page, str(stage), "Value of each block", _VALUES, *values)
    winners = regions(*runs(page.inside(scores.chosen)))
    return replace(panel, regions=winners), page_panels(page, str(stage), stage(page))[-1]


def lqf_panels(page: Document, stage: LQF) -> tuple[Panel, ...]:
    """Show the quota of every block with the elements whose text is kept, then the text as for every stage."""
    scores = stage.scores(page)
    panel = _panel(
        page, str(stage), "Link quota of each block", _QUOTA, Series("quota", "columns", scores.quota, "code")
    )
    limit = Threshold(stage.threshold, "at most:")
    chosen = replace(panel, regions=regions(*runs(scores.chosen)), thresholds=(limit,))
    return chosen, *page_panels(page, str(stage), stage(page))


def mantratzis_panels(page: Document, stage: Mantratzis) -> tuple[Panel, ...]:
    """Show the score of every element with the elements that are no clutter, and the text."""
    scores = stage.scores(page)
    panel = _panel(page, str(stage), "Score of each element", _CLUTTER, Series("score", "columns", scores, "code"))
    limit = Threshold(stage.threshold, "at most:")
    chosen = replace(panel, regions=regions(*runs(stage.chosen(page, scores))), thresholds=(limit,))
    return chosen, page_panels(page, str(stage), stage(page))[-1]


def largest_block_panels(page: Document, stage: LargestBlock) -> tuple[Panel, ...]:
    """Show the length of every element's text with the longest, and what it holds."""
    sizes = text_string_sizes(page)
    best = int(np.argmax(sizes))
    panel = _panel(page, str(stage), "Text of each element", _STRING, Series("characters", "columns", sizes))
    subtree = Region(best, int(page.elements.last[best]) - 1)
    return replace(panel, regions=(subtree,)), page_panels(page, str(stage), stage(page))[-1]


def _panel(page: Document, stage: str, title: str, seen: str, *series: Series) -> Panel:
    """Lay out what elements hold between their tags; those that no tag opened may stand aside, the order stays."""
    start = np.maximum.accumulate(page.tokens.gap_start[page.elements.first + 1])
    return Panel(
        stage=stage,
        title=title,
        caption=seen,
        x=Axis("element of the page, in the order of the document", "element"),
        y=Axis(" and ".join(each.name for each in series), series[0].name),
        start=start,
        end=np.maximum(start, page.tokens.gap_end[page.elements.close]),
        series=series,
    )

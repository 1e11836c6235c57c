"""Numbers of the elements in the order of the document: CETD and WLR.

Paper: mohammadzadeh2013, figures 3.2 (text density) and 3.3 (composite text density); bhardwaj2014, section III.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.subtrees import body
from webwinnow.explain.page_panels import page_panels
from webwinnow.explain.panel import Axis, Panel, Region, Series, Threshold, regions
from webwinnow.extractors.cetd import CETD, densities
from webwinnow.extractors.wlr import WLR
from webwinnow.signals.runs import runs

_WORDS: Final = (
    "Words of each element for each of its leaves, that is, of its pieces of text (formula 4 of bhardwaj2014)."
)
_RELEVANCE: Final = (
    "What formulas 5 to 9 of bhardwaj2014 make of it; chosen is the most relevant element with all it holds."
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


def _panel(page: Document, stage: str, title: str, seen: str, series: Series) -> Panel:
    """Lay out what elements hold between their tags; those that no tag opened may stand aside, the order stays."""
    start = np.maximum.accumulate(page.tokens.gap_start[page.elements.first + 1])
    return Panel(
        stage=stage,
        title=title,
        caption=seen,
        x=Axis("element of the page, in the order of the document", "element"),
        y=Axis(series.name, series.name),
        start=start,
        end=np.maximum(start, page.tokens.gap_end[page.elements.close]),
        series=(series,),
    )

"""Repeated structure: elements that stand in rows of their kind, each with a link of some words, as teasers do."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document.html_names import NUMBERS, column
from webwinnow.pagetype.texts import Marked, Texts, share

_ITEM: Final = column("li div article section tr td dd dl ul p table")
FEWEST, MOST = 6, 150
"""Words of a teaser: a headline at least, and less than a short story."""
LINKED: Final = 3
"""Words of a teaser's links; fewer are a label such as "Comments (3)"."""
IN_A_ROW: Final = 3
"""As many of one name in one element are a row."""


def teasers(texts: Texts) -> Marked:
    """Mark the elements that are teasers: long enough, with a link, and in a row of their kind."""
    elements = texts.page.elements
    fitting = (texts.words >= FEWEST) & (texts.words <= MOST)
    item = _ITEM[elements.tag] & ~texts.in_link & (texts.words - texts.net >= LINKED)
    candidates = np.flatnonzero(fitting & (item | texts.links))
    row = elements.parent[candidates].astype(np.int64) * NUMBERS + elements.tag[candidates]
    _, which, sizes = np.unique(row, return_inverse=True, return_counts=True)
    marked = np.zeros(len(elements), dtype=np.bool_)
    marked[candidates[sizes[which] >= IN_A_ROW]] = True
    return marked


def teaser_figures(texts: Texts) -> dict[str, float]:
    """Count the teasers and the share of the unlinked words that stands in them."""
    marked = teasers(texts)
    inside = texts.page.inside(marked)[texts.page.runs.home]
    return {
        "teasers": float(marked.sum()),
        "teaser_share": share(texts.run_net[inside].sum(), texts.run_net.sum()),
    }

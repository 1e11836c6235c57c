"""Signals of HTML5's landmarks: what lies outside `main` or `article` where there is one, and which article it is.

That a block is in no `main` says little on pages that have none, and much on those that have one.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document.html_names import NUMBER
from webwinnow.document.subtrees import along_jumps
from webwinnow.extractors.consensus.ground import Ground, Named, Numbers

_NONE: Final = -1.0
"""The value of signals about an article where there is none."""
_ARTICLE_NAMES: Final = (
    "article words",
    "article share",
    "in largest article",
    "outside article",
    "largest article share",
)


def landmark_signals(ground: Ground) -> Named:
    """Whether a block is outside of what the page marks as its content, and how much that holds."""
    tag = ground.page.elements.tag[ground.holders]
    words, long = ground.held[0], ground.held[2]
    mains, articles = (np.flatnonzero((tag == NUMBER[name]) & (words > 0)) for name in ("main", "article"))
    outside, held = np.zeros(len(ground)), 0.0
    if len(mains):
        largest = mains[np.argmax(words[mains])]
        outside, held = ~_inside(ground, largest), words[largest]
    yield ("outside main",), (outside,)
    yield ("main share", "articles"), np.array([[held / ground.total], [np.log1p(len(articles))]])
    if len(articles):
        yield from _article_signals(ground, articles, articles[np.argmax(long[articles])])
    else:
        yield _ARTICLE_NAMES, np.array([[_NONE], [_NONE], [_NONE], [0.0], [_NONE]])


def _article_signals(ground: Ground, articles: Numbers, largest: int) -> Named:
    """What the nearest article around a block holds, and whether it is the one with most running text."""
    marked = np.zeros(len(ground.holders), dtype=np.intp)
    marked[articles] = articles
    around = along_jumps(ground.lineage, marked, np.maximum)[ground.element]
    found, held = around > 0, ground.held[0][around]
    words, share = np.where(found, (np.log1p(held), held / ground.total), _NONE)
    yield _ARTICLE_NAMES[:4], (words, share, _inside(ground, largest), ~found)
    yield _ARTICLE_NAMES[4:], np.array([[ground.held[0][largest] / ground.total]])


def _inside(ground: Ground, holder: int) -> Numbers:
    """Tell which blocks are inside of a holder."""
    element, places = ground.holders[holder], ground.holders[ground.element]
    inside: Numbers = (places >= element) & (places < ground.page.elements.last[element])
    return inside

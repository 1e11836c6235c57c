"""Headings: how many lead elsewhere, and whether the page's title stands in it as text, as a headline does."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from webwinnow.document.html_names import column
from webwinnow.document.references import decode_references
from webwinnow.pagetype.texts import Texts, share

_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_FIRST: Final = column("h1")
_TAG: Final = re.compile(r"<[^>]*+>")
LONGEST_TITLE: Final = 400
"""How many characters of the title are looked at."""
TRIES: Final = 2000
"""How many blocks are compared with the title, longest first."""
_MARKUP: Final = 20
"""A block's source may be this many times as long as the title, for the tags in it."""


def heading_figures(texts: Texts) -> dict[str, float]:
    """Count headings, those that are links, and the words of the headline."""
    headings = _HEADING[texts.page.elements.tag] & (texts.words > 0)
    linked = headings & (2 * texts.net < texts.words)
    first = headings & _FIRST[texts.page.elements.tag]
    return {
        "headings_per_hundred_words": 100 * share(headings.sum(), texts.run_words.sum()),
        "linked_heading_share": share(linked.sum(), headings.sum()),
        "first_heading_words": float(texts.net[first].max(initial=0)),
        "first_heading_linked": share((linked & first).sum(), first.sum()),
        "headline_words": float(_headline_words(texts)),
    }


def _headline_words(texts: Texts) -> int:
    """Find the longest text without link that is part of the page's title, in words; two at least."""
    title = _folded(texts.page.title or "")[:LONGEST_TITLE]
    blocks, runs, net = texts.page.blocks, texts.page.runs, texts.block_net
    starts = runs.start[blocks.runs[blocks.first[:-1]]]
    ends = runs.end[blocks.runs[blocks.first[1:] - 1]]
    fitting = (net >= 2) & (net <= len(title)) & (5 * net >= 3 * texts.block_words)
    fitting &= ends - starts <= _MARKUP * len(title)
    candidates = np.flatnonzero(fitting)
    longest_first = candidates[np.argsort(-net[candidates], kind="stable")][:TRIES]
    for block in longest_first.tolist():
        text = _folded(_TAG.sub(" ", texts.page.source[starts[block] : ends[block]]))
        if text and text in title:
            return int(net[block])
    return 0


def _folded(text: str) -> str:
    return " ".join(decode_references(text).casefold().split())

"""Signals of the page as a whole, the same for each of its blocks."""

from __future__ import annotations

from math import log1p
from typing import Final

import numpy as np

from webwinnow.document.html_names import NUMBER, column
from webwinnow.extractors.consensus.ground import Ground, Named

_CODE: Final = column("pre code kbd samp tt listing xmp")
_SAYS: Final = {
    "meta article": ('content="article"',),
    "meta news": ('NewsArticle"', 'BlogPosting"', '"Article"'),
    "meta forum": ("DiscussionForumPosting", "QAPage"),
    "meta product": ('"Product"', "schema.org/Product"),
}
"""What a page says of itself for machines: Open Graph and schema.org."""
_HEAD: Final = 100_000
"""How far, before the first text, it is looked for."""


def page_signals(ground: Ground) -> Named:
    """Size, links, running text and what it is made of."""
    before_text = ground.page.source[: min(int(ground.page.visible.starts[0]), _HEAD)]
    says = {name: any(phrase in before_text for phrase in phrases) for name, phrases in _SAYS.items()}
    figures = _figures(ground) | says
    yield tuple(figures), np.array(list(figures.values()))[:, None]


def _figures(ground: Ground) -> dict[str, float]:
    words, total, tags = ground.words, ground.total, ground.page.elements.tag
    long_blocks = int(np.count_nonzero(ground.long))
    return {
        "page words": log1p(total),
        "page blocks": log1p(len(ground)),
        "page link": float(ground.linked.sum()) / total,
        "page long": float(words @ ground.long) / total,
        "page in p": float(words @ (ground.tag == NUMBER["p"])) / total,
        "page items": float(words @ (ground.tag == NUMBER["li"])) / total,
        "page headings": log1p(np.count_nonzero(ground.level)),
        "page links": log1p(float(ground.links.sum())),
        "page largest": float(words.max()) / total,
        "page closes": float(ground.closes @ ground.long) / max(long_blocks, 1),
        "page long blocks": log1p(long_blocks),
        "page time": log1p(np.count_nonzero(tags == NUMBER["time"])),
        "page code": float(_CODE[tags].any()),
    }

"""Signals of the page as a whole, the same for each of its blocks."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document.html_names import NUMBER, column
from webwinnow.extractors.consensus.ground import Ground, Named
from webwinnow.extractors.consensus.place_signals import heading_level

_CODE: Final = column("pre code kbd samp tt listing xmp")
_SAYS: Final = {
    "meta article": ('content="article"',),
    "meta news": ('NewsArticle"', 'BlogPosting"', '"Article"'),
    "meta forum": ("DiscussionForumPosting", "QAPage"),
    "meta product": ('"Product"', "schema.org/Product"),
    "meta list": ('ItemList"', 'CollectionPage"'),
}
"""What a page says of itself for machines: Open Graph and schema.org."""
_HEAD: Final = 100_000
"""How far, before the first text, it is looked for."""


def page_signals(ground: Ground) -> Named:
    """Size, links, running text and what it is made of."""
    for name, value in _figures(ground).items():
        yield name, np.full(len(ground), value)
    before_text = ground.page.source[: min(int(ground.page.visible.starts[0]), _HEAD)]
    for name, phrases in _SAYS.items():
        yield name, np.full(len(ground), float(any(phrase in before_text for phrase in phrases)))


def _figures(ground: Ground) -> dict[str, float]:
    words, total, number = ground.words, ground.total, ground.page.elements.tag
    own, closes = number[ground.element], ground.letters.closes[ground.last]
    return {
        "page words": np.log1p(total),
        "page blocks": np.log1p(len(ground)),
        "page link": ground.linked.sum() / total,
        "page long": words[ground.long].sum() / total,
        "page in p": words[own == NUMBER["p"]].sum() / total,
        "page items": words[own == NUMBER["li"]].sum() / total,
        "page headings": np.log1p((heading_level(ground) > 0).sum()),
        "page links": np.log1p(ground.is_around("link").sum()),
        "page largest": words.max() / total,
        "page closes": closes[ground.long].mean() if ground.long.any() else 0.0,
        "page long blocks": np.log1p(ground.long.sum()),
        "page time": np.log1p((number == NUMBER["time"]).sum()),
        "page code": float(_CODE[number].any()),
    }

"""Signals of the page as a whole, the same for each of its blocks."""

from __future__ import annotations

from math import log1p
from typing import Final

import numpy as np

from webwinnow.document.html_names import NUMBER, column
from webwinnow.extractors.consensus.ground import Ground, Named

_CODE: Final = column("pre code kbd samp tt listing xmp")


def page_signals(ground: Ground) -> Named:
    """Size, links, running text and what it is made of."""
    figures = _figures(ground)
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

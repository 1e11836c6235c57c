"""The two baselines of TitleFinder's paper: the first heading of the highest order, and the title element as it is.

Paper: mohammadzadeh2013, section 5.4.3.
UNSPECIFIED: headings without text. Ours: they are passed over.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.headline.headline import Headline

ORDERS: Final = tuple(f"h{order}" for order in range(1, 7))
_MOST: Final = 10


def title(page: Document) -> tuple[Headline, ...]:
    """Take the whole title element; none where it is missing or empty."""
    return (Headline(page.title, declared(page).title_spans, 1.0, "title", "title"),) if page.title else ()


def largest_font(page: Document) -> tuple[Headline, ...]:
    """Take the headings in order of rank, then of place: the largest font comes first."""
    found: list[Headline] = []
    texts = page.texts
    for order, name in enumerate(ORDERS):
        elements = np.flatnonzero(page.elements.tag == NUMBER[name])
        for first, last in texts.inside(elements):
            if first < last:
                score = (len(ORDERS) - order) / len(ORDERS)
                text = texts.text(first, last)
                found.append(Headline(text, page.select(texts.pairs(first, last)), score, "largest-font", name))
            if len(found) == _MOST:
                return tuple(found)
    return tuple(found)

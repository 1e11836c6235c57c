"""The text inside an element, read from the page's columns."""

from __future__ import annotations

import numpy as np

from webwinnow.document import Document


def runs_inside(page: Document, element: int) -> tuple[int, int]:
    """Give the first run of text inside an element, and one past the last."""
    gap, elements = page.runs.gap, page.elements
    first = int(np.searchsorted(gap, elements.first[element] + 1))
    return first, int(np.searchsorted(gap, elements.close[element], side="right"))


def text_inside(page: Document, element: int, limit: int = 400) -> str:
    """Give an element's text with white space folded; of long ones the beginning."""
    first, last = runs_inside(page, element)
    pieces: list[str] = []
    for run in range(first, last):
        start, end = int(page.runs.start[run]), int(page.runs.end[run])
        pieces.append(page.text(start, min(end, start + limit)))
        limit -= end - start
        if limit <= 0:
            break
    return " ".join(" ".join(pieces).split())

"""Blocks of text string: the text directly in an element and its paragraphs (louvan2009; mohammadzadeh2013, 3.2.6)."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.document import Document
from webwinnow.document.html_names import BLOCK, column

_PARAGRAPH: Final = column("p")
_LINK: Final = column("a")


def block_sizes(page: Document) -> npt.NDArray[np.float64]:
    """Count for each element the unlinked characters of its block of text string."""
    elements, home = page.elements, page.runs.home
    block = page.nearest(BLOCK[elements.tag])
    is_paragraph = _PARAGRAPH[elements.tag[block]]
    holder = np.where(is_paragraph, block[np.maximum(elements.parent[block], 0)], block)[home]
    unlinked = np.diff(page.characters_before) - np.diff(page.characters_inside(_LINK[elements.tag]))
    return np.bincount(holder, unlinked[page.runs.gap], minlength=len(elements)).astype(np.float64)

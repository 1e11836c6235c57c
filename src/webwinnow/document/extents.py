"""Where elements start and end in the source, also those that have no tags of their own."""

from __future__ import annotations

import numpy as np

from webwinnow.document.tokens import Tokens
from webwinnow.document.tree import Elements


def extent(tokens: Tokens, elements: Elements, element: int) -> tuple[int, int]:
    """Where an element starts and ends, with its tags, as far as it has any of its own."""
    first, close = int(elements.first[element]), int(elements.close[element])
    if element in elements.owner:  # opened by no tag of its own, so it is only what it holds
        start = _first_place(tokens, elements, element)
        return start, max(start, int(tokens.gap_end[close]))
    closes = close < len(tokens.code) and tokens.code[close] == -elements.tag[element]
    end = tokens.tag_end[close] if closes else tokens.gap_end[close]
    return int(tokens.tag_start[first]), max(int(end), int(tokens.tag_end[first]))


def _first_place(tokens: Tokens, elements: Elements, element: int) -> int:
    """Where an element without a tag of its own starts: at the tag that implied it, else behind the one before."""
    first = int(elements.first[element])
    opened = int(np.searchsorted(elements.first, first, side="right")) - 1
    holds_tag = opened > element and opened not in elements.owner
    return int(tokens.tag_start[first] if holds_tag else tokens.gap_start[first + 1])

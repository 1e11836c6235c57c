"""Observations of a block as small numbers, which sequence models take: a row per block, a column for each kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBERS, column
from webwinnow.document.subtrees import along_ancestors
from webwinnow.document.text_blocks import TextBlocks, text_blocks

Numbers = npt.NDArray[Any]

_GROUPS: Final = ("p", "h1", "h2 h3", "h4 h5 h6", "li dd dt", "td th", "div section article main", "pre blockquote")
_AROUND: Final = ("nav menu header", "footer", "aside form", "article main", "ul ol dl", "table")
_GROUP_OF: Final = np.zeros(NUMBERS, dtype=np.uint8)
for _number, _names in enumerate(_GROUPS, 1):
    _GROUP_OF[column(_names)] = _number
_BITS: Final = np.zeros(NUMBERS, dtype=np.uint8)
for _bit, _names in enumerate(_AROUND):
    _BITS[column(_names)] |= np.uint8(1 << _bit)

_LENGTHS: Final = np.array([1, 2, 3, 5, 8, 12, 18, 27, 40, 60, 100])
_SHARES: Final = np.array([0.001, 0.1, 0.2, 0.33, 0.5, 0.75, 0.95])
_PLACES: Final = np.array([0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98])

KINDS: Final = {
    "words": 12, "words before": 12, "words behind": 12, "words around": 12,
    "links": 8, "links before": 8, "links behind": 8,
    "capitals": 8, "full stops": 8, "dates": 3, "bars": 2, "word length": 5,
    "element": 9, "element before": 9, "element behind": 9, "place": 11,
} | {f"in {names}": 2 for names in _AROUND}  # fmt: skip
"""The columns, and how many values each may have."""
OFFSETS: Final = np.cumsum([0, *KINDS.values()])[:-1]
"""Where the values of each column start when all are numbered through."""
VALUES: Final = sum(KINDS.values())


def observations(page: Document) -> npt.NDArray[np.int16]:
    """Observe the blocks of a page; each value is numbered through all columns."""
    values = [value for _, value in _observed(page, text_blocks(page, page.blocks))]
    numbered = np.array(values, dtype=np.int16).T.reshape(-1, len(KINDS))
    return numbered + OFFSETS.astype(np.int16)


def _observed(page: Document, blocks: TextBlocks) -> Iterator[tuple[str, Numbers]]:
    words = np.maximum(blocks.words, 1)
    length, links = _binned(blocks.words, _LENGTHS), _binned(blocks.link_density, _SHARES)
    element = _GROUP_OF[page.elements.tag[blocks.element]]
    yield "words", length
    yield "words before", _before(length)
    yield "words behind", _behind(length)
    yield "words around", _binned(_window(blocks.words), _LENGTHS)
    yield "links", links
    yield "links before", _before(links)
    yield "links behind", _behind(links)
    yield "capitals", _binned(blocks.capitalised / words, _SHARES)
    yield "full stops", _binned(blocks.full_stops / words * 5, _SHARES)
    yield "dates", np.minimum(blocks.dates, 2)
    yield "bars", np.minimum(blocks.bars, 1)
    yield "word length", _binned(blocks.letters / words, np.array([1.5, 3.5, 5.0, 6.5]))
    yield "element", element
    yield "element before", _before(element)
    yield "element behind", _behind(element)
    yield "place", _binned(np.arange(len(blocks)) / max(len(blocks) - 1, 1), _PLACES)
    parent = page.elements.parent.astype(np.intp)
    around = along_ancestors(parent, _BITS[page.elements.tag], np.bitwise_or)[blocks.element]
    for bit, names in enumerate(_AROUND):
        yield f"in {names}", around >> np.uint8(bit) & np.uint8(1)


def _binned(values: Numbers, limits: Numbers) -> Numbers:
    return np.searchsorted(limits, values, side="right")


def _before(values: Numbers) -> Numbers:
    return np.concatenate([np.zeros(1, values.dtype), values[:-1]])


def _behind(values: Numbers) -> Numbers:
    return np.concatenate([values[1:], np.zeros(1, values.dtype)])


def _window(words: Numbers, reach: int = 3) -> Numbers:
    """Average the words over a few blocks before and behind."""
    before = np.concatenate([[0.0], np.cumsum(words)])
    place = np.arange(len(words))
    low, high = np.maximum(place - reach, 0), np.minimum(place + reach + 1, len(words))
    mean: Numbers = (before[high] - before[low]) / (high - low)
    return mean

"""The feature set of section 3.3.2.1, a row for each text block: its own figures and those of its two neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.blocks import Blocks
from webwinnow.document.html_names import NUMBER
from webwinnow.document.subtrees import along_ancestors
from webwinnow.document.text_blocks import TextBlocks, atoms, text_blocks

Numbers = npt.NDArray[Any]

_TAGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6", "p", "div")
"""The structural features: whether the block stands in such an element."""
_SIDES: Final = ("", "previous ", "next ")


def own_figures(page: Document, blocks: Blocks) -> npt.NDArray[np.float32]:
    """Compute the figures of the blocks themselves."""
    columns = [values for _, values in _figures(page, text_blocks(page, blocks))]
    return np.array(columns, dtype=np.float32).T.reshape(len(blocks), len(columns))


def with_neighbours(own: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Join the figures of each block with those of the one before and the one behind; zeros where there is none."""
    nothing = np.zeros((1, own.shape[1]), dtype=np.float32)
    place = np.arange(len(own), dtype=np.float32)
    positions = np.column_stack([place, place / max(len(own) - 1, 1)])
    return np.hstack([own, np.vstack([nothing, own[:-1]]), np.vstack([own[1:], nothing]), positions])


@cache
def columns() -> tuple[str, ...]:
    """Name the columns, in order."""
    page = Document("<p>text")
    own = [name for name, _ in _figures(page, text_blocks(page, atoms(page)))]
    return (*(side + name for side in _SIDES for name in own), "absolute position", "relative position")


def _figures(page: Document, blocks: TextBlocks) -> Iterator[tuple[str, Numbers]]:
    words = np.maximum(blocks.words, 1)
    yield "average word length", blocks.letters / words
    yield "average sentence length", blocks.words / np.maximum(blocks.sentence_ends, 1)
    yield "number of words", blocks.words
    yield "words that start with a capital", blocks.capitalised
    yield "words all in capitals", blocks.capitals
    yield "ratio of words that start with a capital", blocks.capitalised / words
    yield "ratio of words all in capitals", blocks.capitals / words
    yield "ratio of full stops", blocks.full_stops / words
    yield "date and time tokens", blocks.dates
    yield "vertical bars", blocks.bars
    yield "link density", blocks.link_density
    for tag, inside in zip(_TAGS, _inside(page, blocks), strict=True):
        yield f"in {tag}", inside


def _inside(page: Document, blocks: TextBlocks) -> Numbers:
    """Tell for each tag whether the blocks stand in such an element."""
    bits = np.zeros(len(page.elements), dtype=np.uint16)
    for bit, tag in enumerate(_TAGS):
        bits[page.elements.tag == NUMBER[tag]] |= np.uint16(1 << bit)
    around = along_ancestors(page.elements.parent.astype(np.intp), bits, np.bitwise_or)[blocks.element]
    return np.array([around >> np.uint16(bit) & np.uint16(1) for bit in range(len(_TAGS))])

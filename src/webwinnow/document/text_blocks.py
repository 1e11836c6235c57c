"""Blocks of text and shallow figures of each: how many words, capitals, links, full stops, and where it stands.

Atoms are pieces of text between two tags, where links do not count as tags (kohlschuetter2010); the blocks of a page,
which readers see as paragraphs, are larger.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.blocks import Blocks
from webwinnow.document.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.visible_text import VisibleText, characters, upper_case, visible_text

Numbers = npt.NDArray[Any]

FULL_STOPS: Final = characters(".。．｡।۔")
SENTENCE_ENDS: Final = characters(".!?。！？…؟।۔．｡")
_BAR: Final = characters("|｜")
_DIGITS: Final = characters("0123456789٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹")
_PARTING: Final = characters(":/.-年月日時")
"""What stands between the numbers of a date or a time."""
_YEAR: Final = 4
"""Digits of a year."""
_LINK: Final = column("a")


@dataclass(frozen=True, slots=True)
class TextBlocks:
    """Figures per block; `element` is the block-level element around its first run."""

    words: Numbers
    linked: Numbers
    """Words inside links."""
    letters: Numbers
    """Characters of the words."""
    capitalised: Numbers
    """Words that start with a capital."""
    capitals: Numbers
    """Words of two characters or more that are all capitals."""
    full_stops: Numbers
    sentence_ends: Numbers
    bars: Numbers
    dates: Numbers
    """Words that are part of a date or a time, as far as digits tell."""
    element: Numbers

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self.words)

    @property
    def link_density(self) -> Numbers:
        """The share of words inside links; 0 where there are no words."""
        share: Numbers = self.linked / np.maximum(self.words, 1)
        return share


def atoms(page: Document) -> Blocks:
    """Part the visible text at every tag that is no link."""
    code, runs = page.tokens.code, page.blocks.runs
    parting = (code != 0) & ~_LINK[np.abs(code)]
    before = np.concatenate([[0], np.cumsum(parting)])[page.runs.gap[runs]]
    starts = np.flatnonzero(np.diff(before, prepend=-1))
    return Blocks(np.append(starts, len(runs)).astype(np.int32), runs)


def block_of_run(blocks: Blocks) -> Numbers:
    """Give for each visible run the block that it belongs to."""
    return np.repeat(np.arange(len(blocks)), np.diff(blocks.first))


def block_pairs(page: Document, blocks: Blocks, keep: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
    """Give the text of the blocks that are kept, as pairs for `Document.select`."""
    runs = blocks.runs[np.repeat(keep, np.diff(blocks.first))]
    return np.column_stack([page.runs.start[runs], page.runs.end[runs]])


def text_blocks(page: Document, blocks: Blocks) -> TextBlocks:
    """Measure the blocks."""
    text, block = visible_text(page), block_of_run(blocks)
    size, home = len(blocks), page.runs.home[blocks.runs]
    in_link = page.inside(_LINK[page.elements.tag])[page.runs.home]
    of_run = np.full(len(page.runs), size)  # text that stands in no block counts for one that is cut off
    of_run[blocks.runs] = block
    of_word = of_run[text.word_run]

    def over_words(amounts: Numbers | None = None) -> npt.NDArray[np.float64]:
        return np.bincount(of_word, amounts, minlength=size + 1)[:size].astype(np.float64)

    def over_characters(table: Numbers) -> npt.NDArray[np.float64]:
        return np.bincount(of_run, text.per_run(text.marked(table)), minlength=size + 1)[:size].astype(np.float64)

    length = text.word_end - text.word_start
    upper = text.marked(upper_case())
    starts_upper = upper[text.word_start] if len(length) else np.zeros(0, np.bool_)
    first = blocks.first[:-1]
    return TextBlocks(
        words=over_words(),
        linked=over_words(in_link[text.word_run]),
        letters=over_words(length),
        capitalised=over_words(starts_upper),
        capitals=over_words((text.per_word(upper) == length) & (length > 1)),
        full_stops=over_characters(FULL_STOPS),
        sentence_ends=over_characters(SENTENCE_ENDS),
        bars=over_characters(_BAR),
        dates=over_words(_is_date(text, length)),
        element=page.nearest(BLOCK[page.elements.tag])[home[first]].astype(np.intp),
    )


def _is_date(text: VisibleText, length: Numbers) -> npt.NDArray[np.bool_]:
    """Mark years, and numbers with one of the parting marks and another number behind or before them."""
    is_number: npt.NDArray[np.bool_] = text.per_word(text.marked(_DIGITS)) == length
    if len(length) == 0:
        return is_number
    is_year: npt.NDArray[np.bool_] = is_number & (length == _YEAR)
    between = text.marked(_PARTING)[np.minimum(text.word_end[:-1], len(text.points) - 1)]
    joined = is_number[:-1] & is_number[1:] & between & (text.word_start[1:] - text.word_end[:-1] == 1)
    is_year[:-1] |= joined
    is_year[1:] |= joined
    return is_year

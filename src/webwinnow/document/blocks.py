"""Blocks of text and shallow figures of them, which learned and older methods judge by.

What a block is stands in markup.py. Atoms are smaller: pieces of text between two tags, where links do not count as
tags (kohlschuetter2010). Blocks of text string are the text directly in an element and its paragraphs (louvan2009;
mohammadzadeh2013, section 3.2.6).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.letters import Letters, characters, upper_case
from webwinnow.document.markup import Blocks
from webwinnow.language.characters import SENTENCE_MARKS

if TYPE_CHECKING:
    from webwinnow.document.document import Document

Figures = npt.NDArray[Any]
"""One number per block."""

_FULL_STOPS: Final = characters(".。．｡।۔")
_SENTENCE_ENDS: Final = characters(SENTENCE_MARKS)
_BAR: Final = characters("|｜")
_DIGITS: Final = characters("0123456789٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹")
_PARTING: Final = characters(":/.-年月日時")
"""What stands between the numbers of a date or a time."""
_YEAR: Final = 4
"""Digits of a year."""
_LINK: Final = column("a")


def atoms(page: Document) -> Blocks:
    """Part the visible text at every tag that is no link."""
    code, runs = page.tokens.code, page.blocks.runs
    parting = (code != 0) & ~_LINK[np.abs(code)]
    before = np.concatenate([[0], np.cumsum(parting)])[page.runs.gap[runs]]
    starts = np.flatnonzero(np.diff(before, prepend=-1))
    return Blocks(np.append(starts, len(runs)).astype(np.int32), runs)


@dataclass(frozen=True, slots=True)
class TextBlocks:
    """Figures per block; `element` is the block-level element around its first run."""

    words: Figures
    linked: Figures
    """Words inside links."""
    letters: Figures
    """Characters of the words."""
    capitalised: Figures
    """Words that start with a capital."""
    capitals: Figures
    """Words of two characters or more that are all capitals."""
    full_stops: Figures
    sentence_ends: Figures
    bars: Figures
    dates: Figures
    """Words that are part of a date or a time, as far as digits tell."""
    element: Figures

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self.words)

    @property
    def link_density(self) -> Figures:
        """The share of words inside links; 0 where there are no words."""
        share: Figures = self.linked / np.maximum(self.words, 1)
        return share


def text_blocks(page: Document, blocks: Blocks) -> TextBlocks:
    """Measure the blocks, or atoms, of a page."""
    text, size, home = page.letters, len(blocks), page.runs.home
    in_link = page.inside(_LINK[page.elements.tag])[home]
    block = np.full(len(page.runs), size)  # text that stands in no block counts for one that is cut off
    block[blocks.runs] = blocks.of_run
    of_run = block[text.run]
    of_word = of_run[text.word_run]

    def over_words(amounts: Figures | None = None) -> npt.NDArray[np.float64]:
        return np.bincount(of_word, amounts, minlength=size + 1)[:size].astype(np.float64)

    def over_characters(table: Figures) -> npt.NDArray[np.float64]:
        return np.bincount(of_run, text.per_run(text.marked(table)), minlength=size + 1)[:size].astype(np.float64)

    length = text.word_end - text.word_start
    upper = text.marked(upper_case())
    starts_upper = upper[text.word_start] if len(length) else np.zeros(0, np.bool_)
    first = blocks.first[:-1]
    return TextBlocks(
        words=over_words(),
        linked=over_words(in_link[text.run[text.word_run]]),
        letters=over_words(length),
        capitalised=over_words(starts_upper),
        capitals=over_words((text.per_word(upper) == length) & (length > 1)),
        full_stops=over_characters(_FULL_STOPS),
        sentence_ends=over_characters(_SENTENCE_ENDS),
        bars=over_characters(_BAR),
        dates=over_words(_is_date(text, length)),
        element=page.nearest(BLOCK[page.elements.tag])[home[blocks.runs[first]]].astype(np.intp),
    )


def _is_date(text: Letters, length: Figures) -> npt.NDArray[np.bool_]:
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

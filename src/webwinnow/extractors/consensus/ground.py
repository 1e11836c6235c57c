"""What all signals stand on: a page's blocks, its elements and how much text each holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.subtrees import along_ancestors, depths
from webwinnow.extractors.consensus.letters import Letters, read_letters

Numbers = npt.NDArray[Any]
Named = Iterable[tuple[str, Numbers]]
"""Signals: their names, and a number per block."""

INSIDE: Final = {
    "link": "a button",
    "strong": "b strong em i u mark",
    "code": "pre code kbd samp tt listing xmp",
    "nav": "nav menu",
    "header": "header",
    "footer": "footer",
    "aside": "aside",
    "article": "article",
    "main": "main",
    "form": "form fieldset",
    "list": "ul ol dl",
    "table": "table",
    "quote": "blockquote",
    "figure": "figure",
    "section": "section",
    "details": "details dialog",
    "heading": "h1 h2 h3 h4 h5 h6",
}
"""Elements whose presence around a text says something."""
_BITS: Final = np.zeros(len(column("a")), dtype=np.uint32)
for _bit, _names in enumerate(INSIDE.values()):
    _BITS[column(_names)] |= np.uint32(1 << _bit)

LONG: Final = 15
"""Words from which a block counts as running text,"""
FEW_LINKS: Final = 0.35
"""if a smaller share of them is linked (both as in the prototype's recipe)."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Columns per visible run, per block and per element."""

    page: Document
    letters: Letters
    block: Numbers
    """Per run: its block."""
    around: Numbers
    """Per run: bits of what stands around it, in the order of INSIDE."""
    linked_words: Numbers
    """Per run: its words, if they are linked."""
    first: Numbers
    """Per block: its first run."""
    last: Numbers
    """Per block: its last run."""
    element: Numbers
    """Per block: the block-level element around it."""
    words: Numbers
    linked: Numbers
    """Per block: its words, and those that are linked."""
    link: Numbers
    """Per block: the share that is linked."""
    long: Numbers
    """Per block: whether it is running text."""
    up: Numbers
    """Per element: the one around it; the root for the root."""
    depth: Numbers
    low: Numbers
    high: Numbers
    """Per element: the runs inside it."""
    element_words: Numbers
    element_linked: Numbers
    element_long: Numbers
    """Per element: its words, those that are linked, and those in running text."""

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self.first)

    @property
    def total(self) -> float:
        """The page's words, at least one."""
        return max(float(self.words.sum()), 1.0)

    @property
    def total_long(self) -> float:
        """The words in running text, or next to nothing."""
        return max(float(self.words[self.long].sum()), 1e-9)

    def per_block(self, amounts: Numbers) -> Numbers:
        """Add up an amount per run over each block."""
        return np.add.reduceat(amounts, self.first)

    def per_element(self, amounts: Numbers) -> Numbers:
        """Add up an amount per run over each element."""
        return sums(amounts, self.low, self.high)

    def is_around(self, name: str) -> Numbers:
        """Tell for each run whether such an element stands around it."""
        return (self.around >> np.uint32(list(INSIDE).index(name)) & np.uint32(1)).astype(np.float64)


def share(part: Numbers, whole: Numbers) -> Numbers:
    """Divide, where nothing of nothing is nothing."""
    answer: Numbers = part / np.maximum(whole, 1e-9)
    return answer


def sums(amounts: Numbers, low: Numbers, high: Numbers) -> Numbers:
    """Add up the amounts in each interval."""
    before: Numbers = np.concatenate([[0.0], np.cumsum(amounts)])
    within: Numbers = before[high] - before[low]
    return within


def lay_ground(page: Document) -> Ground:
    """Compute the columns; the page has at least one block."""
    letters, elements, shown = read_letters(page), page.elements, page.blocks.runs
    first, last = page.blocks.first[:-1].astype(np.intp), page.blocks.first[1:].astype(np.intp) - 1
    home = page.runs.home[shown]
    up = np.maximum(elements.parent, 0).astype(np.intp)
    around = along_ancestors(up, _BITS[elements.tag], np.bitwise_or)[home]
    linked_words = np.where(around & np.uint32(1), letters.words, 0.0)
    words, linked = np.add.reduceat(letters.words, first), np.add.reduceat(linked_words, first)
    link = share(linked, words)
    long = (words >= LONG) & (link < FEW_LINKS)
    block = np.repeat(np.arange(len(first)), last - first + 1)
    before = np.zeros(len(page.tokens.code) + 3, dtype=np.intp)
    np.cumsum(np.bincount(page.runs.gap[shown], minlength=len(before) - 1), out=before[1:])
    low, high = before[elements.first + 1], before[elements.close + 1]
    return Ground(
        page=page,
        letters=letters,
        block=block,
        around=around,
        linked_words=linked_words,
        first=first,
        last=last,
        element=page.nearest(BLOCK[elements.tag])[home[first]].astype(np.intp),
        words=words,
        linked=linked,
        link=link,
        long=long,
        up=up,
        depth=depths(elements),
        low=low,
        high=high,
        element_words=sums(letters.words, low, high),
        element_linked=sums(linked_words, low, high),
        element_long=sums(np.where(long[block], letters.words, 0.0), low, high),
    )

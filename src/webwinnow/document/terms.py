"""Terms: the words of a page as numbers, so that texts can be compared by arithmetic on columns.

Two words are one term if they differ in case, in apostrophes (`don't`, `don’t`, `dont`) or in marks that nobody sees
(ZWNJ, soft hyphens, bidi marks). mohammadzadeh2013, section 5.3.1 deletes quotes, commas and colons for this purpose;
the word splitter has parted words from the others already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.characters import kinds
from webwinnow.document.document import Document
from webwinnow.document.references import decode_references
from webwinnow.document.words import word_positions, words
from webwinnow.document.words_and_tags import Words

Numbers = npt.NDArray[np.int32]

_BETWEEN: Final = "\n"
_SAME_WITHOUT: Final = re.compile("['’‘ʼ·‧\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f]+")


@dataclass(frozen=True, slots=True)
class Terms:
    """The vocabulary of a page and the number of each of its words in it."""

    number: Numbers
    """Per word: which term it is."""
    vocabulary: tuple[str, ...]
    """The distinct terms, in the order in which they first occur."""

    def counts(self, text: str) -> npt.NDArray[np.float64]:
        """Count how often each term of the vocabulary occurs in a plain text; other words count nowhere."""
        known = {term: number for number, term in enumerate(self.vocabulary)}
        found = [known[term] for term in terms(text) if term in known]
        return np.bincount(np.array(found, dtype=np.intp), minlength=len(self.vocabulary)).astype(np.float64)


def terms(text: str) -> list[str]:
    """Give the terms of a plain text (not markup), in order."""
    return _folded(words(text))


def terms_of_each(texts: Sequence[str]) -> list[list[str]]:
    """Give the terms of each of many plain texts, split all at once: quicker for short ones."""
    joined = _BETWEEN.join(texts)
    start, end = word_positions(kinds(joined, references=False))
    folded = _folded([joined[a:b] for a, b in zip(start.tolist(), end.tolist(), strict=True)])
    ends = np.cumsum([len(text) + len(_BETWEEN) for text in texts])
    bounds = [0, *np.searchsorted(start, ends).tolist()]
    return [folded[first:last] for first, last in pairwise(bounds)]


def page_terms(page: Document, chosen: Words | None = None) -> Terms:
    """Number the words that readers see, or those that are given."""
    chosen = page.words if chosen is None else chosen
    source = page.source
    written = [source[start:end] for start, end in zip(chosen.start.tolist(), chosen.end.tolist(), strict=True)]
    return numbered(_folded(written, references=True))


def numbered(listed: Iterable[str]) -> Terms:
    """Number terms in the order in which they first occur."""
    known: dict[str, int] = {}
    number = np.array([known.setdefault(term, len(known)) for term in listed], dtype=np.int32)
    return Terms(number, tuple(known))


def _folded(written: list[str], *, references: bool = False) -> list[str]:
    """Fold all words at once: one call for the whole text instead of one for each word."""
    if not written:
        return []
    joined = _BETWEEN.join(written)
    if references and "&" in joined:
        joined = decode_references(joined)  # a word holds no blank, so no reference makes a new line
    return _SAME_WITHOUT.sub("", joined.casefold()).split(_BETWEEN)

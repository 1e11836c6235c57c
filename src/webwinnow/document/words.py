"""The only word splitter: pages, gold standards and measures all count the same words.

A word is a run of letters, digits and combining marks. ZWNJ, ZWJ, soft hyphens, bidi marks and apostrophes stay inside
a word when letters stand on both sides (`می‌خواهم`, `don't`). Scripts written without spaces get units of about a
syllable: Han and Hiragana a character each, Katakana a run, Thai, Lao, Khmer and Burmese a letter with the vowels and
marks that follow it. Units are found for a whole text at once by comparing neighbouring kinds.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from webwinnow.document.characters import (
    CLUSTER,
    CLUSTER_REST,
    FIRST_IN_WORDS,
    INVISIBLE_JOINER,
    JOINER,
    LETTER,
    REST,
    SINGLE,
    Kinds,
    kinds,
)

Positions = npt.NDArray[np.intp]


def words(text: str) -> list[str]:
    """Split plain text (not markup) into words, as written."""
    starts, ends = word_positions(kinds(text, references=False))
    return [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]


def word_positions(found: Kinds, breaks: Positions | None = None) -> tuple[Positions, Positions]:
    """Find where words start and end in a column of kinds; no word goes across one of the sorted `breaks`."""
    places = np.flatnonzero(found != REST)
    kind = found[places]
    is_break = np.zeros(len(kind) + 1, dtype=np.bool_)
    is_break[0] = True
    if breaks is not None:
        is_break[np.searchsorted(places, breaks)] = True
    kind = _with_joined(kind, is_break)
    before = np.r_[np.uint8(0), kind[:-1]] if len(kind) else kind
    inside = kind >= FIRST_IN_WORDS
    goes_on = (kind == before) & (kind != SINGLE) & (kind != CLUSTER)
    goes_on |= (kind == CLUSTER_REST) & (before == CLUSTER)
    goes_on &= ~is_break[:-1]
    first = np.flatnonzero(inside & ~goes_on)
    # A word ends where the next one starts or where something that is no word stands, whichever comes first.
    stops = np.flatnonzero(~inside | ~goes_on)
    last = np.r_[stops, len(kind)][np.searchsorted(stops, first, side="right")]
    limit = np.r_[places, len(found)]
    return limit[first], limit[last]


def _with_joined(kind: Kinds, is_break: npt.NDArray[np.bool_]) -> Kinds:
    """Turn joiners between two letters into letters, so that they stay inside the word."""
    joins = (kind == INVISIBLE_JOINER) | (kind == JOINER)
    at = np.flatnonzero(joins[1:-1]) + 1 if len(kind) > 2 else np.empty(0, dtype=np.intp)
    at = at[(kind[at - 1] == LETTER) & (kind[at + 1] == LETTER) & ~is_break[at] & ~is_break[at + 1]]
    if len(at):
        kind = kind.copy()
        kind[at] = LETTER
    return kind

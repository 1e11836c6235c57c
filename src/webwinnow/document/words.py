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
    KATAKANA,
    LETTER,
    REST,
    SINGLE,
    Kinds,
    character_ends,
    kinds,
)

Positions = npt.NDArray[np.intp]


def words(text: str) -> list[str]:
    """Split plain text (not markup) into words, as written."""
    starts, ends = word_positions(kinds(text, references=False))
    return [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]


def word_positions(found: Kinds) -> tuple[Positions, Positions]:
    """Find where words start and end in a column of kinds."""
    # Invisible joiners are passed over: inside a word they change nothing, at its edges they are no part of it.
    kept = (found != REST) & (found != INVISIBLE_JOINER)
    if kept.all():
        return _word_positions(found.copy())
    places = np.flatnonzero(kept)
    first, stop = _word_positions(found[places])
    return places[first], character_ends(found, places[stop - 1])


def _word_positions(kind: Kinds) -> tuple[Positions, Positions]:
    """Find the words where every character counts."""
    kind = _with_joined(kind)
    if kind.max(initial=0) <= LETTER:
        return _letter_runs(kind)
    before = np.concatenate([[np.uint8(0)], kind])[:-1]
    inside = kind >= FIRST_IN_WORDS
    goes_on = (kind == before) & (kind != SINGLE) & (kind != CLUSTER)
    goes_on |= (kind == CLUSTER_REST) & (before >= KATAKANA)
    # A word ends where the next one starts or where something that is no word stands, whichever comes first.
    edges = np.flatnonzero(~(inside & goes_on))
    starts = np.flatnonzero(inside[edges])
    return edges[starts], np.append(edges, len(kind))[starts + 1]


def _letter_runs(kind: Kinds) -> tuple[Positions, Positions]:
    """Find the words of a text in which all scripts are written with spaces: they start and end where letters do."""
    inside = np.zeros(len(kind) + 2, dtype=np.bool_)
    np.equal(kind, LETTER, out=inside[1:-1])
    edges = np.flatnonzero(inside[1:] != inside[:-1])
    return edges[0::2], edges[1::2]


def _with_joined(kind: Kinds) -> Kinds:
    """Turn joiners between two letters into letters, so that they stay inside the word."""
    at = np.flatnonzero(kind[1:-1] == JOINER) + 1
    at = at[(kind[at - 1] == LETTER) & (kind[at + 1] == LETTER)]
    kind[at] = LETTER
    return kind

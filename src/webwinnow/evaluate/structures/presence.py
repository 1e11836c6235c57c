"""What became of a structure in a text: whole, cut or missing, judged by words alone.

So that every extractor can be asked, also one that answers in plain text, nothing but words is compared. The words of
the whole page (or of gold Markdown) are aligned with those of the text, as the longest sequence that both have in
common. Each word of a structure is then kept or not, at its own place: that the same words stand elsewhere in the text
hardly matters. Of 1,124 structures of wcxb-dev and mozilla-readability that were taken out of the gold by hand, 95 of
100 had at most 0.04 of their words aligned with the rest; if their words were looked for anywhere, close together, half
of them seemed to be there for the half.

A heading is whole if it is a line of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.evaluate.alignment import align, intern_words
from webwinnow.evaluate.folding import unicode_words
from webwinnow.evaluate.structures.structure import Outlined, StructureKind

WHOLE: Final = 0.98
"""Share of the words that a whole structure has at least: up to 49 words all of them, so that no cell and no item may
be lost; beyond, one of fifty may differ, for words are parted otherwise here and there (`e-mail`, `1,400`)."""
MISSING: Final = 0.2
"""Share of the words below which nothing of the structure is there: of the structures taken out by hand, 99 of 100 had
less (lists 0.23, code 0.13, tables 0.06, captions 0.27)."""
MISSING_HEADING: Final = 0.5
"""The same for headings, which have so few words that one by chance is much."""
_STRETCH: Final = 2
"""How many times as long as a structure the text may be that holds a copy of it: numbers may stand between items."""


class Presence(StrEnum):
    """What became of a structure."""

    WHOLE = "whole"
    CUT = "cut"
    MISSING = "missing"


def presences(outlined: Outlined, text: str, *, copies: bool = True) -> Iterator[Presence]:
    """Tell for each structure what became of it in a text.

    With `copies`, a structure is whole also if all its words stand close together and in their order at another place:
    pages have some text twice, and an extractor may keep either.
    """
    words = unicode_words(text)
    lines = frozenset(tuple(unicode_words(line)) for line in text.splitlines() if line.strip())
    kept = np.concatenate([[0], np.cumsum(aligned_words(outlined.words, words))])
    for structure in outlined.structures:
        share = float(kept[structure.last] - kept[structure.first]) / (structure.last - structure.first)
        if structure.kind is StructureKind.HEADING:
            own_line = outlined.words_of(structure) in lines
            yield _heading(share, own_line=own_line, copies=copies)
        elif share < WHOLE and copies and _share_of_copy(outlined.words_of(structure), words) >= WHOLE:
            yield Presence.WHOLE
        else:
            yield presence_of(share)


def presence_of(share: float) -> Presence:
    """Name what a share of words means."""
    if share >= WHOLE:
        return Presence.WHOLE
    return Presence.MISSING if share < MISSING else Presence.CUT


def _heading(share: float, *, own_line: bool, copies: bool) -> Presence:
    if own_line and (copies or share >= WHOLE):
        return Presence.WHOLE
    return Presence.MISSING if share < MISSING_HEADING else Presence.CUT


def aligned_words(words: Sequence[str], others: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Tell for each word whether it is aligned with one of the others."""
    letters = intern_words(words, others)
    kept = np.zeros(len(words), dtype=np.bool_)
    for stretch in align(letters.gold, letters.found).stretches:
        if stretch.kind == "same":
            kept[stretch.gold_start : stretch.gold_end] = True
    return kept


def _share_of_copy(wanted: Sequence[str], words: Sequence[str]) -> float:
    """Find the stretch of words that has most of the wanted ones; return the share that it has in their order."""
    lacking = Counter(wanted)
    at = [place for place, word in enumerate(words) if word in lacking]
    length, best, have, first, end = _STRETCH * len(wanted), 0, 0, 0, 0
    for place in at:
        have += lacking[words[place]] > 0
        lacking[words[place]] -= 1
        while at[first] <= place - length:
            lacking[words[at[first]]] += 1
            have -= lacking[words[at[first]]] > 0
            first += 1
        if have > best:
            best, end = have, place + 1
    if best < WHOLE * len(wanted):
        return 0.0
    return float(aligned_words(wanted, words[max(end - length, 0) : end]).mean())

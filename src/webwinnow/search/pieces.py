"""A page cut into pieces, so that the words of every combination of members are sums of words of pieces.

Where all members agree, text is kept or dropped as a whole by every combination: it is a piece, with the members that
chose it as its `pattern` (bit m is set if member m did). A word can reach over several pieces, where a member cut it or
where inline tags part it: then what becomes of the word depends on which of its pieces are kept. So the page is cut a
second time, at blanks, blocks, line breaks and some marks, which end every word whatever is kept. A stretch between two
such places with pieces of several patterns is mixed; its words are counted for each choice of those patterns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.language.words import CLUSTER, SINGLE, kinds
from webwinnow.spans import Spans

_BR: Final = NUMBER["br"]
_PREFORMATTED: Final = column("pre listing xmp textarea")
_BLANKS: Final = "\t\n\v\f\r "
_MARKS: Final = (
    "|/()[]{}!?,+*~\u00ab\u00bb\u2039\u203a\u2022\u2013\u2014\u2026"
    "\u3001\u3002\u300a\u300b\u300c\u300d\u300e\u300f\u3010\u3011\uff01\uff08\uff09\uff0c\uff1b\uff1f"
)
"""Marks that no word holds, by any rule; none that begins or ends a reference, and none that the small form of a letter
looks past (a sigma ends a word otherwise than inside: `ΟΔΟΣ.` and `ΟΔΟΣ.Α` differ)."""

Places = npt.NDArray[np.int64]
Patterns = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces in order; those of one `group` stand in stretches that mix the same patterns."""

    start: Places
    end: Places
    pattern: Patterns
    group: tuple[frozenset[int], ...]

    def groups(self) -> dict[frozenset[int], list[int]]:
        """Collect the pieces of each group."""
        found: dict[frozenset[int], list[int]] = {}
        for number, group in enumerate(self.group):
            found.setdefault(group, []).append(number)
        return found


def cut(page: Document, members: Sequence[Spans], rule: str) -> Pieces:
    """Cut the text that any member chose; `rule` says what a word is."""
    start, end, pattern = _agreed(members)
    breaks = _breaks(page, rule)
    first, last = np.searchsorted(breaks, start), np.searchsorted(breaks, end - 1)
    mixed = _mixed(np.concatenate([first, last]), np.concatenate([pattern, pattern]))
    known = np.array(sorted(mixed), dtype=np.int64)
    edges = np.concatenate([[-1], breaks, [len(page.source)]])  # stretch k reaches from behind edge k to edge k + 1
    # Every piece is cut where its first stretch ends and where its last one starts, if these are mixed.
    head = np.where(np.isin(first, known), np.minimum(edges[first + 1] + 1, end), start)
    tail = np.where(np.isin(last, known) & (last > first), np.maximum(edges[last] + 1, head), end)
    starts, ends = np.column_stack([start, head, tail]).ravel(), np.column_stack([head, tail, end]).ravel()
    patterns, stretch = np.repeat(pattern, 3), np.column_stack([first, np.full(len(first), -1), last]).ravel()
    filled = starts < ends
    pairs = zip(stretch[filled].tolist(), patterns[filled].tolist(), strict=True)
    groups = tuple(mixed.get(where, frozenset({which})) for where, which in pairs)
    return Pieces(starts[filled], ends[filled], patterns[filled], groups)


def _agreed(members: Sequence[Spans]) -> tuple[Places, Places, Patterns]:
    """Give the stretches of text that the same members chose, and which these are."""
    places = np.unique(np.concatenate([column for spans in members for column in (spans.starts, spans.ends)]))
    if len(places) < 2:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.uint64)
    start, end = places[:-1].astype(np.int64), places[1:].astype(np.int64)
    pattern = np.zeros(len(start), dtype=np.uint64)
    for number, spans in enumerate(members):
        pattern |= spans.contains(start).astype(np.uint64) << np.uint64(number)
    chosen = pattern > 0
    return start[chosen], end[chosen], pattern[chosen]


def _breaks(page: Document, rule: str) -> Places:
    """Give the places behind which a word may begin and before which it ends, whatever is kept.

    Blanks end words everywhere, marks only in flowing text: where one is left out, a blank takes its place. A script
    without blanks has words of about one character by our own rule; each of its letters begins a word.
    """
    tokens = page.tokens
    ending = _endings().take(np.frombuffer(page.source.encode("utf-32-le"), dtype="<u4"), mode="clip")
    blank, mark = (np.flatnonzero(ending == kind) for kind in (1, 2))
    breaking = page.markup.breaking_tags | (tokens.code == _BR)
    places = [_in_text(page, blank), _flowing(page, _in_text(page, mark)), tokens.tag_start[breaking]]
    if rule == "unicode" and not page.source.isascii():
        places.append(np.flatnonzero(np.isin(kinds(page.source), (SINGLE, CLUSTER))) - 1)
    return np.unique(np.concatenate(places)).astype(np.int64)


@cache
def _endings() -> npt.NDArray[np.uint8]:
    """Make the table of what ends words: 1 for blanks, 2 for marks; its last entry stands for all larger characters."""
    table = np.zeros(0x10000, dtype=np.uint8)
    table[[ord(blank) for blank in _BLANKS]] = 1
    table[[ord(mark) for mark in _MARKS]] = 2
    table.setflags(write=False)
    return table


def _in_text(page: Document, places: Places) -> Places:
    """Leave out what stands inside of tags."""
    gap = np.searchsorted(page.tokens.gap_start, places, side="right") - 1
    return places[places < page.tokens.gap_end[gap]]


def _flowing(page: Document, places: Places) -> Places:
    """Leave out what is preformatted, or in no run of text."""
    if not len(page.runs):
        return places[:0]
    run = np.searchsorted(page.runs.start, places, side="right") - 1
    held = (run >= 0) & (places < page.runs.end[run])
    preformatted = page.inside(_PREFORMATTED[page.elements.tag])[page.runs.home[run]]
    return places[held & ~preformatted]


def _mixed(stretch: Places, pattern: Patterns) -> dict[int, frozenset[int]]:
    """Give the stretches with several patterns, and these."""
    found: dict[int, set[int]] = {}
    for where, which in zip(stretch.tolist(), pattern.tolist(), strict=True):
        found.setdefault(where, set()).add(which)
    return {where: frozenset(patterns) for where, patterns in found.items() if len(patterns) > 1}

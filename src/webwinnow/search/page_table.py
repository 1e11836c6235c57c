"""A page as counts of words: all that is needed to score any combination of members on it, exactly.

**Pieces.** Where all members agree, text is kept or dropped as a whole by every combination: it is a piece, with the
members that chose it as its `pattern` (bit m is set if member m did). A word can reach over several pieces, where a
member cut it or where inline tags part it: then what becomes of the word depends on which of its pieces are kept. So
the page is cut a second time, at blanks, blocks, line breaks and some marks, which end every word whatever is kept. A
stretch between two such places with pieces of several patterns is mixed; its words are counted for each choice of
those patterns.

**Parts.** A part of the table is what some pieces of the page hold together: it counts for a combination that keeps all
patterns in `kept` and none of those in `dropped`. The words of a combination are the sum of its parts. Of words that
are not in the gold only the number matters, so the table has a column for each different gold word and no others.

Cost: a text is rendered for each part, 2^d - 1 of them where a word mixes d patterns. Where more than `_MOST_MIXED`
mix, each pattern is a part of its own, which splits such words, and the table says so (`approximate`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.evaluate.alignment import WORD_RULES
from webwinnow.language.words import CLUSTER, SINGLE, kinds
from webwinnow.render.text import render_text
from webwinnow.spans import Spans

_MOST_MIXED: Final = 6
"""Patterns in one word up to which every choice of them is rendered (63 of them)."""

Counts = npt.NDArray[np.int32]
CountMatrix = npt.NDArray[np.float32]
Parts = dict[tuple[tuple[int, ...], tuple[int, ...]], Counter[str]]
"""The words of each part by the patterns that it wants kept and dropped."""
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


@dataclass(frozen=True, slots=True, eq=False)
class PageTable:
    """A page's gold as one count for each different word, and its parts as columns."""

    gold: Counts
    patterns: npt.NDArray[np.uint64]
    needs: npt.NDArray[np.int8]
    """Parts by patterns: 1 where a part wants the pattern kept, -1 where it wants it dropped."""
    words: Counts
    """All words of each part."""
    cells: Counts
    """Gold words in parts, one row each: part, word, how often."""
    approximate: bool = False

    def counts(self) -> CountMatrix:
        """Return the number of each gold word in each part (parts by words)."""
        counts = np.zeros((len(self.words), len(self.gold)), dtype=np.float32)
        counts[self.cells[:, 0], self.cells[:, 1]] = self.cells[:, 2]
        return counts

    def to_json(self) -> dict[str, Any]:
        """Return what a line of a file of tables holds."""
        columns = {name: getattr(self, name).tolist() for name in ("gold", "patterns", "needs", "words")}
        return columns | {"cells": self.cells.ravel().tolist(), "approximate": self.approximate}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> PageTable:
        """Read a line of a file of tables."""
        patterns, words = np.array(content["patterns"], np.uint64), np.array(content["words"], np.int32)
        needs = np.array(content["needs"], np.int8).reshape(len(words), len(patterns))
        cells = np.array(content["cells"], np.int32).reshape(-1, 3)
        return cls(np.array(content["gold"], np.int32), patterns, needs, words, cells, content["approximate"])


def make_table(page: Document, members: Sequence[Spans], gold: str, rule: str) -> PageTable:
    """Count the words of a page for what its members found; `rule` says what a word is."""
    wanted = Counter(WORD_RULES[rule](gold))
    pieces = cut(page, members, rule)
    parts: Parts = {}
    for kept, dropped, spans in _choices(page, pieces):
        words = WORD_RULES[rule](render_text(page, spans))
        parts.setdefault((tuple(sorted(kept)), tuple(sorted(dropped))), Counter()).update(words)
    patterns = np.unique(pieces.pattern)
    return PageTable(
        gold=np.array(list(wanted.values()), np.int32),
        patterns=patterns,
        needs=_needs(parts, patterns),
        words=np.array([sum(found.values()) for found in parts.values()], np.int32),
        cells=_cells(parts, wanted),
        approximate=any(len(group) > _MOST_MIXED for group in pieces.group),
    )


def _needs(parts: Parts, patterns: npt.NDArray[np.uint64]) -> npt.NDArray[np.int8]:
    needs = np.zeros((len(parts), len(patterns)), dtype=np.int8)
    for row, (kept, dropped) in enumerate(parts):
        needs[row, np.searchsorted(patterns, np.array(kept, np.uint64))] = 1
        needs[row, np.searchsorted(patterns, np.array(dropped, np.uint64))] = -1
    return needs


def _cells(parts: Parts, wanted: Counter[str]) -> Counts:
    place = {word: at for at, word in enumerate(wanted)}
    rows = [
        (part, place[word], times)
        for part, found in enumerate(parts.values())
        for word, times in found.items()
        if word in place
    ]
    return np.array(rows, np.int32).reshape(-1, 3)


def _choices(page: Document, pieces: MemberPieces) -> Iterator[tuple[frozenset[int], frozenset[int], Spans]]:
    """Return each choice of patterns in each group: what is kept, what is dropped, and the text."""
    for group, numbers in pieces.groups().items():
        pattern = pieces.pattern[numbers]
        pairs = np.column_stack([pieces.start[numbers], pieces.end[numbers]])
        subsets = chain.from_iterable(combinations(sorted(group), size) for size in range(1, len(group) + 1))
        together = len(group) <= _MOST_MIXED
        for chosen in subsets if together else combinations(sorted(group), 1):
            kept = np.isin(pattern, np.array(chosen, dtype=np.uint64))
            dropped = group - set(chosen) if together else frozenset[int]()
            yield frozenset(chosen), dropped, Spans(pairs[kept], size=len(page.source))


@dataclass(frozen=True, slots=True)
class MemberPieces:
    """MemberPieces in order; those of one `group` stand in stretches that mix the same patterns."""

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


def cut(page: Document, members: Sequence[Spans], rule: str) -> MemberPieces:
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
    return MemberPieces(starts[filled], ends[filled], patterns[filled], groups)


def _agreed(members: Sequence[Spans]) -> tuple[Places, Places, Patterns]:
    """Return the stretches of text that the same members chose, and which these are."""
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
    """Return the places behind which a word may begin and before which it ends, whatever is kept.

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
    """Return the stretches with several patterns, and these."""
    found: dict[int, set[int]] = {}
    for where, which in zip(stretch.tolist(), pattern.tolist(), strict=True):
        found.setdefault(where, set()).add(which)
    return {where: frozenset(patterns) for where, patterns in found.items() if len(patterns) > 1}

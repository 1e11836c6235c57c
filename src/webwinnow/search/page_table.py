"""A page as counts of words: all that is needed to score any combination of members on it, exactly.

A part of the table is what some pieces of the page hold together (see `pieces`): it counts for a combination that keeps
all patterns in `kept` and none of those in `dropped`. The words of a combination are the sum of its parts. Of words
that are not in the gold only the number matters, so the table has a column for each different gold word and no others.

Cost: a text is rendered for each part, 2^d - 1 of them where a word mixes d patterns. Where more than `_MOST_MIXED`
mix, each pattern is a part of its own, which splits such words, and the table says so (`approximate`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.evaluate.measures.folding import WORD_RULES
from webwinnow.render.text import render_text
from webwinnow.search.pieces import Pieces, cut
from webwinnow.spans import Spans

_MOST_MIXED: Final = 6
"""Patterns in one word up to which every choice of them is rendered (63 of them)."""

Numbers = npt.NDArray[np.int32]
Counts = npt.NDArray[np.float32]
Parts = dict[tuple[tuple[int, ...], tuple[int, ...]], Counter[str]]
"""The words of each part by the patterns that it wants kept and dropped."""


@dataclass(frozen=True, slots=True, eq=False)
class PageTable:
    """A page's gold as one count for each different word, and its parts as columns."""

    gold: Numbers
    patterns: npt.NDArray[np.uint64]
    needs: npt.NDArray[np.int8]
    """Parts by patterns: 1 where a part wants the pattern kept, -1 where it wants it dropped."""
    words: Numbers
    """All words of each part."""
    cells: Numbers
    """Gold words in parts, one row each: part, word, how often."""
    approximate: bool = False

    def counts(self) -> Counts:
        """Give the number of each gold word in each part (parts by words)."""
        counts = np.zeros((len(self.words), len(self.gold)), dtype=np.float32)
        counts[self.cells[:, 0], self.cells[:, 1]] = self.cells[:, 2]
        return counts

    def to_json(self) -> dict[str, Any]:
        """What a line of a file of tables holds."""
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


def _cells(parts: Parts, wanted: Counter[str]) -> Numbers:
    place = {word: at for at, word in enumerate(wanted)}
    rows = [
        (part, place[word], times)
        for part, found in enumerate(parts.values())
        for word, times in found.items()
        if word in place
    ]
    return np.array(rows, np.int32).reshape(-1, 3)


def _choices(page: Document, pieces: Pieces) -> Iterator[tuple[frozenset[int], frozenset[int], Spans]]:
    """Give each choice of patterns in each group: what is kept, what is dropped, and the text."""
    for group, numbers in pieces.groups().items():
        pattern = pieces.pattern[numbers]
        pairs = np.column_stack([pieces.start[numbers], pieces.end[numbers]])
        subsets = chain.from_iterable(combinations(sorted(group), size) for size in range(1, len(group) + 1))
        together = len(group) <= _MOST_MIXED
        for chosen in subsets if together else combinations(sorted(group), 1):
            kept = np.isin(pattern, np.array(chosen, dtype=np.uint64))
            dropped = group - set(chosen) if together else frozenset[int]()
            yield frozenset(chosen), dropped, Spans(pairs[kept], size=len(page.source))

"""What the words of class names say for or against content, and what follows for a block from all names around it."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from itertools import chain, repeat
from typing import Final

import numpy as np

from webwinnow.document.attributes import NameWords
from webwinnow.document.tree.elements import along_jumps, jumps
from webwinnow.extractors.consensus.ground import Numbers
from webwinnow.kernels import LIBRARY, Library, NameTable, address
from webwinnow.lazy_values import cached_property

LEXICON_NAMES: Final = ("names own", "names parent", "names grandparent", "names lowest", "names highest", "names sum")
_FINEST: Final = 2**24
"""Scores are multiples of one part of so many, as are those that model files hold."""


class Lexicon(Mapping[str, float]):
    """Words and what each says: a number above 0 speaks for content."""

    def __init__(self, scores: Mapping[str, float]) -> None:
        """Take the words; scores are rounded a little, so that sums of them are the same in any order."""
        self._scores = {word: round(score * _FINEST) / _FINEST for word, score in scores.items()}

    def __getitem__(self, word: str) -> float:
        """Return what a word says."""
        return self._scores[word]

    def __iter__(self) -> Iterator[str]:
        """Name the words."""
        return iter(self._scores)

    def __len__(self) -> int:
        """Count the words."""
        return len(self._scores)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the words; what compiled code reads is made anew."""
        return Lexicon, (self._scores,)

    def said(self, names: NameWords) -> Numbers:
        """Add up for each different tag what its words say."""
        if LIBRARY is None:
            return self._said(names)
        table, scores = self.compiled
        told = np.empty(len(names.kind))
        LIBRARY.score_names(
            ctypes.addressof(table), address(scores), names.text, len(names.text), address(told)
        )  # fmt: skip
        return told

    def _said(self, names: NameWords) -> Numbers:
        """Do that by Python: the definition that compiled code follows."""
        lines = names.lines
        words = chain.from_iterable(map(str.split, lines))
        said = np.fromiter(map(self._scores.get, words, repeat(0.0)), np.float64)
        count = np.fromiter((line.count(" ") for line in lines), np.int32, len(lines))  # one behind each word
        tag = np.repeat(np.arange(len(lines), dtype=np.int32), count)
        per_tag: Numbers = np.bincount(tag, said, minlength=len(lines)).astype(np.float64)
        return per_tag

    def of_blocks(self, names: NameWords, lineage: tuple[Numbers, ...], up: Numbers, place: Numbers) -> Numbers:
        """Return a row for each of LEXICON_NAMES: what the names around each block say.

        `lineage` holds for each named element those around it (see `tree.elements.jumps`), `up` the next of them;
        `place` are the elements of the blocks. Nothing is less than the lowest, or more than the highest.
        """
        said, number = self._said(names), names.number
        own, found = said.astype(np.float32)[number], np.empty((len(LEXICON_NAMES), len(place)), dtype=np.float32)
        found[:3] = own[np.array([place, up[place], up[up[place]]])]
        found[3] = along_jumps(lineage, np.minimum(own, 0), np.minimum)[place]
        found[4] = along_jumps(lineage, np.maximum(own, 0), np.maximum)[place]
        del own
        found[5] = along_jumps(lineage, _without_root(said[number]), np.add)[place]
        return found

    def columns(self, names: NameWords, up: Numbers, place: Numbers) -> Numbers:
        """Return for each block what the names of its element and of those around it say.

        `up` holds for each named element the one around it, `place` for each block its own element.
        """
        return self.of_blocks(names, jumps(up), up, place).T

    @cached_property
    def compiled(self) -> tuple[NameTable, Numbers]:
        """The words and what they say, as compiled code reads them."""
        library: Library = LIBRARY  # type: ignore[assignment]  # asked for only where there is one
        return NameTable(library, list(self._scores)), np.array(list(self._scores.values()), dtype=np.float64)


def _without_root(scores: Numbers) -> Numbers:
    """Let the root say nothing: sums meet it repeatedly."""
    scores[0] = 0.0
    return scores

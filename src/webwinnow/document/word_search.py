"""Some short words, looked for in many stretches of a page at once: signs of threads, names that mark headlines.

>>> from webwinnow.document import Document
>>> signs = WordSearch(("forum", "thread"))
>>> signs.counts(Document("a forum with threads").markup, np.array([0]), np.array([20])).tolist()
[2]
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.attributes import small_letters
from webwinnow.document.markup import Markup
from webwinnow.kernels import LIBRARY, address
from webwinnow.language.words import occurrences

Places = npt.NDArray[np.integer]
_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_int32
_PAIRS: Final = 1024
MANY: Final = 2**31 - 1


class WordSearch:
    """Looks for words of ASCII, each at least two characters long, none of which can overlap itself."""

    def __init__(self, words: Sequence[str], *, ignore_case: bool = False) -> None:
        """Take the words; in small letters, where case does not matter."""
        self.words, self.ignore_case = tuple(words), ignore_case

    def counts(self, markup: Markup, starts: Places, ends: Places, most: int = MANY) -> npt.NDArray[np.int32]:
        """Count in each stretch how often any of the words stands in it; up to `most`, where more do not matter."""
        if LIBRARY is None:
            return np.minimum(self._counts(markup.source, starts, ends), most).astype(np.int32)
        data, width = markup.units
        starts, ends = np.ascontiguousarray(starts, np.int32), np.ascontiguousarray(ends, np.int32)
        found = np.empty(len(starts), np.int32)
        LIBRARY.of("count_words", width)(
            self._table.address, data, len(starts), address(starts), address(ends), most, address(found)
        )
        return found

    def holding(self, markup: Markup, starts: Places, ends: Places) -> npt.NDArray[np.intp]:
        """Find the stretches in which one of the words stands."""
        return np.flatnonzero(self.counts(markup, starts, ends, 1))

    def _counts(self, source: str, starts: Places, ends: Places) -> npt.NDArray[np.intp]:
        """Look for each word in all stretches at once: the definition that compiled code follows."""
        places = zip(starts.tolist(), ends.tolist(), strict=True)
        text = "\0".join([source[start:end] for start, end in places])
        text = small_letters(text) if self.ignore_case else text
        hits = [at for word in self.words for at in occurrences(text, word)]
        edges = np.cumsum(ends.astype(np.int64) - starts + 1)
        return np.bincount(np.searchsorted(edges, hits, side="right"), minlength=len(starts))

    @cached_property
    def _table(self) -> _WordTable:
        return _WordTable(self.words, ignore_case=self.ignore_case)


class _WordTable(ctypes.Structure):
    """`WordTable` of native/kernels.h."""

    _fields_ = (
        *((name, _POINTER) for name in ("plain", "text", "at", "entry", "next", "word", "offset")),
        ("mask", _NUMBER), ("step", _NUMBER),
    )  # fmt: skip

    def __init__(self, words: Sequence[str], *, ignore_case: bool) -> None:
        """List the pairs of neighbours of all words, and keep the arrays that are pointed to."""
        step = min(map(len, words)) - 1
        plain = np.arange(128, dtype=np.uint8)
        if ignore_case:
            plain[ord("A") : ord("Z") + 1] += 32
        first: dict[int, int] = {}
        entries: list[tuple[int, int, int]] = []
        for number, letters in enumerate(words):
            for offset in range(step):
                pair = ((ord(letters[offset]) | 32) << 3 ^ (ord(letters[offset + 1]) | 32)) % _PAIRS
                entries.append((first.get(pair, -1), number, offset))
                first[pair] = len(entries) - 1
        self._kept: list[npt.NDArray[Any]] = [
            plain,
            np.frombuffer("".join(words).encode("ascii"), np.uint8),
            np.array([0, *accumulate(map(len, words))], np.int32),
            np.array([first.get(pair, -1) for pair in range(_PAIRS)], np.int16),
            *np.ascontiguousarray(np.array(entries, np.int16).T),
        ]
        super().__init__(*map(address, self._kept), _PAIRS - 1, step)
        self.address = ctypes.addressof(self)

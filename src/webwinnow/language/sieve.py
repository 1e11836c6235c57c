"""A sieve for many stretches of a text: those in which one of some words stands, or a digit.

It goes before patterns, which take many times as long; most stretches never get there. Digits are looked for by
compiled code alone: without it, every stretch may hold one.
"""

from __future__ import annotations

import ctypes
from functools import cached_property
from itertools import accumulate, chain
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.kernels import LIBRARY, address
from webwinnow.language.characters import Units, character_tables
from webwinnow.language.words import occurrences

Places = npt.NDArray[Any]
_DIGITS: Final = np.uint64(0xFFFFFFFF)
"""The bits of a letter's entry in the tables that tell digits."""


class _Words(ctypes.Structure):
    """`Words` of native/kernels.h."""

    _fields_ = (
        ("text", ctypes.c_void_p), ("at", ctypes.c_void_p), ("digit", ctypes.c_void_p), ("count", ctypes.c_int32),
    )  # fmt: skip

    def __init__(self, words: tuple[str, ...], digits: bool) -> None:
        self._text = np.array(list(map(ord, chain.from_iterable(words))), dtype=np.uint32)
        self._at = np.array([0, *accumulate(map(len, words))], dtype=np.int32)
        self._digit = ((character_tables().letters & _DIGITS) > 0).astype(np.uint8)
        super().__init__(address(self._text), address(self._at), address(self._digit) if digits else 0, len(words))


class Sieve:
    """Finds the stretches that may hold something; none that does is missed."""

    def __init__(self, *words: str, digits: bool = False) -> None:
        """Take the words, as they are written; with `digits`, any digit is looked for, too."""
        self._words, self._digits = words, digits

    def marked(self, text: str, units: Units, starts: Places, ends: Places) -> npt.NDArray[np.bool_]:
        """Mark the stretches of a text in which something stands; `units` are its characters for compiled code.

        >>> text = "3 May, or yesterday, or never"
        >>> from webwinnow.language.characters import units
        >>> Sieve("yester", digits=True).marked(text, units(text), np.array([0, 7, 21]), np.array([5, 19, 29]))
        array([ True,  True, False])
        """
        if LIBRARY is None:
            return self._marked(text, starts, ends)
        marked = np.empty(len(starts), dtype=np.bool_)
        first, last = np.ascontiguousarray(starts, np.int32), np.ascontiguousarray(ends, np.int32)
        LIBRARY.of("mark_stretches", units.width)(
            ctypes.addressof(self._compiled), units.data, len(first), address(first), address(last), address(marked)
        )
        return marked

    def _marked(self, text: str, starts: Places, ends: Places) -> npt.NDArray[np.bool_]:
        """Do that by Python, where words are looked for quickly in all stretches at once."""
        if self._digits:
            return np.ones(len(starts), dtype=np.bool_)  # to look at all is as quick as to look for digits
        pieces = [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        bound = np.cumsum([0, *map(len, pieces)]) + np.arange(len(pieces) + 1)
        joined = "\0".join(pieces)
        found = [at for word in self._words for at in occurrences(joined, word)]
        marked = np.zeros(len(starts), dtype=np.bool_)
        marked[np.searchsorted(bound, found, side="right") - 1] = True
        return marked

    @cached_property
    def _compiled(self) -> _Words:
        return _Words(self._words, self._digits)

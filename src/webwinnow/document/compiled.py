"""The compiled twins of what reads text, and the tables that they are handed: what characters are comes from Python.

Each function gives, to the last bit, what the numpy function gives that its docstring names.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from html.entities import html5
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.layout import Column, Runs
from webwinnow.document.references import decode_references, reference_names
from webwinnow.kernels import Library, address
from webwinnow.language.characters import HIGH, LOW, Hashes, Units, character_tables
from webwinnow.language.words import BLANK, kind_table, kinds, kinds_beyond
from webwinnow.lazy_values import kept_for_good

Chosen = npt.NDArray[np.integer]
"""Some runs, as places among all."""
_POINTER: Final = ctypes.c_void_p


class _Characters(ctypes.Structure):
    """`Characters` of native/kernels.h."""

    _fields_ = tuple(
        (name, _POINTER)
        for name in ("kind", "kind_beyond", "mark", "hash", "references", "reference_kind", "number_kind")
    )

    def __init__(self, library: Library) -> None:
        """Collect what characters are, and keep the arrays that it points to."""
        tables, references = character_tables(), reference_names(library)
        marks = [tables.letters >> HIGH, tables.letters & LOW, tables.marks >> HIGH, tables.marks & LOW]
        meant = [decode_references(f"&#{number};") for number in range(160)]
        self._kept = [
            kind_table(),
            kinds_beyond(np.arange(0, 0x110000, 256, dtype=np.uint32)),
            np.add.reduce([mark.astype(np.uint8) << bit for bit, mark in enumerate(marks)]).astype(np.uint8),
            tables.hashes,
            kinds("".join(text[0] for text in html5.values())),
            np.array([kinds(text)[0] if text else BLANK for text in meant], dtype=np.uint8),
        ]
        self._references = references
        kind, beyond, mark, hashes, reference_kind, number_kind = map(address, self._kept)
        super().__init__(
            kind, beyond, mark, hashes, ctypes.addressof(references), reference_kind, number_kind
        )  # fmt: skip


@kept_for_good
def _characters(library: Library) -> _Characters:
    return _Characters(library)


def character_table(library: Library) -> int:
    """Tell where the table of what characters are stands."""
    return ctypes.addressof(_characters(library))


def find_words(library: Library, units: Units, runs: Runs, chosen: Chosen, characters: int) -> tuple[Column, Column]:
    """Do as `Markup.words_in` for some runs, which have no more than so many characters that are seen."""
    data, width = units
    words, run = np.empty((2, characters), np.int32), np.ascontiguousarray(chosen, np.int32)
    found = library.of("find_words", width)(
        character_table(library), data, len(run), address(run), address(runs.start), address(runs.end),
        *map(address, words),
    )  # fmt: skip
    start, end = words[:, :found].copy()
    return start, end


def tally(
    library: Library, units: Units, runs: Runs, chosen: Chosen, words: tuple[Column, Column], first_dense: int
) -> tuple[Hashes, npt.NDArray[np.float64], Hashes]:
    """Do as `Letters.tallies` for some runs: rows of what is counted, the weight of the words, and their hashes."""
    data, width = units
    count, (word_start, word_end) = len(chosen), words
    rows, weight, hashes = np.empty((7, count), np.uint64), np.empty(count), np.empty(len(word_start), np.uint64)
    run = np.ascontiguousarray(chosen, np.int32)
    found = library.of("tally", width)(
        character_table(library), data, count, address(run), address(runs.start), address(runs.end),
        len(word_start), address(word_start), address(word_end), first_dense, address(rows), address(weight),
        address(hashes),
    )  # fmt: skip
    return rows, weight, hashes[:found]


def hash_text(library: Library, units: Units, size: int) -> Hashes:
    """Find and hash the words of a text of that size, without markup or character references."""
    data, width = units
    places, hashes = np.empty(2 * size, np.int32), np.empty(size, np.uint64)
    found = library.of("hash_text", width)(character_table(library), data, size, address(places), address(hashes))
    return hashes[:found].copy()


def may_hold_tags(library: Library, units: Units, size: int, most: int) -> bool:
    """Tell whether more than so many start tags may stand there; for sure not, if it says so."""
    data, width = units
    return bool(library.of("may_hold_tags", width)(data, size, min(most, size)))


def find_repetitions(
    library: Library, units: Units, size: int, most: int, step: int, window: int, longest: int
) -> Iterator[tuple[int, int]]:
    """Do as `shortening._repetitions_one_by_one`."""
    data, width = units
    at, first, find = ctypes.c_int64(0), ctypes.c_int64(0), library.of("find_repetition", width)
    places = ctypes.addressof(at), ctypes.addressof(first)
    while (end := find(data, size, most, step, window, longest, *places)) >= 0:
        yield first.value, end

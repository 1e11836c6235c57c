"""The compiled twins of what reads a page, and the tables that they are handed: every rule of HTML comes from Python.

Each function gives, to the last bit, what the numpy function gives that its docstring names.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html.entities import html5
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import INVENTED, NAMES, NUMBER, NUMBERS, RAW_TEXT, column
from webwinnow.document.layout import FIRST_TAGS, Column, Layout, Runs, is_quirky
from webwinnow.document.references import decode_references, reference_names
from webwinnow.document.tokens import CLOSED_ONLY, MAY_BE_LEFT_OPEN, Tokens
from webwinnow.document.tree import rules
from webwinnow.document.tree.builder import DEPTH, INTEGRATION
from webwinnow.document.tree.elements import Elements
from webwinnow.document.tree.tags import IGNORED_ENDS, TABLE_ENDS
from webwinnow.document.visibility import HIDING_MARKS, HIDING_WORDS, OF_NAME, tag_marks
from webwinnow.kernels import Library, NameTable, address, check
from webwinnow.language.characters import HIGH, LOW, Hashes, Units, character_tables
from webwinnow.language.words import BLANK, kind_table, kinds, kinds_beyond

Chosen = npt.NDArray[np.integer]
"""Some runs, as places among all."""
_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_int32
_CLOSES_ITSELF, _MAY_HIDE = 1, 2
_OWN_TAG: Final = -2
_LEFT_TO_PYTHON: Final = 0xFF
"""What compiled code says of tags whose marks it cannot read."""
_SHORTEST_TAG: Final = 3
_ALONE: Final = "html head body template p li dd dt select option optgroup button svg math table tbody tr col form"
"""Elements that a rule names one by one."""
_COLUMNS: Final[dict[str, Iterable[bool]]] = {
    "format": rules.FORMAT,
    "heading": rules.HEADING,
    "item": [start == rules.Start.ITEM for start in rules.START],
    "ends_another": rules.ENDS_ANOTHER,
    "table_parts": rules.TABLE_PARTS,
    "row_holders": rules.ROW_HOLDERS,
    "cell_holders": rules.CELL_HOLDERS,
    "only_table": rules.ONLY_TABLE,
    "scope": rules.SCOPE,
    "list_scope": rules.LIST_SCOPE,
    "button_scope": rules.BUTTON_SCOPE,
    "table_scope": rules.TABLE_SCOPE,
    "marker": rules.MARKER,
    "special": rules.SPECIAL,
    "special_to_items": rules.SPECIAL_TO_ITEMS,
    "holds_items": rules.HOLDS_ITEMS,
    "closes_in_scope": rules.CLOSES_IN_SCOPE,
    "implied_end": rules.IMPLIED_END,
    "breaks_out": rules.BREAKS_OUT,
    "ends_simply": rules.ENDS_SIMPLY,
    "table_ends": [number in TABLE_ENDS for number in range(NUMBERS)],
    "ignored_ends": [number in IGNORED_ENDS for number in range(NUMBERS)],
    "in_head": rules.IN_HEAD,
    "integration": [number in INTEGRATION for number in range(NUMBERS)],
}
"""Rules that mark tag numbers, in the order of native/kernels.h."""


class _Html(ctypes.Structure):
    """`Html` of native/kernels.h."""

    _fields_ = (
        ("names", _POINTER), ("raw", _POINTER), ("raw_number", _POINTER), ("raw_may_be_left_open", _POINTER),
        ("raw_needs_its_end", _POINTER), ("invented", _NUMBER), ("depth", _NUMBER), ("is_raw", _POINTER),
        ("start", _POINTER), *((name, _POINTER) for name in _COLUMNS), *((name, _NUMBER) for name in _ALONE.split()),
    )  # fmt: skip

    def __init__(self, library: Library, depth: int) -> None:
        """Collect the rules, and keep the arrays that they point to."""
        raw = RAW_TEXT.split()
        names, raw_names = NameTable(library, NAMES), NameTable(library, raw)
        self._kept: list[npt.NDArray[Any]] = [
            np.array([NUMBER[name] for name in raw], dtype=np.int32),
            np.array([name in MAY_BE_LEFT_OPEN for name in raw], dtype=np.uint8),
            np.array([name in CLOSED_ONLY for name in raw], dtype=np.uint8),
            column(RAW_TEXT).astype(np.uint8),
            np.array(rules.START, dtype=np.uint8),
            *(np.array(marked, dtype=np.uint8) for marked in _COLUMNS.values()),
        ]
        self._names = names, raw_names
        number, left_open, needs_end, is_raw, start, *columns = map(address, self._kept)
        super().__init__(
            ctypes.addressof(names), ctypes.addressof(raw_names), number, left_open, needs_end, INVENTED, depth, is_raw,
            start, *columns, *(NUMBER[name] for name in _ALONE.split()),
        )  # fmt: skip


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


@lru_cache(maxsize=4)
def _html(library: Library, depth: int) -> _Html:
    return _Html(library, depth)


@lru_cache(maxsize=1)
def _characters(library: Library) -> _Characters:
    return _Characters(library)


def character_table(library: Library) -> int:
    """Tell where the table of what characters are stands."""
    return ctypes.addressof(_characters(library))


def lay_out(library: Library, source: str, units: Units, depth: int = DEPTH) -> Layout | None:
    """Do as `layout.lay_out`; None for the few pages that it must read: a tag's name is not plain ASCII."""
    html, (data, width), size = _html(library, depth), units, len(source)
    most = size // _SHORTEST_TAG + 2
    edge, code, flag = np.empty(2 * most + 2, np.int32), np.empty(most, np.int16), np.empty(most, np.uint8)
    invented, count = np.empty((2, INVENTED), np.int32), _NUMBER(0)
    tags = library.of("read_tags", width)(
        ctypes.addressof(html), data, size, address(edge), address(code), address(flag), address(invented[0]),
        address(invented[1]), ctypes.addressof(count),
    )  # fmt: skip
    if tags < 0:
        check(tags)
        return None
    edge, code, flag = edge[: 2 * tags + 2].copy(), code[:tags].copy(), flag[:tags]
    names = zip(*invented[:, : count.value].tolist(), strict=True)
    tokens = Tokens(edge, code, tuple(source[at : at + length].lower() for at, length in names))
    before, filled, runs = np.empty(tags + 2, np.int32), np.empty(tags + 1, np.uint8), np.empty((3, tags + 1), np.int32)
    found = library.of("find_runs", width)(
        character_table(library), data, address(edge), tags + 1, address(before), address(filled),
        *map(address, runs),
    )  # fmt: skip
    quirks = is_quirky((source[start + 1 : end] for start, end in _first_tags(tokens)), code[:FIRST_TAGS])
    elements, home = _tree(library, html, code, flag, filled, quirks)
    gap, start, end = runs[:, :found].copy()
    return Layout(tokens, before, Runs(gap, start, end, home[gap]), elements, np.flatnonzero(flag & _MAY_HIDE).tolist())


def _first_tags(tokens: Tokens) -> Iterable[tuple[int, int]]:
    return zip(tokens.tag_start[:FIRST_TAGS].tolist(), tokens.tag_end[:FIRST_TAGS].tolist(), strict=True)


def _tree(
    library: Library,
    html: _Html,
    code: npt.NDArray[np.int16],
    flag: npt.NDArray[np.uint8],
    filled: npt.NDArray[np.uint8],
    quirks: bool,
) -> tuple[Elements, Column]:
    """Do as `tree.building.build`: there is room for twice as many elements as tags, or more if that is too little."""
    tags, room, found = len(code), 2 * len(code) + 64, -1
    home = np.empty(tags + 1, np.int32)
    while found < 0:
        columns = np.empty((6, room), np.int32)
        found = library.build_tree(
            ctypes.addressof(html), address(code), address(flag), address(filled), tags, quirks, room,
            *map(address, columns), address(home),
        )  # fmt: skip
        check(found)
        room *= 4
    tag, parent, first, close, last, owner = columns[:, :found].copy()
    unowned = np.flatnonzero(owner != _OWN_TAG)
    owners = dict(zip(unowned.tolist(), owner[unowned].tolist(), strict=True))
    return Elements(tag.astype(np.int16), parent, first, close, last, owners), home


class _Hiding(ctypes.Structure):
    """`Hiding` of native/kernels.h."""

    _fields_ = (("words", _POINTER), ("mark", _POINTER))

    def __init__(self, library: Library) -> None:
        """Collect the words, and keep what they point to."""
        self._words, self._mark = NameTable(library, HIDING_WORDS), np.array(HIDING_MARKS, dtype=np.uint8)
        super().__init__(ctypes.addressof(self._words), address(self._mark))


@lru_cache(maxsize=1)
def _hiding(library: Library) -> _Hiding:
    return _Hiding(library)


def element_marks(
    library: Library, source: str, units: Units, tokens: Tokens, elements: Elements, suspected: list[int]
) -> npt.NDArray[np.uint8]:
    """Do as `visibility.element_marks`."""
    of_tag, marks = np.zeros(len(tokens.code), np.uint8), np.empty(len(elements), np.uint8)
    start_tag = elements.start_tags()
    if suspected:
        of_tag[suspected] = _tag_marks(library, source, units, tokens, suspected)
    library.mark_elements(
        len(elements), address(elements.tag), address(elements.parent), address(start_tag), address(OF_NAME),
        address(of_tag), address(marks),
    )  # fmt: skip
    return marks


def _tag_marks(
    library: Library, source: str, units: Units, tokens: Tokens, suspected: list[int]
) -> npt.NDArray[np.uint8]:
    """Do as `visibility.tag_marks`, which reads the few tags that compiled code leaves to it."""
    starts, ends = (np.ascontiguousarray(each[suspected]) for each in (tokens.tag_start, tokens.tag_end))
    marks = np.empty(len(suspected), np.uint8)
    library.of("mark_tags", units.width)(
        ctypes.addressof(_hiding(library)), units.data, len(marks), address(starts), address(ends), address(marks)
    )
    left = np.flatnonzero(marks == _LEFT_TO_PYTHON)
    if len(left):
        marks[left] = tag_marks(source, tokens, [suspected[at] for at in left.tolist()])
    return marks


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

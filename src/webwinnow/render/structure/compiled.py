"""The compiled twin of building a tree of blocks: what it is handed, and the columns that it gives.

Attributes, addresses, pictures and code are read here, by the functions that the walk in Python reads them by; all else
is done at once by native/blocks.inc. Pages with formulas, footnotes or callouts are left to the walk.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import BLOCK, NUMBER, NUMBERS, column
from webwinnow.document.links import link_addresses
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import Library, address, check
from webwinnow.lazy_values import kept_for_good
from webwinnow.render.addresses import Addresses
from webwinnow.render.flowing import flow
from webwinnow.render.structure.code_blocks import read_code
from webwinnow.render.structure.columns import Atom, BlockColumns, Code, ColumnTree
from webwinnow.render.structure.delimiters import is_formula, typesets
from webwinnow.render.structure.gaps import tags_that_hold
from webwinnow.render.structure.meanings import (
    CAPTIONS,
    CELLS,
    DEEPEST,
    HEADINGS,
    IMAGES,
    LISTS,
    LONGEST_HEADING,
    MARKS,
    cell_stretches,
    item_value,
    list_start,
)
from webwinnow.render.structure.reading import SPEAKING, Reading, image_of, stated_language

_POINTER, _SIZE, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
_MEANINGS: Final = (
    "nothing mark link heading list ordered item division quote figure table head row cell header caption definitions "
    "term description rule image code"
).split()
"""In the order of native/blocks.h."""
_OTHERS: Final = {
    "a": "link", "ol": "ordered", "li": "item", "p": "division", "div": "division", "aside": "division",
    "blockquote": "quote", "figure": "figure", "table": "table", "thead": "head", "tr": "row", "th": "header",
    "dl": "definitions", "dt": "term", "dd": "description", "hr": "rule", "pre": "code", "listing": "code",
}  # fmt: skip
_NO_DETAIL: Final = -(2**31)
_COLUMN_BITS: Final = 10
_NO_ROOM, _LEFT = -1, -3
_BYTES: Final = {1: 2, 2: 3, 4: 4}
"""How many bytes of UTF-8 a character of each width takes at most."""
_BLOCK_FIELDS, _INLINE_FIELDS = 12, 9
_LINK, _OL, _LI, _SCRIPT = (NUMBER[name] for name in ("a", "ol", "li", "script"))
_IMAGE: Final = column("img image")
_STATING: Final = WordSearch(("lang", "dir", "white-space", "start", "value", "olspan", "owspan"), ignore_case=True)
"""What the tags of elements hold whose attributes matter."""
_DIRECTIONS: Final = {"": 0, "ltr": 1, "rtl": 2}
_AUTOMATIC, _VERSE = 3, 4
Numbers = npt.NDArray[np.int32]


class _Rules(ctypes.Structure):
    """`BlockRules` of native/blocks.h."""

    _fields_ = (
        *((name, _POINTER) for name in ("flow", "meaning", "mark", "breaking")),
        ("longest_heading", _NUMBER), ("deepest", _NUMBER),
    )  # fmt: skip

    def __init__(self, library: Library) -> None:
        """Collect what elements are, and keep the arrays that are pointed to."""
        meaning, mark = np.zeros((2, NUMBERS), np.uint8)
        named = {NUMBER[name]: meant for name, meant in _OTHERS.items()}
        groups = ((MARKS, "mark"), (HEADINGS, "heading"), (LISTS, "list"), (CELLS, "cell"), (CAPTIONS, "caption"),
                  (IMAGES, "image"))  # fmt: skip
        for numbers, meant in groups:
            named = dict.fromkeys(numbers, meant) | named
        meaning[list(named)] = [_MEANINGS.index(meant) for meant in named.values()]
        marked = MARKS | HEADINGS
        mark[list(marked)] = list(marked.values())
        self._kept = [meaning, mark, BLOCK.astype(np.uint8)]
        super().__init__(flow(library), *map(address, self._kept), LONGEST_HEADING, DEEPEST)


@kept_for_good
def _rules(library: Library) -> _Rules:
    return _Rules(library)


class _Page(ctypes.Structure):
    """`BlockPage` of native/blocks.h."""

    _fields_ = (
        *((name, _SIZE) for name in ("elements", "pieces", "gaps", "speaking")),
        *(
            (name, _POINTER)
            for name in (
                "edge breaks lines tag parent first close last needed around detail start end gap home speaker "
                "language direction atom_source atom_is_main code_first code_behind code_label"
            ).split()
        ),
        ("sources", _SIZE), ("any_tex", _NUMBER),
    )  # fmt: skip


class _Stated(NamedTuple):
    """What the attributes of the kept elements state."""

    detail: Numbers
    speaking: list[tuple[int, int, int]]
    """Elements, the number of the language of each, and the code of its direction and of how it shows blanks."""
    languages: list[str]


class _Atoms(NamedTuple):
    """The pictures that are shown: what each shows, the number of its address, and whether it is a main one."""

    atoms: list[Atom]
    sources: list[int]
    is_main: list[bool]


class _Codes(NamedTuple):
    """The blocks of code, and for each the pieces that it stands in and its number."""

    codes: list[Code]
    bounds: list[tuple[int, int, int]]


def build_columns(library: Library, reading: Reading, code: Iterable[int]) -> ColumnTree | None:
    """Do as the walk of `building`; None for pages that it must read."""
    if reading.formulas or reading.notes.references or reading.callouts.kinds:
        return None
    stated, addresses = _stated(reading), reading.new_addresses()
    stated.detail[list(reading.tables)] = 1
    links = _links(reading, addresses, stated.detail)
    pictures = _pictures(reading, addresses, stated.detail)
    if addresses.is_spent:
        return None
    codes = _codes(reading, code, stated.detail)
    rows = _rows(library, reading, stated, pictures, codes)
    if rows is None:
        return None
    kept = reading.kept
    return ColumnTree(BlockColumns(*rows, kept.start, kept.end, links, pictures.atoms, codes.codes, stated.languages))


def _stated(reading: Reading) -> _Stated:
    """Read the attributes that state a language, a direction, how blanks are shown, or numbers."""
    tags, detail = reading.tags, np.full(len(reading.tags), _NO_DETAIL, np.int32)
    languages, speaking = dict[str, int](), list[tuple[int, int, int]]()
    for element in tags_that_hold(reading.page, np.flatnonzero(reading.kept.needed), _STATING):
        written, number = reading.start_tags.written(element), tags[element]
        if number != _SCRIPT and any(word in written for word in SPEAKING):
            language, direction, verse = stated_language(written)
            known = languages.setdefault(language, len(languages)) if language else -1
            speaking.append((element, known, _DIRECTIONS.get(direction, _AUTOMATIC) | verse * _VERSE))
        stated = _number(written, number)
        if stated is not None:
            detail[element] = stated
    return _Stated(detail, speaking, list(languages))


def _number(written: str, number: int) -> int | None:
    """Read the number that a list or an item states, or how far a cell stretches."""
    if number == _OL:
        return list_start(written)
    if number == _LI:
        return item_value(written)
    if number in CELLS:
        columns, rows = cell_stretches(written)
        return rows << _COLUMN_BITS | columns
    return None


def _links(reading: Reading, addresses: Addresses, detail: Numbers) -> list[str]:
    """Read where the links lead, each address once."""
    links = np.flatnonzero((reading.page.elements.tag == _LINK) & reading.kept.needed)
    found = list(map(addresses.link, link_addresses(reading.page, links)))
    known = {each: number for number, each in enumerate(filter(None, dict.fromkeys(found)))}
    detail[links] = [known.get(each, _NO_DETAIL) for each in found]
    return list(known)


def _pictures(reading: Reading, addresses: Addresses, detail: Numbers) -> _Atoms:
    """Read the pictures."""
    found, page, known = _Atoms([], [], []), reading.page, dict[str, int]()
    for element in np.flatnonzero(_IMAGE[page.elements.tag] & reading.kept.atoms).tolist():
        main = reading.images is None or element in reading.images
        shown = image_of(page, element, reading.start_tags.written(element), addresses, main=main)
        if shown:
            detail[element] = len(found.atoms)
            found.atoms.append(Atom(*shown))
            found.sources.append(known.setdefault(shown[0], len(known)) if shown[0] else -1)
            found.is_main.append(main and reading.images is not None)
    return found


def _codes(reading: Reading, elements: Iterable[int], detail: Numbers) -> _Codes:
    """Read the blocks of code."""
    found = _Codes([], [])
    for number, element in enumerate(elements):
        detail[element] = number
        text, label, start, end = read_code(reading, element)
        found.codes.append(Code(text, label))
        found.bounds.append((start, end, number))
    return found


def _rows(
    library: Library, reading: Reading, stated: _Stated, pictures: _Atoms, codes: _Codes
) -> tuple[Numbers, Numbers, npt.NDArray[np.uint8]] | None:
    """Return the rows of blocks and inlines and the text of all; None for pages that Python must read."""
    page, kept = reading.page, reading.kept
    data, width = page.markup.units
    columns = _given(reading, stated, pictures, codes)
    given = _Page(
        len(page.elements), len(kept.start), len(kept.lines), len(stated.speaking), *map(address, columns),
        max(pictures.sources, default=-1) + 1, 0,
    )  # fmt: skip
    pieces = len(kept.start) + len(pictures.atoms) + len(codes.codes)
    characters = int((kept.end - kept.start).sum())
    room = [len(kept.needed) // 8 + 2 * pieces + 8, 2 * pieces + 8, _BYTES[width] * characters + 8 * pieces + 8]
    while True:
        blocks, inlines = (np.empty(size, np.int32) for size in ((room[0], _BLOCK_FIELDS), (room[1], _INLINE_FIELDS)))
        text, counts = np.empty(room[2], np.uint8), np.array(room, np.int64)
        found = library.of("build_blocks", width)(
            ctypes.addressof(_rules(library)), ctypes.addressof(given), data, 2 * page.limits.depth, address(blocks),
            address(inlines), address(text), address(counts),
        )  # fmt: skip
        if found >= 0:
            blocks.resize((found, _BLOCK_FIELDS), refcheck=False)  # the rest goes back, and nothing is copied
            inlines.resize((counts[1], _INLINE_FIELDS), refcheck=False)
            text.resize(counts[2], refcheck=False)
            return blocks, inlines, text
        check(found)
        if found == _LEFT and (given.any_tex or _is_typeset(reading)):
            return None
        given.any_tex = int(found == _LEFT)
        del blocks, inlines, text  # before others are made
        if found == _NO_ROOM:
            room = [4 * each for each in room]


def _given(reading: Reading, stated: _Stated, pictures: _Atoms, codes: _Codes) -> list[npt.NDArray[Any]]:
    """List what is known about the page, in the order of native/blocks.h."""
    page, kept, elements = reading.page, reading.kept, reading.page.elements
    of_elements = [elements.tag, elements.parent, elements.first, elements.close, elements.last, kept.needed]
    of_pieces = [kept.start, kept.end, kept.gap, kept.home]
    of_atoms = [np.array(pictures.sources, np.int32), np.array(pictures.is_main, np.uint8)]
    columns = [
        page.tokens.edge, kept.breaks, kept.lines, *of_elements, reading.blocks_around, stated.detail,
        *(each.astype(np.int32, copy=False) for each in of_pieces), *_by_field(stated.speaking), *of_atoms,
        *_by_field(codes.bounds),
    ]  # fmt: skip
    return [np.ascontiguousarray(each) for each in columns]


def _by_field(listed: list[tuple[int, int, int]]) -> Iterable[Numbers]:
    return np.array(listed, np.int32).reshape(-1, 3).T


def _is_typeset(reading: Reading) -> bool:
    """Tell whether any piece with signs of TeX is shown as a formula."""
    page, kept = reading.page, reading.kept
    places = zip(kept.start.tolist(), kept.end.tolist(), kept.home.tolist(), strict=True)
    homes = {home for start, end, home in places if "\\" in (text := page.source[start:end]) or "$$" in text}
    return bool(homes) and (typesets(page) or any(is_formula(reading.start_tags.written(home)) for home in homes))

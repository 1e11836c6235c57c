"""The compiled twin of building a tree of blocks: what it is handed, and the columns that it gives.

Attributes, addresses, pictures and code are read here, by the functions that the walk in Python reads them by; all else
is done at once by native/blocks.inc. Pages with formulas or footnotes are left to the walk.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import BLOCK, NUMBER, NUMBERS
from webwinnow.document.reading import columns_of
from webwinnow.document.references import decode_references
from webwinnow.kernels import Library, address, check, given_back, passing_room
from webwinnow.lazy_values import kept_for_good
from webwinnow.render.addresses import Addresses
from webwinnow.render.flowing import flow
from webwinnow.render.structure import meanings
from webwinnow.render.structure.block_columns import BLOCK_FIELDS, INLINE_FIELDS, Atom, BlockColumns, Code
from webwinnow.render.structure.code_blocks import read_code
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.render.structure.delimiters import FORMULA_NAMES, is_formula, typesets
from webwinnow.render.structure.gaps import tags_that_hold
from webwinnow.render.structure.given import GivenTexts, Leads, read_leads
from webwinnow.render.structure.reading import Reading, image_of

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
_Counts: Final = _SIZE * 3
_OL, _LI, _SCRIPT = (NUMBER[name] for name in ("ol", "li", "script"))
_DIRECTIONS: Final = {"": 0, "ltr": 1, "rtl": 2}
_AUTOMATIC, _VERSE = 3, 4
_NOTHING, _TITLE = -1, -2
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
        groups = (
            (meanings.MARKS, "mark"), (meanings.HEADINGS, "heading"), (meanings.LISTS, "list"),
            (meanings.CELLS, "cell"), (meanings.CAPTIONS, "caption"), (meanings.IMAGES, "image"),
        )  # fmt: skip
        for numbers, meant in groups:
            named = dict.fromkeys(numbers, meant) | named
        meaning[list(named)] = [_MEANINGS.index(meant) for meant in named.values()]
        marked = meanings.MARKS | meanings.HEADINGS
        mark[list(marked)] = list(marked.values())
        self._kept = [meaning, mark, BLOCK.astype(np.uint8)]
        super().__init__(flow(library), *map(address, self._kept), meanings.LONGEST_HEADING, meanings.DEEPEST)


@kept_for_good
def _rules(library: Library) -> _Rules:
    return _Rules(library)


def rules(library: Library) -> int:
    """Tell where the rules stand by which compiled code builds blocks."""
    return ctypes.addressof(_rules(library))


class _Page(ctypes.Structure):
    """`BlockPage` of native/block_building.h."""

    _fields_ = (
        *((name, _SIZE) for name in ("pieces", "stating", "sources")),
        *(
            (name, _POINTER)
            for name in (
                "breaks lines needed around detail start end gap home stated atom_source atom_is_main code"
            ).split()
        ),
        *((name, _SIZE) for name in ("any_tex", "elements", "gaps")),
        *((name, _POINTER) for name in ("edge", "tag", "tag_code", "parent", "first", "close", "last")),
    )  # fmt: skip


class _Stated(NamedTuple):
    """What the attributes of the kept elements state."""

    detail: Numbers
    rows: list[tuple[int, int, int, int]]
    """Elements, the number of the language of each, the code of its direction and of how it shows blanks, and the
    number of the kind of callout that it is, or that it is the title of one."""
    languages: list[str]
    callouts: list[Code]
    """The kinds of callouts, as labels."""


class _Leads(NamedTuple):
    """The addresses of links, and the pictures that are shown.

    Of each picture: what it shows, the number of its address, and whether it is a main one.
    """

    addresses: Sequence[str]
    atoms: Sequence[Atom]
    sources: Sequence[int] | Numbers
    is_main: Sequence[bool] | npt.NDArray[np.uint8]
    texts: GivenTexts | None = None


class _Codes(NamedTuple):
    """The blocks of code, and for each the pieces that it stands in and its number."""

    codes: list[Code]
    bounds: list[tuple[int, int, int]]


def build_columns(library: Library, reading: Reading, code: Iterable[int]) -> ColumnTree | None:
    """Do as the walk of `building`; None for pages that it must read."""
    if reading.formulas or reading.notes.references:
        return None
    stated = _stated(reading)
    if reading.tables:
        stated.detail[list(reading.tables)] = 1
    leads = _given_leads(library, reading, stated.detail) or _leads(reading, stated.detail)
    if leads is None:
        return None
    codes = _codes(reading, code, stated)
    rows = _rows(library, reading, stated, leads, codes)
    if rows is None:
        return None
    kept = reading.kept
    columns = BlockColumns(
        *rows, kept.start, kept.end, leads.addresses, leads.atoms, codes.codes, stated.languages, given=leads.texts
    )
    return ColumnTree(columns)


def _stated(reading: Reading) -> _Stated:
    """Read the attributes that state a language, a direction, how blanks are shown, a kind of callout, or numbers."""
    tags, detail = reading.tags, np.empty(len(reading.tags), np.int32)
    detail.fill(_NO_DETAIL)
    languages, spoken, kinds = dict[str, int](), dict[int, tuple[int, int]](), list[Code]()
    for element, (language, direction, verse) in reading.speaking.items() if reading.noted.speaking else ():
        if tags[element] != _SCRIPT:
            known = languages.setdefault(language, len(languages)) if language else -1
            spoken[element] = known, _DIRECTIONS.get(direction, _AUTOMATIC) | verse * _VERSE
    for element in reading.noted.counting:
        stated = _number(reading.start_tags.written(element), tags[element])
        if stated is not None:
            detail[element] = stated
    rows = [(element, *said, _NOTHING) for element, said in spoken.items()]
    if reading.callouts.kinds:
        kinds = [Code("", kind) for kind in dict.fromkeys(reading.callouts.kinds.values())]
        rows = _with_callouts(reading, spoken, kinds)
    return _Stated(detail, rows, list(languages), kinds)


def _with_callouts(
    reading: Reading, spoken: dict[int, tuple[int, int]], kinds: list[Code]
) -> list[tuple[int, int, int, int]]:
    """List the elements that state something, with callouts and their titles."""
    numbers = {kind.label: number for number, kind in enumerate(kinds)}
    told = dict.fromkeys(reading.callouts.titles, _TITLE)
    told |= {element: numbers[kind] for element, kind in reading.callouts.kinds.items()}
    elements = sorted({*spoken, *told})
    return [(each, *spoken.get(each, (_NOTHING, 0)), told.get(each, _NOTHING)) for each in elements]


def _number(written: str, number: int) -> int | None:
    """Read the number that a list or an item states, or how far a cell stretches."""
    if number == _OL:
        return meanings.list_start(written)
    if number == _LI:
        return meanings.item_value(written)
    if number in meanings.CELLS:
        columns, rows = meanings.cell_stretches(written)
        return rows << _COLUMN_BITS | columns
    return None


def _given_leads(library: Library, reading: Reading, detail: Numbers) -> _Leads | None:
    """Do as `_leads`; None where Python must."""
    noted, images = reading.noted, reading.images
    if len(noted.values) < len(noted.pictures):
        return None
    links, pictures = (np.array(each, np.int32) for each in (noted.links, noted.pictures))
    main = np.array([images is None or each in images for each in noted.pictures], np.bool_)
    asked = Leads(links, noted.addresses, pictures, noted.values, main)
    found = read_leads(library, reading.page, asked, reading.new_addresses(), detail)
    if found is None:
        return None
    is_main = found.main if images is not None else np.zeros_like(found.main)
    return _Leads(found.texts.addresses, found.texts.atoms, found.sources, is_main, found.texts)


def _leads(reading: Reading, detail: Numbers) -> _Leads | None:
    """Read where links lead and what pictures show; None for pages whose addresses would take too much room."""
    addresses = reading.new_addresses()
    links = _links(reading, addresses, detail)
    found = _pictures(reading, addresses, detail)
    return None if addresses.is_spent else _Leads(links, *found)


def _links(reading: Reading, addresses: Addresses, detail: Numbers) -> list[str]:
    """Read where the links lead, each address once."""
    noted, source = reading.noted, reading.page.source
    if not noted.links:
        return []
    starts, ends = noted.addresses.T
    written = [source[start:end] for start, end in zip(starts.data, ends.data, strict=True)]  # nothing from -1 to -1
    found = addresses.links([decode_references(each) if "&" in each else each for each in written])
    known = {each: number for number, each in enumerate(filter(None, dict.fromkeys(found)))}
    detail[noted.links] = [known.get(each, _NO_DETAIL) for each in found]
    return list(known)


def _pictures(reading: Reading, addresses: Addresses, detail: Numbers) -> tuple[list[Atom], list[int], list[bool]]:
    """Read the pictures."""
    page, known = reading.page, dict[str, int]()
    atoms, sources, is_main = list[Atom](), list[int](), list[bool]()
    for element, said in reading.noted.pictured() if reading.noted.pictures else ():
        main = reading.images is None or element in reading.images
        shown = image_of(page, element, said, addresses, main=main)
        if shown:
            detail[element] = len(atoms)
            atoms.append(Atom(*shown))
            sources.append(known.setdefault(shown[0], len(known)) if shown[0] else -1)
            is_main.append(main and reading.images is not None)
    return atoms, sources, is_main


def _codes(reading: Reading, elements: Iterable[int], stated: _Stated) -> _Codes:
    """Read the blocks of code; the kinds of callouts stand before them."""
    found = _Codes([*stated.callouts], [(0, 0, 0)] * len(stated.callouts))
    for number, element in enumerate(elements, len(found.codes)):
        stated.detail[element] = number
        text, label, start, end = read_code(reading, element)
        found.codes.append(Code(text, label))
        found.bounds.append((start, end, number))
    return found


def _rows(
    library: Library, reading: Reading, stated: _Stated, leads: _Leads, codes: _Codes
) -> tuple[Numbers, Numbers, npt.NDArray[np.uint8]] | None:
    """Return the rows of blocks and inlines and the text of all; None for pages that Python must read."""
    page, kept = reading.page, reading.kept
    (data, width), arrays = page.markup.units, _given(reading, stated, leads, codes)
    given = _Page(
        len(kept.start), len(stated.rows), len(leads.sources),
        *[address(each) if len(each) else None for each in arrays],
    )  # fmt: skip
    pieces = len(kept.start) + len(leads.atoms) + len(codes.codes)
    characters = int(np.add.reduce(kept.end - kept.start, dtype=np.int64))
    most = int(np.count_nonzero(kept.needed)) + 2 * pieces
    room = (most + 8, 2 * pieces + 8, _BYTES[width] * characters + 8 * pieces + 8)
    build, columns = library.of("build_blocks", width), columns_of(page)
    while True:
        rooms, counts = [passing_room(size) for size in _in_bytes(*room)], _Counts(*room)
        found = build(
            rules(library), ctypes.addressof(columns), ctypes.addressof(given), data,
            2 * page.limits.depth, *map(address, rooms), ctypes.addressof(counts),
        )  # fmt: skip
        if found >= 0:
            blocks, inlines, text = map(given_back, rooms, _in_bytes(found, counts[1], counts[2]))
            return (
                blocks.view(np.int32).reshape(-1, BLOCK_FIELDS), inlines.view(np.int32).reshape(-1, INLINE_FIELDS), text
            )  # fmt: skip
        check(found)
        if found == _LEFT and (given.any_tex or _is_typeset(reading)):
            return None
        given.any_tex = int(found == _LEFT)
        del rooms  # before others are made
        if found == _NO_ROOM:
            room = 4 * room[0], 4 * room[1], 4 * room[2]


def _in_bytes(blocks: int, inlines: int, text: int) -> tuple[int, int, int]:
    return 4 * BLOCK_FIELDS * blocks, 4 * INLINE_FIELDS * inlines, text


def _given(reading: Reading, stated: _Stated, leads: _Leads, codes: _Codes) -> list[npt.NDArray[Any]]:
    """List what is known about what is kept, in the order of native/block_building.h."""
    kept = reading.kept
    numbers = (kept.breaks, kept.lines, kept.needed, kept.around, stated.detail)
    places = (np.array(each, np.int32) for each in (kept.start, kept.end))  # of what is read only, addresses take long
    read = (stated.rows, np.int32), (leads.sources, np.int32), (leads.is_main, np.uint8), (codes.bounds, np.int32)
    return [
        *(np.ascontiguousarray(each) for each in numbers),
        *places,
        *(np.ascontiguousarray(each, np.int32) for each in (kept.gap, kept.home)),
        *(np.array(each, kind) for each, kind in read),
    ]


def _is_typeset(reading: Reading) -> bool:
    """Tell whether any piece with signs of TeX, of which there is one, is shown as a formula."""
    page, kept = reading.page, reading.kept
    if typesets(page):
        return True
    named = tags_that_hold(page, np.unique(kept.home), FORMULA_NAMES)
    homes = [home for home in named if is_formula(reading.start_tags.written(home))]
    pieces = np.flatnonzero(np.isin(kept.home, homes))
    texts = [page.source[kept.start[piece] : kept.end[piece]] for piece in pieces.tolist()]
    return any("\\" in text or "$$" in text for text in texts)

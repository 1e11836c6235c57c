"""A page read in one go, from its characters to the blocks that readers see: what it is read into, and compiled code.

Its columns stand in three stretches of memory, which arrays are cut out of, and which later kernels are handed with one
pointer. What they hold is defined by `markup.lay_out`, `visibility.element_marks` and the columns of `Document`.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import BREAKING, INVENTED, LINE_BREAK, NAMES, NUMBER, NUMBERS, RAW_TEXT, column
from webwinnow.document.references import character_table
from webwinnow.document.tokens import CLOSED_ONLY, MAY_BE_LEFT_OPEN, Tokens
from webwinnow.document.tree import rules
from webwinnow.document.tree.builder import DEPTH, INTEGRATION
from webwinnow.document.tree.elements import Elements, owners_of
from webwinnow.document.tree.tags import IGNORED_ENDS, TABLE_ENDS
from webwinnow.document.visibility import HIDDEN, HIDING_MARKS, HIDING_WORDS, MOSTLY, NEVER_SEEN, OF_NAME, tag_marks
from webwinnow.kernels import Library, NameTable, address, check, given_back, passing_room
from webwinnow.language.characters import Units
from webwinnow.spans import Spans

if TYPE_CHECKING:
    from webwinnow.document.document import Document

Column = npt.NDArray[np.int32]


class Runs:
    """Stretches of text between two tags, where there is something to see; blanks at their edges are cut off."""

    __slots__ = ("end", "gap", "home", "start")

    def __init__(self, gap: Column, start: Column, end: Column, home: Column) -> None:
        """Take the columns."""
        self.gap, self.start, self.end = gap, start, end
        self.home = home
        """The element around each run."""

    def __len__(self) -> int:
        """Count the runs."""
        return len(self.gap)

    def spans(self, chosen: npt.NDArray[np.integer], size: int) -> Spans:
        """Return some runs, in order, as spans of a page of that size: a tag stands between any two."""
        return Spans.from_sorted(self.start[chosen], self.end[chosen], size, apart=True)

    def that_make(self, starts: Column, ends: Column) -> npt.NDArray[np.intp] | None:
        """Return the runs that some spans are, each a whole one; None where one is not."""
        run = np.searchsorted(self.start, starts, side="right") - 1
        whole = not len(run) or bool((self.start[run] == starts).all() and (self.end[run] == ends).all())
        return run if whole else None

    def are(self, chosen: npt.NDArray[np.integer], shown: Spans) -> bool:
        """Tell whether what is shown are whole runs: those that are chosen."""
        return (
            len(chosen) == len(shown)
            and np.array_equal(self.start[chosen], shown.starts)
            and np.array_equal(self.end[chosen], shown.ends)
        )

    def touched_by(self, shown: Spans) -> npt.NDArray[np.intp]:
        """Return the runs of which something is shown, in order."""
        found = np.searchsorted(self.start, shown.starts, side="right") - 1
        first = np.ones(len(found), dtype=np.bool_)
        np.not_equal(found[1:], found[:-1], out=first[1:])
        return found[first]


@dataclass(frozen=True, slots=True)
class Seen:
    """What readers see of a page from which no prefilter has hidden anything, where compiled code found it at once.

    `Document.starts_shown`, `Document.characters_before` and `Document.blocks` are the definitions that this follows.
    """

    element_marks: npt.NDArray[np.uint8]
    """Per element: why its text may not be seen."""
    marks: npt.NDArray[np.uint8]
    """Per run: the same,"""
    shown: npt.NDArray[np.bool_]
    """and whether it is seen."""
    characters_before: Column
    """Per gap: how many characters that readers see stand before it; one more entry closes the page."""
    first: Column
    """Per block: its first run among those that are seen; one more entry closes the page."""
    runs: Column
    """The runs that are seen."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What a source is read into."""

    tokens: Tokens
    characters_before: Column
    """Per gap: how many visible characters stand before it; one more entry closes the page."""
    runs: Runs
    elements: Elements
    suspects: list[int]
    """Tags that may hide something; none where it is known what they hide."""
    seen: Seen | None = None
    columns: PageColumns | None = None
    """All columns as compiled code knows them, if it read the page."""


_POINTER, _SIZE, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
_LEFT_TO_PYTHON: Final = 0xFF
"""What compiled code says of tags whose marks it cannot read."""
_QUIRKS, _MARKS, _ROOM = 1, 2, 3
"""What compiled code asks for, before it reads on."""
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
        ("wide", _NUMBER),
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
            start, *columns, *(NUMBER[name] for name in _ALONE.split()), library.is_wide,
        )  # fmt: skip


class _Hiding(ctypes.Structure):
    """`Hiding` of native/kernels.h."""

    _fields_ = (("words", _POINTER), ("mark", _POINTER))

    def __init__(self, library: Library) -> None:
        """Collect the words, and keep what they point to."""
        self._words, self._mark = NameTable(library, HIDING_WORDS), np.array(HIDING_MARKS, dtype=np.uint8)
        super().__init__(ctypes.addressof(self._words), address(self._mark))


class _Reading(ctypes.Structure):
    """`Reading` of native/page.h."""

    _fields_ = (
        *((name, _POINTER) for name in ("html", "characters", "hiding", "plain_types", "of_name", "breaking")),
        *((name, _NUMBER) for name in ("line_break", "hidden", "never_seen", "unused")),
        ("mostly", ctypes.c_double),
    )

    def __init__(self, library: Library, depth: int) -> None:
        """Collect the rules, and keep what they point to."""
        self._kept = _Html(library, depth), _Hiding(library), NameTable(library, PLAIN_TYPES)
        html, hiding, plain_types = map(ctypes.addressof, self._kept)
        super().__init__(
            html, character_table(library), hiding, plain_types, address(OF_NAME), address(BREAKING), LINE_BREAK,
            HIDDEN, NEVER_SEEN, 0, MOSTLY,
        )  # fmt: skip


@lru_cache(maxsize=4)
def _reading(library: Library, depth: int) -> _Reading:
    return _Reading(library, depth)


_INTS: Final = (
    "edge", "characters", "gap", "start", "end", "home", "parent", "first", "close", "last", "start_tag", "owner",
    "seen_before", "seen_runs", "block_first", "invented", "invented_length",
)  # fmt: skip
_HUGE: Final = 1 << 22
"""Bytes for which numpy would ask for huge pages, all of which count although a page has fewer tags than brackets."""
_SHORTS: Final = ("code", "tag")
_BYTES: Final = ("flag", "filled", "tag_marks", "element_marks", "marks", "shown")
_SIZES: Final = (
    "size", "most_tags", "most_elements", "tags", "runs", "elements", "seen", "blocks", "unowned", "invented", "step",
    "quirks",
)  # fmt: skip


class PageColumns(ctypes.Structure):
    """`Page` of native/page.h, and the arrays that its columns stand in."""

    _fields_ = (
        *((name, _SIZE) for name in _SIZES),
        *((name, _POINTER) for name in ("ints", "shorts", "bytes")),
        ("int_at", _SIZE * (len(_INTS) + 1)),
        ("short_at", _SIZE * (len(_SHORTS) + 1)),
        ("byte_at", _SIZE * (len(_BYTES) + 1)),
    )
    numbers: Column
    """What `ints` points to,"""
    codes: npt.NDArray[np.int16]
    """`shorts`,"""
    flags: npt.NDArray[np.uint8]
    """and `bytes`."""

    def make_room(self) -> None:
        """Make the arrays that the columns stand in, which were measured."""
        self._room = passing_room(4 * self.int_at[len(_INTS)], _HUGE)
        self.numbers = self._room.view(np.int32)
        self.codes = np.empty(self.short_at[len(_SHORTS)], np.int16)
        self.flags = np.empty(self.byte_at[len(_BYTES)], np.uint8)
        self.point()

    def give_back(self) -> None:
        """Return the room that was not needed."""
        self._room = given_back(self._room, 4 * self.int_at[len(_INTS)])
        self.numbers = self._room.view(np.int32)
        self.codes.resize(self.short_at[len(_SHORTS)], refcheck=False)
        self.flags.resize(self.byte_at[len(_BYTES)], refcheck=False)
        self.point()

    def point(self) -> None:
        """Point to the arrays."""
        self.ints, self.shorts, self.bytes = address(self.numbers), address(self.codes), address(self.flags)


def read_page(library: Library, source: str, units: Units, depth: int = DEPTH) -> Layout | None:
    """Do as `markup.lay_out`; None for the few pages that it must read: a tag's name is not plain ASCII."""
    page, asked, most_elements = PageColumns(), _ROOM, 0
    reading, read = _reading(library, depth), library.of("read_page", units.width)
    rules, here = ctypes.addressof(reading), ctypes.addressof(page)  # kept here: other threads may fill the cache
    while asked:
        if asked == _ROOM:
            page.size, page.most_elements, page.invented = len(source), most_elements, INVENTED
            library.of("measure_page", units.width)(units.data, here)
            page.make_room()
            most_elements = 4 * page.most_elements
        elif asked == _QUIRKS:
            page.quirks = _quirks(source, page)
        elif asked == _MARKS:
            _read_marks(source, page)
        asked = read(rules, units.data, here)
        if asked < 0:
            check(asked)
            return None
    page.give_back()
    return _layout(source, page)


def _quirks(source: str, page: PageColumns) -> bool:
    """Find out what compiled code asks for where a page does not start as most do."""
    edges = page.numbers[1 : 2 * min(page.tags, FIRST_TAGS) + 1].reshape(-1, 2).tolist()
    return is_quirky((source[start + 1 : end] for start, end in edges), page.codes[: len(edges)])


def _read_marks(source: str, page: PageColumns) -> None:
    """Read the tags that compiled code leaves to Python."""
    first = page.byte_at[_BYTES.index("tag_marks")]
    marks = page.flags[first : first + page.tags]
    left = np.flatnonzero(marks == _LEFT_TO_PYTHON)
    tokens = Tokens(page.numbers[: 2 * page.tags + 2], page.codes[: page.tags], ())
    marks[left] = tag_marks(source, tokens, left.tolist())


def _layout(source: str, page: PageColumns) -> Layout:
    """Cut the columns out of what was read."""
    numbers, at = page.numbers, page.int_at[:]
    (
        edge, characters, gap, start, end, home, parent, first, close, last, start_tag, owner, before, seen, bound,
        invented, lengths,
    ) = [numbers[at[i] : at[i + 1]] for i in range(len(_INTS))]  # fmt: skip
    code, tag = page.codes[: page.tags], page.codes[page.tags :]
    elements, runs = page.elements, page.runs
    marks, shown = page.flags[elements : elements + runs], page.flags[elements + runs :].view(np.bool_)
    tree = Elements(tag, parent, first, close, last, owners_of(owner))
    tree.__dict__["_start_tags"] = start_tag
    names = zip(invented.tolist(), lengths.tolist(), strict=True) if len(lengths) else ()
    tokens = Tokens(edge, code, tuple([source[at : at + length].lower() for at, length in names]))
    seen_by_readers = Seen(page.flags[:elements], marks, shown, before, bound, seen)
    return Layout(tokens, characters, Runs(gap, start, end, home), tree, [], seen_by_readers, page)


FIRST_TAGS: Final = 8
"""A declaration of the document's type stands among these, or nowhere."""
PLAIN_TYPES: Final = ("!doctype html>",)
"""The declarations that nearly all pages have, in small letters: they are not shown in quirks mode."""
_DOCTYPE: Final = re.compile(r"!doctype\s+html\s*+(?P<rest>[^>]*+)", re.IGNORECASE)
_QUIRKY: Final = re.compile(
    r"-//(?:ietf|softquad|w3o|netscape|microsoft|spyglass|sun|webtechs|o'reilly|sq|as|advasoft|metrius)|"
    r"-//w3c//dtd html (?:3|4\.0 (?:transitional|frameset)|experimental)|-//w3c//dtd w3 html|^html$",
    re.IGNORECASE,
)


def is_quirky(tags: Iterable[str], code: npt.NDArray[np.int16]) -> bool:
    """Tell whether browsers would show the page in quirks mode, where a table does not end a paragraph.

    Only a page's first tags are looked at, without their "<".
    """
    for tag, number in zip(tags, code.tolist(), strict=False):
        declared = _DOCTYPE.match(tag)
        if declared:
            identifiers = re.findall(r"[\"']([^\"']*)", declared["rest"])[::2]
            old = any(_QUIRKY.match(identifier) for identifier in identifiers[:1])
            loose = len(identifiers) == 1 and re.match("-//w3c//dtd html 4.01 (?:trans|frame)", identifiers[0], re.I)
            return old or bool(loose)
        if number:
            break
    return True


def columns_of(page: Document) -> PageColumns:
    """Return a page, or a view of one, as compiled code reads it."""
    columns = page.markup.columns
    if columns is None or not page.shows_whole_runs:  # Python read the page, or a prefilter hid some of it
        return page.once(columns_of, lambda: _collected(page))
    return columns


def is_as_read(page: Document) -> bool:
    """Tell whether no stage has hidden text of a page or changed what its tags count for."""
    return page.shows_whole_runs and page._code is None


def _collected(page: Document) -> PageColumns:
    """Copy the columns of a view; what only reading needs is left out."""
    tree, runs, blocks, found = page.elements, page.runs, page.blocks, PageColumns()
    nothing: Column = np.zeros(0, np.int32)
    ints = (
        page.tokens.edge, page.markup.characters_before, runs.gap, runs.start, runs.end, runs.home, tree.parent,
        tree.first, tree.close, tree.last, tree.start_tags(), nothing, page.characters_before, blocks.runs,
        blocks.first, nothing, nothing,
    )  # fmt: skip
    shorts = page.tokens.code, tree.tag
    flags = *[np.zeros(0, np.uint8)] * 3, page.markup.marks, page.marks, page.starts_shown.view(np.uint8)
    found.numbers = np.concatenate(ints, dtype=np.int32)
    found.codes, found.flags = np.concatenate(shorts), np.concatenate(flags)
    found.int_at[:] = [0, *accumulate(map(len, ints))]
    found.short_at[:] = [0, *accumulate(map(len, shorts))]
    found.byte_at[:] = [0, *accumulate(map(len, flags))]
    found.size, found.tags, found.runs, found.elements = len(page.source), len(page.tokens.code), len(runs), len(tree)
    found.seen, found.blocks = len(blocks.runs), len(blocks)
    found.point()
    return found

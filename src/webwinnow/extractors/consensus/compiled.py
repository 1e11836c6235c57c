"""The compiled twin of the table of signals, and the tables that it is handed.

Each function gives, to the last bit, what the numpy function gives that its docstring names.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import LINK, LONGEST, NameWords, naming_table
from webwinnow.document.html_names import BLOCK, NUMBER, NUMBERS
from webwinnow.document.letters import FIRST_DENSE
from webwinnow.document.reading import columns_of
from webwinnow.document.references import character_table, without_references
from webwinnow.document.structures import Structures
from webwinnow.extractors.consensus.ground import BITS, FEW_LINKS, INSIDE, LEVELS, LONG, Numbers
from webwinnow.extractors.consensus.structure_signals import AROUND_WORDS, COPIED_WORDS, MOSTLY, REACH
from webwinnow.extractors.consensus.text_signals import (
    CODE,
    IS_COLUMNS,
    MARK_BITS,
    SelfDescription,
    most_frequent,
    most_of_site,
    most_of_topic,
)
from webwinnow.kernels import Library, address, check, passing_room
from webwinnow.language.characters import units
from webwinnow.lazy_values import kept_for_good

if TYPE_CHECKING:
    from webwinnow.extractors.consensus.features import Table

Values = npt.NDArray[np.float32]
"""Log odds."""
FAMILIES: Final = (
    "text", "elements", "position", "headline", "landmarks", "surroundings", "neighbours", "container", "candidate",
    "density", "ancestors", "paths", "siblings", "page", "vocabulary", "description",
)  # fmt: skip
"""The families of signals, in the order of native/signals.c and native/survey.c."""
_POINTER, _SIZE, _NUMBER, _AMOUNT = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32, ctypes.c_double
_TABLES: Final = tuple(map(np.ascontiguousarray, (BITS, BLOCK, LEVELS, IS_COLUMNS, MARK_BITS, CODE)))
_TAGS: Final = ("main", "article", "h1", "p", "li", "time")


class _Surveying(ctypes.Structure):
    """`Surveying` of native/survey.h."""

    _fields_ = (
        *((name, _POINTER) for name in ("characters", "naming", "bits", "is_block", "levels", "is_columns")),
        *((name, _POINTER) for name in ("mark_bits", "is_code", "family_at")),
        *((name, _SIZE) for name in ("numbers", "inside", "long_words", "longest_names", "reach")),
        *((name, _AMOUNT) for name in ("few_links", "copied_words", "around_words", "mostly")),
        *((f"{name}_tag", _NUMBER) for name in _TAGS),
        ("nameless", _NUMBER), ("first_dense", ctypes.c_uint32),
    )  # fmt: skip

    def __init__(self, library: Library, rows: Mapping[str, int]) -> None:
        """Collect the rules, and keep the arrays that they point to."""
        self._kept = np.array([rows[name] for name in FAMILIES], dtype=np.int64)
        super().__init__(
            character_table(library), naming_table(library, LONGEST), *map(address, (*_TABLES, self._kept)),
            NUMBERS, len(INSIDE), LONG, LONGEST, REACH, FEW_LINKS, COPIED_WORDS, AROUND_WORDS, MOSTLY,
            *(NUMBER[name] for name in _TAGS), LINK, ord(FIRST_DENSE),
        )  # fmt: skip


class _Text(ctypes.Structure):
    """`Text` of native/survey.h."""

    _fields_ = (("data", _POINTER), ("size", _SIZE), ("width", _SIZE))


class _Words(ctypes.Structure):
    """`Words` of native/survey.h."""

    _fields_ = (("common", _POINTER), ("rarity", _POINTER), ("most_of_topic", _AMOUNT), ("most_of_site", _AMOUNT))


class _Description(ctypes.Structure):
    """`Description` of native/survey.h."""

    _fields_ = (("says", _POINTER), ("kinds", _SIZE), ("texts", _Text * 2))


class _Structures(ctypes.Structure):
    """`Structures` of native/survey.h."""

    _fields_ = (("count", _SIZE), ("element", _POINTER), ("last", _POINTER))


_COLUMNS: Final = (
    "amounts", "title", "whole", "sibling_sums", "frames", "counts", "open", "around", "place", "copies", "matched",
    "word_shares", "paths", "path_figures", "holders", "up", "held", "score", "siblings", "sibling_counts", "number",
    "kind", "is_long", "closes", "again", "name_text",
)  # fmt: skip
_OF_WORDS: Final = ("vocabulary", "hashes", "long_blocks", "word_number", "word_blocks", "titled")
_MANY_WORDS: Final = 500_000
"""Bytes of the columns of words from which they go back to the system before the table is filled."""
_STUDY: Final = 32
"""Single numbers of `Study` of native/survey.h, which only compiled code reads."""


class Survey(ctypes.Structure):
    """`Survey` of native/survey.h, and the memory that its columns stand in."""

    _fields_ = (
        ("rules", _POINTER), ("page", _POINTER), ("source", _Text), ("given_title", _Text), ("words", _SIZE),
        ("word_start", _POINTER), ("word_end", _POINTER), ("room", _POINTER), ("word_room", _POINTER),
        ("at", _SIZE * (len(_COLUMNS) + 1)), ("word_at", _SIZE * (len(_OF_WORDS) + 1)),
        *((name, _SIZE) for name in ("holder_count", "title_words", "different", "name_count", "name_size")),
        ("links", _SIZE), ("few", _SIZE),
        ("total", _AMOUNT), ("total_long", _AMOUNT), ("study", _SIZE * _STUDY),
    )  # fmt: skip
    memory: npt.NDArray[np.uint8]
    of_words: npt.NDArray[np.uint8]
    """The columns of words, until the page was studied."""
    names: NameWords
    said: _Description
    kept: Any

    def cut(self, name: str, kind: type[Any], count: int) -> Numbers:
        """Return so many numbers of a column."""
        at = self.at[_COLUMNS.index(name)]
        return np.frombuffer(self.memory, kind, count, at)


@kept_for_good
def _surveying(library: Library, rows: tuple[tuple[str, int], ...]) -> _Surveying:
    return _Surveying(library, dict(rows))


def survey(library: Library, page: Document, rows: tuple[tuple[str, int], ...]) -> Survey:
    """Find out about a page what the signals need, and read the names of the elements that hold blocks.

    As `ground.lay_ground` does; `rows` are the first rows of the families.
    """
    columns, words, (data, width) = columns_of(page), page.words, page.markup.units
    title = without_references(page.title or "")
    written = units(title)
    found = Survey(
        ctypes.addressof(_surveying(library, rows)), ctypes.addressof(columns), (_at(data), len(page.source), width),
        (_at(written.data), len(title), written.width), len(words), address(words.start), address(words.end),
    )  # fmt: skip
    here = ctypes.addressof(found)
    library.measure_survey(here)
    found.memory, found.of_words = (
        passing_room(found.at[len(_COLUMNS)]),
        passing_room(found.word_at[len(_OF_WORDS)], _MANY_WORDS),
    )
    found.room, found.word_room = address(found.memory), address(found.of_words)
    found.kept = columns, words, data, title, written
    answer = library.make_survey(here)
    check(answer)
    found.names = _names(found) if answer == 0 else _names_by_python(found, page)
    return found


def _at(data: bytes | int) -> int | None:
    """Tell where the characters of a text stand."""
    return data if isinstance(data, int) else ctypes.cast(ctypes.c_char_p(data), _POINTER).value


def _names(found: Survey) -> NameWords:
    start = found.at[_COLUMNS.index("name_text")]
    return NameWords(
        found.cut("number", np.int32, found.holder_count),
        found.cut("kind", np.int32, found.name_count),
        found.memory[start : start + found.name_size].tobytes(),
    )


def _names_by_python(found: Survey, page: Document) -> NameWords:
    """Read the names that compiled code cannot read, and hand them over."""
    names = page.names.words_among(found.cut("holders", np.int32, found.holder_count))
    found.cut("number", np.int32, found.holder_count)[:] = names.number
    found.cut("kind", np.int32, len(names.kind))[:] = names.kind
    return names


def study(library: Library, found: Survey, said: SelfDescription, structures: Structures) -> bool:
    """Find out what signals need to know of the whole page, which blocks are said again, and in which structure.

    As the families of `features` do, `structure_signals.find_copies`, and `Structures.around`. Tells whether any block
    is said again.
    """
    _study_words(library, found, said)
    wholes = _Structures(len(structures.element), address(structures.element), address(structures.last))
    again = library.study_page(ctypes.addressof(found), ctypes.addressof(wholes))
    check(again)
    return bool(again)


def _study_words(library: Library, found: Survey, said: SelfDescription) -> None:
    """Find out what words say; their columns are let go."""
    blocks, first = found.kept[0].blocks, found.word_at[_OF_WORDS.index("long_blocks")]
    common = most_frequent(np.frombuffer(found.of_words, np.float64, found.different, first))
    rarity = np.zeros(blocks + 1)
    np.log(blocks / np.arange(1, blocks + 1), out=rarity[1:])
    words = _Words(address(common), address(rarity), most_of_topic(blocks), most_of_site(blocks))
    says = np.array(list(said.says.values()), dtype=np.float32)
    texts = [without_references(text) for text in said.texts.values()]
    written = [units(text) for text in texts]
    given = [(_at(data), len(text), width) for text, (data, width) in zip(texts, written, strict=True)]
    found.said = _Description(address(says), len(says), tuple(given))
    check(library.study_words(ctypes.addressof(found), ctypes.addressof(words), ctypes.addressof(found.said)))
    found.kept, found.word_room = (found.kept[0], says), None
    del found.of_words


def fill_table(library: Library, found: Survey, rows: Values, first: int) -> None:
    """Write the signals of blocks from one on, as `Table.fill` does."""
    check(
        library.fill_table(
            ctypes.addressof(found), ctypes.addressof(found.said), first, rows.shape[1], address(rows)
        )
    )  # fmt: skip


class _Blocks(ctypes.Structure):
    """`Blocks` of native/verdict.h."""

    _fields_ = (
        *((name, _SIZE) for name in ("blocks", "holders", "names", "text_size", "structures")),
        *((name, _POINTER) for name in ("words", "number", "text", "up", "place", "whole", "whole_kind")),
        ("again", _POINTER), ("lead", _POINTER),
    )  # fmt: skip

    def __init__(self, table: Table) -> None:
        """Point to the columns of a table, and keep them."""
        names = table.names
        given = (
            (table.words, np.float64), (names.number, np.int32), (table.up, np.int32), (table.place, np.int32),
            (table.whole, np.int64), (table.whole_kind, np.int8), (table.again, np.bool_), (table.lead, np.int64),
        )  # fmt: skip
        self._kept = [each if each.dtype == kind else each.astype(kind) for each, kind in given], names.text
        words, number, *others = map(address, self._kept[0])
        super().__init__(
            len(table.words), len(table.up), len(names.kind), len(names.text), len(table.whole_kind), words, number,
            _at(names.text), *others,
        )  # fmt: skip


class _Answers(ctypes.Structure):
    """`Answers` of native/verdict.h."""

    _fields_ = (
        *((name, _POINTER) for name in ("said", "odds", "heading", "repeated")),
        ("content", _AMOUNT), ("repeated_content", _AMOUNT),
    )  # fmt: skip


class Asking(ctypes.Structure):
    """`Asking` of native/verdict.h: a model, and which rows of its items say what."""

    _fields_ = (
        *((name, _POINTER) for name in ("lexicon", "scores", "doubted")), ("comments", _SIZE),
        *((name, _POINTER) for name in ("column", "limit", "leaves")),
        *((name, _SIZE) for name in ("trees", "group", "signals", "repeated", "form", "heading")),
        ("landmarks", _POINTER), ("landmark_count", _SIZE), ("mostly", _AMOUNT), ("start", ctypes.c_float),
        ("width", _NUMBER),
    )  # fmt: skip
    kept: Any


class Known(NamedTuple):
    """What is known of a page once its model was asked."""

    odds: Values
    """Per block: what the trees say,"""
    heading: npt.NDArray[np.bool_]
    """whether it is a heading,"""
    in_group: npt.NDArray[np.bool_]
    """and whether it stands in repeated elements of several blocks."""
    commenting: bool
    """Something is named as comments are,"""
    citing: bool
    """or as lists of sources are."""
    landmarks: bool
    form: bool
    repeated: bool
    """Much of what seems content stands in repeated elements."""


class Judging:
    """A table that a model is asked about: as `judging.Reference`."""

    def __init__(self, library: Library, table: Table, model: Asking) -> None:
        """Take the table, and ask what the model's lexicon says of its names."""
        self._library, self._blocks, self._model = library, _Blocks(table), model
        self._said = np.empty(len(table.names.kind))
        self._odds, self._marks = np.empty(len(table.words), np.float32), np.empty((2, len(table.words)), np.bool_)
        self._answers = _Answers(address(self._said), address(self._odds), *map(address, self._marks))
        self._given = tuple(map(ctypes.addressof, (model, self._blocks, self._answers)))
        self._known: int = library.ask_lexicon(*self._given)
        check(self._known)

    def hear(self, at: slice, items: Values) -> None:
        """Ask the trees about some blocks; one that is alone on its page is left to the trees themselves."""
        known = self._library.ask_model(*self._given, at.start, at.stop - at.start, len(items), address(items))
        check(known)
        self._known |= known

    @property
    def known(self) -> Known:
        """What was found out."""
        return Known(self._odds, *self._marks, *(bool(self._known & bit) for bit in _KNOWN))

    def decide(
        self, rules: Deciding, doubted: float | Values, forum: float, added: tuple[float, float]
    ) -> tuple[Values, Values]:
        """Do as `judging._decided`."""
        change, decided = np.empty((2, len(self._odds)), np.float32)
        given = None if isinstance(doubted, float) else np.ascontiguousarray(doubted, np.float32)
        check(
            self._library.decide(
                ctypes.addressof(rules), self._given[1], address(self._odds), address(self._marks[0]),
                None if given is None else address(given), forum, (_AMOUNT * 2)(*added), address(change),
                address(decided),
            )
        )  # fmt: skip
        return change, decided


_KNOWN: Final = (1, 2, 4, 8, 16)
"""The bits of what is known, in the order in which `Known` ends."""


class Deciding(ctypes.Structure):
    """`Deciding` of native/verdict.h."""

    _fields_ = (
        ("wholes", _POINTER), ("sections", _POINTER),
        *((name, _AMOUNT) for name in ("temper", "again", "section_says")),
    )  # fmt: skip
    kept: Any


def best_selection(
    library: Library, likely: Numbers, words: Numbers, more: float
) -> tuple[npt.NDArray[np.bool_], float]:
    """Do as `judging.best_selection`."""
    chances, weights = np.ascontiguousarray(likely, np.float32), np.ascontiguousarray(words, np.float64)
    keep = np.empty(len(chances), dtype=np.bool_)
    expected = library.select_best(address(chances), address(weights), len(chances), more, address(keep))
    if expected < 0:
        raise MemoryError("the compiled kernels could not get the memory that they need")
    return keep, float(expected)

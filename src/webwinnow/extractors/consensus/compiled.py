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
from webwinnow.document.compiled import character_table
from webwinnow.document.html_names import BLOCK, NUMBER, NUMBERS
from webwinnow.document.letters import FIRST_DENSE, without_references
from webwinnow.document.reading import columns_of
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


_EIGHT: Final = (
    "run_words", "run_rows", "amounts", "around_at", "holders", "up", "held", "element_long", "title", "matched",
    "whole", "vocabulary", "hashes", "word_blocks", "long_blocks",
)  # fmt: skip
_COLUMNS: Final = (
    *_EIGHT, "around", "depths", "number", "kind", "word_number", "own_tag", "is_long", "titled", "again", "name_text",
)  # fmt: skip


class Survey(ctypes.Structure):
    """`Survey` of native/survey.h, and the memory that its columns stand in."""

    _fields_ = (
        ("rules", _POINTER), ("page", _POINTER), ("source", _Text), ("given_title", _Text), ("words", _SIZE),
        ("word_start", _POINTER), ("word_end", _POINTER), ("room", _POINTER), ("at", _SIZE * (len(_COLUMNS) + 1)),
        *((name, _SIZE) for name in ("holder_count", "title_words", "different", "name_count", "name_size")),
        ("total", _AMOUNT), ("total_long", _AMOUNT),
    )  # fmt: skip
    memory: npt.NDArray[np.uint8]
    names: NameWords
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
    found.memory = passing_room(found.at[len(_COLUMNS)])
    found.room = address(found.memory)
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
    names = page.names.words_among(found.cut("holders", np.int64, found.holder_count))
    found.cut("number", np.int32, found.holder_count)[:] = names.number
    found.cut("kind", np.int32, len(names.kind))[:] = names.kind
    return names


def fill_table(
    library: Library, found: Survey, said: SelfDescription, structures: Structures, signals: Numbers
) -> bool:
    """Write all signals, and which blocks are said again, in which structure; tell whether any is said again.

    As all families of `features` do, `structure_signals.find_copies`, and `Structures.around`.
    """
    blocks, different = signals.shape[1], found.different
    common = most_frequent(found.cut("long_blocks", np.float64, different))
    rarity = np.zeros(blocks + 1)
    np.log(blocks / np.arange(1, blocks + 1), out=rarity[1:])
    words = _Words(address(common), address(rarity), most_of_topic(blocks), most_of_site(blocks))
    says = np.array(list(said.says.values()), dtype=np.float32)
    texts = [without_references(text) for text in said.texts.values()]
    written = [units(text) for text in texts]
    given = [(_at(data), len(text), width) for text, (data, width) in zip(texts, written, strict=True)]
    description = _Description(address(says), len(says), tuple(given))
    wholes = _Structures(len(structures.element), address(structures.element), address(structures.last))
    again = library.fill_table(
        ctypes.addressof(found), ctypes.addressof(words), ctypes.addressof(description), ctypes.addressof(wholes),
        address(signals),
    )  # fmt: skip
    check(again)
    return bool(again)


class _Blocks(ctypes.Structure):
    """`Blocks` of native/verdict.h."""

    _fields_ = (
        *((name, _SIZE) for name in ("blocks", "holders", "names", "text_size", "structures")),
        *((name, _POINTER) for name in ("items", "words", "number", "text", "up", "place", "whole", "whole_kind")),
        ("again", _POINTER), ("lead", _POINTER),
    )  # fmt: skip

    def __init__(self, table: Table) -> None:
        """Point to the columns of a table, and keep them."""
        names, items = table.names, table.room.T
        given = (
            (items, np.float32), (table.words, np.float64), (names.number, np.int32), (table.up, np.int64),
            (table.place, np.int64), (table.whole, np.int64), (table.whole_kind, np.int8), (table.again, np.bool_),
            (table.lead, np.int64),
        )  # fmt: skip
        self._kept = [each if each.dtype == kind else each.astype(kind) for each, kind in given], names.text
        values, words, number, *others = map(address, self._kept[0])
        super().__init__(
            items.shape[1], len(table.up), len(names.kind), len(names.text), len(table.whole_kind), values, words,
            number, _at(names.text), *others,
        )  # fmt: skip


class Asking(ctypes.Structure):
    """`Asking` of native/verdict.h: a model, and which rows of its items say what."""

    _fields_ = (
        *((name, _POINTER) for name in ("lexicon", "scores", "doubted")), ("comments", _SIZE),
        *((name, _POINTER) for name in ("column", "limit", "leaves")),
        *((name, _SIZE) for name in ("trees", "group", "signals", "repeated", "form")),
        ("landmarks", _POINTER), ("landmark_count", _SIZE), ("mostly", _AMOUNT), ("start", ctypes.c_float),
        ("width", _NUMBER),
    )  # fmt: skip
    kept: Any


class Known(NamedTuple):
    """What is known of a page once its model was asked."""

    odds: Values
    """Per block: what the trees say."""
    commenting: bool
    """Something is named as comments are,"""
    citing: bool
    """or as lists of sources are."""
    landmarks: bool
    form: bool
    repeated: bool
    """Much of what seems content stands in repeated elements."""


class Judging:
    """A table that a model is asked about."""

    def __init__(self, library: Library, table: Table) -> None:
        """Take the table."""
        self._library, self._table, self._blocks = library, table, _Blocks(table)

    def ask(self, model: Asking) -> Known:
        """Do as `judging._ask`; a block that stands alone is left to the trees themselves."""
        room = self._table.room
        odds = np.empty(len(room), np.float32)
        known: int = self._library.ask_model(
            ctypes.addressof(model), ctypes.addressof(self._blocks), room.shape[1], address(odds)
        )  # fmt: skip
        check(known)
        return Known(odds, *(bool(known & bit) for bit in _KNOWN))

    def decide(
        self, rules: Deciding, odds: Values, doubted: float | Values, forum: float, added: tuple[float, float]
    ) -> tuple[Values, Values]:
        """Do as `judging._decided`."""
        change, decided = np.empty((2, len(odds)), np.float32)
        given = None if isinstance(doubted, float) else np.ascontiguousarray(doubted, np.float32)
        check(
            self._library.decide(
                ctypes.addressof(rules), ctypes.addressof(self._blocks), address(odds),
                None if given is None else address(given), forum, (_AMOUNT * 2)(*added), address(change),
                address(decided),
            )
        )  # fmt: skip
        return change, decided


_KNOWN: Final = (1, 2, 4, 8, 16)
"""The bits of what is known, in the order of `Known`."""


class Deciding(ctypes.Structure):
    """`Deciding` of native/verdict.h."""

    _fields_ = (
        ("wholes", _POINTER), ("sections", _POINTER),
        *((name, _AMOUNT) for name in ("temper", "again", "section_says")), ("heading", _SIZE),
    )  # fmt: skip


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

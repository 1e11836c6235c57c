"""The compiled twins of the ground and of the signals that need nothing else, and the tables that they are handed.

Each function gives, to the last bit, what the numpy function gives that its docstring names.
"""

from __future__ import annotations

import ctypes
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.compiled import character_table
from webwinnow.document.html_names import BLOCK, NUMBER, NUMBERS
from webwinnow.document.letters import text_hashes, without_references
from webwinnow.extractors.consensus.ground import (
    BITS,
    BLOCK_BITS,
    FEW_LINKS,
    HIGHEST,
    INSIDE,
    LEVELS,
    LONG,
    Ground,
    Numbers,
    Vocabulary,
    block_letters,
)  # fmt: skip
from webwinnow.extractors.consensus.structure_signals import AROUND_WORDS, COPIED_WORDS, MOSTLY, REACH
from webwinnow.extractors.consensus.text_signals import (
    CODE,
    IS_COLUMNS,
    MARK_BITS,
    WORD_NAMES,
    among,
    most_frequent,
    most_of_site,
    most_of_topic,
)
from webwinnow.extractors.consensus.topic_signals import described
from webwinnow.kernels import Library, address
from webwinnow.language.characters import units

FAMILIES: Final = (
    "text", "elements", "position", "headline", "landmarks", "surroundings", "neighbours", "container", "candidate",
    "density", "ancestors", "paths", "siblings", "page",
)  # fmt: skip
"""The families that are compiled, in the order of native/signals.c."""
_POINTER, _SIZE, _NUMBER, _AMOUNT = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32, ctypes.c_double
_SIZES: Final = ("elements", "tags", "runs", "blocks", "holder_count", "title_words")
_READ: Final = (
    "tag", "parent", "first", "close", "last", "home", "gap", "characters_before", "marks", "run", "bound",
)  # fmt: skip
_TALLIED: Final = (
    "run_words", "run_counted", "run_upper", "run_digits", "run_sentences", "run_pauses", "run_closes", "run_hash",
    "word_hash",
)  # fmt: skip
"""Of each visible run, and the hashes of their words."""
_TABLES: Final = tuple(map(np.ascontiguousarray, (BITS, BLOCK, LEVELS, IS_COLUMNS, MARK_BITS, CODE)))
_TABLE_NAMES: Final = ("bits", "is_block", "levels", "is_columns", "mark_bits", "is_code")
_AMOUNTS: Final = (
    "words", "linked", "strong", "code", "links", "counted", "characters", "upper", "digits", "sentences", "pauses",
    "closes", "link", "level",
)  # fmt: skip
"""What is written per block as numbers with fractions,"""
_OTHERS: Final = (
    "around",
    "is_long",
    "own_tag",
    "around_at",
    "holders",
    "up",
    "depth",
    "held",
    "element_long",
    "vocabulary",
)
"""and what else is written."""


_TAGS: Final = ("main", "article", "h1", "p", "li", "time")


class GroundColumns(ctypes.Structure):
    """`Ground` of native/ground.h."""

    _fields_ = (
        *((name, _SIZE) for name in _SIZES),
        ("total", _AMOUNT), ("total_long", _AMOUNT),
        *((name, _POINTER) for name in (*_READ, *_TALLIED, *_TABLE_NAMES)),
        ("numbers", _SIZE), ("inside", _SIZE), ("long_words", _SIZE), ("few_links", _AMOUNT),
        *((f"{name}_tag", _NUMBER) for name in _TAGS),
        *((name, _POINTER) for name in (*_AMOUNTS, *_OTHERS)),
    )  # fmt: skip


def lay_ground(library: Library, page: Document) -> tuple[Ground, GroundColumns]:
    """Do as `ground.lay_ground`; also return the columns as C knows them, for `fill_signals`."""
    tallies, elements, runs, blocks = block_letters(page).tallies(), page.elements, page.runs, page.blocks
    title, count, size = text_hashes(page.title or ""), len(blocks), len(elements)
    read: tuple[Numbers, ...] = (
        elements.tag, elements.parent, elements.first, elements.close, elements.last, runs.home, runs.gap,
        page.characters_before, page.marks, blocks.runs, blocks.first,
        tallies.words, tallies.counted, tallies.upper, tallies.digits, tallies.sentences, tallies.pauses,
        tallies.closes, tallies.text_hash, tallies.word_hash,
    )  # fmt: skip
    amounts = np.empty((len(_AMOUNTS), count))
    others: tuple[Numbers, ...] = (
        np.empty(count, np.uint32), np.empty(count, np.bool_), np.empty(count, np.int16),
        np.empty((HIGHEST + 1, count), np.int64), np.empty(size, np.int64), np.empty(size, np.int64),
        np.empty(size, np.int32), np.empty((4, size)), np.empty(size),
        tallies.word_hash,  # each is read before its number takes its place: there may be many
    )  # fmt: skip
    columns = GroundColumns(
        size, len(page.tokens.code), len(blocks.runs), count, 0, len(title), 0.0, 0.0,
        *map(address, read), *map(address, _TABLES), NUMBERS, len(INSIDE), LONG, FEW_LINKS,
        *(NUMBER[name] for name in _TAGS), *_rows(amounts), *map(address, others),
    )  # fmt: skip
    columns.kept = read, amounts, others
    if not library.lay_ground(ctypes.addressof(columns)):
        raise MemoryError("the compiled kernels could not get the memory that they need")
    around, is_long, own_tag, around_at, holders, up, depth, held, element_long, words = others
    held_by = slice(columns.holder_count)
    words.sort()
    ground = Ground(
        page=page,
        tallies=tallies,
        title=title,
        vocabulary=Vocabulary(words, count),
        bound=blocks.first,
        around=around,
        total=columns.total,
        total_long=columns.total_long,
        holders=holders[held_by],
        up=up[held_by],
        depth=depth[held_by],
        held=held[:, held_by],
        long=is_long,
        tag=own_tag,
        around_at=around_at,
        element_long=element_long,
        **dict(zip(_AMOUNTS, amounts, strict=True)),
    )
    return ground, columns


def _rows(table: Numbers) -> range:
    """Tell where each row of a table stands."""
    first, step = address(table), table.strides[0]
    return range(first, first + step * len(table), step) if step else range(first, first + len(table))


def fill_signals(
    library: Library, columns: GroundColumns, at: Numbers, matched: Numbers, kind: Numbers, signals: Numbers
) -> None:
    """Write the signals of FAMILIES into their rows, which start `at` these; as the numpy functions of these families.

    `matched` says for each block how many words of the title it has, `kind` for each holder which class.
    """
    matches = np.ascontiguousarray(matched, np.int64)
    kinds = np.ascontiguousarray(kind, np.int32)
    filled = library.fill_signals(
        ctypes.addressof(columns), address(at), address(matches), address(kinds), address(signals)
    )
    if not filled:
        raise MemoryError("the compiled kernels could not get the memory that they need")


def fill_description(library: Library, ground: Ground, rows: Numbers) -> None:
    """Write the signals of `topic_signals.description_signals` into their rows."""
    found, words = described(ground.page), ground.vocabulary.words
    rows[: len(found.says)] = np.array(list(found.says.values()), dtype=np.float32)[:, None]
    for at, text in enumerate(map(without_references, found.texts.values())):
        three = rows[len(found.says) + 3 * at : len(found.says) + 3 * at + 3]
        data, width = units(text)
        if not library.of("fill_likeness", width)(
            character_table(library), data, len(text), address(words), len(words), address(ground.counted), len(ground),
            address(three),
        ):  # fmt: skip
            raise MemoryError("the compiled kernels could not get the memory that they need")


class _Copies(ctypes.Structure):
    """`Copies` of native/copies.c."""

    _fields_ = (*((name, _AMOUNT) for name in ("copied_words", "around_words", "mostly")), ("reach", _SIZE))


_COPIES: Final = _Copies(COPIED_WORDS, AROUND_WORDS, MOSTLY, REACH)


def find_copies(library: Library, columns: GroundColumns) -> Numbers:
    """Do as `structure_signals.find_copies`."""
    again = np.empty(columns.blocks, dtype=np.bool_)
    if not library.find_copies(ctypes.addressof(columns), ctypes.addressof(_COPIES), address(again)):
        raise MemoryError("the compiled kernels could not get the memory that they need")
    return again


def vocabulary_signals(library: Library, ground: Ground) -> Numbers:
    """Do as `text_signals.vocabulary_signals`: a row for each of its names."""
    words, size = ground.vocabulary.words, len(ground)
    signals = np.zeros((len(WORD_NAMES), size), dtype=np.float32)
    if not len(words):
        return signals
    number, hashes = np.empty(len(words), np.int32), np.empty(len(words), np.uint64)
    blocks, long_blocks = np.empty(len(words), np.int64), np.empty(len(words))
    different = library.count_words_of_page(
        address(words), len(words), address(ground.long), address(number), address(hashes), address(blocks),
        address(long_blocks),
    )  # fmt: skip
    hashes, blocks, long_blocks = hashes[:different], blocks[:different], long_blocks[:different]
    common = most_frequent(long_blocks)
    titled = among(hashes, ground.title >> BLOCK_BITS) & (blocks <= most_of_site(size))
    rarity = np.zeros(size + 1)
    np.log(size / np.arange(1, size + 1), out=rarity[1:])
    filled = library.fill_vocabulary(
        address(words), len(words), address(number), address(blocks), address(long_blocks), address(ground.long),
        address(rarity), most_of_topic(size), address(common), address(titled), address(ground.counted), size,
        address(signals),
    )  # fmt: skip
    if not filled:
        raise MemoryError("the compiled kernels could not get the memory that they need")
    return signals


def best_selection(library: Library, likely: Numbers, words: Numbers) -> tuple[npt.NDArray[np.bool_], float]:
    """Do as `judging.best_selection`."""
    chances, weights = np.ascontiguousarray(likely, np.float32), np.ascontiguousarray(words, np.float64)
    keep = np.empty(len(chances), dtype=np.bool_)
    expected = library.select_best(address(chances), address(weights), len(chances), address(keep))
    if expected < 0:
        raise MemoryError("the compiled kernels could not get the memory that they need")
    return keep, expected

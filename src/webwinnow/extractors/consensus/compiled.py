"""The compiled twins of the ground and of the signals that need nothing else, and the tables that they are handed.

Each function gives, to the last bit, what the numpy function gives that its docstring names.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBER, NUMBERS
from webwinnow.document.letters import text_hashes
from webwinnow.document.tree.elements import jumps
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
    block_letters,
    sort_words,
)  # fmt: skip
from webwinnow.extractors.consensus.text_signals import (
    IS_COLUMNS,
    MARK_BITS,
    WORD_NAMES,
    among,
    most_frequent,
    most_of_site,
    most_of_topic,
)
from webwinnow.kernels import Library, address

FAMILIES: Final = (
    "text", "elements", "position", "headline", "landmarks", "surroundings", "neighbours", "container", "candidate",
    "density", "ancestors", "paths", "siblings",
)  # fmt: skip
"""The families that are compiled, in the order of native/signals.c."""
_POINTER, _SIZE, _NUMBER, _AMOUNT = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32, ctypes.c_double
_SIZES: Final = ("elements", "tags", "runs", "blocks", "holder_count", "title_words")
_READ: Final = (
    "tag", "parent", "first", "close", "last", "home", "gap", "bound", "run_words", "run_counted", "run_upper",
    "run_digits", "run_sentences", "run_pauses", "run_closes", "run_hash", "run_characters", "run_marks", "bits",
    "is_block", "levels", "is_columns", "mark_bits",
)  # fmt: skip
_WRITTEN: Final[dict[str, type[np.generic]]] = {
    "around": np.uint32,
    **dict.fromkeys(
        ("words", "linked", "strong", "code", "links", "counted", "characters", "upper", "digits", "sentences",
         "pauses", "closes", "link", "level"),
        np.float64,
    ),
    "is_long": np.bool_,
    "own_tag": np.int16,
}  # fmt: skip
"""What is written per block."""
_SAME_NAME: Final = (*(name for name in _WRITTEN if name not in ("is_long", "own_tag")), "around_at", "element_long")
_OF_HOLDERS: Final = ("around_at", "holders", "up", "depth", "held", "element_long")


class GroundColumns(ctypes.Structure):
    """`Ground` of native/ground.h."""

    _fields_ = (
        *((name, _SIZE) for name in _SIZES),
        ("total", _AMOUNT), ("total_long", _AMOUNT),
        *((name, _POINTER) for name in _READ),
        ("numbers", _SIZE), ("inside", _SIZE), ("long_words", _SIZE), ("few_links", _AMOUNT),
        ("main_tag", _NUMBER), ("article_tag", _NUMBER), ("h1_tag", _NUMBER), ("unused", _NUMBER),
        *((name, _POINTER) for name in (*_WRITTEN, *_OF_HOLDERS)),
    )  # fmt: skip


def lay_ground(library: Library, page: Document) -> tuple[Ground, GroundColumns]:
    """Do as `ground.lay_ground`; also return the columns as C knows them, for `fill_signals`."""
    letters, elements, blocks = block_letters(page), page.elements, page.blocks
    tallies, count = letters.tallies(), len(blocks)
    title = text_hashes(page.title or "")
    gap = page.runs.gap[blocks.runs]
    read: dict[str, Numbers] = {
        "tag": elements.tag,
        "parent": elements.parent,
        "first": elements.first,
        "close": elements.close,
        "last": elements.last,
        "home": page.runs.home[blocks.runs],
        "gap": gap,
        "bound": blocks.first,
        "run_words": tallies.words,
        "run_counted": tallies.counted.astype(np.int64),
        "run_upper": tallies.upper,
        "run_digits": tallies.digits,
        "run_sentences": tallies.sentences,
        "run_pauses": tallies.pauses,
        "run_closes": tallies.closes,
        "run_hash": tallies.text_hash,
        "run_characters": np.diff(page.characters_before)[gap],
        "run_marks": page.marks[blocks.runs],
        "bits": BITS,
        "is_block": BLOCK,
        "levels": LEVELS,
        "is_columns": IS_COLUMNS,
        "mark_bits": MARK_BITS,
    }
    written: dict[str, Numbers] = {name: np.zeros(count, kind) for name, kind in _WRITTEN.items()}
    written |= {
        "around_at": np.empty((HIGHEST + 1, count), np.int64),
        "holders": np.empty(len(elements), np.int64),
        "up": np.empty(len(elements), np.int64),
        "depth": np.empty(len(elements), np.int32),
        "held": np.empty((4, len(elements))),
        "element_long": np.empty(len(elements)),
    }
    kept = [np.ascontiguousarray(each) for each in read.values()]
    columns = GroundColumns(
        len(elements), len(page.tokens.code), len(blocks.runs), count, 0, len(title), 0.0, 0.0, *map(address, kept),
        NUMBERS, len(INSIDE), LONG, FEW_LINKS, NUMBER["main"], NUMBER["article"], NUMBER["h1"], 0,
        *map(address, written.values()),
    )  # fmt: skip
    columns.kept = kept, written
    if not library.lay_ground(ctypes.addressof(columns)):
        raise MemoryError("the compiled kernels could not get the memory that they need")
    held = columns.holder_count
    bound = blocks.first.astype(np.intp)
    block = np.repeat(np.arange(count), np.diff(bound))
    up = written["up"][:held]
    ground = Ground(
        page=page,
        tallies=tallies,
        title=title,
        vocabulary=sort_words(tallies.word_hash, block[letters.word_run], count),
        block=block,
        first=bound[:-1],
        last=bound[1:] - 1,
        total=columns.total,
        total_long=columns.total_long,
        holders=written["holders"][:held],
        up=up,
        lineage=jumps(up),
        depth=written["depth"][:held],
        held=written["held"][:, :held],
        long=written["is_long"],
        tag=written["own_tag"],
        **{name: written[name] for name in _SAME_NAME},
    )
    return ground, columns


def fill_signals(
    library: Library, columns: GroundColumns, at: Sequence[int], matched: Numbers, kind: Numbers, signals: Numbers
) -> None:
    """Write the signals of FAMILIES into their rows, which start `at` these; as the numpy functions of these families.

    `matched` says for each block how many words of the title it has, `kind` for each holder which class.
    """
    starts, matches = np.array(at, dtype=np.int64), np.ascontiguousarray(matched, np.int64)
    kinds = np.ascontiguousarray(kind, np.int32)
    filled = library.fill_signals(
        ctypes.addressof(columns), address(starts), address(matches), address(kinds), address(signals)
    )
    if not filled:
        raise MemoryError("the compiled kernels could not get the memory that they need")


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

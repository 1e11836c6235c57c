"""The signals of all families as one table: a row per block, a column per signal.

Class names stand apart from them: each word in them speaks for or against content, as learned from pages of many
sites, and a lexicon turns them into columns (see lexicon.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import NameWords
from webwinnow.document.structures import find_structures
from webwinnow.document.tree.elements import jumps
from webwinnow.extractors.consensus import compiled
from webwinnow.extractors.consensus.ground import Ground, Named, Numbers, lay_ground
from webwinnow.extractors.consensus.lexicon import LEXICON_NAMES
from webwinnow.extractors.consensus.structure_signals import (
    ancestor_signals,
    candidate_signals,
    container_signals,
    density_signals,
    find_copies,
    landmark_signals,
    path_signals,
    sibling_signals,
)
from webwinnow.extractors.consensus.text_signals import (
    described,
    description_signals,
    element_signals,
    headline_signals,
    neighbour_signals,
    page_signals,
    position_signals,
    text_signals,
    vocabulary_signals,
    window_signals,
)
from webwinnow.extractors.consensus.wholes import copied_wholes
from webwinnow.kernels import LIBRARY, Library, passing_room
from webwinnow.lazy_values import cached_property

_COLONS, _BLANKS = (":", "："), 8
"""What announces something, and how many characters at the end of a text are looked at."""
_FAMILIES: Final = {
    "text": text_signals,
    "elements": element_signals,
    "position": position_signals,
    "headline": headline_signals,
    "landmarks": landmark_signals,
    "description": description_signals,
    "vocabulary": vocabulary_signals,
    "surroundings": window_signals,
    "neighbours": neighbour_signals,
    "container": container_signals,
    "candidate": candidate_signals,
    "density": density_signals,
    "ancestors": ancestor_signals,
    "page": page_signals,
}
"""Families of signals that need nothing but the ground."""


@dataclass(frozen=True)
class Table:
    """Signals of a page's blocks, and what a lexicon of class names needs to know."""

    room: npt.NDArray[np.float32]
    """The signals, and behind them room for what a lexicon says: a copy of all would take as much memory once more."""
    words: Numbers
    """Per block, how many words it holds: its weight."""
    names: NameWords
    """The names of the elements that hold blocks."""
    up: Numbers
    """Per such element the one around it, as a place among these elements."""
    place: Numbers
    """Per block the place of its element among these elements."""
    whole: Numbers
    """Per block the table, list or other structure that it stands in; -1 for none."""
    whole_kind: Numbers
    """Per structure its place in `document.structures.KINDS`."""
    again: npt.NDArray[np.bool_]
    """Per block whether it is said again (see `structure_signals.find_copies` and `wholes.copied_wholes`)."""
    lead: Numbers
    """Per structure the block right before it that announces it with a colon; -1 for none."""

    @property
    def values(self) -> npt.NDArray[np.float32]:
        """A row per block, a column per signal; in memory, the values of a signal stand side by side."""
        return self.room[:, : len(signal_names())]

    @cached_property
    def lineage(self) -> tuple[Numbers, ...]:
        """Per named element all those around it (see `tree.elements.jumps`)."""
        return jumps(self.up)


def table(page: Document) -> Table:
    """Compute the signals of a page that has at least one block."""
    if LIBRARY:
        return _table_compiled(LIBRARY, page)
    ground = lay_ground(page)
    names = page.names.words_among(ground.holders)
    room = _room(len(ground))
    _fill(room[: len(signal_names())], _signals(ground, names))
    structures = find_structures(page)
    whole = structures.around(ground.holders[ground.element])
    again = copied_wholes(find_copies(ground), ground.words, whole, structures.kind)
    lead = _leads(page, whole, len(structures.kind))
    return Table(room.T, ground.words, names, ground.up, ground.element, whole, structures.kind, again, lead)


def _table_compiled(library: Library, page: Document) -> Table:
    """Do as `table`."""
    found, blocks, structures = (
        compiled.survey(library, page, _rows_of_families()),
        len(page.blocks),
        find_structures(page),
    )
    room = _room(blocks)
    any_again = compiled.fill_table(library, found, described(page), structures, room)
    words, up = found.cut("amounts", np.float64, blocks), found.cut("up", np.int64, found.holder_count)
    place, whole = found.cut("around_at", np.int64, blocks), found.cut("whole", np.int64, blocks)
    again = found.cut("again", np.bool_, blocks)
    if any_again:
        again = copied_wholes(again, words, whole, structures.kind)
    lead = _leads(page, whole, len(structures.kind))
    return Table(room.T, words, found.names, up, place, whole, structures.kind, again, lead)


def _leads(page: Document, whole: Numbers, count: int) -> Numbers:
    """Find for each of so many structures the block right before it that ends with a colon."""
    found = np.full(count, -1, dtype=np.intp)
    begins = np.flatnonzero((whole[1:] >= 0) & (whole[1:] != whole[:-1])) + 1
    if not len(begins):
        return found
    blocks, runs, source = page.blocks, page.runs, page.source
    ends = runs.end[blocks.runs[blocks.first[begins] - 1]].tolist()
    said = [source[max(end - _BLANKS, 0) : end].rstrip().endswith(_COLONS) for end in ends]
    led = begins[np.array(said, dtype=np.bool_)]
    led = led[whole[led - 1] < 0]
    found[whole[led][::-1]] = led[::-1] - 1  # the first block of each
    return found


def _room(blocks: int) -> npt.NDArray[np.float32]:
    """Make room for the signals of so many blocks, and for what a lexicon says of them."""
    rows = len(signal_names()) + len(LEXICON_NAMES)
    return passing_room(4 * rows * blocks).view(np.float32).reshape(rows, blocks)


def _fill(signals: npt.NDArray[np.float32], families: Mapping[str, Named]) -> None:
    """Write families of signals into their rows."""
    for family, found in families.items():
        at = _rows()[family]
        for named, rows in found:
            if isinstance(rows, np.ndarray):
                signals[at : at + len(named)] = rows
            else:  # as one array they would be copied twice
                for place, row in enumerate(rows, at):
                    signals[place] = row
            at += len(named)


@cache
def _rows() -> dict[str, int]:
    """Return the first row of each family."""
    counts = [len(names) for names in families().values()]
    return dict(zip(families(), accumulate([0, *counts[:-1]]), strict=True))


@cache
def _rows_of_families() -> tuple[tuple[str, int], ...]:
    return tuple(_rows().items())


@cache
def families() -> dict[str, tuple[str, ...]]:
    """Name the signals of each family, in the order of the columns."""
    ground = lay_ground(Document("<p>text"))
    signals = _signals(ground, ground.page.names.words_among(ground.holders))
    return {family: tuple(chain.from_iterable(names for names, _ in named)) for family, named in signals.items()}


@cache
def signal_names() -> tuple[str, ...]:
    """Name the columns, in order."""
    return tuple(chain.from_iterable(families().values()))


def _signals(ground: Ground, names: NameWords) -> dict[str, Named]:
    kind = names.kind[names.number]
    found = {name: family(ground) for name, family in _FAMILIES.items()}
    return found | {"paths": path_signals(ground, kind), "siblings": sibling_signals(ground, kind)}

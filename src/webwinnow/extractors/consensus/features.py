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
    WORD_NAMES,
    element_signals,
    neighbour_signals,
    page_signals,
    position_signals,
    text_signals,
    vocabulary_signals,
    window_signals,
)
from webwinnow.extractors.consensus.topic_signals import description_signals, headline_signals
from webwinnow.extractors.consensus.wholes import copied_wholes
from webwinnow.kernels import LIBRARY
from webwinnow.lazy_values import cached_property

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
    ground, columns = compiled.lay_ground(LIBRARY, page) if LIBRARY else (lay_ground(page), None)
    names = page.names.words_among(ground.holders)
    vocabulary = compiled.vocabulary_signals(LIBRARY, ground) if LIBRARY else None  # first: words take much room, too
    room = np.empty((len(signal_names()) + len(LEXICON_NAMES), len(ground)), dtype=np.float32)
    signals = room[: len(signal_names())]
    if LIBRARY and columns and vocabulary is not None:
        matched, kind = ground.vocabulary.matches(ground.title), names.kind[names.number]
        compiled.fill_signals(LIBRARY, columns, _compiled_rows(), matched, kind, signals)
        _fill(signals, {"vocabulary": [(WORD_NAMES, vocabulary)]})
        at = _rows()["description"]
        compiled.fill_description(LIBRARY, ground, signals[at : at + len(families()["description"])])
        again = compiled.find_copies(LIBRARY, columns)
    else:
        _fill(signals, _signals(ground, names))
        again = find_copies(ground)
    structures = find_structures(page)
    whole = structures.around(ground.holders[ground.element])
    again = copied_wholes(again, ground.words, whole, structures.kind)
    return Table(room.T, ground.words, names, ground.up, ground.element, whole, structures.kind, again)


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
def _compiled_rows() -> Numbers:
    return np.array([_rows()[name] for name in compiled.FAMILIES], dtype=np.int64)


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

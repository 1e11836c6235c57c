"""The signals of all families as one table: a row per block, a column per signal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.names import NamedElements
from webwinnow.extractors.consensus.description_signals import description_signals
from webwinnow.extractors.consensus.ground import Ground, Named, Numbers, lay_ground
from webwinnow.extractors.consensus.headline_signals import headline_signals
from webwinnow.extractors.consensus.landmark_signals import landmark_signals
from webwinnow.extractors.consensus.own_signals import element_signals, text_signals
from webwinnow.extractors.consensus.page_signals import page_signals
from webwinnow.extractors.consensus.place_signals import neighbour_signals, position_signals, window_signals
from webwinnow.extractors.consensus.repetition_signals import path_signals, sibling_signals
from webwinnow.extractors.consensus.tree_signals import (
    ancestor_signals,
    candidate_signals,
    container_signals,
    density_signals,
)
from webwinnow.extractors.consensus.vocabulary_signals import vocabulary_signals

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


@dataclass(frozen=True, slots=True)
class Table:
    """Signals of a page's blocks, and what a lexicon of class names needs to know."""

    values: npt.NDArray[np.float32]
    """A row per block, a column per signal; in memory, the values of a signal stand side by side."""
    words: Numbers
    """Per block, how many words it holds: its weight."""
    names: NamedElements
    """The names of the elements that hold blocks."""
    lineage: tuple[Numbers, ...]
    """Per such element those around it, as places among these elements (see `subtrees.jumps`)."""
    place: Numbers
    """Per block the place of its element among these elements."""


def table(page: Document) -> Table:
    """Compute the signals of a page that has at least one block."""
    ground = lay_ground(page)
    names = page.names.among(ground.holders, links=False)
    signals = np.empty((len(signal_names()), len(ground)), dtype=np.float32)
    at = 0
    for named, rows in chain.from_iterable(_signals(ground, names).values()):
        if isinstance(rows, np.ndarray):
            signals[at : at + len(named)] = rows
        else:  # as one array they would be copied twice
            for place, row in enumerate(rows, at):
                signals[place] = row
        at += len(named)
    return Table(signals.T, ground.words, names, ground.lineage, ground.element)


@cache
def families() -> dict[str, tuple[str, ...]]:
    """Name the signals of each family, in the order of the columns."""
    ground = lay_ground(Document("<p>text"))
    signals = _signals(ground, ground.page.names.among(ground.holders, links=False))
    return {family: tuple(chain.from_iterable(names for names, _ in named)) for family, named in signals.items()}


@cache
def signal_names() -> tuple[str, ...]:
    """Name the columns, in order."""
    return tuple(chain.from_iterable(families().values()))


def _signals(ground: Ground, names: NamedElements) -> dict[str, Named]:
    kind = names.kind[names.number]
    found = {name: family(ground) for name, family in _FAMILIES.items()}
    return found | {"paths": path_signals(ground, kind), "siblings": sibling_signals(ground, kind)}

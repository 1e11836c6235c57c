"""The signals of all families as one table: a row per block, a column per signal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.consensus.class_names import ClassNames, read_class_names
from webwinnow.extractors.consensus.ground import Ground, Named, Numbers, lay_ground
from webwinnow.extractors.consensus.own_signals import element_signals, text_signals
from webwinnow.extractors.consensus.page_signals import page_signals
from webwinnow.extractors.consensus.place_signals import (
    headline_signals,
    neighbour_signals,
    position_signals,
    region_signals,
    window_signals,
)
from webwinnow.extractors.consensus.repetition_signals import path_signals, sibling_signals
from webwinnow.extractors.consensus.tree_signals import (
    ancestor_signals,
    candidate_signals,
    container_signals,
    density_signals,
)

_FAMILIES: Final = {
    "text": text_signals,
    "elements": element_signals,
    "position": position_signals,
    "headline": headline_signals,
    "region": region_signals,
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
    words: Numbers
    """Per block, how many words it holds: its weight."""
    names: ClassNames
    """The names of the elements that hold text."""
    parent: Numbers
    """Per such element the next one around it, as a place among these elements."""
    place: Numbers
    """Per block the place of its element among these elements."""


def table(page: Document) -> Table:
    """Compute the signals of a page that has at least one block."""
    ground = lay_ground(page)
    holding = np.flatnonzero(ground.high > ground.low)
    names = read_class_names(page, holding)
    columns = [values for _, values in chain.from_iterable(_signals(ground, holding, names).values())]
    place = np.zeros(len(ground.up), dtype=np.intp)
    place[holding] = np.arange(len(holding))
    values = np.array(columns, dtype=np.float32).T
    return Table(values, ground.words, names, place[ground.up[holding]], place[ground.element])


@cache
def families() -> dict[str, tuple[str, ...]]:
    """Name the signals of each family, in the order of the columns."""
    ground = lay_ground(Document("<p>text"))
    holding = np.flatnonzero(ground.high > ground.low)
    signals = _signals(ground, holding, read_class_names(ground.page, holding))
    return {family: tuple(name for name, _ in named) for family, named in signals.items()}


def signal_names() -> tuple[str, ...]:
    """Name the columns, in order."""
    return tuple(chain.from_iterable(families().values()))


def _signals(ground: Ground, holding: Numbers, names: ClassNames) -> dict[str, Named]:
    kind = np.zeros(len(ground.up), dtype=np.int64)
    kind[holding] = names.kind[names.number] + 1
    found = {name: family(ground) for name, family in _FAMILIES.items()}
    return found | {"paths": path_signals(ground, kind), "siblings": sibling_signals(ground, holding, names)}

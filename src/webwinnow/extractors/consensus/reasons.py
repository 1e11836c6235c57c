"""Which signals spoke for and against each block.

Each family of signals is silenced in turn (its values are set to their means); how much the log odds of a block fall
is what the family said for it, how much they rise is what it said against.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.consensus.doubts import doubts
from webwinnow.extractors.consensus.features import families, table
from webwinnow.extractors.consensus.judging import kinds_of
from webwinnow.extractors.consensus.learned import Learned, columns, page_items

Numbers = npt.NDArray[Any]
_NAMES: Final = "class names"
_DOUBTS: Final = "comments or sources"


@dataclass(frozen=True, slots=True)
class Reasons:
    """What each family of signals said about each block, in log odds."""

    odds: Numbers
    said: dict[str, Numbers]

    def strongest(self, block: int, count: int = 3) -> list[tuple[str, float]]:
        """Give the families that said most about a block, for or against."""
        said = sorted(
            ((name, float(values[block])) for name, values in self.said.items()), key=lambda each: -abs(each[1])
        )
        return said[:count]


def reasons(page: Document, model: Learned) -> Reasons:
    """Ask each family; the page has at least one block."""
    signals = table(page)
    items = model.items(signals)
    whole = model.trees.odds(items)
    said = {}
    for family, places in groups().items():
        silenced = items.copy()
        silenced[:, places] = model.mean[places]
        said[family] = whole - model.trees.odds(silenced)
    doubted = doubts(signals, kinds_of(page_items(items, signals.words), model))
    if doubted.any():
        said[_DOUBTS] = -doubted
    return Reasons(whole - doubted, said)


def groups() -> dict[str, npt.NDArray[np.intp]]:
    """Give for each family the places of its signals."""
    family = {name: each for each, names in families().items() for name in names}
    of_each = [family.get(name, _NAMES) for name in columns()]
    return {each: np.flatnonzero([found == each for found in of_each]) for each in dict.fromkeys(of_each)}

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
from webwinnow.extractors.consensus.features import families, table
from webwinnow.extractors.consensus.judging import Learned, columns, doubts, kinds_of, page_items
from webwinnow.stages.curves import Curve, Panels, chosen_where
from webwinnow.stages.layouts import block_panel

Numbers = npt.NDArray[Any]
_NAMES: Final = "class names"
_DOUBTS: Final = "comments or sources"
_LIKELY: Final = (
    "How likely each block is content. Blocks are kept by falling probability as long as the expected F1 of what is"
    " kept rises, so the limit differs from page to page. Each block tells what every family of signals adds to its log"
    " odds: above zero it speaks for content, below against."
)
_SPOKEN: Final = (
    "What all families of signals together add to the log odds of each block: above the axis what speaks for it, below"
    " what speaks against it."
)


@dataclass(frozen=True, slots=True)
class Reasons:
    """What each family of signals said about each block, in log odds."""

    odds: Numbers
    said: dict[str, Numbers]

    def curves(self, page: Document, stage: str, likely: Numbers, keep: npt.NDArray[np.bool_]) -> Panels:
        """Show how likely each block is content, and what all families together say of it."""
        every = np.array(list(self.said.values()))
        told = [Curve(f"{family} says", "told", values) for family, values in self.said.items()]
        speaking = (
            Curve("for", "above", np.maximum(every, 0).sum(axis=0)),
            Curve("against", "below", np.maximum(-every, 0).sum(axis=0)),
        )
        shown, chosen = Curve("probability", "columns", likely), chosen_where(keep)
        return (
            block_panel(page, page.blocks, stage, "Probability", _LIKELY, shown, *told, chosen=chosen),
            block_panel(page, page.blocks, stage, "For and against", _SPOKEN, *speaking, *told, chosen=chosen),
        )

    def strongest(self, block: int, count: int = 3) -> list[tuple[str, float]]:
        """Return the families that said most about a block, for or against."""
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
    """Return for each family the places of its signals."""
    family = {name: each for each, names in families().items() for name in names}
    of_each = [family.get(name, _NAMES) for name in columns()]
    return {each: np.flatnonzero([found == each for found in of_each]) for each in dict.fromkeys(of_each)}

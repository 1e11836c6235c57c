"""What a model file of `consensus` holds: a lexicon of class names, trees for blocks, and trees for kinds of pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from webwinnow.errors import ModelError
from webwinnow.extractors.consensus.features import Table, signal_names
from webwinnow.extractors.consensus.lexicon import NAMES, lexicon_columns
from webwinnow.extractors.consensus.own_signals import LANDMARKS
from webwinnow.models import Model
from webwinnow.signals.symmetric_trees import SymmetricTrees, in_a_row, join, split

Numbers = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Learned:
    """A model in the form in which it judges."""

    lexicon: Mapping[str, float]
    trees: SymmetricTrees
    """Judge the blocks."""
    kinds: Mapping[str, SymmetricTrees]
    """Judge the page: one forest for each kind."""
    mean: Numbers
    """Of each signal over all training pages: what a silenced signal is set to."""
    without_landmarks: float
    """The share of the training pages that have none of HTML5's landmarks."""
    _all_kinds: SymmetricTrees | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Put the trees of all kinds together."""
        object.__setattr__(self, "_all_kinds", in_a_row(list(self.kinds.values())) if self.kinds else None)

    def kind_odds(self, described: Numbers) -> Numbers:
        """Give the log odds of each kind of page, from the page's signals on average (see `page_items`)."""
        if self._all_kinds is None:
            return np.zeros(0, dtype=np.float32)
        starts = np.cumsum([0, *(len(each.column) for each in self.kinds.values())])[:-1]
        odds: Numbers = np.add.reduceat(self._all_kinds.said(described[0]), starts)
        return odds + np.array([each.start for each in self.kinds.values()], dtype=np.float32)

    def items(self, signals: Table) -> Numbers:
        """Join a page's signals with what the lexicon says of its names."""
        names = lexicon_columns(signals.names, signals.lineage, signals.place, self.lexicon)
        return np.concatenate([signals.values.T, names.T]).T  # the values of a signal stay side by side


def page_items(items: Numbers, words: npt.NDArray[Any]) -> Numbers:
    """Describe a page by the means of its blocks' signals: once each block counts the same, once each word."""
    weights = (words / max(float(words.sum()), 1e-9)).astype(np.float32)
    return np.concatenate([items.mean(axis=0), weights @ items])[None]


def columns() -> tuple[str, ...]:
    """Name the inputs of the trees, in order."""
    return (*signal_names(), *NAMES)


def has_landmarks(items: Numbers) -> bool:
    """Tell whether a page has any of HTML5's landmarks around its text."""
    return bool(items[:, _landmarks()].any())


@cache
def _landmarks() -> list[int]:
    return [columns().index(f"in {name}") for name in LANDMARKS]


def learned(model: Model) -> Learned:
    """Unpack a model file; one that was made for other signals is refused."""
    if tuple(model.settings["signals"]) != columns():
        raise ModelError("the consensus model was trained for other signals than this version has: train it again")
    words = model.arrays["lexicon words"].tobytes().decode().splitlines()
    lexicon = dict(zip(words, model.arrays["lexicon scores"].astype(float).tolist(), strict=True))
    kinds = {kind: split(model.arrays, kind) for kind in model.settings["kinds"]}
    share = float(model.settings["without landmarks"])
    return Learned(lexicon, split(model.arrays, "blocks"), kinds, model.arrays["mean"], share)


def packed(found: Learned, settings: Mapping[str, Any]) -> Model:
    """Pack into a model file."""
    arrays: dict[str, npt.NDArray[Any]] = {
        "mean": found.mean,
        "lexicon words": np.frombuffer("\n".join(found.lexicon).encode(), np.uint8),
        "lexicon scores": np.array(list(found.lexicon.values()), dtype=np.float16),
        **join(found.trees, "blocks"),
    }
    for kind, trees in found.kinds.items():
        arrays |= join(trees, kind)
    about = {"signals": list(columns()), "kinds": list(found.kinds), "without landmarks": found.without_landmarks}
    return Model("consensus", {**settings, **about}, arrays)

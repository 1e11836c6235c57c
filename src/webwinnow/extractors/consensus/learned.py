"""What a model file of `consensus` holds: scales of the signals, a lexicon of class names, and networks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.errors import ModelError
from webwinnow.extractors.consensus.features import Table, signal_names
from webwinnow.extractors.consensus.lexicon import NAMES, lexicon_columns
from webwinnow.models import Model
from webwinnow.signals.context_network import NAMES as WEIGHTS
from webwinnow.signals.context_network import Judgement, judge
from webwinnow.signals.symmetric_trees import SymmetricTrees

Numbers = npt.NDArray[np.float32]
FURTHEST: Final = 6.0
"""Deviations from the mean beyond which a signal says no more."""


@dataclass(frozen=True, slots=True)
class Learned:
    """A model in the form in which it judges."""

    mean: Numbers
    deviation: Numbers
    lexicon: Mapping[str, float]
    trees: SymmetricTrees
    networks: tuple[Mapping[str, Numbers], ...]
    kinds: tuple[str, ...]

    def items(self, signals: Table) -> Numbers:
        """Put a page's signals on the scales that the networks know."""
        names = lexicon_columns(signals.names, signals.parent, signals.place, self.lexicon)
        return scaled(np.hstack([signals.values, names]), self.mean, self.deviation)

    def judge(self, items: Numbers, importance: Numbers) -> Judgement:
        """Let trees and networks judge a page's blocks, with equal weight: they err on different pages."""
        judged = [judge(network, items, importance) for network in self.networks]
        odds = 0.5 * self.trees.odds(items) + 0.5 * np.mean([each.odds for each in judged], axis=0)
        return Judgement(odds, np.mean([each.kinds for each in judged], axis=0))


def scaled(values: Numbers, mean: Numbers, deviation: Numbers) -> Numbers:
    """Measure values in deviations from the mean, within bounds."""
    bounded: Numbers = np.clip((values - mean) / deviation, -FURTHEST, FURTHEST)
    return bounded


def columns() -> tuple[str, ...]:
    """Name the inputs of the networks, in order."""
    return (*signal_names(), *NAMES)


def learned(model: Model) -> Learned:
    """Unpack a model file; one that was made for other signals is refused."""
    if tuple(model.settings["signals"]) != columns():
        raise ModelError("the consensus model was trained for other signals than this version has: train it again")
    words = model.arrays["lexicon words"].tobytes().decode().split("\n")
    lexicon = dict(zip(words, model.arrays["lexicon scores"].astype(float).tolist(), strict=True))
    networks = tuple(_network(model.arrays, number) for number in range(int(model.settings["networks"])))
    kinds = tuple(model.settings["kinds"])
    return Learned(model.arrays["mean"], model.arrays["deviation"], lexicon, _trees(model), networks, kinds)


def packed(found: Learned, settings: Mapping[str, Any]) -> Model:
    """Pack into a model file, with weights rounded to half precision: a third of the size, the same answers."""
    arrays: dict[str, npt.NDArray[Any]] = {"mean": found.mean, "deviation": found.deviation}
    arrays["lexicon words"] = np.frombuffer("\n".join(found.lexicon).encode(), np.uint8)
    arrays["lexicon scores"] = np.array(list(found.lexicon.values()), dtype=np.float16)
    arrays["tree columns"] = found.trees.column.astype(np.uint16)
    arrays["tree limits"] = found.trees.limit
    arrays["tree leaves"] = found.trees.leaf.astype(np.float16)
    for number, network in enumerate(found.networks):
        arrays |= {f"{name} {number}": network[name].astype(np.float16) for name in WEIGHTS}
    fixed = {
        "signals": list(columns()),
        "networks": len(found.networks),
        "start": found.trees.start,
        "kinds": list(found.kinds),
    }
    return Model("consensus", {**settings, **fixed}, arrays)


def _trees(model: Model) -> SymmetricTrees:
    arrays = model.arrays
    leaves = arrays["tree leaves"].astype(np.float32)
    return SymmetricTrees(
        arrays["tree columns"].astype(np.intp), arrays["tree limits"], leaves, float(model.settings["start"])
    )


def _network(arrays: Mapping[str, npt.NDArray[Any]], number: int) -> dict[str, Numbers]:
    return {name: arrays[f"{name} {number}"].astype(np.float32) for name in WEIGHTS}

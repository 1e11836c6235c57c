"""Training of `consensus`: lexicon, scales and networks from pages with gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.consensus.features import Table, table
from webwinnow.extractors.consensus.judging import judge_table
from webwinnow.extractors.consensus.learned import Learned, columns, learned, packed, scaled
from webwinnow.extractors.consensus.lexicon import lexicon_columns
from webwinnow.models import Model
from webwinnow.signals.symmetric_trees import SymmetricTrees
from webwinnow.training.examples import Example, fold_of
from webwinnow.training.labels import ENOUGH
from webwinnow.training.lexicon import PARTS, learn_lexicon, lexicons_by_part
from webwinnow.training.network import Pages, Training, train
from webwinnow.training.symmetric_trees import Growing, grow

KINDS: Final = ("article", "documentation", "service", "forum", "listing", "collection", "product")
_GROUPS: Final = (
    lambda name: name.startswith("names "),
    lambda name: name.startswith("meta "),
    lambda name: name in {f"in {each}" for each in ("nav", "header", "footer", "aside", "article", "main", "section")},
    lambda name: "title" in name or "headline" in name,
)
"""Signals that some sites lack altogether; each group is switched off on some pages while training."""


def prepare(page: Document) -> Table:
    """Compute what is learned from: the signals of the blocks."""
    return table(page)


def fit(
    examples: Sequence[Example],
    *,
    networks: int = 2,
    how: Training = Training(),  # noqa: B008  (a frozen value)
    told: Callable[[str], None] = lambda text: None,  # noqa: ARG005  (nobody listens)
) -> Learned:
    """Train on examples whose `prepared` is a table of signals."""
    lexicon = learn_lexicon(examples)
    values = _with_names(examples, lexicons_by_part(examples))
    mean, deviation = _scales(values)
    pages = Pages(
        [scaled(each, mean, deviation) for each in values],
        [each.shares >= ENOUGH for each in examples],
        [each.prepared.words for each in examples],
        [KINDS.index(each.kind) if each.kind in KINDS else -1 for each in examples],
        _weights(examples),
    )
    trees = _grown(pages, told)
    groups = [np.flatnonzero([chosen(name) for name in columns()]) for chosen in _GROUPS]
    trained = []
    for seed in range(networks):

        def tell(epoch: int, loss: float, seed: int = seed) -> None:
            told(f"network {seed + 1} of {networks}, epoch {epoch + 1} of {how.epochs}: loss {loss:.4f}")

        trained.append(train(pages, groups, len(KINDS), replace(how, seed=seed), tell))
    return Learned(mean, deviation, lexicon, trees, tuple(trained), KINDS)


def pack(found: Learned, settings: dict[str, Any]) -> Model:
    """Make the model's file."""
    return packed(found, settings)


def keep(found: Learned, prepared: Table) -> npt.NDArray[np.bool_]:
    """Decide which blocks of a page are content."""
    return judge_table(prepared, found).keep


def rounded(found: Learned) -> Learned:
    """Give the model as it will be read from its file."""
    return learned(packed(found, {}))


def _grown(pages: Pages, told: Callable[[str], None]) -> SymmetricTrees:
    """Grow trees on the blocks of all pages; each block weighs by its share of the page's content."""
    per_page = zip(pages.labels, pages.words, pages.weights, strict=True)
    weights = np.concatenate([page * (words + 1) / ((words * labels).sum() + 30) for labels, words, page in per_page])
    values, labels = np.concatenate(pages.items), np.concatenate(pages.labels)
    how = Growing()
    return grow(values, labels, weights / weights.mean(), how, lambda tree: told(f"tree {tree + 1} of {how.trees}"))


def _with_names(examples: Sequence[Example], lexicons: Sequence[dict[str, float]]) -> list[npt.NDArray[np.float32]]:
    """Join the signals of each page with what a lexicon that does not know its site says."""
    joined = []
    for example in examples:
        signals: Table = example.prepared
        lexicon = lexicons[fold_of(example.site, PARTS)]
        names = lexicon_columns(signals.names, signals.parent, signals.place, lexicon)
        joined.append(np.hstack([signals.values, names]))
    return joined


def _scales(values: Sequence[npt.NDArray[np.float32]]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    everything = np.concatenate(values)
    return everything.mean(axis=0, dtype=np.float64).astype(np.float32), (
        everything.std(axis=0, dtype=np.float64) + 1e-6
    ).astype(np.float32)


def _weights(examples: Sequence[Example]) -> npt.NDArray[np.float64]:
    """Let each package count by the square root of its pages, so that the largest does not set the convention."""
    pages = Counter(each.package for each in examples)
    weights = np.array([pages[each.package] ** -0.5 for each in examples])
    scaled_to_one: npt.NDArray[np.float64] = weights / weights.mean()
    return scaled_to_one

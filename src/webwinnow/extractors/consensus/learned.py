"""What a model of consensus holds, in the form in which it judges, and what a page is described to it by.

A model has a lexicon of class names, trees for blocks, trees for kinds of pages, and weights for lists of posts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.errors import ModelError
from webwinnow.extractors.consensus.discussion import FIGURES
from webwinnow.extractors.consensus.features import signal_names
from webwinnow.extractors.consensus.ground import Numbers
from webwinnow.extractors.consensus.lexicon import LEXICON_NAMES, Lexicon
from webwinnow.extractors.consensus.text_signals import LANDMARKS
from webwinnow.extractors.consensus.wholes import FIGURES as WHOLE_FIGURES
from webwinnow.models import Model, require_arrays, unpacking
from webwinnow.signals.symmetric_trees import SymmetricTrees, in_a_row, join, likely, split

Values = npt.NDArray[np.float32]
"""Signals, or log odds."""
_MULTIPLIED: Final = 9_000
"""Numbers that are multiplied at once: for more, OpenBLAS wakes its threads, which then wait busily for the next page
and took a tenth of all processor time (2026-11-18). Columns stay in their groups of four, so results are the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """A model in the form in which it judges."""

    lexicon: Mapping[str, float]
    trees: SymmetricTrees
    """Judge the blocks."""
    kinds: Mapping[str, SymmetricTrees]
    """Judge the page: one forest for each kind."""
    mean: Values
    """The mean of each signal over all training pages: what a silenced signal is set to."""
    without_landmarks: float
    """The share of the training pages that have none of HTML5's landmarks."""
    discussion: Values = field(default_factory=lambda: np.zeros(len(FIGURES), dtype=np.float32))
    """The weight of each figure of a list of posts (see `discussion.FIGURES`)."""
    nothing: SymmetricTrees | None = None
    """Judge whether the page has no main text, where there were such pages to learn from."""
    lists: SymmetricTrees | None = None
    """Judge lists as wholes, by what `trees` say of their blocks and of the text around (see `wholes.FIGURES`)."""
    _all_kinds: SymmetricTrees | None = field(init=False, repr=False, compare=False)
    _first_trees: npt.NDArray[np.intp] = field(init=False, repr=False, compare=False)
    _kind_starts: Values = field(init=False, repr=False, compare=False)
    words: Lexicon = field(init=False, repr=False, compare=False)
    """The lexicon in the form in which it is asked."""

    def __post_init__(self) -> None:
        """Put the trees of all kinds together, and the lexicon into the form in which it is asked."""
        object.__setattr__(self, "words", Lexicon(self.lexicon))
        kinds = list(self.kinds.values())
        object.__setattr__(self, "_all_kinds", in_a_row(kinds) if kinds else None)
        object.__setattr__(self, "_first_trees", np.cumsum([0, *(len(each.column) for each in kinds)])[:-1])
        object.__setattr__(self, "_kind_starts", np.array([each.start for each in kinds], dtype=np.float32))

    def kind_odds(self, described: Values) -> Values:
        """Return the log odds of each kind of page, from the page's signals on average (see `page_items`)."""
        if self._all_kinds is None:
            return np.zeros(0, dtype=np.float32)
        odds: Values = np.add.reduceat(self._all_kinds.said(described[0]), self._first_trees)
        return odds + self._kind_starts


def page_items(items: Values, words: npt.NDArray[Any]) -> Values:
    """Describe a page by the means of its blocks' signals: once each block counts the same, once each word."""
    return described([added_up(items, word_weights(words))], len(words))


def word_weights(words: npt.NDArray[Any]) -> Values:
    """Return the share of the page's words that each block has."""
    return (words / max(float(words.sum()), 1e-9)).astype(np.float32)


def added_up(items: Values, weights: Values) -> Values:
    """Add up the signals of some blocks, once as they are, once by weight."""
    together = max(_MULTIPLIED // len(weights) // 4 * 4, 4)
    count = items.shape[1]
    sums = np.empty(2 * count, dtype=np.float32)
    np.add.reduce(items, axis=0, out=sums[:count])
    for at in range(0, count, together):
        part = items[:, at : at + together]
        np.matmul(weights, part, out=sums[count + at : count + at + part.shape[1]])
    return sums


def described(sums: Sequence[Values], blocks: int) -> Values:
    """Join sums over some of so many blocks to what describes a page."""
    means: Values = sums[0].copy() if len(sums) == 1 else np.add.reduce(sums, axis=0)
    means[: len(means) // 2] /= np.float32(blocks)
    return means[None]


def columns() -> tuple[str, ...]:
    """Name the inputs of the trees, in order."""
    return (*signal_names(), *LEXICON_NAMES)


def has_landmarks(items: Values) -> bool:
    """Tell whether a page has any of HTML5's landmarks around its text."""
    return bool(items[:, landmark_columns()].any())


@cache
def landmark_columns() -> list[int]:
    """Return the columns of HTML5's landmarks."""
    return [columns().index(f"in {name}") for name in LANDMARKS]


def learned(model: Model) -> Learned:
    """Unpack a model file; one that was made for other signals is refused."""
    if list(columns()) != model.settings.get("signals"):
        raise ModelError("the consensus model was trained for other signals than this version has: train it again")
    require_arrays(model, {"lexicon scores": ("words",), "mean": (len(columns()),), "discussion": (len(FIGURES),)})
    with unpacking(model):
        words = model.arrays["lexicon words"].tobytes().decode().splitlines()
        lexicon = dict(zip(words, model.arrays["lexicon scores"].astype(float).tolist(), strict=True))
        kinds = {kind: _forest(model, kind, 2 * len(columns())) for kind in model.settings["kinds"]}
        share = float(model.settings["without landmarks"])
        trees, mean, discussion = (
            _forest(model, "blocks", len(columns())),
            model.arrays["mean"],
            model.arrays["discussion"],
        )
        nothing = _forest(model, "nothing", 2 * len(columns())) if model.settings.get("nothing") else None
        lists = _forest(model, "lists", len(WHOLE_FIGURES)) if model.settings.get("lists") else None
        return Learned(lexicon, trees, kinds, mean, share, discussion, nothing, lists)


def _forest(model: Model, name: str, width: int) -> SymmetricTrees:
    """Unpack the trees of a name; raises ValueError if they ask for more columns than there are."""
    trees = split(model.arrays, name)
    if trees.width > width:
        raise ValueError(f"{name}: trees ask for column {trees.width - 1} of {width}")
    return trees


def packed(found: Learned, settings: Mapping[str, Any]) -> Model:
    """Pack into a model file."""
    arrays: dict[str, npt.NDArray[Any]] = {
        "mean": found.mean,
        "discussion": found.discussion,
        "lexicon words": np.frombuffer("\n".join(found.lexicon).encode(), np.uint8),
        "lexicon scores": np.array(list(found.lexicon.values()), dtype=np.float16),
        **join(found.trees, "blocks"),
    }
    for kind, trees in found.kinds.items():
        arrays |= join(trees, kind)
    arrays |= join(found.nothing, "nothing") if found.nothing else {}
    arrays |= join(found.lists, "lists") if found.lists else {}
    about: dict[str, Any] = {
        name: True for name, trees in (("nothing", found.nothing), ("lists", found.lists)) if trees
    }
    about |= {"signals": list(columns()), "kinds": list(found.kinds), "without landmarks": found.without_landmarks}
    return Model("consensus", {**settings, **about}, arrays)


def kinds_of(described: Numbers, model: Learned) -> dict[str, float]:
    """Return the probability of each kind of page, from the page's signals on average."""
    chances = likely(model.kind_odds(described))
    return dict(zip(model.kinds, (chances / chances.sum()).tolist(), strict=True))

"""Content extraction as sequence labelling: blocks are labelled content or not, each in the light of its neighbours.

Paper: gibson2007; mohammadzadeh2013, section 3.3.2.2 (conditional random field, maximum entropy classifier and maximum
entropy Markov model).
Ours: with two labels, all weights of a block are one number, the score of content over the score of the rest; the best
labels are found by Viterbi in numpy (`signals.viterbi`).
UNSPECIFIED: the features. Ours: words, links, capitals, full stops, dates and element of a block and its neighbours,
its place, and the elements around it, each as one of a few values.
UNSPECIFIED: blocks, "tokens placed in HTML tags (but not in all tags)". Ours: the blocks that readers see.
UNSPECIFIED: the label before the first block. Ours: not content.
UNSPECIFIED: a page whose best labels hold no content at all, which befell 18 of 154 pages with content (every fourth
training page, 2026-11-16). Ours: then each block is judged by itself, as the maximum entropy classifier does.
Deviations: trained on other pages than the paper's (see the card beside the model).   Cost: O(blocks log blocks).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.text_blocks import block_pairs
from webwinnow.errors import ParameterError
from webwinnow.extractors.crf.features import KINDS, observations
from webwinnow.models import Model, load_model, require_columns
from webwinnow.signals.viterbi import best_path
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

METHODS: Final = ("crf", "maxent", "memm")
COLUMNS: Final = tuple(f"{name}: {count}" for name, count in KINDS.items())


@dataclass(frozen=True, slots=True)
class CRF(Extractor):
    """Keeps runs of blocks that belong together: short paragraphs between long ones stay, single teasers go."""

    name: ClassVar[str] = "crf"
    method: str = "crf"
    """`crf`, a conditional random field; `maxent`, each block by itself; `memm`, a maximum entropy Markov model."""
    model: str = ""
    """A file that `webwinnow train crf` made; without one, the model that comes with the package."""

    def __post_init__(self) -> None:
        """Check the choices; a wrong file is refused before any page is read."""
        if self.method not in METHODS:
            raise ParameterError(f"{self.name}: method must be {', '.join(METHODS)}, not {self.method!r}")
        if self.model:
            self._learned()

    def __call__(self, page: Document) -> Spans:
        """Label the blocks."""
        if not len(page.blocks):
            return Spans(size=len(page.source))
        keep = label(self._learned(), observations(page), self.method)
        return page.select(block_pairs(page, page.blocks, keep))

    def _learned(self) -> Model:
        learned = load_model(self.name, "webwinnow.extractors.crf", self.model)
        require_columns(learned, COLUMNS)
        return learned


def label(learned: Model, observed: npt.NDArray[np.int16], method: str = "crf") -> npt.NDArray[np.bool_]:
    """Find the best labels for a page with at least one block."""
    found = {"crf": _random_field, "memm": _markov_model, "maxent": _one_by_one}[method](learned, observed)
    return found if found.any() else _one_by_one(learned, observed)


def _random_field(learned: Model, observed: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    state = np.pad(_summed(learned, "crf", observed), [(0, 0), (1, 0)])  # the other label scores 0
    steps = learned.arrays["crf transitions"].astype(np.float64)[None] + state[1:, None, :]
    return best_path(state[0], steps).astype(np.bool_)


def _markov_model(learned: Model, observed: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    odds = _summed(learned, "memm", observed)  # a column for each label before
    steps = np.stack([-np.logaddexp(0, odds), -np.logaddexp(0, -odds)], axis=2)
    return best_path(steps[0, 0], steps[1:]).astype(np.bool_)


def _one_by_one(learned: Model, observed: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    likely: npt.NDArray[np.bool_] = _summed(learned, "maxent", observed)[:, 0] > 0
    return likely


def _summed(learned: Model, method: str, observed: npt.NDArray[np.int16]) -> npt.NDArray[np.float64]:
    """Add up the weights of what was observed."""
    weights = learned.arrays[f"{method} weights"].astype(np.float64)
    total: npt.NDArray[np.float64] = weights[observed].sum(axis=1) + learned.arrays[f"{method} start"]
    return total

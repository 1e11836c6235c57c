"""Boilerplate detection using shallow text features: each text block is judged by its looks, not by what it says.

Paper: kohlschuetter2010; mohammadzadeh2013, section 3.3.2.1 (the feature set, decision tree and linear support vector
machine).
UNSPECIFIED: what of the local context is looked at besides positions. Ours: the same figures of the block before and of
the block behind, as the features of kohlschuetter2010.
UNSPECIFIED: what date and time tokens are. Ours: years, and numbers parted by a colon, slash, dot or hyphen.
UNSPECIFIED: how large trees are. Ours: at most 64 leaves, each with 40 blocks of the training pages or more.
UNSPECIFIED: whether a block stands in a paragraph or heading if another block-level element is in between. Ours: it
does.
Deviations: trained on other pages than the paper's (see the card beside the model); words are those of our splitter, in
every script.   Cost: O(page).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.text_blocks import atoms, block_pairs
from webwinnow.errors import ParameterError
from webwinnow.extractors.shallow.features import columns, own_figures, with_neighbours
from webwinnow.models import Model, load_model, require_columns
from webwinnow.signals import decision_tree, linear_model
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

CLASSIFIERS: Final = ("tree", "svm")


@dataclass(frozen=True, slots=True)
class Shallow(Extractor):
    """Keeps long blocks with few links and their kind: solid on articles, loses headings and short list items."""

    name: ClassVar[str] = "shallow"
    classifier: str = "tree"
    """`tree`, a decision tree, or `svm`, a linear support vector machine."""
    model: str = ""
    """A file that `webwinnow train shallow` made; without one, the model that comes with the package."""

    def __post_init__(self) -> None:
        """Check the choices; a wrong file is refused before any page is read."""
        if self.classifier not in CLASSIFIERS:
            raise ParameterError(f"{self.name}: classifier must be {' or '.join(CLASSIFIERS)}, not {self.classifier!r}")
        if self.model:
            self._learned()

    def __call__(self, page: Document) -> Spans:
        """Judge the text blocks."""
        blocks = atoms(page)
        if not len(blocks):
            return Spans(size=len(page.source))
        keep = judge(self._learned(), own_figures(page, blocks), self.classifier)
        return page.select(block_pairs(page, blocks, keep))

    def _learned(self) -> Model:
        learned = load_model(self.name, "webwinnow.extractors.shallow", self.model)
        require_columns(learned, columns())
        return learned


def judge(learned: Model, own: npt.NDArray[np.float32], classifier: str = "tree") -> npt.NDArray[np.bool_]:
    """Decide for each block from its own figures and those of its neighbours."""
    rows = with_neighbours(own)
    if classifier == "tree":
        return decision_tree.judge_trees(learned.group("tree"), rows) > 0.5
    return linear_model.judge_linear(learned.group("svm"), rows) > 0

"""Training of `shallow`: a decision tree and a support vector machine over shallow features of text blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.blocks import atoms
from webwinnow.extractors.shallow import CLASSIFIERS, columns, judge, own_figures, with_neighbours
from webwinnow.models import Model
from webwinnow.training import with_settings
from webwinnow.training.classifiers import TRAINED, Arrays, named
from webwinnow.training.examples import ENOUGH, Example, word_shares

_WORDS_FIGURE: Final = 2
"""The column of own figures that counts the words."""


@dataclass(frozen=True, slots=True)
class ShallowBlocks:
    """Figures of a page's text blocks, where they stand, and the block of each word."""

    figures: npt.NDArray[np.float32]
    pairs: npt.NDArray[np.int32]
    of_word: npt.NDArray[np.int32]


def prepare(page: Document) -> ShallowBlocks:
    """Compute what is learned from."""
    blocks = atoms(page)
    first, last = blocks.runs[blocks.first[:-1]], blocks.runs[blocks.first[1:] - 1]
    run = np.searchsorted(page.runs.start[blocks.runs], page.words.start, side="right") - 1
    pairs = np.column_stack([page.runs.start[first], page.runs.end[last]])
    return ShallowBlocks(own_figures(page, blocks), pairs, blocks.of_run[run].astype(np.int32))


def fit(examples: Sequence[Example], *, report: Callable[[str], None] = lambda text: None) -> Model:  # noqa: ARG005
    """Train both classifiers on all blocks that hold words."""
    rows, marks, weights = _table(examples)
    arrays: Arrays = {}
    for name in CLASSIFIERS:
        report(f"{name}: {len(rows)} blocks")
        arrays |= named(name, TRAINED[name](rows, marks, weights))
    return Model("shallow", {"columns": list(columns())}, arrays)


def keep(found: Model, prepared: ShallowBlocks, classifier: str = "tree") -> npt.NDArray[np.int32]:
    """Return the blocks that are content, as pairs of offsets."""
    return prepared.pairs[judge(found, prepared.figures, classifier)]


pack = with_settings


def _table(
    examples: Sequence[Example],
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    """Join the blocks of all pages; long ones count more, as the logarithm of their words."""
    rows, marks = [], []
    for example in examples:
        blocks: ShallowBlocks = example.prepared
        shares = word_shares(blocks.of_word.astype(np.intp), example.in_gold, len(blocks.figures))
        with_words = blocks.figures[:, _WORDS_FIGURE] > 0
        rows.append(with_neighbours(blocks.figures)[with_words])
        marks.append(shares[with_words] >= ENOUGH)
    table = np.concatenate(rows)
    return table, np.concatenate(marks), np.log1p(table[:, _WORDS_FIGURE]).astype(np.float64)

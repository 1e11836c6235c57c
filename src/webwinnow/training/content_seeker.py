"""Training of `content-seeker`: four classifiers for two questions about the elements of a page."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.content_seeker import CLASSIFIERS, Segments, columns, seek, segments
from webwinnow.models import Model
from webwinnow.training import with_settings
from webwinnow.training.classifiers import TRAINED, Arrays, named
from webwinnow.training.examples import Example

_NEARLY: Final = 0.1
"""A segment is uniform if at most this share of its words is of the other kind."""


@dataclass(frozen=True, slots=True)
class SegmentedPage:
    """A page's segments, the words of each, and the page itself for the heuristics."""

    measured: Segments
    first_word: npt.NDArray[np.int32]
    end_word: npt.NDArray[np.int32]
    """Per segment: its words are these."""
    source: bytes
    """Compressed."""


def prepare(page: Document) -> SegmentedPage:
    """Compute what is learned from."""
    measured, elements = segments(page), page.elements
    start = page.tokens.gap_start[elements.first[measured.element] + 1]
    end = page.tokens.gap_end[elements.close[measured.element]]
    first, last = (np.searchsorted(page.words.start, each).astype(np.int32) for each in (start, end))
    return SegmentedPage(measured, first, last, zlib.compress(page.source.encode(), 1))


def fit(examples: Sequence[Example], *, report: Callable[[str], None] = lambda text: None) -> Model:  # noqa: ARG005
    """Train all classifiers for both questions."""
    rows = np.concatenate([each.prepared.measured.rows for each in examples])
    words = np.concatenate([each.prepared.end_word - each.prepared.first_word for each in examples])
    share = np.concatenate([_shares(each) for each in examples])
    answers = {"granularity": (share <= _NEARLY) | (share >= 1 - _NEARLY), "content": share > 0.5}
    arrays: Arrays = {}
    for question, marks in answers.items():
        for name in CLASSIFIERS:
            report(f"{question} by {name}: {len(rows)} segments")
            arrays |= named(f"{question} {name}", TRAINED[name](rows, marks, np.log1p(words).astype(np.float64)))
    return Model("content-seeker", {"columns": list(columns())}, arrays)


def keep(
    found: Model, prepared: SegmentedPage, classifier: str = "forest", *, heuristics: bool = True
) -> npt.NDArray[np.int32]:
    """Return the text that is content, as pairs of offsets."""
    page = Document(zlib.decompress(prepared.source).decode())
    return seek(found, page, prepared.measured, classifier, heuristics=heuristics)


pack = with_settings


def _shares(example: Example) -> npt.NDArray[np.float64]:
    """Return for each segment the share of its words that the gold has."""
    prepared: SegmentedPage = example.prepared
    before = np.concatenate([[0], np.cumsum(example.in_gold)])
    matched, words = before[prepared.end_word] - before[prepared.first_word], prepared.end_word - prepared.first_word
    share: npt.NDArray[np.float64] = matched / np.maximum(words, 1)
    return share

"""How much each text speaks of each query: the cosine of their vectors over the query's dictionary.

Paper: mohammadzadeh2013, section 6.6.3.3, formula 6.2; weights tf as in section 6.6.3.2, or tf-idf by formulas 2.8 and
2.9. The normalised tf of formula 2.7 divides all weights of a text by the same number, which leaves its cosines as
they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.signals.similarity import Weights, cosines, inverse_text_frequencies, weighted
from webwinnow.trends.dictionaries import Dictionary, frequencies
from webwinnow.trends.stream import TermStream


@dataclass(frozen=True, slots=True)
class Scores:
    """A row for each text, a column for each query."""

    cosine: Weights
    keywords: npt.NDArray[np.int32]
    """How many keywords the text has, each as often as it occurs."""


def score(stream: TermStream, dictionaries: Sequence[Dictionary], *, idf: bool = False) -> Scores:
    """Compare all texts with all queries; `idf` weighs terms down that many texts have."""
    columns = [_column(stream, dictionary, idf=idf) for dictionary in dictionaries]
    cosine, keywords = zip(*columns, strict=True) if columns else ((), ())
    shape = (stream.texts, len(columns))
    return Scores(
        np.array(cosine, dtype=np.float64).T.reshape(shape), np.array(keywords, dtype=np.int32).T.reshape(shape)
    )


def _column(stream: TermStream, dictionary: Dictionary, *, idf: bool) -> tuple[Weights, npt.NDArray[np.int32]]:
    vectors, query = frequencies(stream, dictionary), dictionary.weights
    keywords = np.bincount(vectors.text, vectors.weight, minlength=stream.texts).astype(np.int32)
    if idf:
        rarity = inverse_text_frequencies(vectors)
        vectors, query = weighted(vectors, rarity), query * rarity
    return cosines(vectors, query), keywords

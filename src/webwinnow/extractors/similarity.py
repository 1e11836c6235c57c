"""Similarity: the paragraphs that speak of what the headline speaks of, wherever they stand.

Paper: mohammadzadeh2013, section 7.2.3 (an idea for the future, so most is open): after stop words are removed and
words stemmed, the sentences and paragraphs of the main content are alike by cosine with tf or tf-idf weights.
Ours: texts are not compared with each other, which would take texts times texts, but with what they have in common:
the headline is the first query, then the sum of the texts most like the query before. All are sparse columns.
UNSPECIFIED: what is compared. Ours: blocks, the paragraphs as readers see them. UNSPECIFIED: where to start. Ours: the
headline and the title. UNSPECIFIED: how alike is enough. Ours: `threshold`, by the sweep below. UNSPECIFIED: stop
words and stems. Ours: short lists of our own for 27 languages, PyStemmer for 32; others keep all words as they are.
Deviations: none.   Cost: O(words log words), for sorting them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.headline import find_headline
from webwinnow.language.terms import language_of, stems, stop_words, terms
from webwinnow.signals import similarity
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, Threshold, block_panel, chosen_where, kept_text

WEIGHTS: Final = ("tf", "tfidf")
_SEEN: Final = (
    "The cosine between the words of each block and those of the blocks most like the headline. Chosen are the blocks"
    " that are alike enough. Sections 5.3.2 and 7.2.3 of mohammadzadeh2013."
)


@dataclass(frozen=True, slots=True)
class Similarity(Extractor):
    """Keeps paragraphs that share words with the headline and each other: blind to structure, weak on short ones."""

    name: ClassVar[str] = "similarity"
    weights: str = "tf"
    """tf or tfidf."""
    threshold: float = 0.05
    """How alike a paragraph must be to the others. Of 0.03 to 0.3 on 100 pages of wcxb-dev, 0.05 lost nothing against
    0.03 and kept fewer menus (2026-11-16)."""
    rounds: int = 2
    """How often the query is made anew of the paragraphs found. For 0, 1, 2, 3, 5, F1 is .718 .767 .757 .752 .747
    (word-bag F1, mean of wcxb-dev, fundus and daniel-waddle, 40 pages each, 2026-11-16)."""
    stem: bool = True
    """Whether words lose their endings; needs PyStemmer."""

    def __post_init__(self) -> None:
        """Check the ranges."""
        self.require_range("threshold", 0, 1)
        self.require_range("rounds", 0, 20)
        self.require_choice("weights", WEIGHTS)

    def __call__(self, page: Document) -> Spans:
        """Keep the blocks that are alike enough."""
        return page.select_blocks(self.alike(page) >= self.threshold) if len(page.words) else page.select([])

    def alike(self, page: Document) -> npt.NDArray[np.float64]:
        """Compare the blocks of a page that has words with its headline, then with those that are alike."""
        vectors, query = self._vectors(page)
        alike = similarity.cosines(vectors, query)
        for _ in range(self.rounds):
            alike = similarity.cosines(vectors, similarity.centroid(vectors, alike >= self.threshold))
        return alike

    def curves(self, page: Document) -> Panels:
        """Show how alike each block is to the others, and the text that is kept."""
        kept = kept_text(page, str(self), self(page))
        if not len(page.words):
            return (kept,)
        alike = self.alike(page)
        panel = block_panel(
            page,
            page.blocks,
            str(self),
            "Similarity of each block",
            _SEEN,
            Curve("cosine", "columns", alike),
            chosen=chosen_where(alike >= self.threshold),
            thresholds=(Threshold(self.threshold, "at least:"),),
        )
        return panel, kept

    def _vectors(self, page: Document) -> tuple[similarity.Vectors, npt.NDArray[np.float64]]:
        """Make vectors of the page's blocks, and a query of its headline and title."""
        known = page.terms
        headline = find_headline(page)
        asked = terms(" ".join([page.title or "", headline.text if headline else ""]))
        number, query, size = self._reduced(known.vocabulary, asked, language_of(known))
        term = number[known.number]
        block = _block_of_words(page)
        kept = (term >= 0) & (block >= 0)
        vectors = similarity.term_frequencies(block[kept], term[kept], texts=len(page.blocks), terms=size)
        rarity = similarity.inverse_text_frequencies(vectors) if self.weights == "tfidf" else np.ones(size)
        return similarity.weighted(vectors, rarity), query * rarity

    def _reduced(
        self, vocabulary: Collection[str], asked: list[str], language: str | None
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64], int]:
        """Number the vocabulary anew: -1 for stop words, one number for each stem; count the stems asked for."""
        stops = stop_words().get(language or "", frozenset())
        every = [*vocabulary, *asked]
        stemmed = stems(every, language) if self.stem else every
        numbers: dict[str, int] = {}
        number = [
            -1 if term in stops else numbers.setdefault(stem, len(numbers))
            for term, stem in zip(every, stemmed, strict=True)
        ]
        wanted = np.array([each for each in number[len(vocabulary) :] if each >= 0], dtype=np.intp)
        query = np.bincount(wanted, minlength=len(numbers)).astype(np.float64)
        return np.array(number[: len(vocabulary)], dtype=np.int32), query, len(numbers)


def _block_of_words(page: Document) -> npt.NDArray[np.intp]:
    """Find for each word the block that it stands in; -1 where a filter has hidden the start of its run."""
    of_run = np.full(len(page.runs), -1, dtype=np.intp)
    of_run[page.blocks.runs] = page.blocks.of_run
    return of_run[np.searchsorted(page.runs.start, page.words.start, side="right") - 1]

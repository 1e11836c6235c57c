"""Maximum subsequence segmentation: naive Bayes scores every token, and the stretch with the largest sum is kept.

Paper: pasternack2009; mohammadzadeh2013, section 3.3.1.4, formula 3.5 and Algorithm 8. The features of a token are the
trigram of it and its two successors, and the tag around it; its score is p - 0.5.
Ours: sums are differences of prefix sums (`signals.subarray`), which finds the stretch that Algorithm 8 finds. Porter's
stems are looked up, not computed: the model holds the words of its training pages with the stem of each.
UNSPECIFIED: the smoothing of naive Bayes. Ours: every trigram has been seen once more in text of both kinds, in
proportion; the same for tags.
UNSPECIFIED: the parent of a tag. Ours: the element around the one that it opens or closes.
UNSPECIFIED: what of the tags is content in training. Ours: tags between two words of the content.
Deviations: a model is finite. Words that it does not hold are one token, and trigrams that it does not hold say
nothing, so that only the tag around the token speaks.   Cost: O(tokens log words of the model).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.mss.tokens import PARENTS, Tokens, read_tokens, token_numbers, trigrams
from webwinnow.models import Model, load_model, require_columns
from webwinnow.signals.subarray import best_stretch
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

COLUMNS = ("trigram", f"one of {PARENTS} parents")


@dataclass(frozen=True, slots=True)
class MSS(Extractor):
    """Keeps one contiguous stretch: good on news articles in languages that it was trained on."""

    name: ClassVar[str] = "mss"
    model: str = ""
    """A file that `webwinnow train mss` made; without one, the model that comes with the package."""

    def __post_init__(self) -> None:
        """Refuse a wrong file before any page is read."""
        if self.model:
            self._learned()

    def __call__(self, page: Document) -> Spans:
        """Score the tokens and keep the best stretch."""
        tokens = read_tokens(page)
        return page.select(stretch(tokens, scores(self._learned(), tokens)))

    def _learned(self) -> Model:
        learned = load_model(self.name, "webwinnow.extractors.mss", self.model)
        require_columns(learned, COLUMNS)
        return learned


def scores(learned: Model, tokens: Tokens) -> npt.NDArray[np.float64]:
    """Give p - 0.5 for each token: what decides, and what pictures show."""
    arrays = learned.arrays
    odds = float(arrays["prior"][0]) + arrays["parents"].astype(np.float64)[tokens.parent]
    odds += _looked_up(arrays["trigrams"], arrays["trigram odds"], trigrams_of(learned, tokens))
    likely: npt.NDArray[np.float64] = 1 / (1 + np.exp(-odds))
    return likely - 0.5


def trigrams_of(learned: Model, tokens: Tokens) -> npt.NDArray[np.uint32]:
    """Hash the trigrams of the tokens as the model numbers them."""
    return trigrams(token_numbers(tokens, learned.arrays["words"], learned.arrays["stems"]))


def stretch(tokens: Tokens, score: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Give the offsets of the best stretch; none on a page without words."""
    if tokens.is_tag.all():
        return np.empty((0, 2), dtype=np.int64)
    first, last = best_stretch(score)
    return np.array([[tokens.start[first], tokens.end[last]]], dtype=np.int64)


def _looked_up(keys: npt.NDArray[Any], values: npt.NDArray[Any], wanted: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Find the value of each wanted key; 0 where there is none."""
    if not len(keys):
        return np.zeros(len(wanted))
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[place] == wanted, values[place].astype(np.float64), 0.0)

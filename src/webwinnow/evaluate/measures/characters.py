"""Characters: the longest common subsequence of the texts, character by character.

Paper: gottron2007, sections 3 (measure 1) and 4.2. Punctuation, symbols, case and the length of words count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from webwinnow.evaluate.alignment import common_length
from webwinnow.evaluate.measures.folding import fold_space
from webwinnow.evaluate.measures.measure import Found, Gold, Specified, at_least_one
from webwinnow.evaluate.measures.optional_headline import check_headline, texts
from webwinnow.evaluate.score import Score

_ANCHOR: Final = 24
"""Characters of an anchor above the limit: long enough to occur once, short enough to lie in a sentence."""


@dataclass(frozen=True, slots=True)
class Characters(Specified):
    """Precision, recall and F1 over characters; runs of white space count as one space.

    Exact up to gold and found of `limit` characters each, or as many pairs in another shape (0.4 s at the
    default); above, the score is a lower bound and says so.
    """

    name: ClassVar[str] = "characters"
    columns: ClassVar[tuple[str, ...]] = ("precision", "recall", "f1")

    limit: int = 100_000
    headline: str = "as-is"

    def __post_init__(self) -> None:
        """Check the parameters."""
        at_least_one("limit", self.limit)
        check_headline(self.headline)

    def __call__(self, gold: Gold, found: Found) -> Score | None:
        """Compare the texts; None without gold text."""
        pair = texts(gold, found, self.headline)
        if pair is None:
            return None
        mine, theirs = fold_space(pair[0]), fold_space(pair[1])
        common = common_length(mine, theirs, limit=self.limit, width=_ANCHOR)
        return Score.from_counts(common.length, len(theirs), len(mine), approximate=common.approximate)

"""Word sequence: the longest common subsequence of the texts, word by word.

Paper: gottron2007, sections 3 (measure 2) and 4.2; mohammadzadeh2013, formulas 2.12 and 4.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from webwinnow.evaluate.alignment import common_length, intern_words
from webwinnow.evaluate.measures.folding import WORD_RULES
from webwinnow.evaluate.measures.measure import Found, Gold, Specified, at_least_one, one_of
from webwinnow.evaluate.measures.optional_headline import check_headline, texts
from webwinnow.evaluate.score import Score

_ANCHOR: Final = 4
"""Words of an anchor above the limit."""


@dataclass(frozen=True, slots=True)
class WordSequence(Specified):
    """Precision, recall and F1 over words in their order.

    Exact up to gold and found of `limit` words each, or as many pairs in another shape (0.3 s at the default);
    above, the score is a lower bound and says so.
    """

    name: ClassVar[str] = "word-sequence"
    columns: ClassVar[tuple[str, ...]] = ("precision", "recall", "f1")

    rule: str = "unicode"
    limit: int = 50_000
    headline: str = "as-is"

    def __post_init__(self) -> None:
        """Check the parameters."""
        one_of("rule", self.rule, tuple(WORD_RULES))
        at_least_one("limit", self.limit)
        check_headline(self.headline)

    def __call__(self, gold: Gold, found: Found) -> Score | None:
        """Compare the texts; None without gold text."""
        pair = texts(gold, found, self.headline)
        if pair is None:
            return None
        mine, theirs = map(WORD_RULES[self.rule], pair)
        letters = intern_words(mine, theirs)
        common = common_length(letters.gold, letters.found, limit=self.limit, width=_ANCHOR)
        approximate = common.approximate or not letters.complete
        return Score.from_counts(common.length, len(theirs), len(mine), approximate=approximate)

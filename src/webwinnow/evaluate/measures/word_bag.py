"""Bag of words: how often each word occurs, in any order.

Paper: gottron2007, sections 3 (measure 3) and 4.2: of each word, the smaller number of occurrences is common.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from webwinnow.evaluate.measures.folding import WORD_RULES
from webwinnow.evaluate.measures.measure import Found, Gold, Specified, one_of
from webwinnow.evaluate.measures.optional_headline import check_headline, texts
from webwinnow.evaluate.score import Score


@dataclass(frozen=True, slots=True)
class WordBag(Specified):
    r"""Precision, recall and F1 over words in any order; `rule=plain` is the lower-case `\w+` others publish."""

    name: ClassVar[str] = "word-bag"
    columns: ClassVar[tuple[str, ...]] = ("precision", "recall", "f1")

    rule: str = "unicode"
    headline: str = "as-is"

    def __post_init__(self) -> None:
        """Check the parameters."""
        one_of("rule", self.rule, tuple(WORD_RULES))
        check_headline(self.headline)

    def __call__(self, gold: Gold, found: Found) -> Score | None:
        """Compare the texts; None without gold text."""
        pair = texts(gold, found, self.headline)
        return None if pair is None else bag_score(*map(WORD_RULES[self.rule], pair))


def bag_score(gold: list[str], found: list[str]) -> Score:
    """Score items that may occur more than once."""
    in_gold, in_found = Counter(gold), Counter(found)
    common = sum(min(in_gold[item], in_found[item]) for item in in_gold.keys() & in_found.keys())
    return Score.from_counts(common, len(found), len(gold))

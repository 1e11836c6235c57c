"""Measures of words: in their order, in any order, and which words occur at all.

Paper: gottron2007, sections 3 (measures 2 to 4) and 4.2; mohammadzadeh2013, formulas 2.12 and 4.1 (the sequence).
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from webwinnow.evaluate.alignment import common_length, intern_words
from webwinnow.evaluate.folding import WORD_RULES
from webwinnow.evaluate.measures.measure import Score, at_least_one, one_of
from webwinnow.evaluate.measures.optional_headline import TextMeasure, check_headline


@dataclass(frozen=True, slots=True)
class _OfWords(TextMeasure):
    """Counts words, wherever they stand."""

    rule: str = "unicode"
    headline: str = "as-is"

    def __post_init__(self) -> None:
        """Check the parameters."""
        one_of("rule", self.rule, tuple(WORD_RULES))
        check_headline(self.headline)

    def compare(self, gold: str, found: str) -> Score:
        """Score the words of two texts."""
        return self.score(_words(self.rule, gold), _words(self.rule, found))

    @abstractmethod
    def score(self, gold: list[str], found: list[str]) -> Score:
        """Score two lists of words."""


@dataclass(frozen=True, slots=True)
class WordBag(_OfWords):
    r"""Precision, recall and F1 over words in any order; `rule=plain` is the lower-case `\w+` others publish."""

    name: ClassVar[str] = "word-bag"

    def score(self, gold: list[str], found: list[str]) -> Score:
        """Score each word as often as it occurs."""
        return bag_score(gold, found)


@lru_cache(maxsize=4)
def _words(rule: str, text: str) -> list[str]:
    """Split a text, whose words are not to be changed: the next measure and the next candidate ask for them again."""
    return WORD_RULES[rule](text)


def bag_score(gold: list[str], found: list[str]) -> Score:
    """Score items that may occur more than once."""
    in_gold, in_found = Counter(gold), Counter(found)
    common = sum(min(in_gold[item], in_found[item]) for item in in_gold.keys() & in_found.keys())
    return Score.from_counts(common, len(found), len(gold))


_ANCHOR: Final = 4
"""Words of an anchor above the limit."""


@dataclass(frozen=True, slots=True)
class WordSequence(TextMeasure):
    """Precision, recall and F1 over words in their order.

    Exact up to gold and found of `limit` words each, or as many pairs in another shape (0.3 s at the default);
    above, the score is a lower bound and says so.
    """

    name: ClassVar[str] = "word-sequence"

    rule: str = "unicode"
    limit: int = 50_000
    headline: str = "as-is"

    def __post_init__(self) -> None:
        """Check the parameters."""
        one_of("rule", self.rule, tuple(WORD_RULES))
        at_least_one("limit", self.limit)
        check_headline(self.headline)

    def compare(self, gold: str, found: str) -> Score:
        """Score the longest common sequence of words."""
        mine, theirs = _words(self.rule, gold), _words(self.rule, found)
        letters = intern_words(mine, theirs)
        common = common_length(letters.gold, letters.found, limit=self.limit, width=_ANCHOR)
        approximate = common.approximate or not letters.complete
        return Score.from_counts(common.length, len(theirs), len(mine), approximate=approximate)


@dataclass(frozen=True, slots=True)
class WordSet(_OfWords):
    """Precision, recall and F1 over the different words of the texts."""

    name: ClassVar[str] = "word-set"

    def score(self, gold: list[str], found: list[str]) -> Score:
        """Score each word once."""
        mine, theirs = set(gold), set(found)
        return Score.from_counts(len(mine & theirs), len(theirs), len(mine))

"""Set of words: which words occur, however often.

Paper: gottron2007, sections 3 (measure 4) and 4.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from webwinnow.evaluate.measures.folding import WORD_RULES
from webwinnow.evaluate.measures.measure import Found, Gold, Specified, one_of
from webwinnow.evaluate.measures.optional_headline import check_headline, texts
from webwinnow.evaluate.score import Score


@dataclass(frozen=True, slots=True)
class WordSet(Specified):
    """Precision, recall and F1 over the different words of the texts."""

    name: ClassVar[str] = "word-set"
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
        if pair is None:
            return None
        mine, theirs = (set(WORD_RULES[self.rule](text)) for text in pair)
        return Score.from_counts(len(mine & theirs), len(theirs), len(mine))

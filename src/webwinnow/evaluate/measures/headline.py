"""Headline: whether the headline found is exactly the page's.

Paper: mohammadzadeh2013, section 5.4.2, formulas 5.4 and 5.5, table 5.3: A headlines found right, B other
texts taken for one, C headlines not found; precision A / (A + B), recall A / (A + C).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from webwinnow.evaluate.measures.folding import fold
from webwinnow.evaluate.measures.measure import FoundText, Gold, Measure, Score


@dataclass(frozen=True, slots=True)
class HeadlineCounts:
    """The paper's A, B and C, for one page or, added up, for many.

    A wrong headline counts twice, as in the paper's table: something else was taken for the headline, and the
    headline was not found. No answer counts once.
    """

    approximate: ClassVar[bool] = False

    correct: int = 0
    wrong: int = 0
    missed: int = 0

    def score(self) -> Score:
        """Precision, recall and F1 of all these pages together."""
        return Score.from_counts(self.correct, self.correct + self.wrong, self.correct + self.missed)

    def numbers(self) -> dict[str, float | None]:
        """Return the columns of a result file; precision is not defined without an answer."""
        numbers = self.score().numbers()
        return numbers if self.correct + self.wrong else {**numbers, "precision": None}

    def __add__(self, other: Self) -> Self:
        """Return the counts of both: `sum(counts, HeadlineCounts()).score()` is the paper's figure for a package."""
        return type(self)(self.correct + other.correct, self.wrong + other.wrong, self.missed + other.missed)


@dataclass(frozen=True, slots=True)
class HeadlineMatch(Measure):
    """Exact match of the headline after `fold` (white space, case, quotation marks).

    UNSPECIFIED: the paper asks for "a precise match"; that line breaks, capitals and the form of
    quotation marks do not matter is our reading.
    """

    name: ClassVar[str] = "headline"

    def __call__(self, gold: Gold, found: FoundText) -> HeadlineCounts | None:
        """Compare the headlines; None if the page's is not known."""
        wanted, answer = fold(gold.headline or ""), fold(found.headline or "")
        if not wanted:
            return None
        if not answer:
            return HeadlineCounts(missed=1)
        return HeadlineCounts(correct=1) if answer == wanted else HeadlineCounts(wrong=1, missed=1)

"""How far two annotators of the same pages agree: F1 and Cohen's kappa over the characters that readers see.

Paper: cohen1960 (kappa); gottron2007, section 5.5, has one annotator a page and speaks of "subjectivity".
Counts add up: the agreement over a package is that of the sums, so that long pages count for more.
"""

from __future__ import annotations

from dataclasses import dataclass

from webwinnow.spans import Spans


@dataclass(frozen=True, slots=True)
class Agreement:
    """Characters by what two annotators said of them."""

    both: int = 0
    first: int = 0
    """Marked by the first alone."""
    second: int = 0
    neither: int = 0

    @classmethod
    def between(cls, first: Spans, second: Spans, visible: int) -> Agreement:
        """Compare what two annotators marked of a page with so many visible characters."""
        both = (first & second).characters
        alone = first.characters - both, second.characters - both
        return cls(both, *alone, max(visible - both - sum(alone), 0))

    def __add__(self, other: Agreement) -> Agreement:
        """Join the counts of two pages."""
        return Agreement(
            self.both + other.both,
            self.first + other.first,
            self.second + other.second,
            self.neither + other.neither,
        )

    @property
    def f1(self) -> float:
        """The F1 of one annotator measured by the other, whichever of them; 1 if both marked nothing."""
        marked = 2 * self.both + self.first + self.second
        return 2 * self.both / marked if marked else 1.0

    @property
    def kappa(self) -> float:
        """How much better than by chance they agree: 1 is always, 0 is chance; 1 where chance alone would do as well.

        >>> round(Agreement(both=20, first=5, second=10, neither=15).kappa, 6)
        0.4
        """
        total = self.both + self.first + self.second + self.neither
        if not total:
            return 1.0
        agreed = (self.both + self.neither) / total
        one, other = (self.both + self.first) / total, (self.both + self.second) / total
        by_chance = one * other + (1 - one) * (1 - other)
        return 1.0 if by_chance >= 1 else (agreed - by_chance) / (1 - by_chance)

    def to_json(self) -> dict[str, float]:
        """Return the two figures."""
        return {"f1": round(self.f1, 6), "kappa": round(self.kappa, 6)}

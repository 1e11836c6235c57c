"""Score: how well what was found agrees with the gold standard.

Paper: gottron2007, section 3; mohammadzadeh2013, formula 2.12 (keys of references.bib).
"""

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1 of one page, each from 0 to 1.

    `approximate` marks a score whose common part was too costly to compute exactly. The common part is then
    a lower bound, and so are the three numbers.
    """

    precision: float
    recall: float
    f1: float
    approximate: bool = False

    @classmethod
    def from_counts(cls, common: int, found: int, gold: int, *, approximate: bool = False) -> Self:
        """Score `common` items out of `found` and `gold` ones.

        UNSPECIFIED: the papers do not say what nothing is worth. Nothing found where there is nothing to find
        is right (1, 1, 1); nothing found where there is something, or something found where there is nothing,
        is wrong (0, 0, 0).

        >>> Score.from_counts(common=6, found=8, gold=12)
        Score(precision=0.75, recall=0.5, f1=0.6, approximate=False)
        """
        if not 0 <= common <= min(found, gold):
            raise ValueError(f"{common} common items do not fit into {found} found and {gold} gold ones")
        if found == gold == 0:
            return cls(1.0, 1.0, 1.0, approximate)
        if common == 0:
            return cls(0.0, 0.0, 0.0, approximate)
        return cls(common / found, common / gold, 2 * common / (found + gold), approximate)

    def numbers(self) -> dict[str, float | None]:
        """The columns of a result file."""
        return {"precision": self.precision, "recall": self.recall, "f1": self.f1}

"""Snippets: strings that must be in the text found, and strings that must not.

Gold of this kind is cheap to make: a few sentences of the main content, a few labels of what surrounds it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Self

from webwinnow.evaluate.measures.folding import fold
from webwinnow.evaluate.measures.measure import Found, Gold, Specified


@dataclass(frozen=True, slots=True)
class SnippetRates:
    """How many snippets were looked for and how many of them were as they should be; pages can be added up."""

    approximate: ClassVar[bool] = False

    present: int
    with_snippets: int
    absent: int
    without_snippets: int

    @property
    def with_rate(self) -> float | None:
        """The share of `with` snippets found; None if there are none."""
        return self.present / self.with_snippets if self.with_snippets else None

    @property
    def without_rate(self) -> float | None:
        """The share of `without` snippets absent; None if there are none."""
        return self.absent / self.without_snippets if self.without_snippets else None

    def numbers(self) -> dict[str, float | None]:
        """The columns of a result file."""
        return {"with": self.with_rate, "without": self.without_rate}

    def __add__(self, other: Self) -> Self:
        """The snippets of both."""
        return type(self)(
            self.present + other.present,
            self.with_snippets + other.with_snippets,
            self.absent + other.absent,
            self.without_snippets + other.without_snippets,
        )


@dataclass(frozen=True, slots=True)
class Snippets(Specified):
    """The rate of `with` snippets found and of `without` snippets absent.

    A snippet is found if the text contains it after `fold` (white space, case, quotation marks), also inside a
    longer word: choose `without` snippets that the main content cannot contain. Blank snippets are not counted.
    """

    name: ClassVar[str] = "snippets"
    columns: ClassVar[tuple[str, ...]] = ("with", "without")

    def __call__(self, gold: Gold, found: Found) -> SnippetRates | None:
        """Look for the snippets; None if the page has none."""
        wanted, unwanted = _folded(gold.with_snippets), _folded(gold.without_snippets)
        if not wanted and not unwanted:
            return None
        text = fold(found.text)
        present = sum(snippet in text for snippet in wanted)
        absent = sum(snippet not in text for snippet in unwanted)
        return SnippetRates(present, len(wanted), absent, len(unwanted))


def _folded(snippets: Iterable[str]) -> list[str]:
    return [snippet for snippet in map(fold, snippets) if snippet]

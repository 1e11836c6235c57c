"""What a measure is: a value that compares one page's gold with what was found in it; and the score it gives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Protocol, Self

from webwinnow.errors import ParameterError


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
        """Return the columns of a result file."""
        return {"precision": self.precision, "recall": self.recall, "f1": self.f1}


@dataclass(frozen=True, slots=True)
class Gold:
    """What is known to be right for one page; what is not known is None or empty."""

    text: str | None = None
    headline: str | None = None
    with_snippets: tuple[str, ...] = ()
    without_snippets: tuple[str, ...] = ()
    html: bytes | None = None
    """The page itself, whose elements are the structures that the text may hold."""
    markdown: str | None = None
    media: tuple[str, ...] | None = None
    """The media that belong to the content, by absolute address; None if nobody says."""


@dataclass(frozen=True, slots=True)
class FoundText:
    """What an extractor answered for one page; `headline` and `markdown` are None if it gave none."""

    text: str = ""
    headline: str | None = None
    markdown: str | None = None
    media: tuple[str, ...] = ()
    """The media that it chose, by absolute address."""


class Outcome(Protocol):
    """What a measure says about one page."""

    @property
    def approximate(self) -> bool:
        """Whether the numbers are lower bounds, because exact ones would have been too costly."""

    def numbers(self) -> Mapping[str, float | None]:
        """Return the numbers by name, always in the same order; None where one is not defined for this page."""


class Measure(ABC):
    """A measure is a frozen value; its printed form is its specification: `word-bag(rule=plain)`."""

    __slots__ = ()
    name: ClassVar[str]
    columns: ClassVar[tuple[str, ...]] = ("precision", "recall", "f1")
    compared: ClassVar[tuple[str, ...]] = ()
    """The columns that pairs of candidates are compared by; if empty, F1 or else all."""
    needs_markdown: ClassVar[bool] = False
    """Whether it compares Markdown; of candidates that write none it says nothing."""

    @abstractmethod
    def __call__(self, gold: Gold, found: FoundText) -> Outcome | None:
        """Compare; None where the gold has nothing that this measure could compare with."""

    @property
    def main_column(self) -> str:
        """The column that stands for the measure where there is room for one number: F1 or else the first."""
        return "f1" if "f1" in self.columns else self.columns[0]

    def __str__(self) -> str:
        """Return the specification, the parameters that differ from their defaults in parentheses.

        `parse_measure(str(measure)) == measure`.
        """
        known = parameters(type(self)).items()
        changed = [f"{name}={getattr(self, name)}" for name, default in known if getattr(self, name) != default]
        return f"{self.name}({', '.join(changed)})" if changed else self.name


def parameters(measure: type[Any]) -> dict[str, Any]:
    """Return the parameters of a kind of measure with their defaults, in the order they are printed."""
    return {field.name: field.default for field in fields(measure)}


def one_of(parameter: str, value: str, choices: tuple[str, ...]) -> None:
    """Raise ParameterError unless the value is one of the choices."""
    if value not in choices:
        raise ParameterError(f"{parameter}={value} is not possible: choose {' or '.join(choices)}")


def at_least_one(parameter: str, value: int) -> None:
    """Raise ParameterError unless the value is a positive number."""
    if value < 1:
        raise ParameterError(f"{parameter}={value} is not possible: give a number from 1 up")

"""What a measure is: a value that compares one page's gold with what was found in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Protocol

from webwinnow.errors import ParameterError


@dataclass(frozen=True, slots=True)
class Gold:
    """What is known to be right for one page; what is not known is None or empty."""

    text: str | None = None
    headline: str | None = None
    with_snippets: tuple[str, ...] = ()
    without_snippets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What an extractor answered for one page; `headline` is None if it gave none."""

    text: str = ""
    headline: str | None = None


class Outcome(Protocol):
    """What a measure says about one page."""

    @property
    def approximate(self) -> bool:
        """Whether the numbers are lower bounds, because exact ones would have been too costly."""

    def numbers(self) -> Mapping[str, float | None]:
        """The numbers by name, always in the same order; None where one is not defined for this page."""


class Measure(Protocol):
    """A measure is a frozen value; its printed form is its specification: `word-bag(rule=plain)`."""

    name: ClassVar[str]
    columns: ClassVar[tuple[str, ...]]

    def __call__(self, gold: Gold, found: Found) -> Outcome | None:
        """Compare; None where the gold has nothing that this measure could compare with."""


class Specified:
    """Prints a measure as its name with the parameters that differ from their defaults."""

    __slots__ = ()
    name: ClassVar[str]

    def __str__(self) -> str:
        """The specification: `parse(str(measure)) == measure`."""
        known = parameters(type(self)).items()
        changed = [f"{name}={getattr(self, name)}" for name, default in known if getattr(self, name) != default]
        return f"{self.name}({', '.join(changed)})" if changed else self.name


def parameters(measure: type[Any]) -> dict[str, Any]:
    """The parameters of a kind of measure with their defaults, in the order they are printed."""
    return {field.name: field.default for field in fields(measure)}


def one_of(parameter: str, value: str, choices: tuple[str, ...]) -> None:
    """Raise ParameterError unless the value is one of the choices."""
    if value not in choices:
        raise ParameterError(f"{parameter}={value} is not possible: choose {' or '.join(choices)}")


def at_least_one(parameter: str, value: int) -> None:
    """Raise ParameterError unless the value is a positive number."""
    if value < 1:
        raise ParameterError(f"{parameter}={value} is not possible: give a number from 1 up")

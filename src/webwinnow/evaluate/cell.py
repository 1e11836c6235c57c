"""A cell: what came of one candidate on one page.

Exactly one of three outcomes:

    scored    numbers for at least one measure
    no gold   the candidate answered, but the page has nothing that a chosen measure could compare with
    failed    no answer, and why; a failure is never a score
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from webwinnow.evaluate.measures import Measure, parse_measure

CellOutcome = Literal["scored", "no gold", "failed"]
Slicing = Literal["page_type", "language", "site", "fragmented", "multiple_articles"]

SLICINGS: Final[tuple[Slicing, ...]] = get_args(Slicing)
"""What results can be divided by; each is a field of `Cell`."""
UNKNOWN: Final = "unknown"
"""The slice of pages whose package does not say."""

Numbers = Mapping[str, float | None]
"""Column to number, in the measure's order; None where one is not defined for the page."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer: `kind` is what failures are counted by, `reason` the whole sentence.

    Kinds: `unreadable` (the package's own files), `timeout`, `crash`, `empty` (an answer without any text), or the
    name of an exception.
    """

    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Cell:
    """The outcome of one candidate on one page."""

    page: str
    size: int | None = None
    """Bytes of the page; None if it could not be read."""
    seconds: float | None = None
    """From the page's bytes to its text; None without an answer."""
    scores: Mapping[Measure, Numbers] = field(default_factory=dict)
    """Measure to its numbers; a measure that cannot compare anything on this page is left out."""
    approximate: tuple[Measure, ...] = ()
    """The measures whose numbers are lower bounds."""
    expected: tuple[Measure, ...] = ()
    """The measures that the page's gold allows, also where the candidate failed."""
    failure: Failure | None = None
    page_type: str = UNKNOWN
    language: str = UNKNOWN
    site: str = UNKNOWN
    fragmented: str = UNKNOWN
    """Whether other contents interrupt the main content: yes or no."""
    multiple_articles: str = UNKNOWN
    """Whether the page has more than one article: yes or no."""

    @property
    def outcome(self) -> CellOutcome:
        """Which of the three it is."""
        if self.failure is not None:
            return "failed"
        return "scored" if self.scores else "no gold"

    def number(self, measure: Measure, column: str) -> float | None:
        """Return one number; None if there is none."""
        return self.scores.get(measure, {}).get(column)

    def to_json(self) -> dict[str, Any]:
        """Return what a line of a cell file holds: nothing that is empty."""
        every = {name: getattr(self, name) for name in self.__slots__}
        every["failure"] = self.failure and {"kind": self.failure.kind, "reason": self.failure.reason}
        every["scores"] = {str(measure): numbers for measure, numbers in self.scores.items()}
        every["approximate"] = [str(measure) for measure in self.approximate]
        every["expected"] = [str(measure) for measure in self.expected]
        return {name: value for name, value in every.items() if value not in (None, [], {}, UNKNOWN)}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Cell:
        """Read a line of a cell file; raises KeyError, TypeError or UsageError if it is none."""
        _check(content)
        known = dict(content)
        failure = known.pop("failure", None)
        known["scores"] = {parse_measure(name): numbers for name, numbers in known.get("scores", {}).items()}
        for name in ("approximate", "expected"):
            known[name] = tuple(map(parse_measure, known.get(name, ())))
        return cls(**known, failure=None if failure is None else Failure(**failure))


_FORMS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "page": str, "size": int, "seconds": (int, float), "scores": Mapping, "approximate": list, "expected": list,
    "failure": Mapping, "page_type": str, "language": str, "site": str,
}  # fmt: skip
"""What a line of a cell file holds under each name."""


def _check(content: Mapping[str, Any]) -> None:
    """Raise TypeError for values that are of another form than ours."""
    for name, value in content.items():
        if name in _FORMS and not isinstance(value, _FORMS[name]):
            raise TypeError(f"{name} is {value!r}")
    for numbers in content.get("scores", {}).values():
        if not isinstance(numbers, Mapping) or not all(
            isinstance(each, int | float | None) for each in numbers.values()
        ):
            raise TypeError(f"scores are {numbers!r}")
    if not all(isinstance(each, str) for each in content.get("failure", {}).values()):
        raise TypeError(f"failure is {content['failure']!r}")

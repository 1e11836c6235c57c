"""Members that each see the whole page: union, intersection and vote.

Paper: mohammadzadeh2013, section 3.4.2 (the parallel pipelines of CombinE). Votes are counted character by character of
the source, so that structure survives.

    dsc | bte      dsc & accb           kept by one of them, by both
    vote(2, dsc, bte, accb)             kept by at least two of three
    vote(2.5, danag*1.5, dsc, bte)      kept where the weights of those who chose it reach 2.5

UNSPECIFIED: section 3.4.2 keeps what has "received sufficient votes" and says nothing of weights; a member without a
weight counts 1.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from numbers import Real
from typing import ClassVar, Final, Self

import numpy as np

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.spans import Spans
from webwinnow.stages.combined import Combined, Work, collected, inside
from webwinnow.stages.curves import Panels, votes
from webwinnow.stages.stage import Extractor, Stage

LIGHTEST: Final = 0.001
HEAVIEST: Final = 1000
"""The range of weights: wide enough for any use, and far above the rounding of sums."""
_BINDING: Final = 8
"""How tightly `*` binds, as in Python."""


class Parallel(Combined):
    """Members that each see the whole page, and vote on each character of it."""

    __slots__ = ()
    members: tuple[Extractor, ...]

    @abstractmethod
    def ballot(self) -> tuple[float, tuple[float, ...]]:
        """Return how many votes a place needs, and what each member's vote counts."""

    def run(self, page: Document, work: Work) -> Spans:
        """Keep what enough members keep."""
        needed, shares = self.ballot()
        found = [work.found(member, page) for member in self.members]
        return Spans.covered(found, at_least=needed, weights=shares)

    def curves(self, page: Document) -> Panels:
        """Show the decision of each member, and how they add up."""
        decisions = tuple(member.curves(page)[-1] for member in self.members)
        return *decisions, votes(page, str(self), [member(page) for member in self.members], *self.ballot())

    def warnings(self, page: Document) -> tuple[str, ...]:
        """Collect what the members have to say."""
        return collected(self.members, page)


@dataclass(frozen=True, slots=True)
class _Joined(Parallel):
    """Members that all count the same, written with an operator between them."""

    sign: ClassVar[str]
    members: tuple[Extractor, ...]

    @classmethod
    def of(cls, *members: Stage) -> Self:
        """Join extractors; members of the same kind inside are flattened."""
        flat = [part for member in members for part in (member.members if isinstance(member, cls) else (member,))]
        return cls(_extractors(cls.name, flat))

    def __str__(self) -> str:
        """Print with the operator between the members."""
        return f" {self.sign} ".join(inside(member, self.precedence) for member in self.members)


@dataclass(frozen=True, slots=True)
class Union(_Joined):
    """Content is what any member chose."""

    name: ClassVar[str] = "union"
    sign: ClassVar[str] = "|"
    precedence: ClassVar[int] = 4

    def ballot(self) -> tuple[float, tuple[float, ...]]:
        """Ask for one vote."""
        return 1, (1,) * len(self.members)


@dataclass(frozen=True, slots=True)
class Intersection(_Joined):
    """Content is what all members chose."""

    name: ClassVar[str] = "intersection"
    sign: ClassVar[str] = "&"
    precedence: ClassVar[int] = 5

    def ballot(self) -> tuple[float, tuple[float, ...]]:
        """Ask for all votes."""
        return len(self.members), (1,) * len(self.members)


@dataclass(frozen=True, slots=True)
class Weighted:
    """A member of a vote with its weight; no stage, for outside of a vote a weight means nothing."""

    stage: Stage
    weight: float

    def __post_init__(self) -> None:
        """Refuse weights out of range."""
        object.__setattr__(self, "weight", _plain(self.weight))
        if not _is_number(self.weight) or not LIGHTEST <= self.weight <= HEAVIEST:
            rule = f"must be a number from {LIGHTEST:g} to {HEAVIEST:g}, not {self.weight!r}"
            raise ParameterError(f"vote: the weight of {self.stage} {rule}")

    def __str__(self) -> str:
        """Print as a product."""
        return f"{inside(self.stage, _BINDING)}*{self.weight!r}"


@dataclass(frozen=True, slots=True)
class Vote(Parallel):
    """Content is what enough members chose: quorum 1 is their union, quorum n their intersection."""

    name: ClassVar[str] = "vote"
    quorum: float
    members: tuple[Extractor, ...]
    weights: tuple[float, ...] = ()
    """One for each member; none if all count 1."""

    @classmethod
    def of(cls, quorum: float, *members: Stage | Weighted) -> Vote:
        """Let stages vote, some of them perhaps with a weight: `Vote.of(2.5, danag * 1.5, dsc, bte)`."""
        weighted = [member if isinstance(member, Weighted) else Weighted(member, 1) for member in members]
        stages = _extractors(cls.name, [member.stage for member in weighted])
        return cls(quorum, stages, tuple(member.weight for member in weighted))

    def __post_init__(self) -> None:
        """Refuse a quorum that no vote or every vote would reach; leave out weights that are all 1."""
        _extractors(self.name, self.members)
        if self.weights and len(self.weights) != len(self.members):
            raise ParameterError(
                f"vote: {len(self.weights)} weights for {len(self.members)} members: give one for each"
            )
        pairs = zip(self.members, self.weights, strict=False)
        weights = tuple(Weighted(member, weight).weight for member, weight in pairs)
        object.__setattr__(self, "weights", () if set(weights) <= {1} else weights)
        object.__setattr__(self, "quorum", _plain(self.quorum))
        self._check_quorum()

    def _check_quorum(self) -> None:
        if not self.weights:
            self.require_range("quorum", 1, len(self.members))
            if int(self.quorum) != self.quorum:
                raise ParameterError(
                    f"vote: quorum must be a whole number unless members have weights, not {self.quorum!r}"
                )
            return
        total = fsum(self.weights)
        if not _is_number(self.quorum) or not LIGHTEST <= self.quorum <= total + 1e-9:
            rule = f"from {LIGHTEST:g} to {total:g}, which is all weights together"
            raise ParameterError(f"vote: quorum must be {rule}, not {self.quorum!r}")

    def ballot(self) -> tuple[float, tuple[float, ...]]:
        """Ask for the quorum; members without a weight count 1."""
        return self.quorum, self.weights or (1,) * len(self.members)

    def __str__(self) -> str:
        """Print as a call."""
        return f"vote({', '.join([repr(self.quorum), *self._printed()])})"

    def _printed(self) -> Sequence[str]:
        pairs = zip(self.members, self.ballot()[1], strict=True)
        return [str(member if weight == 1 else Weighted(member, weight)) for member, weight in pairs]


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _plain(value: float) -> float:
    """Make numpy's numbers plain ones, and whole numbers whole: they print alike and compare alike."""
    value = value.item() if isinstance(value, np.generic) else value
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _extractors(where: str, members: list[Stage] | tuple[Stage, ...]) -> tuple[Extractor, ...]:
    """Refuse members that do not decide what is content."""
    if not members:
        raise ParameterError(f"{where} needs at least one member")
    for member in members:
        if not isinstance(member, Extractor):
            kind = f"is a {member.kind}" if isinstance(member, Stage) else "is none"
            raise ParameterError(f"{where} combines extractors, and {member} {kind}")
    return tuple(member for member in members if isinstance(member, Extractor))

"""Members that each see the whole page: union and intersection (the parallel pipelines of mohammadzadeh2013 3.4.2)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Self

from webwinnow.document import Document
from webwinnow.spans import Spans
from webwinnow.stages.combined import Combined, Work, collected, extractors, inside
from webwinnow.stages.stage import Extractor, Stage


@dataclass(frozen=True, slots=True)
class _Parallel(Combined):
    """Members that each see the whole page."""

    sign: ClassVar[str]
    members: tuple[Extractor, ...]

    @classmethod
    def of(cls, *members: Stage) -> Self:
        """Join extractors; members of the same kind inside are flattened."""
        flat = [part for member in members for part in (member.members if isinstance(member, cls) else (member,))]
        return cls(extractors(cls.name, flat))

    def run(self, page: Document, work: Work) -> Spans:
        """Keep what enough members keep."""
        return Spans.covered((work.found(member, page) for member in self.members), at_least=self.quorum)

    @property
    @abstractmethod
    def quorum(self) -> int:
        """How many members must agree."""

    def warnings(self, page: Document) -> tuple[str, ...]:
        """Collect what the members have to say."""
        return collected(self.members, page)

    def __str__(self) -> str:
        """Print with the operator between the members."""
        return f" {self.sign} ".join(inside(member, self.precedence) for member in self.members)


@dataclass(frozen=True, slots=True)
class Union(_Parallel):
    """Content is what any member chose."""

    name: ClassVar[str] = "union"
    sign: ClassVar[str] = "|"
    precedence: ClassVar[int] = 4

    @property
    def quorum(self) -> int:
        """One is enough."""
        return 1


@dataclass(frozen=True, slots=True)
class Intersection(_Parallel):
    """Content is what all members chose."""

    name: ClassVar[str] = "intersection"
    sign: ClassVar[str] = "&"
    precedence: ClassVar[int] = 5

    @property
    def quorum(self) -> int:
        """All of them."""
        return len(self.members)

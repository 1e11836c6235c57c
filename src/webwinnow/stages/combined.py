"""Stages made of stages: serial, union, intersection and vote (the pipelines of CombinE, mohammadzadeh2013 3.4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.spans import Spans
from webwinnow.stages.stage import Extractor, Prefilter, Refiner, Stage


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of a series at work."""

    stage: Stage
    page: Document
    """The page as the stage saw it."""
    found: Spans
    """What it left of the visible text."""


@dataclass(frozen=True, slots=True)
class Serial(Extractor):
    """Each stage sees only what the one before it left."""

    name: ClassVar[str] = "serial"
    precedence: ClassVar[int] = 6
    stages: tuple[Stage, ...]

    @classmethod
    def of(cls, *stages: Stage) -> Stage:
        """Join stages; series inside are flattened, and prefilters alone make a prefilter."""
        flat = tuple(part for stage in stages for part in _parts(stage))
        if all(isinstance(stage, Prefilter) for stage in flat):
            return Prefilters(flat)
        if isinstance(flat[0], Refiner):
            raise ParameterError(f"{flat[0]} corrects a decision: an extractor must come before it")
        return cls(flat)

    def __call__(self, page: Document) -> Spans:
        """Pass the page on from stage to stage."""
        found = page.visible
        for step in self.steps(page):
            found = step.found
        return found

    def steps(self, page: Document) -> Iterator[Step]:
        """Pass the page on, and tell of each stage what it saw and what it left."""
        seen, found = page, page.visible
        for stage in self.stages:
            if isinstance(stage, Prefilter):
                given = page if found == page.visible else page.within(found)
                page = stage(given)
                found = page.visible
                yield Step(stage, given, found)
            elif isinstance(stage, Refiner):
                found = seen.select(stage(seen, found))
                yield Step(stage, seen, found)
            elif isinstance(stage, Extractor):
                seen = page = page if found == page.visible else page.within(found)
                found = stage(page)
                yield Step(stage, seen, found)

    def warnings(self, page: Document) -> tuple[str, ...]:
        """Collect what the stages have to say."""
        return _collected(self.stages, page)

    def __str__(self) -> str:
        """Print with arrows."""
        return " >> ".join(_inside(stage, self.precedence) for stage in self.stages)


@dataclass(frozen=True, slots=True)
class Prefilters(Prefilter):
    """Several prefilters, one after the other."""

    name: ClassVar[str] = "prefilters"
    precedence: ClassVar[int] = 6
    stages: tuple[Stage, ...]

    def __call__(self, page: Document) -> Document:
        """Pass the page on from prefilter to prefilter."""
        for stage in self.stages:
            if isinstance(stage, Prefilter):
                page = stage(page)
        return page

    def warnings(self, page: Document) -> tuple[str, ...]:
        """Collect what the stages have to say."""
        return _collected(self.stages, page)

    def __str__(self) -> str:
        """Print with arrows."""
        return " >> ".join(_inside(stage, self.precedence) for stage in self.stages)


@dataclass(frozen=True, slots=True)
class _Parallel(Extractor):
    """Members that each see the whole page."""

    sign: ClassVar[str]
    members: tuple[Extractor, ...]

    @classmethod
    def of(cls, *members: Stage) -> Self:
        """Join extractors; members of the same kind inside are flattened."""
        flat = [part for member in members for part in (member.members if isinstance(member, cls) else (member,))]
        return cls(extractors(cls.name, flat))

    def warnings(self, page: Document) -> tuple[str, ...]:
        """Collect what the members have to say."""
        return _collected(self.members, page)

    def __str__(self) -> str:
        """Print with the operator between the members."""
        return f" {self.sign} ".join(_inside(member, self.precedence) for member in self.members)


@dataclass(frozen=True, slots=True)
class Union(_Parallel):
    """Content is what any member chose."""

    name: ClassVar[str] = "union"
    sign: ClassVar[str] = "|"
    precedence: ClassVar[int] = 4

    def __call__(self, page: Document) -> Spans:
        """Join the members' results."""
        return Spans.covered((member(page) for member in self.members), at_least=1)


@dataclass(frozen=True, slots=True)
class Intersection(_Parallel):
    """Content is what all members chose."""

    name: ClassVar[str] = "intersection"
    sign: ClassVar[str] = "&"
    precedence: ClassVar[int] = 5

    def __call__(self, page: Document) -> Spans:
        """Intersect the members' results."""
        return Spans.covered((member(page) for member in self.members), at_least=len(self.members))


@dataclass(frozen=True, slots=True)
class Vote(Extractor):
    """Content is what enough members chose: quorum 1 is their union, quorum n their intersection."""

    name: ClassVar[str] = "vote"
    quorum: int
    members: tuple[Extractor, ...]

    def __post_init__(self) -> None:
        """Refuse a quorum that no vote or every vote would reach."""
        extractors(self.name, self.members)
        self.require_range("quorum", 1, len(self.members))

    def __call__(self, page: Document) -> Spans:
        """Count the members' votes, character by character of the source."""
        return Spans.covered((member(page) for member in self.members), at_least=self.quorum)

    def warnings(self, page: Document) -> tuple[str, ...]:
        """Collect what the members have to say."""
        return _collected(self.members, page)

    def __str__(self) -> str:
        """Print as a call."""
        return f"vote({', '.join([str(self.quorum), *map(str, self.members)])})"


def extractors(where: str, members: list[Stage] | tuple[Stage, ...]) -> tuple[Extractor, ...]:
    """Refuse members that do not decide what is content."""
    if not members:
        raise ParameterError(f"{where} needs at least one member")
    for member in members:
        if not isinstance(member, Extractor):
            raise ParameterError(f"{where} combines extractors, and {member} is a {member.kind}")
    return tuple(member for member in members if isinstance(member, Extractor))


def _collected(stages: tuple[Stage, ...], page: Document) -> tuple[str, ...]:
    return tuple(dict.fromkeys(warning for stage in stages for warning in stage.warnings(page)))


def _parts(stage: Stage) -> tuple[Stage, ...]:
    return stage.stages if isinstance(stage, Serial | Prefilters) else (stage,)


def _inside(stage: Stage, precedence: int) -> str:
    return str(stage) if stage.precedence > precedence else f"({stage})"

"""One stage after the other (the serial pipeline of CombinE, mohammadzadeh2013 3.4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.spans import Spans
from webwinnow.stages.combined import Combined, Work, collected, inside
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
class Serial(Combined):
    """Each stage sees only what the one before it left."""

    name: ClassVar[str] = "serial"
    precedence: ClassVar[int] = 6
    stages: tuple[Stage, ...]

    @classmethod
    def of(cls, *stages: Stage) -> Stage:
        """Join stages; series inside are flattened, and prefilters alone make a prefilter."""
        flat = tuple(part for stage in stages for part in _parts(stage))
        for stage in flat:
            if not isinstance(stage, Stage):
                raise ParameterError(f"serial joins stages, and {stage} is none")
        if all(isinstance(stage, Prefilter) for stage in flat):
            return Prefilters(flat)
        if isinstance(flat[0], Refiner):
            raise ParameterError(f"{flat[0]} corrects a decision: an extractor must come before it")
        return cls(flat)

    def run(self, page: Document, work: Work) -> Spans:
        """Pass the page on from stage to stage."""
        found = page.visible
        for step in self.steps(page, work):
            found = step.found
        return found

    def steps(self, page: Document, work: Work | None = None) -> Iterator[Step]:
        """Pass the page on, and tell of each stage what it saw and what it left."""
        work = work or Work()
        seen, found = page, page.visible
        for stage in self.stages:
            if isinstance(stage, Prefilter):
                given = work.within(page, found)
                page = work.filtered(stage, given)
                found = page.visible
                yield Step(stage, given, found)
            elif isinstance(stage, Refiner):
                found = seen.select(work.refined(stage, seen, found))
                yield Step(stage, seen, found)
            elif isinstance(stage, Extractor):
                seen = page = work.within(page, found)
                found = work.found(stage, page)
                yield Step(stage, seen, found)

    def warnings(self, page: Document) -> tuple[str, ...]:
        """Collect what the stages have to say."""
        return collected(self.stages, page)

    def __str__(self) -> str:
        """Print with arrows."""
        return " >> ".join(inside(stage, self.precedence) for stage in self.stages)


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
        return collected(self.stages, page)

    def __str__(self) -> str:
        """Print with arrows."""
        return " >> ".join(inside(stage, self.precedence) for stage in self.stages)


def _parts(stage: Stage) -> tuple[Stage, ...]:
    return stage.stages if isinstance(stage, Serial | Prefilters) else (stage,)

"""One stage after the other, and what all stages made of stages share.

Paper: mohammadzadeh2013, section 3.4.2 (the pipelines of CombinE; its serial pipeline is `Serial`). There, every filter
of a pipeline works on a copy of the page, however often it is used, and hands the page that it leaves to the next. Here
that page is a view (`Document.reduced`): dropped text is hidden, and the tags of elements that lost all of their text
count for nothing, as in the HTML that `remove` writes. A second stage finds the same words on either: after `lqf` and
after `dsc`, 25 of 29 second stages on all of 32 pages of fundus, wcxb-dev, daniel-waddle and dragnet but one, where
hidden text is most of what is left; `cetr` also counts the blanks at cuts, and `shallow`, `content-seeker` and
`consensus` look at elements that are gone (2 to 7 pages, 2026-11-17).
Here a `Work` goes with each call of the outermost
stage: each stage inside works once on each view of the page, whether it is named twice or begins several series. It
ends with the call.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypeVar, cast

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.spans import Spans
from webwinnow.stages.curves import Panels, text_panels
from webwinnow.stages.stage import Extractor, Prefilter, Refiner, Stage

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Work:
    """What the stages of one call have done so far; a view of a page is known by its identity."""

    _done: dict[Hashable, object] = field(default_factory=dict)

    def found(self, stage: Extractor, page: Document) -> Spans:
        """Return what an extractor finds on a page."""
        return self._once((stage, page), lambda: stage.run(page, self) if isinstance(stage, Combined) else stage(page))

    def filtered(self, stage: Prefilter, page: Document) -> Document:
        """Return what a prefilter makes of a page."""
        return self._once((stage, page), lambda: stage(page))

    def refined(self, stage: Refiner, page: Document, found: Spans) -> Spans:
        """Return what a refiner makes of a decision."""
        return self._once((stage, page, found), lambda: stage(page, found))

    def reduced(self, page: Document, found: Spans) -> Document:
        """Return the page that holds only what was found, and the page itself if that is everything."""
        return page if found == page.visible else self._once((page, found), lambda: page.reduced(found))

    def _once(self, key: Hashable, make: Callable[[], _Result]) -> _Result:
        if key not in self._done:
            self._done[key] = make()
        return cast("_Result", self._done[key])


class Combined(Extractor):
    """An extractor made of stages."""

    __slots__ = ()

    def __call__(self, page: Document) -> Spans:
        """Begin: nothing has been done for this call."""
        return self.run(page, Work())

    @abstractmethod
    def run(self, page: Document, work: Work) -> Spans:
        """Let the stages work, each once."""


def collected(stages: tuple[Stage, ...], page: Document) -> tuple[str, ...]:
    """Collect what the stages have to say, each thing once."""
    return tuple(dict.fromkeys(warning for stage in stages for warning in stage.warnings(page)))


def taken_out_by(stages: Sequence[Prefilter], page: Document) -> Spans:
    """Join what prefilters that work one after the other take out of a page."""
    taken = Spans(size=len(page.source))
    for stage in stages:
        taken |= stage.taken_out(page)
        page = stage(page)
    return taken


def uses_geometry(stage: Stage) -> bool:
    """Tell whether a stage, or one that it is made of, looks at what a browser showed of a page."""
    parts = getattr(stage, "stages", None) or getattr(stage, "members", None) or ()
    return stage.uses_geometry or any(map(uses_geometry, parts))


def inside(stage: Stage, precedence: int) -> str:
    """Print a stage inside of another, in parentheses where they matter."""
    return str(stage) if stage.precedence > precedence else f"({stage})"


@dataclass(frozen=True, slots=True)
class StageRun:
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

    def confidence(self, page: Document) -> float | None:
        """Say what the first stage says, where the others only correct it."""
        first, *others = self.stages
        corrected = isinstance(first, Extractor) and all(isinstance(stage, Refiner) for stage in others)
        return first.confidence(page) if corrected and isinstance(first, Extractor) else None

    def steps(self, page: Document, work: Work | None = None) -> Iterator[StageRun]:
        """Pass the page on, and yield for each stage what it saw and what it left."""
        work = work or Work()
        seen, found = page, page.visible
        for stage in self.stages:
            if isinstance(stage, Prefilter):
                given = work.reduced(page, found)
                page = work.filtered(stage, given)
                found = page.visible
                yield StageRun(stage, given, found)
            elif isinstance(stage, Refiner):
                found = seen.select(work.refined(stage, seen, found))
                yield StageRun(stage, seen, found)
            elif isinstance(stage, Extractor):
                seen = page = work.reduced(page, found)
                found = work.found(stage, page)
                yield StageRun(stage, seen, found)

    def taken_out(self, page: Document) -> Spans:
        """Join what the stages take out, each of the page as it saw it."""
        taken = Spans(size=len(page.source))
        for step in self.steps(page):
            taken |= step.stage.taken_out(step.page)
        return taken

    def curves(self, page: Document) -> Panels:
        """Show the last extractor on the page as the stages before left it, then what refiners made of its decision."""
        panels: Panels = ()
        found = page.visible
        for step in self.steps(page):
            if isinstance(step.stage, Extractor):
                panels = step.stage.curves(step.page)
            elif isinstance(step.stage, Refiner):
                panels += step.stage.curves(step.page, found)
            found = step.found
        named = tuple(replace(panel, stage=str(self)) for panel in panels)
        return named or text_panels(page, str(self), found)

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

    def taken_out(self, page: Document) -> Spans:
        """Join what the prefilters take out."""
        return taken_out_by([stage for stage in self.stages if isinstance(stage, Prefilter)], page)

    def warnings(self, page: Document) -> tuple[str, ...]:
        """Collect what the stages have to say."""
        return collected(self.stages, page)

    def __str__(self) -> str:
        """Print with arrows."""
        return " >> ".join(inside(stage, self.precedence) for stage in self.stages)


def _parts(stage: Stage) -> tuple[Stage, ...]:
    return stage.stages if isinstance(stage, Serial | Prefilters) else (stage,)

"""What stages made of stages share: work that is done once, what they have to say, and how they print.

Paper: mohammadzadeh2013, section 3.4.2 (the pipelines of CombinE). There, every filter of a pipeline works on a copy of
the page, however often it is used. Here a `Work` goes with each call of the outermost stage: each stage inside works
once on each view of the page, whether it is named twice or begins several series. It ends with the call.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar, cast

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.spans import Spans
from webwinnow.stages.stage import Extractor, Prefilter, Refiner, Stage

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Work:
    """What the stages of one call have done so far; a view of a page is known by its identity."""

    _done: dict[Hashable, object] = field(default_factory=dict)

    def found(self, stage: Extractor, page: Document) -> Spans:
        """Give what an extractor finds on a page."""
        return self._once((stage, page), lambda: stage.run(page, self) if isinstance(stage, Combined) else stage(page))

    def filtered(self, stage: Prefilter, page: Document) -> Document:
        """Give what a prefilter makes of a page."""
        return self._once((stage, page), lambda: stage(page))

    def refined(self, stage: Refiner, page: Document, found: Spans) -> Spans:
        """Give what a refiner makes of a decision."""
        return self._once((stage, page, found), lambda: stage(page, found))

    def within(self, page: Document, found: Spans) -> Document:
        """Give the view of a page that shows what was found, and the page itself if that is everything."""
        return page if found == page.visible else self._once((page, found), lambda: page.within(found))

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


def extractors(where: str, members: list[Stage] | tuple[Stage, ...]) -> tuple[Extractor, ...]:
    """Refuse members that do not decide what is content."""
    if not members:
        raise ParameterError(f"{where} needs at least one member")
    for member in members:
        if not isinstance(member, Extractor):
            told = f"is a {member.kind}" if isinstance(member, Stage) else "is none"
            raise ParameterError(f"{where} combines extractors, and {member} {told}")
    return tuple(member for member in members if isinstance(member, Extractor))


def collected(stages: tuple[Stage, ...], page: Document) -> tuple[str, ...]:
    """Collect what the stages have to say, each thing once."""
    return tuple(dict.fromkeys(warning for stage in stages for warning in stage.warnings(page)))


def inside(stage: Stage, precedence: int) -> str:
    """Print a stage inside of another, in parentheses where they matter."""
    return str(stage) if stage.precedence > precedence else f"({stage})"

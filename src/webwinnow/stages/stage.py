"""What a stage is: a frozen value that can be called, printed, compared, hashed, pickled and combined.

A stage is a slotted, frozen dataclass whose fields are its parameters. Its printed form is the expression that makes it
again: Python, command-line argument, report column and cache key are the same text.

    filter3 >> danag(gap=20)       serial: the next stage sees only what the one before left
    dsc | bte      dsc & accb      union, intersection
    vote(2, dsc, bte, accb)        kept by at least two of three
    vote(2.5, danag*1.5, dsc, bte) the same with weights
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import MISSING, fields
from numbers import Integral, Real
from typing import TYPE_CHECKING, ClassVar, Final, Literal

import numpy as np

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.spans import Spans

if TYPE_CHECKING:  # combinations and curves are imported when they are first asked for
    from webwinnow.stages.curves import Panels
    from webwinnow.stages.voting import Weighted

Kind = Literal["prefilter", "extractor", "refiner"]

_BEFORE: Final = (
    "Characters of text above the axis, characters of tags below it, for each line. Figure 4.13 of mohammadzadeh2013."
)
_AFTER: Final = (
    "The same with the filter: the text that it hides is gone, and tags count for what the filter makes of them."
    " Figure 4.14 of mohammadzadeh2013; section 3 of ghorbani2014."
)


class Stage(ABC):
    """Base of all stages: operators, printing and the check of parameters."""

    __slots__ = ()
    name: ClassVar[str]
    """The stage's name in the catalogue."""
    kind: ClassVar[Kind]
    uses_geometry: ClassVar[bool] = False
    """Whether the stage looks at what a browser showed of the page (`page.geometry`), where that is known."""
    precedence: ClassVar[int] = 9
    """How tightly the printed form binds, as in Python; a call binds tightest."""

    def __rshift__(self, other: Stage) -> Stage:
        """Run this stage, then the other on what it left."""
        from webwinnow.stages.combined import Serial

        return Serial.of(self, other)

    def __or__(self, other: Stage) -> Stage:
        """Keep what either keeps."""
        from webwinnow.stages.voting import Union

        return Union.of(self, other)

    def __and__(self, other: Stage) -> Stage:
        """Keep what both keep."""
        from webwinnow.stages.voting import Intersection

        return Intersection.of(self, other)

    def __mul__(self, weight: float) -> Weighted:
        """Weigh this stage as a member of a vote."""
        from webwinnow.stages.voting import Weighted

        return Weighted(self, weight)

    __rmul__ = __mul__

    def __str__(self) -> str:
        """Print the expression that makes this stage: its name and the parameters that are not the defaults."""
        given = [each.name for each in fields(self) if getattr(self, each.name) != each.default]  # type: ignore[arg-type]  # as below
        values = self.parameters() if given else {}
        return f"{self.name}({', '.join(f'{each}={values[each]!r}' for each in given)})" if given else self.name

    def parameters(self) -> dict[str, object]:
        """Return the parameters and their values; numpy's numbers, as sweeps make them, as plain ones."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]  # subclasses are dataclasses
        return {name: value.item() if isinstance(value, np.generic) else value for name, value in values.items()}

    @classmethod
    def default(cls, parameter: str) -> object:
        """Return a parameter's default; `dataclasses.MISSING` if it has none."""
        return next((field.default for field in fields(cls) if field.name == parameter), MISSING)  # type: ignore[arg-type]  # as above

    def warnings(self, page: Document) -> tuple[str, ...]:  # noqa: ARG002  (stages that have something to say look)
        """Say what users should know about this stage's answer on the page; most stages have nothing to say."""
        return ()

    def taken_out(self, page: Document) -> Spans:
        """Return what html leaves out besides text that is no content, such as images: nothing, for most stages."""
        return Spans(size=len(page.source))

    def require_range(self, parameter: str, low: float, high: float) -> None:
        """Refuse a parameter outside of its range, with a message that states the range.

        Where the default is a whole number, only whole numbers make sense.
        """
        value = getattr(self, parameter)
        whole = isinstance(self.default(parameter), int)
        fits = isinstance(value, Integral if whole else Real) and not isinstance(value, bool)
        if not fits or not low <= value <= high:
            wanted = "a whole number from" if whole else "from"
            raise ParameterError(f"{self.name}: {parameter} must be {wanted} {low:g} to {high:g}, not {value!r}")

    def require_choice(self, parameter: str, choices: Iterable[str]) -> None:
        """Refuse a parameter that is none of the choices, with a message that lists them."""
        value, names = getattr(self, parameter), tuple(choices)
        if value not in names:
            listed = ", ".join(names[:-1]) + f" or {names[-1]}"
            raise ParameterError(f"{self.name}: {parameter} must be {listed}, not {value!r}")

    def require_odd(self, parameter: str, low: int, high: int) -> None:
        """Refuse a width that has no middle."""
        self.require_range(parameter, low, high)
        if getattr(self, parameter) % 2 == 0:
            value = getattr(self, parameter)
            raise ParameterError(f"{self.name}: {parameter} must be an odd number from {low} to {high}, not {value!r}")


class Prefilter(Stage):
    """Changes what later stages see of a page: hides text, or changes what tags count for."""

    __slots__ = ()
    kind = "prefilter"

    @abstractmethod
    def __call__(self, page: Document) -> Document:
        """Return the page as later stages shall see it."""

    def taken_out(self, page: Document) -> Spans:
        """Return the elements that the filter takes out of a page; html is written without them."""
        return page.extents(page.present & ~self(page).present)

    def curves(self, page: Document) -> Panels:
        """Show the lines as counted before and after the filter, and the text that it hides."""
        from webwinnow.stages.curves import content_and_code, kept_text, line_panel

        stage, after = str(self), self(page)
        return (
            line_panel(stage, lines := page.normalised_lines(), "Before the filter", _BEFORE, *content_and_code(lines)),
            line_panel(stage, lines := after.normalised_lines(), "After the filter", _AFTER, *content_and_code(lines)),
            kept_text(page, stage, after.visible),
        )


class Extractor(Stage):
    """Decides which of the visible text is content."""

    __slots__ = ()
    kind = "extractor"

    @abstractmethod
    def __call__(self, page: Document) -> Spans:
        """Return the content as spans; total (any page has an answer), pure and thread safe."""

    def curves(self, page: Document) -> Panels:
        """Show what the decision is made by; for a stage that has no curves of its own, the text that it keeps."""
        from webwinnow.stages.curves import text_panels

        return text_panels(page, str(self), self(page))

    def confidence(self, page: Document) -> float | None:  # noqa: ARG002  (stages that can tell look)
        """Say how good the answer on this page is expected to be, from 0 to 1; None where a stage cannot tell."""
        return None


class Refiner(Stage):
    """Corrects a decision."""

    __slots__ = ()
    kind = "refiner"

    @abstractmethod
    def __call__(self, page: Document, found: Spans) -> Spans:
        """Return the corrected spans."""

    def curves(self, page: Document, found: Spans) -> Panels:
        """Show what becomes of a decision; for a stage that has no curves of its own, the text that is kept."""
        from webwinnow.stages.curves import kept_text

        return (kept_text(page, str(self), page.select(self(page, found))),)

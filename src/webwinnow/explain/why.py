"""Why a sentence was kept or dropped: which stage decided so, and by which signals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.explain.panel import Panel, Series
from webwinnow.explain.panels import explain
from webwinnow.explain.sentences import Nearest, PageWords
from webwinnow.losses import find_dropped
from webwinnow.render.css_paths import CssPaths
from webwinnow.render.hidden import find_hidden
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Intersection, Serial, Stage, Union, Vote

_MOSTLY: Final = 0.5
"""The share of a sentence's letters from which it counts as kept."""
_PARALLEL: Final = Union | Intersection | Vote
_NO_TEXT: Final = "choices of a form, or labels of a drawing"
_TOLD: Final = 4
"""Signals that are only told, such as what each family says in `consensus`: the strongest ones are named."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A number that a stage decides by, at the place of the sentence."""

    name: str
    value: float
    limits: tuple[str, ...] = ()
    """What the number is compared with, where it is compared with something fixed."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What one stage did with the sentence."""

    stage: str
    role: str
    """Prefilter, extractor or refiner of a series; member of a union, an intersection or a vote."""
    kept: float
    """The share of the sentence that it left."""
    signals: tuple[Signal, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """One place where the sentence stands, and what became of it."""

    start: int
    end: int
    text: str
    css_path: str
    kept: float
    """The share of the sentence that is in the result."""
    hidden: str | None
    """Why readers do not see it, if they do not."""
    kind: str | None
    """What kind of text it is, if it was dropped: navigation, link list, footer ..."""
    decided_by: str
    """The stage that decided, or what hides the text."""
    decisions: tuple[Decision, ...]

    @property
    def verdict(self) -> str:
        """Kept, partly kept or dropped."""
        return "kept" if self.kept >= 1 else "dropped" if self.kept <= 0 else "partly kept"


@dataclass(frozen=True, slots=True)
class Why:
    """The answer: all places of the sentence, or what is nearest to it."""

    sentence: str
    extractor: str
    places: tuple[Place, ...]
    nearest: Nearest | None = None
    in_markup: int | None = None
    """Where the sentence stands in the source outside of its text: in a script, an attribute, a comment, the title."""

    def to_json(self) -> dict[str, Any]:
        """Give all of it as JSON has it."""
        told = asdict(self)
        verdicts = [{"verdict": place.verdict} for place in self.places]
        return told | {"places": [one | other for one, other in zip(verdicts, told["places"], strict=True)]}


def why(page: Document, extractor: Extractor, sentence: str) -> Why:
    """Tell what became of a sentence, wherever it stands in a page."""
    known = PageWords(page)
    places = known.find(sentence)
    if not places:
        found = page.source.find(sentence.strip()) if sentence.strip() else -1
        return Why(sentence, str(extractor), (), known.nearest(sentence), found if found >= 0 else None)
    asked = _Asked(known, extractor(page), tuple(_steps(page, extractor)))
    return Why(sentence, str(extractor), tuple(asked.place(spans) for spans in places))


@dataclass(frozen=True, slots=True)
class _Step:
    """One stage at work, and the curves that it decides by."""

    stage: Stage
    role: str
    found: Spans
    panels: tuple[Panel, ...] = ()


def _steps(page: Document, stage: Extractor) -> Iterator[_Step]:
    """List the stages; members of votes come before the vote itself."""
    if isinstance(stage, Serial):
        for step in stage.steps(page):
            decides = isinstance(step.stage, Extractor)
            panels = _panels(step.page, step.stage) if decides else ()
            yield _Step(step.stage, step.stage.kind, step.found, panels)
        return
    for member in stage.members if isinstance(stage, _PARALLEL) else ():
        yield _Step(member, "member", member(page), _panels(page, member))
    yield _Step(stage, "extractor", stage(page), _panels(page, stage))


def _panels(page: Document, stage: Stage) -> tuple[Panel, ...]:
    """Take the curves of a stage; those of combinations are those of their parts."""
    return () if isinstance(stage, Serial | _PARALLEL) else explain(page, stage).panels


class _Asked:
    """What is found out about the page once, however often the sentence stands in it."""

    def __init__(self, known: PageWords, result: Spans, steps: tuple[_Step, ...]) -> None:
        self.known, self.page, self.result, self.steps = known, known.page, result, steps
        self.hidden, self.dropped = find_hidden(known.page), find_dropped(known.page, result)
        self.paths = CssPaths(known.page)

    def place(self, spans: Spans) -> Place:
        """Tell what became of the sentence at one place."""
        start, end = int(spans.starts[0]), int(spans.ends[-1])
        seen = bool(self.page.visible.contains([start])[0])
        reason = self.hidden.reason(tuple(spans)) or (None if seen else _NO_TEXT)
        decisions = tuple(self._decision(step, spans) for step in self.steps) if seen else ()
        kept = self.result.share_of(spans)
        run = int(np.searchsorted(self.page.runs.start, start, side="right")) - 1
        return Place(
            start=start,
            end=end,
            text=self.known.text(spans),
            css_path=self.paths.path(int(self.page.runs.home[run])),
            kept=round(kept, 4),
            hidden=reason,
            kind=self._kind(start) if kept < 1 else None,
            decided_by=_decided(decisions, kept) if decisions else reason or "",
            decisions=decisions,
        )

    def _kind(self, start: int) -> str | None:
        return next((each.kind for each in self.dropped if each.spans.contains([start])[0]), None)

    def _decision(self, step: _Step, spans: Spans) -> Decision:
        told = self._votes(step.stage, spans) if isinstance(step.stage, _PARALLEL) else _signals(step.panels, spans)
        return Decision(str(step.stage), step.role, round(step.found.share_of(spans), 4), told)

    def _votes(self, stage: Union | Intersection | Vote, spans: Spans) -> tuple[Signal, ...]:
        """Count the members that kept the sentence, with their weights."""
        members = [step for step in self.steps if step.role == "member"]
        shares = stage.shares if isinstance(stage, Vote) else (1,) * len(members)
        pairs = zip(shares, members, strict=False)
        votes = [share for share, member in pairs if member.found.share_of(spans) >= _MOSTLY]
        return (Signal("votes for it", float(sum(votes)), (f"{stage.quorum:g} needed",)),) if members else ()


def _decided(decisions: tuple[Decision, ...], kept: float) -> str:
    """Name the last stage of a series that changed whether the sentence is kept; else the last one that saw it."""
    deciding = [decision for decision in decisions if decision.role != "member"]
    sides = [True, *(decision.kept >= _MOSTLY for decision in deciding)]
    turns = [each.stage for each, before, after in zip(deciding, sides, sides[1:], strict=False) if before != after]
    return turns[-1] if turns and (kept < _MOSTLY or len(turns) > 1) else deciding[-1].stage


def _signals(panels: tuple[Panel, ...], spans: Spans) -> tuple[Signal, ...]:
    """Read the curves that a stage decides by at the place of the sentence."""
    found: dict[str, Signal] = {}
    for panel in panels:
        at = _positions(panel, int(spans.starts[0]), int(spans.ends[-1]))
        if not len(at):
            continue
        limits = tuple(f"{limit.label} {limit.value:g}" for limit in panel.thresholds)
        drawn = [(each, _mean(each, at)) for each in panel.series if each.mark != "told"]
        told = [(each, _mean(each, at)) for each in panel.series if each.mark == "told"]
        loudest = sorted(told, key=lambda pair: -abs(pair[1]))[:_TOLD]
        for series, value in [*drawn, *loudest]:
            found.setdefault(series.name, Signal(series.name, value, limits if series.mark != "told" else ()))
    return tuple(found.values())


def _positions(panel: Panel, start: int, end: int) -> npt.NDArray[np.intp]:
    """Find the positions of a panel that the sentence covers; of elements, which nest, the innermost."""
    at = np.flatnonzero((panel.start < end) & (panel.end > start))
    return at[panel.start[at] <= start][-1:] if panel.x.unit == "element" else at


def _mean(series: Series, at: npt.NDArray[np.intp]) -> float:
    return round(float(np.mean(series.values[at])), 6)

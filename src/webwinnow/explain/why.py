"""Why a sentence was kept or dropped: which stage decided so, and by which signals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.explain.panel import Panel, Series
from webwinnow.explain.panels import explain
from webwinnow.explain.sentences import Nearest, PageWords
from webwinnow.losses import find_dropped
from webwinnow.render.css_paths import CssPaths
from webwinnow.render.hidden import Hidden, find_hidden
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Intersection, Serial, Stage, Union, Vote

_MOSTLY: Final = 0.5
"""The share of a sentence's letters from which it counts as kept."""
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
    result, hidden = extractor(page), find_hidden(page)
    return Why(sentence, str(extractor), tuple(_place(known, each, extractor, result, hidden) for each in places))


def _place(known: PageWords, spans: Spans, extractor: Extractor, result: Spans, hidden: Hidden) -> Place:
    page, kept = known.page, result.share_of(spans)
    start, end = int(spans.starts[0]), int(spans.ends[-1])
    seen = bool(page.visible.contains([start])[0])
    reason = hidden.reason(tuple(spans)) or (None if seen else "choices of a form, or labels of a drawing")
    decisions = tuple(_decisions(page, extractor, spans)) if seen else ()
    run = int(np.searchsorted(page.runs.start, start, side="right")) - 1
    path = CssPaths(page).path(int(page.runs.home[run]))
    kind = _kind(page, result, start) if kept < 1 else None
    decided = _decided(decisions, kept) if decisions else reason or ""
    return Place(start, end, known.text(spans), path, round(kept, 4), reason, kind, decided, decisions)


def _kind(page: Document, result: Spans, start: int) -> str | None:
    return next((each.kind for each in find_dropped(page, result) if each.spans.contains([start])[0]), None)


def _decided(decisions: tuple[Decision, ...], kept: float) -> str:
    """Name the last stage of a series that changed whether the sentence is kept; else the last one that saw it."""
    sides = [True, *(decision.kept >= _MOSTLY for decision in decisions if decision.role != "member")]
    stages = [decision.stage for decision in decisions if decision.role != "member"]
    turns = [stage for stage, before, after in zip(stages, sides, sides[1:], strict=False) if before != after]
    return turns[-1] if turns and (kept < _MOSTLY or len(turns) > 1) else stages[-1]


def _decisions(page: Document, stage: Stage, spans: Spans) -> Iterator[Decision]:
    """Tell what each stage did; members of votes come before the vote itself."""
    if isinstance(stage, Serial):
        for step in stage.steps(page):
            given = step.page.visible.share_of(spans) > 0 and isinstance(step.stage, Extractor)
            signals = _signals(step.page, step.stage, spans) if given else ()
            yield Decision(str(step.stage), step.stage.kind, step.found.share_of(spans), signals)
    elif isinstance(stage, Union | Intersection | Vote):
        results = [member(page) for member in stage.members]
        for member, found in zip(stage.members, results, strict=True):
            yield Decision(str(member), "member", found.share_of(spans), _signals(page, member, spans))
        shares = stage.shares if isinstance(stage, Vote) else (1,) * len(results)
        votes = [share for share, found in zip(shares, results, strict=True) if found.share_of(spans) >= _MOSTLY]
        told = (Signal("votes for it", float(sum(votes)), (f"{stage.quorum:g} needed",)),)
        yield Decision(str(stage), "extractor", stage(page).share_of(spans), told)
    elif isinstance(stage, Extractor):
        yield Decision(str(stage), "extractor", stage(page).share_of(spans), _signals(page, stage, spans))


def _signals(page: Document, stage: Stage, spans: Spans) -> tuple[Signal, ...]:
    """Read the curves that a stage decides by at the place of the sentence."""
    if isinstance(stage, Serial | Union | Intersection | Vote):
        return ()
    found: dict[str, Signal] = {}
    for panel in explain(page, stage).panels:
        at = _positions(panel, int(spans.starts[0]), int(spans.ends[-1]))
        if not len(at):
            continue
        limits = tuple(f"{limit.label} {limit.value:g}" for limit in panel.thresholds)
        drawn = [(each, _mean(each, at)) for each in panel.series if each.mark != "told"]
        told = sorted(
            ((each, _mean(each, at)) for each in panel.series if each.mark == "told"), key=lambda pair: -abs(pair[1])
        )
        for series, value in [*drawn, *told[:_TOLD]]:
            found.setdefault(series.name, Signal(series.name, value, limits if series.mark != "told" else ()))
    return tuple(found.values())


def _positions(panel: Panel, start: int, end: int) -> Any:
    """Find the positions of a panel that the sentence covers; of elements, which nest, the innermost."""
    at = np.flatnonzero((panel.start < end) & (panel.end > start))
    return at[panel.start[at] <= start][-1:] if panel.x.unit == "element" else at


def _mean(series: Series, at: Any) -> float:
    return round(float(np.mean(series.values[at])), 6)

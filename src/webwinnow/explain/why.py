"""Why a sentence was kept or dropped: which stage decided so, and by which signals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.language.words import words
from webwinnow.losses import find_dropped
from webwinnow.render.hidden import find_hidden
from webwinnow.render.origins import CssPaths
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Parallel, Serial, Stage
from webwinnow.stages.curves import Curve, Panel, Panels

_MOSTLY: Final = 0.5
"""The share of a sentence's letters from which it counts as kept."""
_NO_TEXT: Final = "choices of a form, or labels of a drawing"
MOST: Final = 20
"""Places that are looked at; a word like "the" stands everywhere."""
_LONGEST: Final = 64
"""Words of a sentence that its nearest text is looked for by."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A number that a stage decides by, at the place of the sentence."""

    name: str
    value: float
    limits: tuple[str, ...] = ()
    """What the number is compared with, where it is compared with something fixed."""
    meaning: str = ""
    """What the number is about, where its name does not say it."""
    adds: bool = False
    """Whether it is one of the numbers whose sum decides: above zero is kept."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What one stage did with the sentence."""

    stage: str
    role: str
    """Prefilter, extractor or refiner of a series; member of a union, an intersection or a vote."""
    kept: float
    """The share of the sentence that it left."""
    signals: tuple[Signal, ...] = ()

    @property
    def adding(self) -> tuple[Signal, ...]:
        """The signals whose sum decides, the loudest first; none for stages that decide in another way."""
        return tuple(sorted((each for each in self.signals if each.adds), key=lambda each: -abs(each.value)))


@dataclass(frozen=True, slots=True)
class Occurrence:
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
    places: tuple[Occurrence, ...]
    nearest: Nearest | None = None
    in_markup: int | None = None
    """Where the sentence stands in the source outside of its text: in a script, an attribute, a comment, the title."""

    def to_json(self) -> dict[str, Any]:
        """Return all of it as JSON has it."""
        facts = asdict(self)
        verdicts = [{"verdict": place.verdict} for place in self.places]
        return facts | {"places": [one | other for one, other in zip(verdicts, facts["places"], strict=True)]}


def why(page: Document, extractor: Extractor, sentence: str) -> Why:
    """Say what became of a sentence, wherever it stands in a page."""
    known = PageWords(page)
    places = known.find(sentence)
    if not places:
        found = page.source.find(sentence.strip()) if sentence.strip() else -1
        return Why(sentence, str(extractor), (), known.nearest(sentence), found if found >= 0 else None)
    asked = _Asked(known, extractor(page), tuple(_steps(page, extractor)))
    return Why(sentence, str(extractor), tuple(asked.place(spans) for spans in places))


def why_at(page: Document, extractor: Extractor, start: int, end: int) -> Why:
    """Say what became of the words between two places of the source."""
    known = PageWords(page)
    spans = known.between(start, end)
    asked = _Asked(known, extractor(page), tuple(_steps(page, extractor)))
    return Why(known.text(spans) if len(spans) else "", str(extractor), (asked.place(spans),) if len(spans) else ())


@dataclass(frozen=True, slots=True)
class _Step:
    """One stage at work, and the curves that it decides by."""

    stage: Stage
    role: str
    found: Spans
    panels: Panels = ()


def _steps(page: Document, stage: Extractor) -> Iterator[_Step]:
    """List the stages; members of votes come before the vote itself."""
    if isinstance(stage, Serial):
        for step in stage.steps(page):
            panels = _panels(step.page, step.stage) if isinstance(step.stage, Extractor) else ()
            yield _Step(step.stage, step.stage.kind, step.found, panels)
        return
    for member in stage.members if isinstance(stage, Parallel) else ():
        yield _Step(member, "member", member(page), _panels(page, member))
    yield _Step(stage, "extractor", stage(page), _panels(page, stage))


def _panels(page: Document, stage: Extractor) -> Panels:
    """Take the curves of a stage; those of combinations are those of their parts."""
    return () if isinstance(stage, Serial | Parallel) else stage.curves(page)


class _Asked:
    """What is found out about the page once, however often the sentence stands in it."""

    def __init__(self, known: PageWords, result: Spans, steps: tuple[_Step, ...]) -> None:
        self.known, self.page, self.result, self.steps = known, known.page, result, steps
        self.hidden, self.dropped = find_hidden(known.page), find_dropped(known.page, result)
        self.paths = CssPaths(known.page)

    def place(self, spans: Spans) -> Occurrence:
        """Say what became of the sentence at one place."""
        start, end = int(spans.starts[0]), int(spans.ends[-1])
        seen = bool(self.page.visible.contains([start])[0])
        reason = self.hidden.reason(tuple(spans)) or (None if seen else _NO_TEXT)
        decisions = tuple(self._decision(step, spans) for step in self.steps) if seen else ()
        kept = self.result.share_of(spans)
        run = int(np.searchsorted(self.page.runs.start, start, side="right")) - 1
        return Occurrence(
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
        signals = self._votes(step.stage, spans) if isinstance(step.stage, Parallel) else _signals(step.panels, spans)
        return Decision(str(step.stage), step.role, round(step.found.share_of(spans), 4), signals)

    def _votes(self, stage: Parallel, spans: Spans) -> tuple[Signal, ...]:
        """Count the members that kept the sentence, with their weights."""
        members = [step for step in self.steps if step.role == "member"]
        needed, shares = stage.ballot()
        pairs = zip(shares, members, strict=False)
        votes = [share for share, member in pairs if member.found.share_of(spans) >= _MOSTLY]
        return (Signal("votes for it", float(sum(votes)), (f"{needed:g} needed",)),) if members else ()


def _decided(decisions: tuple[Decision, ...], kept: float) -> str:
    """Name the last stage of a series that changed whether the sentence is kept; else the last one that saw it."""
    deciding = [decision for decision in decisions if decision.role != "member"]
    sides = [True, *(decision.kept >= _MOSTLY for decision in deciding)]
    turns = [each.stage for each, before, after in zip(deciding, sides, sides[1:], strict=False) if before != after]
    return turns[-1] if turns and (kept < _MOSTLY or len(turns) > 1) else deciding[-1].stage


def _signals(panels: Panels, spans: Spans) -> tuple[Signal, ...]:
    """Read the curves that a stage decides by at the place of the sentence."""
    found: dict[str, Signal] = {}
    for panel in panels:
        at = _positions(panel, int(spans.starts[0]), int(spans.ends[-1]))
        if not len(at):
            continue
        limits = tuple(f"{limit.label} {limit.value:.4g}" for limit in panel.thresholds)
        for curve in panel.curves:
            compared = limits if curve.drawn else ()
            signal = Signal(curve.name, _mean(curve, at), compared, curve.meaning, curve.mark == "adds")
            found.setdefault(curve.name, signal)
    return tuple(found.values())


def _positions(panel: Panel, start: int, end: int) -> npt.NDArray[np.intp]:
    """Find the positions of a panel that the sentence covers; of elements, which nest, the innermost."""
    at = np.flatnonzero((panel.start < end) & (panel.end > start))
    return at[panel.start[at] <= start][-1:] if panel.x.unit == "element" else at


def _mean(curve: Curve, at: npt.NDArray[np.intp]) -> float:
    return round(float(np.mean(curve.values[at])), 6)


@dataclass(frozen=True, slots=True)
class Nearest:
    """The stretch of a page that has most words of a sentence that is not there."""

    start: int
    end: int
    text: str
    share: float
    """The share of the sentence's words that stand in it."""


class PageWords:
    """All words of a page, hidden ones too, as readers write them."""

    def __init__(self, page: Document) -> None:
        """Read the words."""
        self.page = page
        self.starts, self.ends = page.markup.words
        pairs = zip(self.starts.tolist(), self.ends.tolist(), strict=True)
        self.written = [decode_references(page.source[start:end]).casefold() for start, end in pairs]

    def find(self, sentence: str) -> list[Spans]:
        """Find the places of a sentence, each as the spans of its words."""
        sought = "".join(words(sentence.casefold()))
        letters = "".join(self.written)
        bounds = np.cumsum([0, *map(len, self.written)])
        places: list[Spans] = []
        at = letters.find(sought) if sought else -1
        while at >= 0 and len(places) < MOST:
            first, last = np.searchsorted(bounds, [at, at + len(sought)], side="right") - 1
            starts_a_word, ends_a_word = bounds[first] == at, bounds[last] == at + len(sought)
            if starts_a_word and ends_a_word:
                places.append(self._spans(int(first), int(last)))
            at = letters.find(sought, at + len(sought) if starts_a_word and ends_a_word else at + 1)
        return places

    def between(self, start: int, end: int) -> Spans:
        """Return the words that start between two places."""
        first, last = np.searchsorted(self.starts, [start, end]).tolist()
        return self._spans(first, last)

    def nearest(self, sentence: str) -> Nearest | None:
        """Find the stretch that has most words of a sentence; None if it has none of them."""
        sought = words(sentence.casefold())[:_LONGEST]
        number = {word: at for at, word in enumerate(dict.fromkeys(sought))}
        numbers = np.array([number.get(word, -1) for word in self.written], dtype=np.int64)
        if not (numbers >= 0).any():
            return None
        width = min(len(sought), len(numbers))
        first = int(np.argmax(_alike(numbers, [number[word] for word in sought[:width]])))
        there = set(sought) & set(self.written[first : first + width])
        spans = self._spans(first, first + width)
        return Nearest(*self._ends(spans), self.text(spans), len(there) / len(number))

    def text(self, spans: Spans) -> str:
        """Read what stands from the first to the last word, on one line."""
        start, end = self._ends(spans)
        inside = self.page.runs
        chosen = np.flatnonzero((inside.end > start) & (inside.start < end)).tolist()
        pieces = [self.page.text(max(int(inside.start[k]), start), min(int(inside.end[k]), end)) for k in chosen]
        return " ".join(" ".join(pieces).split())

    def _spans(self, first: int, last: int) -> Spans:
        chosen = slice(first, last)
        return Spans.from_sorted(self.starts[chosen], self.ends[chosen], len(self.page.source))

    @staticmethod
    def _ends(spans: Spans) -> tuple[int, int]:
        return int(spans.starts[0]), int(spans.ends[-1])


def _alike(numbers: npt.NDArray[np.int64], sought: list[int]) -> npt.NDArray[np.int64]:
    """Count for each stretch of words those that are sought, and again those that stand in their very place."""
    width = len(sought)
    sums = np.cumsum(np.concatenate([[0], numbers >= 0]))
    alike: npt.NDArray[np.int64] = sums[width:] - sums[:-width]
    for at, number in enumerate(sought):
        alike += numbers[at : at + len(alike)] == number
    return alike

"""One trial: one candidate is asked for one page, and its answer scored.

This is the fence: whatever a page or a candidate does wrong becomes a failure of this cell, and of no other. Trials are
made in worker processes, so one that crashes the interpreter costs one cell, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from webwinnow.document.links import absolute
from webwinnow.errors import PackageError, WebwinnowError
from webwinnow.evaluate.adapters.adapter import Adapter, Answer, Asked, NoAnswerError
from webwinnow.evaluate.cell import UNKNOWN, Cell, Failure
from webwinnow.evaluate.measures import FoundText, Gold, HeadlineMatch, Measure, Outcome
from webwinnow.evaluate.meta import primary_language, site_of
from webwinnow.evaluate.package import GoldPage, PageFiles
from webwinnow.evaluate.validation import EMPTY
from webwinnow.processes import Finished, Pool

_ANSWERS: Final = {True: "yes", False: "no", None: UNKNOWN}
GRACE: Final = 30.0
"""Seconds beyond the time-out for reading and scoring a page, before a worker counts as hanging."""


@dataclass(frozen=True, slots=True)
class TrialSettings:
    """What all trials of a run share."""

    adapters: tuple[Adapter, ...]
    measures: tuple[Measure, ...]
    timeout: float


@dataclass(frozen=True, slots=True)
class Trial:
    """A trial to be made: the number of the package, the number of the adapter, and the page."""

    package: int
    adapter: int
    files: PageFiles


@dataclass(frozen=True, slots=True)
class Tried:
    """A cell, and the text it is about; None without an answer."""

    cell: Cell
    text: str | None = None


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page with its gold, and what texts scored on it: several candidates often find the same."""

    page: GoldPage
    html: bytes
    gold: Gold
    outcomes: dict[tuple[Measure, FoundText], Outcome | None] = field(default_factory=dict)

    def score(self, measure: Measure, found: FoundText) -> Outcome | None:
        """Score a text, unless another candidate found the same."""
        key = (measure, found)
        if key not in self.outcomes:
            self.outcomes[key] = measure(self.gold, found)
        return self.outcomes[key]


def read_page(files: PageFiles) -> ReadPage:
    """Read a page and its gold; raises PackageError."""
    page = files.read()
    html = page.html()
    return ReadPage(page, html, gold_of(page, html))


@dataclass(frozen=True, slots=True)
class Trials:
    """Makes trials one after the other; a candidate is prepared when it is asked for the first time.

    The page of the last trial is kept, for all candidates of a page come one after the other.
    """

    setting: TrialSettings
    _prepared: set[int] = field(default_factory=set)
    _last: dict[PageFiles, ReadPage] = field(default_factory=dict)

    def __call__(self, trial: Trial) -> Tried:
        """Make a trial."""
        adapter = self.setting.adapters[trial.adapter]
        if trial.adapter not in self._prepared:
            self._prepared.add(trial.adapter)
            with suppress(Exception):  # what does not work becomes the failure of the trial itself
                adapter.prepare()
        return attempt(adapter, trial.files, self.setting.measures, self.setting.timeout, read=self._read)

    def _read(self, files: PageFiles) -> ReadPage:
        if files not in self._last:
            self._last.clear()
            self._last[files] = read_page(files)
        return self._last[files]


def trial_pool(setting: TrialSettings, jobs: int) -> Pool[Trial, Tried]:
    """Make the worker processes for the trials of a run."""
    return Pool(Trials(setting), jobs, timeout=setting.timeout + GRACE)


def outcome(trial: Trial, finished: Finished[Tried], setting: TrialSettings) -> Tried:
    """Return what came of a trial; one that hung, or ended its process, has failed."""
    if finished.trouble is None:
        return finished.get()
    kind, reason = finished.trouble.kind, finished.trouble.reason
    in_time = f"no answer within {setting.timeout:g} s: the process was ended"
    failure = Failure(kind, in_time if kind == "timeout" else _line(reason))
    try:
        page = trial.files.read()
    except PackageError:
        return Tried(Cell(trial.files.id, failure=failure))
    return Tried(failed(about(page), failure, page, setting.adapters[trial.adapter], setting.measures))


def attempt(
    adapter: Adapter,
    files: PageFiles,
    measures: Sequence[Measure],
    timeout: float,
    *,
    read: Callable[[PageFiles], ReadPage] = read_page,
) -> Tried:
    """Ask a candidate for a page and score its answer."""
    try:
        page_read = read(files)
    except PackageError as error:
        return Tried(Cell(files.id, failure=Failure("unreadable", str(error))))
    page, html, gold = page_read.page, page_read.html, page_read.gold
    known = replace(about(page), size=len(html))
    markdown = gold.markdown is not None and any(each.needs_markdown for each in measures)
    try:
        asked = Asked(page.id, html, page.meta.url, markdown, page.geometry())
        answer = _accepted(adapter(asked), adapter, gold, timeout)
        cell = scored(known, page_read, answer, adapter, measures)
    except Exception as error:
        return Tried(failed(known, failure_of(error), page, adapter, measures))
    return Tried(cell, answer.text)


def failed(known: Cell, failure: Failure, page: GoldPage, adapter: Adapter, measures: Sequence[Measure]) -> Cell:
    """Note a failure, and which measures the page would have allowed."""
    html: bytes | None = None
    with suppress(PackageError):
        html = page.html()
    gold, nothing = gold_of(page, html), FoundText()
    expected = tuple(each for each in _applicable(adapter, measures) if _has_main(each, each(gold, nothing)))
    return replace(known, failure=failure, expected=expected)


def _accepted(answer: Answer, adapter: Adapter, gold: Gold, timeout: float) -> Answer:
    """Return an answer that counts: one in time, and with text, unless the page is known to have none.

    That nothing is content is a decision, and scored, where we make it; from others, it may as well be a breakdown.
    """
    if answer.seconds is not None and answer.seconds > timeout:
        raise NoAnswerError("timeout", f"no answer within {timeout:g} s")
    right = gold.text is not None and not gold.text.strip()
    if adapter.kind not in ("expression", "headline") and not answer.text.strip() and not right:
        raise NoAnswerError("empty", "the answer has no text")
    return answer


def scored(known: Cell, page: ReadPage, answer: Answer, adapter: Adapter, measures: Sequence[Measure]) -> Cell:
    """Score an answer with every measure that the gold allows."""
    found = FoundText(answer.text, answer.headline, answer.markdown, answer.media)
    outcomes = {each: page.score(each, found) for each in _applicable(adapter, measures)}
    defined = {measure: outcome for measure, outcome in outcomes.items() if outcome is not None}
    return replace(
        known,
        seconds=answer.seconds,
        scores={measure: dict(outcome.numbers()) for measure, outcome in defined.items()},
        approximate=tuple(measure for measure, outcome in defined.items() if outcome.approximate),
        expected=tuple(measure for measure, outcome in defined.items() if _has_main(measure, outcome)),
    )


def about(page: GoldPage) -> Cell:
    """Return what a cell says about its page, whatever comes of it."""
    site = site_of(page.id, page.meta)
    return Cell(
        page.id,
        page_type=page.meta.page_type or UNKNOWN,
        language=primary_language(page.meta.language) or UNKNOWN,
        site=UNKNOWN if site == f"page {page.id}" else site,
        fragmented=_ANSWERS[page.meta.fragmented],
        multiple_articles=_ANSWERS[page.meta.multiple_articles],
    )


def _has_main(measure: Measure, outcome: Outcome | None) -> bool:
    """Tell whether a page allows the number that stands for a measure."""
    return outcome is not None and outcome.numbers()[measure.main_column] is not None


def gold_of(page: GoldPage, html: bytes | None = None) -> Gold:
    """Return what is known to be right; an empty gold counts only where the page is said to have no content."""
    meant = page.gold is not None and (page.gold.strip() or page.meta.extra.get("gold_kind") == EMPTY)
    return Gold(
        text=page.gold if meant else None,
        headline=page.meta.title,
        with_snippets=page.meta.with_snippets,
        without_snippets=page.meta.without_snippets,
        html=html,
        markdown=page.markdown,
        media=_media(page),
    )


def _media(page: GoldPage) -> tuple[str, ...] | None:
    """Read which media belong to the content; addresses are relative to that of the page."""
    listed = page.meta.extra.get("media")
    if not isinstance(listed, list):
        return None
    return tuple(absolute(page.meta.url or "", each) for each in listed if isinstance(each, str))


def failure_of(error: Exception) -> Failure:
    """Name what went wrong in one line."""
    if isinstance(error, NoAnswerError):
        return Failure(error.kind, _line(str(error)))
    kind = type(error).__name__
    return Failure(kind, _line(str(error) if isinstance(error, WebwinnowError) else f"{kind}: {error}"))


def _applicable(adapter: Adapter, measures: Sequence[Measure]) -> list[Measure]:
    """Leave out headline and Markdown for a candidate whose answers have none: it was not asked for them."""
    return [
        each
        for each in measures
        if (adapter.headlines or not isinstance(each, HeadlineMatch))
        and (adapter.writes_markdown or not each.needs_markdown)
    ]


def _line(text: str) -> str:
    return " ".join(text.split())[:500]

"""The whole search: members work on every page, then all combinations are scored, validated and ranked.

It may be stopped at any moment; the next search into the same folder goes on. What members found is kept apart from
the pages' tables, so that with another member only that one works.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from webwinnow.errors import UsageError, WebwinnowError
from webwinnow.evaluate.fingerprint import program_version
from webwinnow.evaluate.measures import WordBag
from webwinnow.evaluate.run import EvaluationSettings, Plan, make_plan
from webwinnow.evaluate.trial import Trial, TrialSettings, Tried, outcome, trial_pool
from webwinnow.evaluate.writing import append, claimed, file_stem, mend
from webwinnow.search.combinations import Combination, Scorer, all_combinations
from webwinnow.search.findings import Findings, Measured, Sums, deal
from webwinnow.search.member_results import NO_GOLD, MemberResults
from webwinnow.search.members import Member
from webwinnow.search.page_table import PageTable

MEMBERS: Final = "members"
TABLES: Final = "tables"
FOLDS: Final = 5

Watcher = Callable[[str, int, int], None]
"""Told what is being done ("members" or "combinations"), how many pages are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """What a search is to do."""

    packages: tuple[Path, ...]
    members: tuple[Member, ...]
    size: int = 3
    folds: int = FOLDS
    rule: str = "unicode"
    jobs: int = 1
    limit: int | None = None
    timeout: float = 120.0


@dataclass(frozen=True, slots=True)
class _Page:
    """A page as the search sees it."""

    site: str
    reading: float
    seconds: list[float]
    table: PageTable


def search(wanted: SearchSettings, folder: Path, watcher: Watcher | None = None) -> Findings:
    """Search for the best combination; raises WebwinnowError before any work if it cannot."""
    tell = watcher or (lambda *_: None)
    every = all_combinations(len(wanted.members), wanted.size)
    if wanted.folds < 2:
        raise UsageError(f"cross validation needs at least 2 folds, not {wanted.folds}")
    with claimed(folder):
        plans = [_plan(package, wanted, folder) for package in wanted.packages]
        failures = _compute(plans, wanted, folder, tell)
        pages = _pages(plans, folder)
    if not pages:
        told = "; ".join(f"{page}: {reason}" for page, reason in failures.items())
        raise WebwinnowError(f"no page could be used: {told or 'the packages are empty'}")
    return _found(wanted, every, pages, failures, tell)


def _plan(package: Path, wanted: SearchSettings, folder: Path) -> Plan:
    """List a package's pages, and name the file of their tables by all that these depend on."""
    settings = EvaluationSettings((WordBag(rule=wanted.rule),), wanted.jobs, wanted.limit, (), wanted.timeout)
    members = tuple(str(member.stage) for member in wanted.members)
    adapter = MemberResults(package, members, wanted.rule, folder / MEMBERS)
    plan = make_plan([package], [adapter], settings)
    depends = json.dumps([plan.packages[0].digest(), program_version()]).encode()
    name = f"{file_stem(plan.packages[0].name)}.{hashlib.sha256(depends).hexdigest()[:16]}"
    return make_plan([package], [MemberResults(package, members, wanted.rule, folder / MEMBERS / name)], settings)


def _compute(plans: Sequence[Plan], wanted: SearchSettings, folder: Path, tell: Watcher) -> dict[str, str]:
    """Make the tables that are missing; give the pages that have none, and why."""
    adapters = tuple(plan.adapters[0] for plan in plans)
    for plan, adapter in zip(plans, adapters, strict=True):
        _table_file(plan, folder).parent.mkdir(exist_ok=True)
        mend(_table_file(plan, folder))
        if isinstance(adapter, MemberResults):
            adapter.folder.mkdir(parents=True, exist_ok=True)
    trials = [trial for number, plan in enumerate(plans) for trial in _open(number, plan, folder)]
    total, failures = sum(plan.size for plan in plans), dict[str, str]()
    tell(MEMBERS, total - len(trials), total)
    setting = TrialSettings(adapters, (), wanted.timeout)
    with trial_pool(setting, wanted.jobs) as pool:
        for done, (trial, finished) in enumerate(pool.stream(trials, ordered=False), start=total - len(trials) + 1):
            tried = outcome(trial, finished, setting)
            told = _told(tried)
            if told is None:
                failures[trial.files.id] = tried.cell.failure.reason if tried.cell.failure else "no answer"
            else:
                line = json.dumps({"page": trial.files.id} | told, separators=(",", ":"))
                append(_table_file(plans[trial.package], folder), line.encode() + b"\n")
            tell(MEMBERS, done, total)
    return failures


def _told(tried: Tried) -> dict[str, Any] | None:
    """What to keep of a trial: a table, or that there is no gold to make one; None if it failed."""
    if tried.text is not None:
        told: dict[str, Any] = json.loads(tried.text)
        return told
    return {"table": None} if tried.cell.failure and tried.cell.failure.kind == NO_GOLD else None


def _open(number: int, plan: Plan, folder: Path) -> Iterator[Trial]:
    done = set(_lines(_table_file(plan, folder)))
    return (Trial(number, number, files) for files in plan.pages[0] if files.id not in done)


def _table_file(plan: Plan, folder: Path) -> Path:
    return folder / TABLES / plan.files[0, 0]


def _pages(plans: Sequence[Plan], folder: Path) -> list[_Page]:
    """Read the tables of the pages of this search; their files may hold more."""
    pages = []
    for plan in plans:
        known = _lines(_table_file(plan, folder))
        wanted = sorted(files.id for files in plan.pages[0])
        pages += [_page(known[page]) for page in wanted if page in known and known[page]["table"]]
    return pages


def _page(content: dict[str, Any]) -> _Page:
    table = PageTable.from_json(content["table"])
    return _Page(content["site"], content["reading"], content["seconds"], table)


def _lines(path: Path) -> dict[str, dict[str, Any]]:
    try:
        lines = path.read_bytes().splitlines() if path.exists() else []
        return {content["page"]: content for content in map(json.loads, lines)}
    except (ValueError, KeyError, TypeError) as error:
        raise WebwinnowError(f"{path}: a line is broken ({error}): remove the file and search again") from None


def _found(
    wanted: SearchSettings, every: list[Combination], pages: list[_Page], failures: dict[str, str], tell: Watcher
) -> Findings:
    """Score all combinations on all pages."""
    fold = deal([page.site for page in pages], wanted.folds)
    scorer = Scorer.of(every, len(wanted.members))
    f1 = np.zeros((len(every), max(fold) + 1))
    precision, recall = np.zeros(len(every)), np.zeros(len(every))
    for number, (page, place) in enumerate(zip(pages, fold, strict=True), start=1):
        scores = scorer(page.table)
        f1[:, place] += scores.f1
        precision += scores.precision
        recall += scores.recall
        tell("combinations", number, len(pages))
    seconds = np.mean([page.seconds for page in pages], axis=0)
    measured = Measured(
        sums=Sums(f1, np.bincount(fold)),
        precision=precision / len(pages),
        recall=recall / len(pages),
        reading=float(np.mean([page.reading for page in pages])),
        member_seconds=tuple(float(each) for each in seconds),
        fold=tuple(fold),
        sites=len({page.site for page in pages}),
        approximate=sum(page.table.approximate for page in pages),
    )
    return Findings.of(wanted.members, every, measured, failures, [page.table for page in pages])

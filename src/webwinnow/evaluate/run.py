"""A run: candidates x packages x pages, each cell computed once and kept as soon as it is there.

    evaluate([Path("examples/package")], [ExpressionAdapter.of("lqf >> bte")], Path("results"))

It may be killed at any moment: the next run into the same folder computes what is missing. See `run_folder` for
what is kept, `results` for reading it.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal

from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters.adapter import TIMEOUT, Adapter
from webwinnow.evaluate.cell import SLICINGS
from webwinnow.evaluate.fingerprint import program_version
from webwinnow.evaluate.measures import MEASURES, FoundText, Gold, Measure
from webwinnow.evaluate.package import GOLD_ENDING, META_ENDING, PAGE_ENDINGS, Package, PageFiles, group_files, load
from webwinnow.evaluate.results import (
    CELLS,
    REPORT,
    RUN,
    SUMMARY,
    SUMMARY_TABLE,
    TEXTS,
    Run,
    RunCandidate,
    cell_line,
    load_run,
    page_table,
    read_cells,
    summary_table,
    table_paths,
    text_line,
)
from webwinnow.evaluate.summary import SummaryWanted, summarise, to_json
from webwinnow.evaluate.trial import Trial, TrialSettings, Tried, outcome, trial_pool
from webwinnow.evaluate.writing import append, claimed, file_stem, mend, write_aside

EVERY_MEASURE: Final = tuple(kind() for kind in MEASURES.values())
_GOLD: Final = Gold("rain", "rain", ("rain",), ("snow",))
_FOUND: Final = FoundText("snow", "snow")
Again = Literal["none", "failed", "all"]


@dataclass(frozen=True, slots=True)
class EvaluationSettings:
    """How a run is made; `again` says which cells of a run before are computed once more."""

    measures: tuple[Measure, ...] = EVERY_MEASURE
    jobs: int = 1
    limit: int | None = None
    slicings: tuple[str, ...] = ()
    timeout: float = TIMEOUT
    again: Again = "none"

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        if not self.measures:
            raise UsageError("no measure is given: name one, such as word-bag")
        if self.jobs < 1 or (self.limit is not None and self.limit < 1) or self.timeout <= 0:
            raise UsageError("jobs, limit and timeout are numbers above 0: correct them")
        if not set(self.slicings) <= set(SLICINGS):
            raise UsageError(f"slices are by {', '.join(SLICINGS)}: choose of these")


@dataclass(frozen=True, slots=True)
class Plan:
    """All trials of a run, and the file that keeps the cells of each package and candidate."""

    packages: tuple[Package, ...]
    pages: tuple[tuple[PageFiles, ...], ...]
    adapters: tuple[Adapter, ...]
    candidates: tuple[RunCandidate, ...]
    settings: EvaluationSettings
    files: Mapping[tuple[int, int], str]

    @property
    def size(self) -> int:
        """How many cells the run has."""
        return sum(map(len, self.pages)) * len(self.adapters)

    def open_trials(self, folder: Path) -> list[Trial]:
        """The trials whose cells are not there yet; all candidates of a page stand together."""
        done = {key: self._done(folder / CELLS / file) for key, file in self.files.items()}
        return [trial for trial in self._trials() if trial.files.id not in done[trial.package, trial.adapter]]

    def _trials(self) -> Iterator[Trial]:
        for package, pages in enumerate(self.pages):
            for files in pages:
                for adapter in range(len(self.adapters)):
                    yield Trial(package, adapter, files)

    def _done(self, file: Path) -> set[str]:
        if self.settings.again == "all":
            return set()
        cells = read_cells(file)
        return {page for page, cell in cells.items() if self.settings.again == "none" or cell.failure is None}

    def to_json(self) -> dict[str, Any]:
        """What `run.json` holds."""
        return {
            "program": program_version(),
            "measures": [str(measure) for measure in self.settings.measures],
            "slicings": list(self.settings.slicings),
            "limit": self.settings.limit,
            "packages": [
                {
                    "name": package.name,
                    "folder": str(package.folder.resolve()),
                    "digest": package.digest(),
                    "pages": sorted(files.id for files in pages),
                }
                for package, pages in zip(self.packages, self.pages, strict=True)
            ],
            "candidates": [asdict(candidate) for candidate in self.candidates],
            "files": [
                {"package": self.packages[package].name, "candidate": self.candidates[adapter].name, "file": file}
                for (package, adapter), file in self.files.items()
            ],
        }


def make_plan(folders: Sequence[Path], adapters: Sequence[Adapter], settings: EvaluationSettings) -> Plan:
    """Read the packages' lists of pages and check the candidates; raises before any work is done."""
    if not folders or not adapters:
        raise UsageError("nothing to evaluate: name a package and an extractor (-e, --peer, --python, ...)")
    for measure in settings.measures:
        measure(_GOLD, _FOUND)  # raises if a library is missing
    packages = tuple(map(load, folders))
    _refuse_doubles("packages", [package.name for package in packages])
    unique = tuple({adapter.name: adapter for adapter in adapters}.values())
    candidates = tuple(RunCandidate(each.name, each.kind, each.specification, each.version()) for each in unique)
    files = {
        (number, place): _file(package, candidate, settings)
        for number, package in enumerate(packages)
        for place, candidate in enumerate(candidates)
    }
    return Plan(packages, tuple(_pages(each, settings.limit) for each in packages), unique, candidates, settings, files)


def _refuse_doubles(what: str, names: Sequence[str]) -> None:
    doubled = [name for name, times in Counter(names).items() if times > 1]
    if doubled:
        raise UsageError(f"two {what} are named {doubled[0]!r}: leave one out, or name it otherwise in package.toml")


def _pages(package: Package, limit: int | None) -> tuple[PageFiles, ...]:
    """The pages to evaluate; with a limit, a sample that a larger limit only adds to, whatever the ids."""
    every = [*package.pages, *_without_page(package)]
    if limit is None:
        return tuple(every)
    return tuple(sorted(every, key=lambda files: hashlib.sha256(files.id.encode(errors="replace")).digest())[:limit])


def _without_page(package: Package) -> Iterator[PageFiles]:
    """Gold and meta data whose page is missing: they fail to be read, and so appear in the results."""
    grouped, _ = group_files(package.folder)
    for page, files in grouped.items():
        if not any(ending in files for ending in PAGE_ENDINGS):
            missing = package.folder / f"{page}{PAGE_ENDINGS[0]}"
            yield PageFiles(page, missing, files.get(GOLD_ENDING), files.get(META_ENDING))


def _file(package: Package, candidate: RunCandidate, settings: EvaluationSettings) -> str:
    """Name the file of cells by all that they depend on."""
    measures = [str(measure) for measure in settings.measures]
    depends = [asdict(candidate), package.digest(), program_version(), measures]
    digest = hashlib.sha256(json.dumps(depends).encode()).hexdigest()[:16]
    return f"{file_stem(package.name)}.{file_stem(candidate.name)}.{digest}.jsonl"


Watcher = Callable[[int, int], None]
"""Told how many cells are done, and how many there are."""

_DEFAULT = EvaluationSettings()


def evaluate(
    packages: Sequence[Path],
    adapters: Sequence[Adapter],
    folder: Path,
    settings: EvaluationSettings = _DEFAULT,
    watcher: Watcher | None = None,
) -> Run:
    """Evaluate the adapters on the packages, into a folder; raises WebwinnowError before any work if it cannot."""
    plan = make_plan(packages, adapters, settings)
    with claimed(folder):
        _begin(plan, folder)
        _compute(plan, folder, watcher or (lambda *_: None))
        _finish(plan, folder)
    return load_run(folder)


def _begin(plan: Plan, folder: Path) -> None:
    """Note what is run, and remove what earlier runs say in short: it may no longer be true."""
    for name in (SUMMARY, SUMMARY_TABLE, REPORT):
        (folder / name).unlink(missing_ok=True)
    for name in (CELLS, TEXTS):
        (folder / name).mkdir(exist_ok=True)
        for file in plan.files.values():
            mend(folder / name / file)
    text = json.dumps(plan.to_json(), ensure_ascii=False, indent=1) + "\n"
    write_aside(folder / RUN, text.encode(errors="replace"))


def _compute(plan: Plan, folder: Path, watcher: Watcher) -> None:
    trials = plan.open_trials(folder)
    before = plan.size - len(trials)
    watcher(before, plan.size)
    setting = TrialSettings(plan.adapters, plan.settings.measures, plan.settings.timeout)
    with trial_pool(setting, plan.settings.jobs) as pool:
        for done, (trial, finished) in enumerate(pool.stream(trials, ordered=False), start=before + 1):
            _keep(folder, plan.files[trial.package, trial.adapter], trial, outcome(trial, finished, setting))
            watcher(done, plan.size)


def _keep(folder: Path, file: str, trial: Trial, tried: Tried) -> None:
    """Keep a result: the text first, so that a cell that is there has its text."""
    if tried.text is not None:
        append(folder / TEXTS / file, text_line(trial.files.id, tried.text))
    append(folder / CELLS / file, cell_line(tried.cell))


def _finish(plan: Plan, folder: Path) -> None:
    measures = tuple(str(measure) for measure in plan.settings.measures)
    cells = {}
    for (package, adapter), file in plan.files.items():
        known = read_cells(folder / CELLS / file)
        key = plan.packages[package].name, plan.candidates[adapter].name
        cells[key] = tuple(known[page] for page in sorted(files.id for files in plan.pages[package]))
    wanted = SummaryWanted(plan.to_json()["program"], measures, plan.settings.slicings)
    summary = summarise(wanted, cells)
    for key, path in table_paths(folder, cells).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_aside(path, page_table(cells[key], measures).encode(errors="replace"))
    write_aside(folder / SUMMARY_TABLE, summary_table(summary).encode(errors="replace"))
    write_aside(folder / SUMMARY, to_json(summary).encode(errors="replace"))

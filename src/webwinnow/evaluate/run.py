"""A run: candidates x packages x pages, each cell computed once and kept as soon as it is there.

    from webwinnow.evaluate import evaluate

    run = evaluate("examples/package", "lqf >> bte", "results")

It may be killed at any moment: the next run into the same folder computes what is missing. See `results` for what is
kept.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Final, Literal

from webwinnow.errors import UsageError
from webwinnow.evaluate import results
from webwinnow.evaluate.adapters.adapter import TIMEOUT, Adapter
from webwinnow.evaluate.adapters.ours import ExpressionAdapter
from webwinnow.evaluate.cell import SLICINGS, Cell
from webwinnow.evaluate.measures import MEASURES, FoundText, Gold, Measure
from webwinnow.evaluate.package import GOLD_ENDING, META_ENDING, PAGE_ENDINGS, Package, PageFiles, group_files, load
from webwinnow.evaluate.report import write_report
from webwinnow.evaluate.results import Run, RunCandidate, RunPackage, StrPath
from webwinnow.evaluate.summary import summarise
from webwinnow.evaluate.trial import Trial, TrialSettings, Tried, outcome, trial_pool
from webwinnow.evaluate.writing import append, claimed, file_stem, mend, write_aside

EVERY_MEASURE: Final = tuple(kind() for kind in MEASURES.values())
_GOLD: Final = Gold("rain", "rain", ("rain",), ("snow",), b"<p>rain", "rain")
_FOUND: Final = FoundText("snow", "snow", "snow")
Again = Literal["none", "failed", "all"]


@dataclass(frozen=True, slots=True)
class EvaluationSettings:
    """How a run is made.

    `again` says which cells of a run before are computed once more, `report` whether `report.html` is written, `pairs`
    whether each pair of candidates is compared, which takes longer than the pages if there are many candidates.
    """

    measures: tuple[Measure, ...] = EVERY_MEASURE
    jobs: int = 1
    limit: int | None = None
    slicings: tuple[str, ...] = ()
    timeout: float = TIMEOUT
    again: Again = "none"
    report: bool = True
    pairs: bool = True

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        if not self.measures:
            raise UsageError("no measure is given: name one, such as word-bag")
        if self.jobs < 1 or (self.limit is not None and self.limit < 1) or self.timeout <= 0:
            raise UsageError("jobs, limit and timeout are numbers above 0: correct them")
        if not set(self.slicings) <= set(SLICINGS):
            raise UsageError(f"slices are by {', '.join(SLICINGS)}: choose of these")


KnownCells = dict[tuple[int, int], dict[str, Cell]]
"""The cells of each package and candidate, given by their places in the plan, by page."""


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

    def known_cells(self, folder: Path) -> KnownCells:
        """Read the cells that are there already and are not to be computed again, by the place of their file."""
        if self.settings.again == "all":
            return {key: {} for key in self.files}
        return {key: self._kept(results.read_cells(folder / results.CELLS / file)) for key, file in self.files.items()}

    def open_trials(self, known: KnownCells) -> list[Trial]:
        """List the trials whose cells are not known yet; all candidates of a page stand together."""
        return [trial for trial in self._trials() if trial.files.id not in known[trial.package, trial.adapter]]

    def run(self, folder: Path, known: KnownCells) -> Run:
        """Make the run of this plan out of its cells."""
        cells = {
            self._names(key): tuple(found[page] for page in sorted(files.id for files in self.pages[key[0]]))
            for key, found in known.items()
        }
        settings = self.settings
        return Run(
            folder=folder,
            program=results.program_version(),
            measures=settings.measures,
            slicings=settings.slicings,
            limit=settings.limit,
            packages=self._packages(),
            candidates=self.candidates,
            files={self._names(key): file for key, file in self.files.items()},
            cells=cells,
            summary=summarise(
                results.program_version(), settings.measures, settings.slicings, cells, pairs=settings.pairs
            ),
        )

    def _kept(self, cells: dict[str, Cell]) -> dict[str, Cell]:
        failed_too = self.settings.again == "none"
        return {page: cell for page, cell in cells.items() if failed_too or cell.failure is None}

    def _names(self, key: tuple[int, int]) -> tuple[str, str]:
        return self.packages[key[0]].name, self.candidates[key[1]].name

    def _packages(self) -> tuple[RunPackage, ...]:
        return tuple(
            RunPackage(each.name, each.folder.resolve(), each.digest(), tuple(sorted(files.id for files in pages)))
            for each, pages in zip(self.packages, self.pages, strict=True)
        )

    def _trials(self) -> Iterator[Trial]:
        for package, pages in enumerate(self.pages):
            for files in pages:
                for adapter in range(len(self.adapters)):
                    yield Trial(package, adapter, files)

    def to_json(self) -> dict[str, Any]:
        """Return what `run.json` holds."""
        return {
            "program": results.program_version(),
            "measures": [str(measure) for measure in self.settings.measures],
            "slicings": list(self.settings.slicings),
            "limit": self.settings.limit,
            "packages": [asdict(each) | {"folder": str(each.folder)} for each in self._packages()],
            "candidates": [asdict(candidate) for candidate in self.candidates],
            "files": [
                dict(zip(("package", "candidate"), self._names(key), strict=True)) | {"file": file}
                for key, file in self.files.items()
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
    return Plan(packages, tuple(sample(each, settings.limit) for each in packages), unique, candidates, settings, files)


def _refuse_doubles(what: str, names: Sequence[str]) -> None:
    doubled = [name for name, times in Counter(names).items() if times > 1]
    if doubled:
        raise UsageError(f"two {what} are named {doubled[0]!r}: leave one out, or name it otherwise in package.toml")


def sample(package: Package, limit: int | None) -> tuple[PageFiles, ...]:
    """Return the pages to evaluate; with a limit, a sample that a larger limit only adds to, whatever the ids."""
    every = [*package.pages, *_without_page(package)]
    if limit is None:
        return tuple(every)
    return tuple(sorted(every, key=lambda files: hashlib.sha256(files.id.encode(errors="replace")).digest())[:limit])


def _without_page(package: Package) -> Iterator[PageFiles]:
    """Yield gold and meta data whose page is missing: they fail to be read, and so appear in the results."""
    grouped, _ = group_files(package.folder)
    for page, files in grouped.items():
        if not any(ending in files for ending in PAGE_ENDINGS):
            missing = package.folder / f"{page}{PAGE_ENDINGS[0]}"
            yield PageFiles(page, missing, files.get(GOLD_ENDING), files.get(META_ENDING))


def _file(package: Package, candidate: RunCandidate, settings: EvaluationSettings) -> str:
    """Name the file of cells by all that they depend on."""
    measures = [str(measure) for measure in settings.measures]
    depends = [asdict(candidate), package.digest(), results.program_version(), measures]
    digest = hashlib.sha256(json.dumps(depends).encode()).hexdigest()[:16]
    return f"{file_stem(package.name)}.{file_stem(candidate.name)}.{digest}.jsonl"


Watcher = Callable[[int, int], None]
"""Called with the number of cells that are done, and the number of all."""

_DEFAULT = EvaluationSettings()


def evaluate(
    packages: StrPath | Sequence[StrPath],
    candidates: str | Adapter | Sequence[str | Adapter],
    folder: StrPath,
    settings: EvaluationSettings = _DEFAULT,
    watcher: Watcher | None = None,
) -> Run:
    """Evaluate candidates on packages, into a folder; raises WebwinnowError before any work if it cannot.

    A candidate is an expression, such as "lqf >> bte", or an adapter, such as `PeerAdapter.of("trafilatura")`.
    """
    folders = [Path(packages)] if isinstance(packages, str | PathLike) else list(map(Path, packages))
    every = candidates if isinstance(candidates, Sequence) and not isinstance(candidates, str) else [candidates]
    adapters = [ExpressionAdapter.of(each) if isinstance(each, str) else each for each in every]
    plan, folder = make_plan(folders, adapters, settings), Path(folder)
    with claimed(folder):
        _begin(plan, folder)
        run = plan.run(folder, _compute(plan, folder, watcher or (lambda *_: None)))
        results.write_results(run)
        if settings.report:
            write_report(run)
    return run


def _begin(plan: Plan, folder: Path) -> None:
    """Note what is run, and remove what earlier runs say in short: it may no longer be true."""
    for name in (results.SUMMARY, results.SUMMARY_TABLE, results.REPORT):
        (folder / name).unlink(missing_ok=True)
    for name in (results.CELLS, results.TEXTS):
        (folder / name).mkdir(exist_ok=True)
        for file in plan.files.values():
            mend(folder / name / file)
    text = json.dumps(plan.to_json(), ensure_ascii=False, indent=1) + "\n"
    write_aside(folder / results.RUN, text.encode(errors="replace"))


def _compute(plan: Plan, folder: Path, watcher: Watcher) -> KnownCells:
    """Compute the cells that are missing; return them with those that were there."""
    known = plan.known_cells(folder)
    trials = plan.open_trials(known)
    before = plan.size - len(trials)
    watcher(before, plan.size)
    setting = TrialSettings(plan.adapters, plan.settings.measures, plan.settings.timeout)
    with trial_pool(setting, plan.settings.jobs) as pool:
        for done, (trial, finished) in enumerate(pool.stream(trials, ordered=False), start=before + 1):
            key, tried = (trial.package, trial.adapter), outcome(trial, finished, setting)
            _keep(folder, plan.files[key], trial, tried)
            known[key][trial.files.id] = tried.cell
            watcher(done, plan.size)
    return known


def _keep(folder: Path, file: str, trial: Trial, tried: Tried) -> None:
    """Keep a result: the text first, so that a cell that is there has its text."""
    if tried.text is not None:
        append(folder / results.TEXTS / file, results.text_line(trial.files.id, tried.text))
    append(folder / results.CELLS / file, results.cell_line(tried.cell))

"""A run: candidates x packages x pages, each cell computed once and kept as soon as it is there.

    evaluate([Path("examples/package")], [ExpressionAdapter.of("lqf >> bte")], Path("results"))

It may be killed at any moment: the next run into the same folder computes what is missing. See `run_folder` for
what is kept, `results` for reading it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from webwinnow.errors import WebwinnowError
from webwinnow.evaluate.adapters.adapter import Adapter
from webwinnow.evaluate.plan import Plan, Settings, make_plan
from webwinnow.evaluate.results import Run, load_run
from webwinnow.evaluate.run_folder import (
    CELLS,
    REPORT,
    RUN,
    SUMMARY,
    SUMMARY_TABLE,
    TEXTS,
    append,
    cell_line,
    mend,
    read_cells,
    table_paths,
    text_line,
)
from webwinnow.evaluate.summarising import Wanted, summarise
from webwinnow.evaluate.summary import to_json
from webwinnow.evaluate.tables import page_table, summary_table
from webwinnow.evaluate.trial import Tried
from webwinnow.evaluate.worker_process import Setting, Trial
from webwinnow.evaluate.workers import Workers
from webwinnow.evaluate.writing import write_aside

Watcher = Callable[[int, int], None]
"""Told how many cells are done, and how many there are."""

_DEFAULT = Settings()


def evaluate(
    packages: Sequence[Path],
    adapters: Sequence[Adapter],
    folder: Path,
    settings: Settings = _DEFAULT,
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
    setting = Setting(plan.adapters, plan.settings.measures, plan.settings.timeout)
    with Workers(setting, plan.settings.jobs) as workers:
        for done, (trial, tried) in enumerate(workers.run(trials), start=before + 1):
            _keep(folder, plan.files[trial.package, trial.adapter], trial, tried)
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
    wanted = Wanted(plan.to_json()["program"], measures, plan.settings.slicings)
    summary = summarise(wanted, cells)
    for key, path in table_paths(folder, cells).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_aside(path, page_table(cells[key], measures).encode(errors="replace"))
    write_aside(folder / SUMMARY_TABLE, summary_table(summary).encode(errors="replace"))
    write_aside(folder / SUMMARY, to_json(summary).encode(errors="replace"))


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Make the folder, and keep it for this run: two at once would compute everything twice."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / ".lock").open("wb")
    except OSError as error:
        raise WebwinnowError(f"{folder}: cannot be written ({error.strerror}): choose another folder") from None
    with file:
        _lock(file.fileno(), folder)
        yield


def _lock(descriptor: int, folder: Path) -> None:
    """Take the lock that ends with its process, where the system has such locks."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise WebwinnowError(f"{folder}: another run is writing there: wait for it, or choose another folder") from None

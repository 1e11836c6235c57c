"""Evaluations that the workbench starts, with their progress; and the leaderboards of all runs that were saved.

A run is a folder with `run.json`, as `webwinnow evaluate -o` makes it: below the folder of packages, or in its folder
`runs`, where those that are started here go.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final, Literal

from webwinnow import evaluate as evaluation
from webwinnow.errors import WebwinnowError
from webwinnow.evaluate.writing import file_stem
from webwinnow.serve.requests import RequestError

RUNS: Final = "runs"
_RUN: Final = "run.json"
"""What makes a folder a run."""
_MEASURES: Final = ("word-bag", "word-sequence")
_KEPT: Final = 50
"""Evaluations whose outcome is remembered."""
State = Literal["running", "done", "failed", "cancelled"]


class _CancelledError(Exception):
    """Somebody does not want to know any more."""


@dataclass(frozen=True, slots=True)
class Started:
    """An evaluation and how far it is; `run` is the name of its folder."""

    number: int
    package: str
    extractors: tuple[str, ...]
    run: str
    done: int = 0
    total: int = 0
    state: State = "running"
    message: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        names = ("package", "run", "done", "total", "state", "message")
        return {"id": self.number, "extractors": list(self.extractors), **{name: getattr(self, name) for name in names}}


@dataclass(slots=True)
class Evaluations:
    """One evaluation at a time, in a thread that has its own worker processes."""

    jobs: int = 1
    _known: dict[int, Started] = field(default_factory=dict)
    _unwanted: set[int] = field(default_factory=set)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _turn: Lock = field(default_factory=Lock)

    def start(
        self, root: Path, package: Path, adapters: list[evaluation.ExpressionAdapter], limit: int | None
    ) -> Started:
        """Begin an evaluation; raises RequestError while another runs."""
        if limit is not None and limit < 1:
            raise RequestError("'limit' must be a number above 0", "wrong_value")
        if not self._turn.acquire(blocking=False):
            raise RequestError("an evaluation is running: wait for it, or cancel it", "busy", 409)
        named = tuple(adapter.name for adapter in adapters)
        digest = hashlib.sha256("\0".join([*(each.specification for each in adapters), str(limit)]).encode())
        run = f"{file_stem(package.name)}.{file_stem(named[0])}.{digest.hexdigest()[:8]}"
        started = Started(next(self._numbers), package.name, named, run)
        self._known = dict([*self._known.items(), (started.number, started)][-_KEPT:])
        settings = evaluation.EvaluationSettings(tuple(map(evaluation.parse_measure, _MEASURES)), self.jobs, limit)
        Thread(
            target=self._run, args=(started.number, package, adapters, root / RUNS / run, settings), daemon=True
        ).start()
        return started

    def progress(self, number: int) -> Started:
        """Say how far one is."""
        if number not in self._known:
            raise RequestError("there is no such evaluation", "no_evaluation", 404)
        return self._known[number]

    def cancel(self, number: int) -> Started:
        """Have one end after the page that it is at; what is computed is kept for the next time."""
        self._unwanted.add(self.progress(number).number)
        return self.progress(number)

    def end(self) -> None:
        """Have all end."""
        self._unwanted |= self._known.keys()

    def _run(
        self,
        number: int,
        package: Path,
        adapters: list[evaluation.ExpressionAdapter],
        folder: Path,
        settings: evaluation.EvaluationSettings,
    ) -> None:
        def watch(done: int, total: int) -> None:
            if number in self._unwanted:
                raise _CancelledError
            self._now(number, done=done, total=total)

        try:
            evaluation.evaluate(package, adapters, folder, settings, watch)
            self._now(number, state="done")
        except _CancelledError:
            self._now(number, state="cancelled")
        except WebwinnowError as error:
            self._now(number, state="failed", message=str(error))
        except Exception as error:  # the fence: who waits for it reads it
            self._now(number, state="failed", message=f"{type(error).__name__}: {error}")
        finally:
            self._turn.release()

    def _now(self, number: int, **changes: Any) -> None:
        if number in self._known:
            self._known[number] = replace(self._known[number], **changes)


def leaderboards(root: Path | None) -> list[dict[str, Any]]:
    """Rank the candidates of all runs that were saved, package by package, the best first."""
    boards: dict[str, list[dict[str, Any]]] = {}
    for folder in _run_folders(root):
        try:
            run = _loaded(folder, (folder / _RUN).stat().st_mtime_ns)
        except (WebwinnowError, OSError):  # a run that was cut off has no board yet
            continue
        for name, row in _rows(run):
            boards.setdefault(name, []).append(row)
    return [
        {"package": name, "rows": sorted(rows, key=lambda row: -(row["f1"] or {"mean": -1})["mean"])}
        for name, rows in sorted(boards.items())
    ]


def _run_folders(root: Path | None) -> list[Path]:
    found = (
        [each.parent for pattern in (f"*/{_RUN}", f"{RUNS}/*/{_RUN}") for each in root.glob(pattern)] if root else []
    )
    return sorted(found)


@lru_cache(maxsize=64)
def _loaded(folder: Path, _changed: int) -> evaluation.Run:
    return evaluation.load_run(folder)


def _rows(run: evaluation.Run) -> Iterator[tuple[str, dict[str, Any]]]:
    for package in run.summary.packages:
        for each in package.candidates:
            measured = each.measures.get(run.leading)
            columns = measured.columns if measured else {}
            means = {name: columns.get(name) for name in ("f1", "precision", "recall")}
            yield (
                package.name,
                {
                    "run": run.folder.name,
                    "candidate": each.candidate,
                    "measure": str(run.leading),
                    "pages": each.pages,
                    "sample": run.limit is not None,
                    "failed": each.failed,
                    "seconds_per_kb": each.seconds_per_kb,
                    **{
                        name: {"mean": mean.mean, "low": mean.low, "high": mean.high} if mean else None
                        for name, mean in means.items()
                    },
                },
            )

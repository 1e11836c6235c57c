"""Trials in parallel, each worker a process of its own that has one page at a time.

A worker that hangs is ended, one that dies is replaced; the trial it had becomes a failure and the run goes on. So
a candidate that crashes the interpreter costs one cell. If this process is ended, its workers end by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Final

from webwinnow.errors import PackageError, WebwinnowError
from webwinnow.evaluate.cell import Cell, Failure
from webwinnow.evaluate.trial import Tried, about, failed
from webwinnow.evaluate.worker_process import Setting, Trial, work

_GRACE: Final = 30.0
"""Seconds beyond the time-out for reading and scoring a page, before the worker counts as hanging."""
_START: Final = 120.0
"""Seconds in which a worker must be ready: on a loaded machine, imports take their time."""


@dataclass(slots=True)
class _Worker:
    """A process, the way to talk to it, and what it is doing until when."""

    process: SpawnProcess
    connection: Connection
    until: float
    trial: Trial | None = None
    ready: bool = False


@dataclass(slots=True)
class Workers:
    """A number of workers; `run` makes trials with them, leaving the `with` ends them."""

    setting: Setting
    jobs: int
    _workers: list[_Worker] = field(default_factory=list)

    def __enter__(self) -> Workers:
        """Workers are started when there is something to do."""
        return self

    def __exit__(self, *_: object) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            _end(worker)
        self._workers.clear()

    def run(self, trials: Iterable[Trial]) -> Iterator[tuple[Trial, Tried]]:
        """Make all trials; results come as they are finished."""
        waiting = iter(trials)
        while True:
            self._give(waiting)
            busy = [worker for worker in self._workers if worker.trial is not None]
            if not busy:
                return
            for worker in self._news(busy):
                trial, tried = worker.trial, self._result(worker)
                if trial is not None and tried is not None:
                    yield trial, tried

    def _give(self, waiting: Iterator[Trial]) -> None:
        """Give every idle worker something to do, and start workers as long as there is more."""
        idle = [worker for worker in self._workers if worker.trial is None]
        while idle or len(self._workers) < self.jobs:
            trial = next(waiting, None)
            if trial is None:
                return
            worker = idle.pop() if idle else self._start()
            worker.trial = trial
            if worker.ready:
                self._send(worker)

    def _start(self) -> _Worker:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs, self.setting), daemon=True)
        process.start()
        theirs.close()
        worker = _Worker(process, ours, monotonic() + _START)
        self._workers.append(worker)
        return worker

    def _send(self, worker: _Worker) -> None:
        worker.until = monotonic() + self.setting.timeout + _GRACE
        with suppress(OSError):  # it has just died, which the next look at it tells
            worker.connection.send(worker.trial)

    def _news(self, busy: Sequence[_Worker]) -> list[_Worker]:
        """Wait for the next worker that says something, dies, or has used up its time."""
        patience = max(min(worker.until for worker in busy) - monotonic(), 0)
        talking = wait([worker.connection for worker in busy], patience)
        return [worker for worker in busy if worker.connection in talking or worker.until <= monotonic()]

    def _result(self, worker: _Worker) -> Tried | None:
        """What a worker has to say; None if it only says that it is ready."""
        trial = worker.trial
        try:
            message = worker.connection.recv() if worker.connection.poll() else None
        except (EOFError, OSError):
            return self._lost(worker, "crash", trial)
        if message is None:
            return self._lost(worker, "timeout", trial)
        if not worker.ready:
            worker.ready = True
            self._send(worker)
            return None
        worker.trial = None
        tried: Tried = message
        return tried

    def _lost(self, worker: _Worker, kind: str, trial: Trial | None) -> Tried | None:
        """Replace a worker that died or hangs; its trial has failed."""
        self._workers.remove(worker)
        _end(worker)
        if not worker.ready:
            told = "call the evaluation under `if __name__ == '__main__':`, and look at the messages above"
            raise WebwinnowError(f"a worker process could not start (exit code {worker.process.exitcode}): {told}")
        if trial is None:
            return None
        in_time = f"no answer within {self.setting.timeout:g} s: the process was ended"
        reason = in_time if kind == "timeout" else f"the process died ({_exit(worker.process.exitcode)})"
        return Tried(self._failed(trial, Failure(kind, reason)))

    def _failed(self, trial: Trial, failure: Failure) -> Cell:
        try:
            page = trial.files.read()
        except PackageError:
            return Cell(trial.files.id, failure=failure)
        return failed(about(page), failure, page, self.setting.adapters[trial.adapter], self.setting.measures)


def _exit(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def _end(worker: _Worker) -> None:
    """End a worker for good: politely first, so that it can end programs that it started."""
    worker.process.terminate()
    worker.process.join(2)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()
    worker.connection.close()

"""A pool whose jobs are done in this process: for tests of what is done, not of who does it.

Starting a worker takes longer than most small jobs. Function, jobs and results are sent and read as between processes,
and what a job raises is its outcome; time-outs, limits of memory and crashes need real workers (tests/processes).
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from webwinnow.processes import Finished, Pool
from webwinnow.processes.worker import _answer, read_answer

USERS = ("batch.run", "evaluate.trial", "search.run", "training.examples")
"""Modules of the package that have pools of their own."""


class Here(Pool[Any, Any]):
    """Does a job as soon as it is given."""

    def __init__(self, function: Callable[[Any], Any], workers: int, **limits: Any) -> None:
        super().__init__(function, workers, **limits)
        self._function = pickle.loads(pickle.dumps(function))

    def submit(self, job: Any) -> Future[Finished[Any]]:
        done: Future[Finished[Any]] = Future()
        done.set_result(read_answer(_answer(self._function, pickle.dumps(job))))
        return done

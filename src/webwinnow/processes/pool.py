"""A pool of worker processes, for blocking code, for threads and for asyncio.

Each worker has a thread here that waits for it, so one mechanism serves all callers: futures. Processes start when
there is something to do, and one that dies or is ended is replaced when the next job comes.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import count, islice
from queue import LifoQueue
from time import monotonic
from typing import Generic, Self, TypeVar

from webwinnow.processes.supervision import GRACE, Deadlines, Supervised
from webwinnow.processes.worker import Finished, Task

Job = TypeVar("Job")
Result = TypeVar("Result")


class Pool(Generic[Job, Result]):
    """A number of workers that call one function; leaving the `with` ends them.

    `function` is sent to each worker once and lives there as long as that does, so what it keeps serves the next job,
    too. `warm` is called in a worker before its first job. Jobs have `timeout` seconds each, from when a worker gets
    them, and `memory` bytes on top of what a worker has when it is ready.
    """

    def __init__(
        self,
        function: Callable[[Job], Result],
        workers: int,
        *,
        timeout: float | None = None,
        memory: int | None = None,
        warm: Callable[[], object] | None = None,
    ) -> None:
        """Prepare, and start nothing yet; raises what pickling the function raises."""
        task = pickle.dumps(Task(function, warm, memory))
        self._timeout = timeout
        self._deadlines = Deadlines()
        self._workers = [Supervised(task, self._deadlines) for _ in range(workers)]
        self._idle: LifoQueue[Supervised] = LifoQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="webwinnow-worker")

    def __enter__(self) -> Self:
        """Set nothing up."""
        return self

    def __exit__(self, *_: object) -> None:
        """End all workers."""
        self.end()

    def start(self) -> list[Future[None]]:
        """Start all workers now, so that the first jobs are not slower than the others."""
        return [self._threads.submit(worker.start) for worker in self._workers]

    def submit(self, job: Job) -> Future[Finished[Result]]:
        """Have a job done by the next free worker; the future raises WorkerError if workers cannot start."""
        return self._threads.submit(self._do, job)

    async def ask(self, job: Job) -> Finished[Result]:
        """Have a job done while the event loop goes on."""
        return await asyncio.wrap_future(self.submit(job))

    def stream(
        self,
        jobs: Iterable[Job],
        *,
        ordered: bool = True,
        ahead: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Iterator[tuple[Job, Finished[Result]]]:
        """Do many jobs, in their order or as they are finished; `progress` is called with the number of those done.

        At most `ahead` jobs (two for each worker) are taken before their results are, so memory does not grow with
        their number.
        """
        waiting, most = iter(jobs), max(ahead or 2 * len(self._workers), 1)
        pending: dict[Future[Finished[Result]], Job] = {}
        try:
            for done in count(1):
                pending |= {self.submit(job): job for job in islice(waiting, most - len(pending))}
                if not pending:
                    return
                future = next(iter(pending)) if ordered else _first_done(pending)
                finished = future.result()
                if progress is not None:
                    progress(done)
                yield pending.pop(future), finished
        finally:
            for future in pending:
                future.cancel()

    def end(self, grace: float = GRACE) -> None:
        """End all workers, after at most `grace` seconds by force; jobs that wait are cancelled."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.close()
        until = monotonic() + grace
        for worker in self._workers:
            worker.end(max(until - monotonic(), 0))
        self._deadlines.close()

    def _do(self, job: Job) -> Finished[Result]:
        worker = self._idle.get()
        try:
            return worker.do(job, self._timeout)
        finally:
            self._idle.put(worker)


def _first_done(pending: Mapping[Future[Finished[Result]], Job]) -> Future[Finished[Result]]:
    done = wait(pending, return_when=FIRST_COMPLETED).done
    return next(future for future in pending if future in done)

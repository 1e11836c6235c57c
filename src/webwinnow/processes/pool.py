"""A pool of worker processes, for blocking code, for threads and for asyncio.

Each worker has a thread here that waits for it, so one mechanism serves all callers: futures. Processes start when
there is something to do, and one that dies or is ended is replaced when the next job comes.

`Supervised` is the parent's side of one worker: its process is started, given jobs, ended when it hangs, replaced when
it dies. Processes are spawned, never forked: a fork would copy the locks of other threads, but not the threads.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import count, islice
from math import inf
from multiprocessing import connection as connections
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import LifoQueue
from threading import Condition, Lock, Thread
from time import monotonic
from typing import Any, Final, Generic, Self, TypeVar

from webwinnow.errors import WorkerError
from webwinnow.processes.worker import READY, Finished, Task, Trouble, read_answer, serve

START: Final = 120.0
"""Seconds in which a worker must be ready: on a loaded machine, imports take their time."""
GRACE: Final = 2.0
"""Seconds that a worker has for ending the programs that it started, before it is killed."""


class Supervised:
    """A place for a process: the process comes with the first job, and another one if it dies.

    Who holds the lock talks to the process. Signals may come from elsewhere, and end what the holder waits for.
    """

    def __init__(self, task: bytes, deadlines: Deadlines) -> None:
        """Prepare, and start nothing yet."""
        self._task = task
        self._deadlines = deadlines
        self._lock = Lock()
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._closed = False

    def start(self) -> None:
        """Start the process unless it is there; raises WorkerError if it does not come up."""
        with self._lock:
            self._started()

    def do(self, job: object, timeout: float | None) -> Finished[Any]:
        """Have a job done, and wait for it."""
        try:
            message = pickle.dumps(job, protocol=pickle.HIGHEST_PROTOCOL)
        except Exception as error:  # the fence: jobs may be of any class
            return Finished(trouble=Trouble("error", f"{type(error).__name__}: {error}", error))
        with self._lock:
            process, connection = self._started()
            self._deadlines.begin(process, timeout)
            try:
                connection.send_bytes(message)
                finished = read_answer(connection.recv_bytes())
            except (EOFError, OSError, MemoryError):  # the last one is ours: an answer that does not fit
                finished = None
            late = self._deadlines.end(process)
            if finished is None or late or (finished.trouble and finished.trouble.kind == "memory"):
                self._drop()
            return finished or Finished(trouble=_lost(process, timeout, late))

    def close(self) -> None:
        """Ask the process to end, and start no other."""
        self._closed = True
        if (process := self._process) is not None:
            process.terminate()

    def end(self, grace: float) -> None:
        """End the process for good."""
        if (process := self._process) is not None:
            _end(process, grace)
        with self._lock:
            self._drop()

    def _started(self) -> tuple[SpawnProcess, Connection]:
        if self._process is not None and self._connection is not None:
            if self._process.is_alive():
                return self._process, self._connection
            self._drop()  # it died while it had nothing to do, which is no job's fault
        if self._closed:
            raise WorkerError("the pool of workers has ended: make another one")
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self._task), daemon=True)
        with _keys_held_back():
            process.start()
        theirs.close()
        self._process = process
        if self._closed:  # meanwhile
            process.terminate()
        self._wait_until_ready(process, self._connection)
        return process, self._connection

    def _wait_until_ready(self, process: SpawnProcess, connection: Connection) -> None:
        self._deadlines.begin(process, START)
        try:
            message = connection.recv_bytes()
        except (EOFError, OSError):
            message = None
        late = self._deadlines.end(process)
        if message == READY and not late:
            return
        self._drop()
        hint = "start it under `if __name__ == '__main__':`, and look at the messages above"
        reason = f"not ready within {START:g} s" if late else f"{_exit(process)}: {hint}"
        trouble = read_answer(message).trouble if message is not None and message != READY else None
        raise WorkerError(f"a worker process could not start: {trouble.reason if trouble else reason}")

    def _drop(self) -> None:
        """Forget the process, once it has ended."""
        if self._process is not None:
            if not connections.wait([self._process.sentinel], GRACE):
                _end(self._process, GRACE)
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None


class Deadlines:
    """Ends processes that do not answer in time, wherever they hang: also while they are sent a job.

    One thread serves a whole pool: a thread for each job would cost four times as much as a small job itself (0.4 ms,
    measured 2026-11-16).
    """

    def __init__(self) -> None:
        """Prepare; the thread starts with the first deadline."""
        self._due: dict[SpawnProcess, float] = {}
        self._dying: dict[SpawnProcess, float] = {}
        self._changed = Condition()
        self._next = inf
        self._thread: Thread | None = None
        self._closed = False

    def begin(self, process: SpawnProcess, seconds: float | None) -> None:
        """End the process after some seconds, unless `end` is called before."""
        due = inf if seconds is None else monotonic() + seconds
        with self._changed:
            self._due[process] = due
            if due < self._next:
                self._changed.notify()
            if self._thread is None and due < inf:
                self._thread = Thread(target=self._watch, daemon=True, name="webwinnow-deadlines")
                self._thread.start()

    def end(self, process: SpawnProcess) -> bool:
        """Return whether the process was late, and so was ended."""
        with self._changed:
            return self._due.pop(process, None) is None

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while not self._closed:
                now = monotonic()
                for process in _taken(self._dying, now):
                    process.kill()
                for process in _taken(self._due, now):
                    process.terminate()
                    self._dying[process] = now + GRACE
                self._next = min([*self._due.values(), *self._dying.values()], default=inf)
                self._changed.wait(None if self._next == inf else self._next - now)


def _taken(times: dict[SpawnProcess, float], now: float) -> list[SpawnProcess]:
    """Take out the processes whose time has come."""
    taken = [process for process, time in times.items() if time <= now]
    for process in taken:
        del times[process]
    return taken


def _end(process: SpawnProcess, grace: float) -> None:
    """End a process: politely first, so that it can end programs that it started. Whoever has the lock joins it."""
    process.terminate()
    if not connections.wait([process.sentinel], grace):
        process.kill()


def _lost(process: SpawnProcess, timeout: float | None, passed: bool) -> Trouble:
    if passed:
        return Trouble("timeout", f"no answer within {timeout:g} s: the process was ended")
    return Trouble("crash", f"the process died ({_exit(process)})")


def _exit(process: SpawnProcess) -> str:
    code = process.exitcode
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


@contextmanager
def _keys_held_back() -> Iterator[None]:
    """Block Ctrl-C in this thread: a child inherits that, so the key does not end it before it can ignore it."""
    if os.name != "posix":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # starting it would unblock the key
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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

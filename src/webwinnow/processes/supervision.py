"""The parent's side of one worker: its process is started, given jobs, ended when it hangs, replaced when it dies.

Processes are spawned, never forked: a fork would copy the locks of other threads, but not the threads.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from multiprocessing import connection as connections
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Condition, Lock, Thread
from time import monotonic
from typing import Any, Final

from webwinnow.errors import WorkerError
from webwinnow.processes.worker import READY, Finished, Trouble, read_answer, serve

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

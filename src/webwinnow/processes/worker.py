"""What a worker process does: jobs, one after the other, until nobody sends any; and what becomes of a job.

It leaves the terminal and its keys to the parent, ends when that ends, and ends cleanly when asked to, so that
programs which it started end with it. Messages are pickled here and not by the connection: what cannot be sent, or
not be read at the other end, is the trouble of one job.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any, Final, Generic, Literal, TypeVar

from webwinnow.errors import WorkerError

Result = TypeVar("Result", covariant=True)
Kind = Literal["timeout", "crash", "memory", "error"]
_LAST_WORDS: Final = 5.0
"""Seconds that a worker whose parent is gone has for ending the programs that it started."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a job has no result.

    `timeout`: no answer in time; `crash`: its process died; `memory`: it took more than it may; `error`: it raised.
    """

    kind: Kind
    reason: str
    error: Exception | None = None
    """What the job raised, or its likeness where that cannot be sent."""


@dataclass(frozen=True, slots=True)
class Finished(Generic[Result]):
    """What became of a job: its result, or the trouble with it."""

    value: Result | None = None
    trouble: Trouble | None = None

    def get(self) -> Result:
        """Return the result; raise what the job raised, or WorkerError if it could not even do that."""
        if self.trouble is not None:
            raise self.trouble.error or WorkerError(self.trouble.reason)
        return self.value  # type: ignore[return-value]  # None is a result, too, if the job returned it


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker is for: the function that does its jobs, sent once, and how it makes ready for them."""

    function: Callable[[Any], Any]
    warm: Callable[[], object] | None = None
    memory: int | None = None
    """Bytes that jobs may take on top of what the process has when it is ready."""


READY: Final = b"ready"
_NO_MEMORY: Final = pickle.dumps(Finished(trouble=Trouble("memory", "the job took more memory than it may")))


def serve(connection: Connection, task: bytes) -> None:
    """Do jobs as they come, in a process of its own."""
    _behave()
    with suppress(EOFError, OSError):
        try:
            function = _made_ready(pickle.loads(task))
        except Exception as error:
            connection.send_bytes(_packed(Finished(trouble=_trouble(error))))
            return
        connection.send_bytes(READY)
        answer = b""
        while answer is not _NO_MEMORY:  # after that, nobody knows what is left: another process goes on
            answer = _answer(function, connection.recv_bytes())
            connection.send_bytes(answer)


def read_answer(answer: bytes) -> Finished[Any]:
    """Read what a worker sent; what cannot be read is trouble."""
    try:
        finished: Finished[Any] = pickle.loads(answer)
    except Exception as error:  # the fence: results may be of any class
        return Finished(trouble=_trouble(error))
    return finished


def _made_ready(task: Task) -> Callable[[Any], Any]:
    if task.warm is not None:
        task.warm()
    if task.memory is not None:
        _limit_memory(task.memory)
    return task.function


def _answer(function: Callable[[Any], Any], job: bytes) -> bytes:
    try:
        return _packed(Finished(function(pickle.loads(job))))
    except MemoryError:
        gc.collect()
        return _NO_MEMORY
    except Exception as error:  # the fence: what a job raises is its outcome
        return _packed(Finished(trouble=_trouble(error)))


def _packed(finished: Finished[Any]) -> bytes:
    return pickle.dumps(finished, protocol=pickle.HIGHEST_PROTOCOL)


def _trouble(error: Exception) -> Trouble:
    return Trouble("error", f"{type(error).__name__}: {error}", _sendable(error))


def _sendable(error: Exception) -> Exception:
    """Return the error with its traceback as a note; one that does not survive sending is described instead."""
    note = f"In a worker process:\n{''.join(traceback.format_exception(error))}"
    error.add_note(note)
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # errors pickle by their arguments, which many forget
        error = WorkerError(f"{type(error).__name__}: {error}")
        error.add_note(note)
    return error


def _limit_memory(memory: int) -> None:
    """Limit the address space, where the system can; libraries reserve much of it before the first job."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + memory, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _behave() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    warnings.simplefilter("ignore")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        sleep(_LAST_WORDS)
        os._exit(1)

"""Worker processes that filter pages, so that the proxy's event loop never waits for an extractor.

A worker has one page at a time. One that hangs is ended, one that dies is replaced, and only the page it had is lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from webwinnow.proxy.filtering import Arrived, Filtered
from webwinnow.proxy.settings import Settings
from webwinnow.proxy.worker import NotFiltered, work

_START: Final = 60.0
"""Seconds in which a worker must be ready: on a loaded machine, imports take their time."""


@dataclass(slots=True)
class _Worker:
    """A place for a process: the process comes when there is a page, and another one if it dies."""

    settings: Settings
    process: SpawnProcess | None = None
    connection: Connection | None = None

    def start(self) -> None:
        """Start the process unless it is there. Raises OSError if it does not come up."""
        if self.process is not None:
            return
        context = get_context("spawn")  # a fork would copy the threads' locks, but not the threads
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, self.settings), daemon=True)
        self.process.start()
        theirs.close()
        try:
            self._received(_START)
        except (EOFError, OSError):
            self.end()
            raise

    def filter(self, arrived: Arrived) -> Filtered | NotFiltered:
        """Have a page filtered, and wait for it."""
        try:
            self.start()
            assert self.connection is not None
            self.connection.send(arrived)
            found: Filtered | NotFiltered = self._received(self.settings.patience)
        except TimeoutError:
            self.end()
            return NotFiltered("no result in time", unreadable=False)
        except (EOFError, OSError):
            self.end()
            return NotFiltered("the worker process died", unreadable=False)
        return found

    def _received(self, patience: float) -> Any:
        assert self.connection is not None
        if not self.connection.poll(patience):
            raise TimeoutError
        return self.connection.recv()

    def end(self) -> None:
        """End the process; one that does not hear is killed."""
        process, connection = self.process, self.connection
        self.process = self.connection = None
        if process is not None:
            process.terminate()
            process.join(1)
            if process.is_alive():
                process.kill()
                process.join()
        if connection is not None:
            connection.close()


class Workers:
    """A number of workers, and the pages that wait for one."""

    def __init__(self, settings: Settings, jobs: int) -> None:
        """Processes are started when `start` or the first page asks for them."""
        self._all = [_Worker(settings) for _ in range(jobs)]
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="webwinnow-page")
        for worker in self._all:
            self._idle.put_nowait(worker)

    async def start(self) -> None:
        """Start all processes, so that the first page is not slower than the others."""
        await asyncio.gather(*(self._with_worker(_started) for _ in self._all))

    async def filter(self, arrived: Arrived) -> Filtered | NotFiltered:
        """Have a page filtered by the next worker that is free."""
        found = await self._with_worker(lambda worker: worker.filter(arrived))
        assert isinstance(found, Filtered | NotFiltered)
        return found

    async def _with_worker(self, task: Callable[[_Worker], object]) -> object:
        worker = await self._idle.get()
        running = asyncio.get_running_loop().run_in_executor(self._threads, task, worker)
        running.add_done_callback(lambda _: self._idle.put_nowait(worker))  # also if nobody waits for it any more
        return await asyncio.shield(running)

    def end(self) -> None:
        """End all processes at once."""
        for worker in self._all:
            if worker.process is not None:
                worker.process.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _started(worker: _Worker) -> None:
    with suppress(OSError, EOFError):
        worker.start()

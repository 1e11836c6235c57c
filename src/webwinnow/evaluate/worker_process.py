"""What a worker process does, and how it behaves.

It keeps the terminal and its keys to the parent, ends when that ends, and ends cleanly when told to.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from threading import Thread
from time import sleep

from webwinnow.evaluate.adapters.adapter import Adapter
from webwinnow.evaluate.measures import Measure
from webwinnow.evaluate.package import PageFiles
from webwinnow.evaluate.trial import attempt


@dataclass(frozen=True, slots=True)
class Setting:
    """What all trials of a run share."""

    adapters: tuple[Adapter, ...]
    measures: tuple[Measure, ...]
    timeout: float


@dataclass(frozen=True, slots=True)
class Trial:
    """A trial to be made: the number of the package, the number of the adapter, and the page."""

    package: int
    adapter: int
    files: PageFiles


def work(connection: Connection, setting: Setting) -> None:
    """What a worker does: trials, one after the other, until nobody sends any."""
    _behave()
    prepared: set[int] = set()
    connection.send("ready")
    with suppress(EOFError, OSError):
        while True:
            trial: Trial = connection.recv()
            if trial.adapter not in prepared:
                prepared.add(trial.adapter)
                with suppress(Exception):  # what does not work is told by the trial itself
                    setting.adapters[trial.adapter].prepare()
            adapter = setting.adapters[trial.adapter]
            connection.send(attempt(adapter, trial.files, setting.measures, setting.timeout))


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
        sleep(5)
        os._exit(1)

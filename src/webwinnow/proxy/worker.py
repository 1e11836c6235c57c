"""What a worker process does: pages, one after the other, until nobody sends any."""

from __future__ import annotations

import gc
import os
import signal
import sys
import warnings
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from threading import Thread
from typing import Final

from webwinnow.errors import PageError
from webwinnow.proxy.codings import TooLargeError
from webwinnow.proxy.filtering import Arrived, Filtered, filtered
from webwinnow.proxy.settings import Settings

_TINY: Final = b"<!doctype html><title>A page</title><p>Some words to begin with, and a <a href=/>link</a>."


@dataclass(frozen=True, slots=True)
class NotFiltered:
    """Why a page was not filtered: it could not be read, or the extractor failed."""

    reason: str
    unreadable: bool
    too_large: bool = False


def work(connection: Connection, settings: Settings) -> None:
    """Filter what comes; whatever is raised is told, and the next page is waited for."""
    _behave()
    attempt(Arrived(_TINY, "", None, "http://localhost/", settings.expression), settings)  # imports what is needed
    connection.send("ready")
    with suppress(EOFError, OSError):
        while True:
            connection.send(attempt(connection.recv(), settings))


def attempt(arrived: Arrived, settings: Settings) -> Filtered | NotFiltered:
    """Filter a page, or say why not."""
    try:
        return filtered(arrived, settings)
    except PageError as error:
        return NotFiltered(str(error), unreadable=True, too_large=isinstance(error, TooLargeError))
    except MemoryError:
        gc.collect()
        return NotFiltered("MemoryError", unreadable=False)
    except Exception as error:  # the fence: a page that breaks an extractor passes on, and is counted
        return NotFiltered(type(error).__name__, unreadable=False)


def _behave() -> None:
    """Leave the keys of the terminal to the parent, print nothing, and end when the parent does."""
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
        os._exit(1)

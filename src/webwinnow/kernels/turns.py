"""Turns of threads: however many a program has, few of them work on pages at the same time.

Python lets one thread run at a time, and compiled code stops Python's lock only for moments. Of eight threads on two
cores, six would wait for the lock and be woken in vain whenever it is free for such a moment: all together would do
less than one thread alone (`python -m benchmarks.threads`). Here, the others wait until a page is done.
"""

from __future__ import annotations

import os
from threading import Semaphore, local
from types import TracebackType
from typing import Final

_AT_ONCE: Final = min(os.cpu_count() or 1, 3)
"""Two fifths of the work on a page are Python's own: more threads than these could never work at the same time."""
_PATIENCE: Final = 0.1
"""Seconds after which a thread goes on all the same: a user's stage may keep its turn while it asks a server."""


class Turns(local):
    """A number of turns for all threads; one that has a turn may take it again."""

    _free = Semaphore(_AT_ONCE)

    def __init__(self) -> None:
        """Begin, in each thread, without a turn."""
        self._taken = 0
        self._has_one = False

    def __enter__(self) -> None:
        """Wait for a turn."""
        if not self._taken:
            self._has_one = Turns._free.acquire(timeout=_PATIENCE)
        self._taken += 1

    def __exit__(self, kind: type[BaseException] | None, raised: object, trace: TracebackType | None) -> None:
        """Leave the turn to another."""
        self._taken -= 1
        if not self._taken and self._has_one:
            Turns._free.release()

    @classmethod
    def renew(cls) -> None:
        """Let all turns be free: the threads that had them did not come along into a new process."""
        cls._free = Semaphore(_AT_ONCE)


TURNS: Final = Turns()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=Turns.renew)

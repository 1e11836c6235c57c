"""How far an evaluation is, how many pages there are, and when it will be done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from webwinnow.cli.progress import Progress

_WIDTH: Final = 24


@contextmanager
def watch(candidates: int) -> Iterator[Callable[[int, int], None]]:
    """Yield a function to call with the number of cells done and of all; it shows a bar, on a terminal only.

    What is shown are pages: all candidates are asked for a page before the next one's turn.
    """
    shown = sys.stderr is not None and sys.stderr.isatty()
    first: list[tuple[int, float]] = []

    def tell(done: int, total: int) -> None:
        first[:] = first or [(done, monotonic())]
        before, start = first[0]
        rest = f"pages {bar(done, total)} {left(done - before, total - done, start)}"
        Progress(total // candidates, shown).at(done // candidates, rest)

    try:
        yield tell
    finally:
        Progress(0, shown).clear()


def bar(done: int, total: int) -> str:
    """Draw how much is done."""
    full = _WIDTH * done // total if total else _WIDTH
    return f"[{'#' * full}{'.' * (_WIDTH - full)}]"


def left(done: int, missing: int, start: float) -> str:
    """Estimate the time left from how long those took that this run has done."""
    if not done or not missing:
        return ""
    seconds = round((monotonic() - start) / done * missing)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02} left" if hours else f"{minutes}:{seconds:02} left"

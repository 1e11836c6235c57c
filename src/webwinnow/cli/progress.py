"""One line on the terminal that shows how far a long run is, and when it will be done; never in a pipe or a file."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from types import TracebackType
from typing import Final, Self

from webwinnow.cli.output import printable


@dataclass(frozen=True, slots=True)
class Progress:
    """Counts pages on standard error, if `shown`; the line is wiped before anything else is printed there."""

    total: int
    shown: bool

    def at(self, number: int, page: str) -> None:
        """Show which page is being worked on."""
        self._print(f"{number}/{self.total} {page}")

    def tell(self, text: str) -> None:
        """Show how far the run is, in other words."""
        self._print(text)

    def clear(self) -> None:
        """Wipe the line."""
        self._print("")

    def _print(self, line: str) -> None:
        if self.shown:
            width = shutil.get_terminal_size().columns - 1
            line = printable(line)[:width]
            print(f"\r{line.ljust(width)}\r{line}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        """Set nothing up."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the terminal clean."""
        self.clear()


def wanted(pages: int, *, to_files: bool) -> bool:
    """Decide whether a run shows its progress: on a terminal, over several pages, where results do not run across."""
    if pages < 2 or sys.stderr is None or not sys.stderr.isatty():
        return False
    return to_files or sys.stdout is None or not sys.stdout.isatty()


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

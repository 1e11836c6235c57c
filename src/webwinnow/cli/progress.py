"""One line on the terminal that shows how far a long run is; never in a pipe or a file."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from types import TracebackType
from typing import Self

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
        """Nothing to set up."""
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

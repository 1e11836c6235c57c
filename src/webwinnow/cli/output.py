"""What commands print and write: results in UTF-8, complaints in one line, tables that fit a terminal.

Files that are written are either whole or not there.

How far a long run is, and when it will be done, is one line on a terminal; never in a pipe or a file.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from errno import EISDIR
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import BinaryIO, Final, Self

import click

from webwinnow.errors import WebwinnowError

BROKEN_PIPE: Final = 141
"""128 plus the number of SIGPIPE: what shells report for a program whose reader went away."""
_UNPRINTABLE: Final = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Controls, separators of lines, and marks that turn the direction of what follows."""
_COMMANDS: Final = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f]")
"""What begins a command to a terminal, or writes over what is there; lines and tabs are text."""


_COLLECTED: Final[ContextVar[list[str] | None]] = ContextVar("collected", default=None)
"""What is printed instead of standard output, while something is to be written into a file."""


@contextmanager
def collected() -> Iterator[list[str]]:
    """Collect what is printed inside."""
    printed: list[str] = []
    before = _COLLECTED.set(printed)
    try:
        yield printed
    finally:
        _COLLECTED.reset(before)


def emit(text: str | bytes, *, coloured: bool = False) -> None:
    """Write to standard output, as UTF-8 whatever the locale says, and at once.

    A terminal gets no commands out of pages, unless the text is `coloured` by us; files and pipes get all.
    """
    aside = _COLLECTED.get()
    if aside is not None and isinstance(text, str):
        aside.append(text)
        return
    if isinstance(text, str) and not coloured and sys.stdout is not None and sys.stdout.isatty():
        text = _COMMANDS.sub("?", text)
    stream, rest = _standard_output(), memoryview(_encoded(text))
    try:
        while rest:  # with PYTHONUNBUFFERED, a write takes no more than fits into the pipe
            rest = rest[stream.write(rest) :]
        stream.flush()
    except OSError as error:
        raise _lost_output(error) from error


def flush() -> None:
    """Send what others printed on its way, while there is still somebody to tell of a failure."""
    try:
        if sys.stdout is not None and not sys.stdout.closed:  # tools over standard output close it themselves
            sys.stdout.flush()
    except OSError as error:
        raise _lost_output(error) from error


def complain(message: str) -> None:
    """Print a message in one line on standard error; where nobody listens, do without."""
    with suppress(OSError):
        click.echo(f"webwinnow: {printable(' '.join(message.split()))}", file=sys.stderr)


def write_file(path: Path, text: str | bytes) -> None:
    """Write a file aside and rename it, so that nobody ever sees half of it; what is not a file is written into."""
    try:
        if path.exists() and not path.is_file():  # /dev/null, a named pipe
            path.write_bytes(_encoded(text))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            _replace(Path(os.path.realpath(path)), _encoded(text))  # a link stays a link
    except OSError as error:
        raise WebwinnowError(f"{path}: cannot be written ({error.strerror}): check the path and the disk") from error


def require_writable(path: Path) -> None:
    """Refuse a file that could not be written before any work is done."""
    if path.exists() and not path.is_file() and not path.is_dir():  # /dev/null, a named pipe
        return
    target = Path(os.path.realpath(path))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        aside = target.with_name(f".webwinnow-{os.urandom(8).hex()}.part")
        aside.touch()
        aside.unlink()
    except OSError as error:
        raise WebwinnowError(f"{path}: cannot be written ({error.strerror}): check the path and the disk") from error


def _replace(path: Path, data: bytes) -> None:
    aside = path.with_name(f".webwinnow-{os.urandom(8).hex()}.part")
    try:
        with aside.open("xb") as file:
            file.write(data)
        if path.exists():
            aside.chmod(path.stat().st_mode)
        aside.replace(path)
    except BaseException:  # also Ctrl-C: nothing stays behind
        aside.unlink(missing_ok=True)
        raise


def _encoded(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "replace")


def _standard_output() -> BinaryIO:
    if sys.stdout is None:
        raise WebwinnowError("standard output is closed: give -o a file")
    return sys.stdout.buffer


def _lost_output(error: OSError) -> Exception:
    """Say why nothing more can be printed, and keep the interpreter from trying again when it ends."""
    with suppress(OSError, io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return click.exceptions.Exit(BROKEN_PIPE)  # no error: who reads on decides when it is enough
    return WebwinnowError(f"standard output cannot be written ({error.strerror}): check the disk")


def cell(text: str | None, width: int) -> str:
    """Cut to what fits; what no terminal should get becomes a question mark, and nothing a dash."""
    shown = printable((text or "-")[: width + 1])
    return shown if len(shown) <= width else shown[: width - 1] + "…"


def laid_out(rows: Sequence[Sequence[str]]) -> str:
    """Lay rows of equal length out in columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join("  ".join(map(str.ljust, row, widths)).rstrip() + "\n" for row in rows)


def printable(text: str) -> str:
    """Turn what no terminal should get into question marks; joiners and wide blanks, which are part of texts, stay."""
    return _UNPRINTABLE.sub("?", text)


def in_colour() -> bool:
    """Return whether results may be coloured: on a terminal, unless the user wants none (https://no-color.org)."""
    return (
        _COLLECTED.get() is None and sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    )


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
"""Characters of the bar that shows how far a run is."""


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

"""What commands print and write: results in UTF-8, complaints in one line, tables that fit a terminal.

Files that are written are either whole or not there.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from errno import EISDIR
from pathlib import Path
from typing import BinaryIO, Final

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
        if sys.stdout is not None:
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

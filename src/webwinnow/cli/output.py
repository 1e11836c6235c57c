"""Writes results: always UTF-8, and files that are either whole or not there."""

from __future__ import annotations

import io
import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

import click

from webwinnow.errors import WebwinnowError

BROKEN_PIPE: Final = 141
"""128 plus the number of SIGPIPE: what shells report for a program whose reader went away."""


def emit(text: str) -> None:
    """Write to standard output, as UTF-8 whatever the locale says, and at once."""
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


def _replace(path: Path, data: bytes) -> None:
    aside = path.with_name(f".webwinnow-{secrets.token_hex(8)}.part")
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

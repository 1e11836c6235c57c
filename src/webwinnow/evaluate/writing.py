"""Writing that is seen whole or not at all: aside first, under a name with a leading dot, then renamed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import SEEK_END
from pathlib import Path
from typing import Final
from uuid import uuid4

from webwinnow.errors import PackageError, WebwinnowError


def write_aside(path: Path, content: bytes) -> None:
    """Write a file; whoever looks sees the old file or the new one, never a part. Raises WebwinnowError naming it."""
    aside = _aside(path)
    try:
        with _named(path):
            aside.write_bytes(content)
            aside.replace(path)
    except BaseException:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
        raise


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Name the file that the system would not write; its own message does not, where the disk is full."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise WebwinnowError(
            f"{path}: cannot be written ({reason}): make room or choose another folder, and run it again to go on"
        ) from error


@contextmanager
def folder_aside(destination: Path) -> Iterator[Path]:
    """Yield a folder to fill that becomes `destination` at the end, or vanishes if the filling fails."""
    if destination.exists() and not (destination.is_dir() and not any(destination.iterdir())):
        raise PackageError(f"{destination}: already exists: choose another folder or remove it first")
    destination.parent.mkdir(parents=True, exist_ok=True)
    aside = _aside(destination)
    aside.mkdir()
    try:
        yield aside
        if destination.is_dir():
            destination.rmdir()  # empty, as checked above; renaming onto it fails on some systems
        aside.rename(destination)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise


def _aside(path: Path) -> Path:
    # In the same folder, so that renaming stays within one file system; the name is kept short for its limits.
    return path.with_name(f".{path.name[:100]}.{uuid4().hex}")


_UNSAFE: Final = re.compile(r"[^\w.-]+")


_LONGEST: Final = 60
"""Bytes of a name as part of a file's name; file systems allow 255 in all."""


def file_stem(name: str) -> str:
    """Make a name part of a file's name: letters, digits, dots, dashes, underscores; never hidden, never long."""
    short = _UNSAFE.sub("-", name).strip("-.").encode("utf-8", "replace")[:_LONGEST]
    return short.decode("utf-8", "ignore") or "unnamed"


def append(path: Path, line: bytes) -> None:
    """Add a line to a file, whole or not at all; raises WebwinnowError naming the file."""
    with _named(path), path.open("ab", buffering=0) as file:
        before, rest = file.seek(0, SEEK_END), memoryview(line)
        try:
            while rest:  # a disk that is nearly full takes a part, and refuses the next
                rest = rest[file.write(rest) :]
        except BaseException:
            file.truncate(before)
            raise


def mend(path: Path) -> None:
    """Remove a last line that was cut off, so that the next one starts on a line of its own."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        content = file.read()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            file.truncate(whole)


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Make the folder, and keep it for this run: two at once would compute everything twice."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / ".lock").open("wb")
    except OSError as error:
        raise WebwinnowError(f"{folder}: cannot be written ({error.strerror}): choose another folder") from None
    with file:
        _lock(file.fileno(), folder)
        yield


def _lock(descriptor: int, folder: Path) -> None:
    """Take the lock that ends with its process, where the system has such locks."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise WebwinnowError(f"{folder}: another run is writing there: wait for it, or choose another folder") from None

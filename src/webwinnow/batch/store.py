"""Where results are kept: a folder on disk or in an object store; whoever looks sees a file whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

from webwinnow.errors import MissingExtraError, UsageError
from webwinnow.evaluate.writing import claimed

FileSystem = Any
"""A file system of fsspec, which has no types."""


def filesystem(place: str) -> tuple[FileSystem, str]:
    """Find the file system of a path or URL, and the path in it."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise MissingExtraError("fsspec", "batch") from None
    try:
        system, path = url_to_fs(place)
    except ImportError as error:  # fsspec names the library of the store
        raise UsageError(f"{place}: {error}") from None
    except ValueError as error:
        raise UsageError(f"{place}: {error}: give a path, or a URL such as s3://bucket/folder") from None
    return system, str(path)


def is_local(system: FileSystem) -> bool:
    """Tell whether a file system is that of this machine."""
    protocols = system.protocol if isinstance(system.protocol, tuple | list) else (system.protocol,)
    return "file" in protocols


@dataclass(frozen=True, slots=True)
class Store:
    """A folder of results; names in it have slashes and no dots in front."""

    root: str

    def names(self, folder: str) -> set[str]:
        """List the files in one of its folders, without what is still being written."""
        system, path = filesystem(f"{self.root}/{folder}")
        if not system.exists(path):
            return set()
        system.invalidate_cache(path)
        found = (str(each).rstrip("/").rsplit("/", 1)[-1] for each in system.ls(path, detail=False))
        return {name for name in found if not name.startswith(".")}

    def read(self, name: str) -> bytes | None:
        """Read a file; None if it is not there."""
        system, path = filesystem(f"{self.root}/{name}")
        try:
            content: bytes = system.cat_file(path)
        except FileNotFoundError:
            return None
        return content

    def write(self, name: str, content: bytes) -> None:
        """Write a small file."""
        with self.aside(name) as file:
            file.write(content)

    def put(self, name: str, content: bytes) -> None:
        """Write a file into a folder that is not in place yet (see `folder_aside`)."""
        system, path = filesystem(f"{self.root}/{name}")
        system.pipe_file(path, content)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        system, path = filesystem(f"{self.root}/{name}")
        with suppress(FileNotFoundError):
            system.rm(path)

    @contextmanager
    def aside(self, name: str) -> Iterator[BinaryIO]:
        """Yield a file to write, which gets its name when it is whole and vanishes if writing fails."""
        system, path = filesystem(f"{self.root}/{name}")
        folder, _, last = path.rpartition("/")
        system.makedirs(folder, exist_ok=True)
        aside = f"{folder}/.{last}.{uuid4().hex[:8]}"
        try:
            with system.open(aside, "wb") as file:
                yield file
                if is_local(system):
                    file.flush()
                    os.fsync(file.fileno())
            _rename(system, aside, path)
        except BaseException:
            with suppress(OSError):
                system.rm(aside)
            raise

    @contextmanager
    def folder_aside(self, name: str) -> Iterator[Store]:
        """Yield a folder to fill, which gets its name when it is whole and vanishes if that fails."""
        folder, _, last = name.rpartition("/")
        aside = Store(f"{self.root}/{folder}/.{last}.{uuid4().hex[:8]}")
        system, path = filesystem(aside.root)
        _, target = filesystem(f"{self.root}/{name}")
        system.makedirs(path, exist_ok=True)
        try:
            yield aside
            if system.exists(target):  # from a run that ended before it could say that this is whole
                system.rm(target, recursive=True)
            _rename(system, path, target)
        except BaseException:
            with suppress(OSError):
                system.rm(path, recursive=True)
            raise

    def claim(self) -> AbstractContextManager[None]:
        """Keep the folder for this run, where it is on this machine."""
        system, path = filesystem(self.root)
        return claimed(Path(path)) if is_local(system) else nullcontext()

    def sweep(self, folder: str) -> None:
        """Remove what runs that were killed left half written."""
        system, path = filesystem(f"{self.root}/{folder}")
        if system.exists(path):
            for each in system.ls(path, detail=False):
                if str(each).rstrip("/").rsplit("/", 1)[-1].startswith("."):
                    system.rm(str(each), recursive=True)


def _rename(system: FileSystem, source: str, target: str) -> None:
    if is_local(system):
        Path(source).replace(target)
        return
    found = [source] if system.isfile(source) else system.find(source)
    for path in found:  # one by one: some stores take a folder for a file that is missing
        system.mv(path, target + str(path).removeprefix(source))

"""From inputs to shards: each is read, worked on and completed as one, whatever else happens.

An archive or a table is a shard; loose files make shards of `FILES_EACH`, in the order of their names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final, Literal

from webwinnow.batch.store import FileSystem, filesystem, is_local
from webwinnow.errors import UsageError
from webwinnow.evaluate.writing import file_stem

ShardKind = Literal["warc", "zip", "tar", "jsonl", "parquet", "files"]
FILES_EACH: Final = 500
"""Loose files of a shard: some seconds of work, so that little is done twice after a kill."""
_ENDINGS: Final[dict[str, ShardKind]] = {
    **dict.fromkeys((".warc", ".warc.gz", ".warc.zst", ".warc.lz4"), "warc"),
    ".zip": "zip",
    **dict.fromkeys((".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar.zst"), "tar"),
    **dict.fromkeys((".jsonl", ".jsonl.gz", ".jsonl.zst", ".ndjson", ".ndjson.gz", ".ndjson.zst"), "jsonl"),
    ".parquet": "parquet",
}
_LISTS: Final = (".txt", ".paths", ".lst", ".list")
_STAMPS: Final = ("size", "mtime", "ETag", "etag", "LastModified", "generation", "last_modified")
_MAGIC: Final = "*?["


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the input that is completed as one."""

    name: str
    """Fit for a file's name, unique, and the same in every run."""
    kind: ShardKind
    paths: tuple[str, ...]
    size: int
    stamp: str
    """Changes when the input does."""


def kind_of(path: str) -> ShardKind:
    """Tell what a file is by its name."""
    name = path.lower()
    return next((kind for ending, kind in _ENDINGS.items() if name.endswith(ending)), "files")


def find_shards(inputs: Iterable[str], output: str) -> tuple[Shard, ...]:
    """Find the shards of all inputs, each file once; UsageError names an input that leads nowhere."""
    found: dict[str, Mapping[str, Any]] = {}
    for each in inputs:
        files = dict(_files(each))
        if not files:
            raise UsageError(f"{each}: there is nothing to read: check the path")
        found |= {path: facts for path, facts in files.items() if not _is_below(path, output)}
    ordered = sorted(found.items(), key=lambda item: item[0])
    loose = [(path, facts) for path, facts in ordered if kind_of(path) == "files"]
    shards = [_shard(kind_of(path), [(path, facts)], path) for path, facts in ordered if kind_of(path) != "files"]
    for number, first in enumerate(range(0, len(loose), FILES_EACH)):
        shards.append(_shard("files", loose[first : first + FILES_EACH], f"files-{number:05}"))
    return tuple(shards)


def _shard(kind: ShardKind, files: Sequence[tuple[str, Mapping[str, Any]]], key: str) -> Shard:
    stamps = [[path, *(str(facts.get(each)) for each in _STAMPS)] for path, facts in files]
    name = key if kind == "files" else f"{file_stem(PurePosixPath(key).name)}-{digest(key)[:8]}"
    size = sum(int(facts.get("size") or 0) for _, facts in files)
    return Shard(name, kind, tuple(path for path, _ in files), size, digest(str(stamps)))


def digest(text: str) -> str:
    """Name a text by its hash."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _files(place: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """List the files that an input means, with what the file system knows of them."""
    if place.startswith("@"):
        yield from _listed(place[1:])
        return
    system, path = filesystem(place)
    if any(sign in path for sign in _MAGIC) and not system.exists(path):
        for found in sorted(system.glob(path)):
            yield from _below(system, str(found))
    elif not system.exists(path):
        raise UsageError(f"{place}: there is no such file or folder: check the path")
    elif system.isfile(path) and path.lower().removesuffix(".gz").endswith(_LISTS):
        yield from _listed(place)
    else:
        yield from _below(system, path)


def _below(system: FileSystem, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if system.isfile(path):
        yield _named(system, path), system.info(path)
        return
    for found, facts in sorted(system.find(path, detail=True).items()):
        inside = PurePosixPath(found).parts[len(PurePosixPath(path).parts) :]
        if not any(part.startswith(".") for part in inside):
            yield _named(system, found), facts


def _named(system: FileSystem, path: str) -> str:
    return path if is_local(system) else str(system.unstrip_protocol(path))


def _listed(place: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Read a list of inputs, one on each line; empty lines and those that start with # say nothing."""
    system, path = filesystem(place)
    try:
        with system.open(path, "rt", encoding="utf-8", compression="infer") as file:
            lines = [line.strip() for line in file]
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{place}: this list cannot be read ({error}): give paths, one on each line") from None
    for line in lines:
        if line and not line.startswith("#"):
            if line.startswith("@") or line.lower().endswith(_LISTS):
                raise UsageError(f"{place}: names another list, {line}: write all paths into one")
            yield from _files(line)


def _is_below(path: str, output: str) -> bool:
    system, folder = filesystem(output)
    own = folder if is_local(system) else str(system.unstrip_protocol(folder))
    return path == own or path.startswith(own.rstrip("/") + "/")

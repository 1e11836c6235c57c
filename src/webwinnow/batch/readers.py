"""Readers: each gives the records of one kind of shard, one after the other, however broken its file is.

    notes = ReadingNotes()
    for record in read_shard(shard, limit=20_000_000, html_column="html", notes=notes):
        ...

Web archives (`fetch.warc`), zip and tar archives, loose files, and tables: jsonl and Parquet. What cannot be read is
noted, and what was read before it stays. Nothing is unpacked to disk, so a name may say what it likes. No reader takes
more memory than a page, or than a row group of a Parquet file, and an archive that grows beyond all measure is left.
"""

from __future__ import annotations

import gzip
import io
import json
import mimetypes
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import IO, Any, BinaryIO, Final, cast

from webwinnow.batch.job import Outcome, PageRecord
from webwinnow.batch.shards import Shard, ShardKind
from webwinnow.batch.store import filesystem
from webwinnow.errors import MissingExtraError, WebwinnowError
from webwinnow.fetch.warc import FLOOR, RATIO, Archive, ArchivedPage, undone

_ENCRYPTED: Final = 0x1
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)
_ESCAPED: Final = 6
"""Bytes of a line for one of the page: JSON may write each as \\u0000."""
_ROWS: Final = 64
"""Rows of a table that are unpacked at once: pages are large, and all of them wait in memory."""


@dataclass(slots=True)
class ReadingNotes:
    """How the reading of a shard went."""

    damage: list[str] = field(default_factory=list)
    """What could not be read."""
    others: Counter[str] = field(default_factory=Counter)
    """Records that are no pages, by type."""
    position: int = 0
    """Bytes of the shard that have been read, about."""


class GrownError(WebwinnowError):
    """A compressed file grows beyond all measure: the rest of it is not read."""


@dataclass(frozen=True, slots=True)
class ShardSource:
    """A shard to read, and how."""

    shard: Shard
    limit: int
    html_column: str
    notes: ReadingNotes

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open the one file of the shard."""
        system, path = filesystem(self.shard.paths[0])
        with system.open(path, "rb") as file:
            yield file

    def check_growth(self, total: int) -> None:
        """Raise when more bytes came out of the shard than any honest file of its size holds."""
        if total > max(RATIO * self.shard.size, FLOOR):
            raise GrownError(f"it grows to more than {RATIO} times its size: the rest is left")


def member(name: str, kind: str, body: bytes = b"", **known: Any) -> PageRecord:
    """Make the record of a file or member; its number comes later."""
    return PageRecord("", body, name=name.encode("utf-8", "replace").decode(), kind=kind, **known)


def other_type(name: str) -> str | None:
    """Tell the type of a file whose name says that it is no page, so that it need not be read."""
    guessed, packed = mimetypes.guess_type(name)
    page = guessed is None or guessed.startswith("text/") or "xml" in guessed
    return None if page or packed else guessed


def read_warc(source: ShardSource) -> Iterator[PageRecord]:
    """Read responses, resources and revisits; the offset of each leads back to it."""
    with source.open() as file:
        archive = Archive(file, source.limit, source.notes.others, source.notes.damage)
        for page in archive:
            source.notes.position = page.offset
            yield _archived(page, source.limit)


def _archived(page: ArchivedPage, limit: int) -> PageRecord:
    outcome: Outcome | None = "too large" if page.too_large else "undecodable" if page.undecodable else None
    return PageRecord(
        id="",
        body=page.fetched.body,
        url=page.fetched.url,
        charset=page.fetched.charset,
        content_type=page.fetched.content_type,
        kind=page.kind,
        warc_record_id=page.record_id,
        offset=page.offset,
        time=page.date,
        status=page.status,
        truncated=page.truncated,
        outcome=outcome,
        reason=f"more than {limit:,} bytes" if page.too_large else page.undecodable,
    )


def read_zip(source: ShardSource) -> Iterator[PageRecord]:
    """Read the members of a zip archive; each that cannot be read is a record with the reason."""
    total = 0
    with source.open() as file, zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            if info.is_dir():
                continue
            known, body = _known(info), b""
            if known is None:
                try:
                    source.check_growth(total)
                    with archive.open(info) as opened:
                        body = opened.read(source.limit + 1)
                except GrownError as error:
                    known = "too large", str(error)
                except _BROKEN as error:
                    known = "undecodable", f"broken member: {error}"
            total += len(body)
            source.notes.position += info.compress_size
            yield _packed(source, info.filename, body, known)


def _known(info: zipfile.ZipInfo) -> tuple[str, str] | None:
    kind = other_type(info.filename)
    if kind is not None:
        return "not html", f"its name says {kind}"
    return ("undecodable", "it is encrypted") if info.flag_bits & _ENCRYPTED else None


def read_tar(source: ShardSource) -> Iterator[PageRecord]:
    """Read the files of a tar archive, as they stand in it; links and devices are none."""
    total = 0
    with source.open() as file, tarfile.open(fileobj=_plain(source, file), mode="r|*") as archive:
        for info in archive:
            total += max(info.size, 0)
            source.check_growth(total)
            if not info.isfile():
                source.notes.others["folder" if info.isdir() else "link or device"] += 1
                continue
            kind = other_type(info.name)
            known = ("not html", f"its name says {kind}") if kind else None
            opened = None if known else archive.extractfile(info)
            body = opened.read(source.limit + 1) if opened is not None else b""
            yield _packed(source, info.name, body, known)


def _plain(source: ShardSource, file: BinaryIO) -> IO[bytes]:
    return unpacked(file, ".zst") if source.shard.paths[0].lower().endswith(".zst") else file


def _packed(source: ShardSource, name: str, body: bytes, known: tuple[str, str] | None) -> PageRecord:
    if len(body) > source.limit:
        known = "too large", f"more than {source.limit:,} bytes"
    outcome, reason = known or (None, None)
    return member(name, "member", body[: source.limit], outcome=outcome, reason=reason)


def read_files(source: ShardSource) -> Iterator[PageRecord]:
    """Read each file; one that cannot be read is a record, too."""
    for path in source.shard.paths:
        kind = other_type(path)
        if kind is not None:
            yield member(path, "file", outcome="not html", reason=f"its name says {kind}")
            continue
        try:
            system, place = filesystem(path)
            with system.open(place, "rb") as file:
                body = file.read(source.limit + 1)
        except OSError as error:
            yield member(path, "file", outcome="undecodable", reason=f"cannot be read: {error.strerror or error}")
            continue
        source.notes.position += len(body)
        yield _loose(path, body, source.limit)


def _loose(path: str, body: bytes, limit: int) -> PageRecord:
    if len(body) > limit:
        return member(path, "file", body[:limit], outcome="too large", reason=f"more than {limit:,} bytes")
    if not path.lower().endswith(".gz"):
        return member(path, "file", body)
    read = undone(body, {"content-encoding": "gzip"}, limit)
    if read.too_large:
        return member(path, "file", read.content, outcome="too large", reason=f"more than {limit:,} bytes")
    if read.undecodable:
        return member(path, "file", body, outcome="undecodable", reason=read.undecodable)
    return member(path, "file", read.content, truncated=read.truncated)


def read_jsonl(source: ShardSource) -> Iterator[PageRecord]:
    """Read a page from each line; a line that is no JSON object is a record with the reason."""
    longest, total = _ESCAPED * source.limit, 0
    with source.open() as packed:
        file = unpacked(packed, source.shard.paths[0])
        while line := file.readline(longest):
            total += len(line)
            source.check_growth(total)
            source.notes.position = packed.tell()
            if len(line) == longest and not line.endswith(b"\n"):
                total += _rest_of_line(file)
                yield PageRecord(
                    "", b"", kind="row", outcome="too large", reason=f"a line of more than {longest:,} bytes"
                )
            elif line.strip():
                yield _from_line(source, line)


def _rest_of_line(file: IO[bytes]) -> int:
    skipped = 0
    while piece := file.readline(1 << 20):
        skipped += len(piece)
        if piece.endswith(b"\n"):
            break
    return skipped


def _from_line(source: ShardSource, line: bytes) -> PageRecord:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        return PageRecord(
            "", line[: source.limit], kind="row", outcome="undecodable", reason="the line is no JSON object"
        )
    return _from_row(source, row)


def read_parquet(source: ShardSource) -> Iterator[PageRecord]:
    """Read a page from each row; only the columns that are needed are read."""
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "batch") from None
    with source.open() as file:
        table = parquet.ParquetFile(file)
        columns = [name for name in (source.html_column, "url", "id") if name in table.schema_arrow.names]
        if source.html_column not in columns:
            raise ValueError(f"there is no column {source.html_column!r}: name it with --html-column")
        rows = max(table.metadata.num_rows, 1)
        for batch in table.iter_batches(batch_size=_ROWS, columns=columns):
            source.notes.position += source.shard.size * batch.num_rows // rows
            for row in batch.to_pylist():
                yield _from_row(source, row)


def _from_row(source: ShardSource, row: Mapping[str, Any]) -> PageRecord:
    body, url, own = row.get(source.html_column), row.get("url"), row.get("id")
    known: dict[str, Any] = {"url": url if isinstance(url, str) else None, "kind": "row"}
    known["name"] = None if own is None else str(own)
    if body is None:
        return PageRecord("", b"", outcome="empty", reason=f"nothing in column {source.html_column!r}", **known)
    if not isinstance(body, str | bytes):
        return PageRecord("", b"", outcome="undecodable", reason="neither text nor bytes", **known)
    if len(body) > source.limit:
        reason = f"more than {source.limit:,} bytes"
        return PageRecord("", body[: source.limit], outcome="too large", reason=reason, **known)
    return PageRecord("", body, **known)


def unpacked(file: BinaryIO, name: str) -> IO[bytes]:
    """Open what a file holds, by the end of its name: gzip, zstd or nothing in between."""
    if name.lower().endswith(".gz"):
        return cast(IO[bytes], gzip.open(file))
    if name.lower().endswith(".zst"):
        try:
            import zstandard
        except ImportError:
            raise MissingExtraError("zstandard", "batch") from None
        return io.BufferedReader(zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True))
    return io.BufferedReader(cast(Any, file))  # files of object stores cannot bound the length of a line


READERS: Final[dict[ShardKind, Callable[[ShardSource], Iterator[PageRecord]]]] = {
    "warc": read_warc,
    "zip": read_zip,
    "tar": read_tar,
    "jsonl": read_jsonl,
    "parquet": read_parquet,
    "files": read_files,
}


def read_shard(shard: Shard, limit: int, html_column: str, notes: ReadingNotes) -> Iterator[PageRecord]:
    """Read the records of a shard and number them; what ends the reading early is noted as damage."""
    source = ShardSource(shard, limit, html_column, notes)
    try:
        for number, record in enumerate(READERS[shard.kind](source)):
            yield replace(record, id=f"{shard.name}:{number:08}")
    except MissingExtraError:
        raise
    except Exception as error:  # the fence: libraries raise what they like on broken files
        notes.damage.append(f"{type(error).__name__}: {error}")

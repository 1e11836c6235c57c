"""Writers: the rows of a shard as Parquet, jsonl, WET or a folder of texts, each in place only when it is whole.

The last two hold texts alone; beside them stands the table of all records, as jsonl without the texts.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, BinaryIO, Final, Protocol
from uuid import NAMESPACE_URL, uuid5

from webwinnow.batch.job import COLUMNS, WITH_TEXT, Form, Job, PageRecord, ResultRow
from webwinnow.batch.store import Store
from webwinnow.errors import MissingExtraError
from webwinnow.version import __version__

RECORDS: Final = "records"
WET: Final = "wet"
TEXTS: Final = "texts"
FAILED_RECORDS: Final = "failed"
_ROW_GROUP: Final = 1000
_ROW_GROUP_BYTES: Final = 32_000_000
_LEVEL: Final = 6
"""The level of zstd and gzip: on texts of web pages, zstd 6 takes a tenth of a millisecond for each."""


class Writer(Protocol):
    """Takes the rows of a shard in order."""

    def add(self, rows: Sequence[ResultRow]) -> None:
        """Write some rows."""


@contextmanager
def writing(job: Job, store: Store, shard: str) -> Iterator[Writer]:
    """Open the writer of a shard; what it writes is in place after the `with`, and nothing is if that fails."""
    with ExitStack() as stack:
        yield _WRITERS[job.form](stack, store, shard, job.text == "markdown")


def outputs(job: Job, shard: str) -> list[str]:
    """Name the files and folders that the writer of a shard leaves."""
    table = f"{RECORDS}/{shard}.{'parquet' if job.form == 'parquet' else 'jsonl.zst'}"
    return [table, *{"wet": [f"{WET}/{shard}.warc.wet.gz"], "text-dir": [f"{TEXTS}/{shard}"]}.get(job.form, [])]


def as_dict(row: ResultRow) -> dict[str, Any]:
    """Return a row as plain data."""
    return {name: getattr(row, name) for name in COLUMNS}


@cache
def schema() -> Any:
    """Return the columns of the results, with their types, as Arrow knows them."""
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtraError("pyarrow", "batch") from None
    types = {
        "offset": pa.int64(),
        "status": pa.int32(),
        "authors": pa.list_(pa.string()),
        "confidence": pa.float64(),
        "spans": pa.list_(pa.list_(pa.int64())),
        "minhash": pa.list_(pa.int64()),
        "size": pa.int64(),
        "seconds": pa.float64(),
    }
    return pa.schema([(name, types.get(name, pa.string())) for name in COLUMNS])


def as_batch(rows: Sequence[ResultRow]) -> Any:
    """Return rows as one Arrow batch."""
    import pyarrow as pa

    names = schema().names
    columns = [pa.array([_plain(getattr(row, name)) for row in rows], type=schema().field(name).type) for name in names]
    return pa.record_batch(columns, schema=schema())


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # an address may hold half a character
    return list(map(list, value)) if isinstance(value, tuple) and value and isinstance(value[0], tuple) else value


@dataclass(slots=True)
class _Parquet:
    writer: Any
    waiting: list[ResultRow] = field(default_factory=list)
    waiting_bytes: int = 0

    def add(self, rows: Sequence[ResultRow]) -> None:
        for row in rows:
            self.waiting.append(row)
            self.waiting_bytes += len(row.text or "") + 16 * len(row.spans)
            if len(self.waiting) >= _ROW_GROUP or self.waiting_bytes >= _ROW_GROUP_BYTES:
                self.flush()

    def flush(self) -> None:
        if self.waiting:
            self.writer.write_batch(as_batch(self.waiting), row_group_size=len(self.waiting))
            self.waiting, self.waiting_bytes = [], 0


def _parquet(stack: ExitStack, store: Store, shard: str, markdown: bool) -> Writer:
    described = schema().with_metadata(
        {"text": "markdown" if markdown else "text", "program": f"webwinnow {__version__}"}
    )
    writer = _Parquet(stack.enter_context(parquet_file(store, shard, described)))
    stack.push(lambda kind, *_: writer.flush() if kind is None else None)
    return writer


@contextmanager
def parquet_file(store: Store, shard: str, described: Any) -> Iterator[Any]:
    """Open the table of a shard for writing, as Parquet of a schema."""
    import pyarrow.parquet as parquet

    with (
        store.aside(f"{RECORDS}/{shard}.parquet") as file,
        parquet.ParquetWriter(file, described, compression="zstd", compression_level=_LEVEL) as table,
    ):
        yield table


@dataclass(frozen=True, slots=True)
class _Jsonl:
    file: BinaryIO
    texts: bool = True

    def add(self, rows: Sequence[ResultRow]) -> None:
        for row in rows:
            known = (
                as_dict(row) if self.texts else {name: value for name, value in as_dict(row).items() if name != "text"}
            )
            self.file.write(json.dumps(known, ensure_ascii=False).encode("utf-8", "replace") + b"\n")


def _jsonl(stack: ExitStack, store: Store, shard: str, markdown: bool, texts: bool = True) -> Writer:  # noqa: ARG001
    return _Jsonl(stack.enter_context(jsonl_file(store, shard)), texts)


@contextmanager
def jsonl_file(store: Store, shard: str) -> Iterator[BinaryIO]:
    """Open the table of a shard for writing, as lines of JSON."""
    try:
        import zstandard
    except ImportError:
        raise MissingExtraError("zstandard", "batch") from None
    with (
        store.aside(f"{RECORDS}/{shard}.jsonl.zst") as file,
        zstandard.ZstdCompressor(level=_LEVEL).stream_writer(file, closefd=False) as packed,
    ):
        yield packed


def _texts(rows: Sequence[ResultRow]) -> Iterator[tuple[ResultRow, bytes]]:
    """Go through the rows that have a text, each with its bytes."""
    for row in rows:
        if row.outcome in WITH_TEXT and row.text is not None:
            yield row, row.text.encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class _Wet:
    file: BinaryIO
    table: Writer
    content_type: str

    def add(self, rows: Sequence[ResultRow]) -> None:
        for row, text in _texts(rows):
            self.file.write(self._record(row, text))
        self.table.add(rows)

    def _record(self, row: ResultRow, text: bytes) -> bytes:
        fields = {
            "WARC-Type": "conversion",
            "WARC-Target-URI": row.url or f"urn:x-webwinnow:{row.id}",
            "WARC-Date": row.time or "1970-01-01T00:00:00Z",
            "WARC-Record-ID": f"<urn:uuid:{uuid5(NAMESPACE_URL, row.id)}>",
            "WARC-Refers-To": row.warc_record_id,
            "WARC-Identified-Content-Language": row.language,
            "Content-Type": self.content_type,
        }
        return warc_record(fields, text)


def _wet(stack: ExitStack, store: Store, shard: str, markdown: bool) -> Writer:
    file = stack.enter_context(store.aside(f"{WET}/{shard}.warc.wet.gz"))
    information = f"software: webwinnow {__version__}\r\nformat: WARC File Format 1.0\r\n".encode()
    named = {
        "WARC-Type": "warcinfo",
        "WARC-Date": "1970-01-01T00:00:00Z",
        "WARC-Record-ID": f"<urn:uuid:{uuid5(NAMESPACE_URL, shard)}>",
        "WARC-Filename": f"{shard}.warc.wet.gz",
        "Content-Type": "application/warc-fields",
    }
    file.write(warc_record(named, information))
    table = _jsonl(stack, store, shard, markdown, texts=False)
    return _Wet(file, table, "text/markdown" if markdown else "text/plain")


@dataclass(frozen=True, slots=True)
class _TextFolder:
    folder: Store
    table: Writer
    ending: str

    def add(self, rows: Sequence[ResultRow]) -> None:
        for row, text in _texts(rows):
            number = row.id.rsplit(":", 1)[-1]  # never the name of a member, which may lead anywhere
            self.folder.put(f"{number}{self.ending}", text)
        self.table.add(rows)


def _text_folder(stack: ExitStack, store: Store, shard: str, markdown: bool) -> Writer:
    folder = stack.enter_context(store.folder_aside(f"{TEXTS}/{shard}"))
    return _TextFolder(folder, _jsonl(stack, store, shard, markdown, texts=False), ".md" if markdown else ".txt")


_WRITERS: Final[dict[Form, Callable[[ExitStack, Store, str, bool], Writer]]] = {
    "parquet": _parquet,
    "jsonl": _jsonl,
    "wet": _wet,
    "text-dir": _text_folder,
}


def warc_record(fields: Mapping[str, str | None], block: bytes) -> bytes:
    """Write a WARC record as a gzip member of its own, the same for the same content."""
    digest = base64.b32encode(hashlib.sha1(block, usedforsecurity=False).digest()).decode()
    every = {**fields, "WARC-Block-Digest": f"sha1:{digest}", "Content-Length": str(len(block))}
    lines = [f"{name}: {' '.join(value.split())}" for name, value in every.items() if value]
    head = "\r\n".join(["WARC/1.0", *lines, "", ""]).encode("utf-8", "replace")
    return gzip.compress(head + block + b"\r\n\r\n", _LEVEL, mtime=0)


def failed_record(record: PageRecord, row: ResultRow) -> bytes:
    """Write a record that failed as a response, so that the side file is an archive that can be run again."""
    is_text = isinstance(record.body, str)
    body = record.body.encode("utf-8", "replace") if isinstance(record.body, str) else record.body
    charset = "utf-8" if is_text else record.charset
    content_type = (record.content_type or "text/html") + (f"; charset={charset}" if charset else "")
    head = f"HTTP/1.1 {record.status or 200} \r\nContent-Type: {' '.join(content_type.split())}\r\n\r\n"
    fields = {
        "WARC-Type": "response",
        "WARC-Target-URI": record.url or f"urn:x-webwinnow:{record.id}",
        "WARC-Date": record.time or "1970-01-01T00:00:00Z",
        "WARC-Record-ID": record.warc_record_id or f"<urn:uuid:{uuid5(NAMESPACE_URL, record.id)}>",
        "WARC-Truncated": "length" if row.outcome == "too large" else record.truncated,
        "X-Webwinnow-Id": record.id,
        "X-Webwinnow-Name": record.name,
        "X-Webwinnow-Outcome": f"{row.outcome}: {row.reason or ''}",
        "Content-Type": "application/http; msgtype=response",
    }
    return warc_record(fields, head.encode("utf-8", "replace") + body)

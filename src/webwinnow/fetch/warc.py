"""The one reader of web archives (WARC): pages as servers sent them, their codings undone, within limits.

    for page in Archive(file):
        print(page.fetched.url, page.offset, page.truncated)

Plain, gzip and zstd archives; several records in one compressed member, and members one after the other. What is broken
costs as little as can be: reading goes on at the next record that can be read, and `damage` says what happened where. A
record whose stated length reaches into the next one is cut there.

Of bodies, chunks are joined and gzip, deflate, brotli and zstd undone, bounded, as far as they can be. Archives hold
what servers, crawlers and proxies left: a body may say that it is chunked or compressed and not be so. Then it is taken
as it is. One that breaks off in the middle gives what stands before that.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, Final, Literal

from webwinnow.errors import MissingExtraError
from webwinnow.fetch.fetched import Fetched, PlacelessError, from_header, inflated, printable

if TYPE_CHECKING:
    from fastwarc.warc import ArchiveIterator, WarcRecord

_PIECE: Final = 1 << 16
_ZLIB: Final = {"gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate"}
_CODINGS: Final = {*_ZLIB, "br", "zstd"}
_CHUNK: Final = re.compile(rb"(?:\r?\n)?([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]{0,200})?\r?\n")


@dataclass(frozen=True, slots=True)
class Body:
    """A body without its codings, and what is wrong with it."""

    content: bytes
    truncated: str | None = None
    undecodable: str | None = None
    too_large: bool = False


def undone(body: bytes, fields: Mapping[str, str], limit: int) -> Body:
    """Undo what the fields of the head (names in lower case) say was done to a body; at most `limit` bytes come out."""
    truncated: str | None = None
    if "chunked" in fields.get("transfer-encoding", "").lower():
        body, whole = _joined(body)
        truncated = None if whole else "its chunks break off"
    codings = [each.strip().lower() for each in fields.get("content-encoding", "").split(",")]
    for coding in reversed([each for each in codings if each not in ("", "identity", "none", "utf-8")]):
        if coding not in _CODINGS:
            if _is_markup(body):
                continue
            return Body(body[:limit], truncated, f"unknown coding '{printable(coding)}'")
        expanded, broken = _expanded(body, coding, limit)
        if broken and not expanded:
            if _is_markup(body):
                continue
            return Body(body[:limit], truncated, f"broken {coding}")
        truncated = truncated or (f"its {coding} breaks off" if broken else None)
        body = expanded
    return Body(body[:limit], truncated, None, len(body) > limit)


def _joined(body: bytes) -> tuple[bytes, bool]:
    """Join chunks, and tell whether the last one is there; what starts with none is taken as it is."""
    pieces: list[bytes] = []
    position = 0
    while head := _CHUNK.match(body, position):
        size = int(head[1], 16)
        if size == 0:
            return b"".join(pieces), True
        pieces.append(body[head.end() : head.end() + size])
        position = head.end() + size
    return (b"".join(pieces), False) if pieces else (body, True)


def _expanded(body: bytes, coding: str, limit: int) -> tuple[bytes, bool]:
    """Decompress up to one byte more than the limit, and tell whether the data is broken."""
    pieces: list[bytes] = []
    total = 0
    try:
        for piece in _pieces(body, coding):
            pieces.append(piece)
            total += len(piece)
            if total > limit:
                break
    except (PlacelessError, zlib.error, OSError, EOFError):
        return b"".join(pieces), True
    return b"".join(pieces), False


def _pieces(body: bytes, coding: str) -> Iterator[bytes]:
    if coding in _ZLIB:
        yield from inflated([body], _ZLIB[coding])
        return
    try:
        from fastwarc.stream_io import BrotliReader, ZstdReader
    except ImportError:
        raise MissingExtraError("fastwarc", "batch") from None
    reader = (BrotliReader if coding == "br" else ZstdReader)(BytesIO(body))
    while piece := reader.read(_PIECE):
        yield piece


def _is_markup(body: bytes) -> bool:
    """Tell whether a body that should be compressed is readable as it is."""
    return body.lstrip(b"\xef\xbb\xbf\t\n\r ")[:1] == b"<"


PageRecordKind = Literal["response", "resource", "revisit"]
_KINDS: Final[dict[str, PageRecordKind]] = {"response": "response", "resource": "resource", "revisit": "revisit"}
LIMIT: Final = 20_000_000
"""Bytes of a page, as many as `Client` fetches."""
RATIO: Final = 200
"""How many times its own size a part of an archive may grow to: HTML grows 5 to 15 times, a bomb 1,000 times."""
FLOOR: Final = 64_000_000
"""Bytes that a part of an archive may always grow to."""
_HEAD: Final = 65_536
"""Bytes granted to the HTTP head of a record."""
_STEP: Final = 1 << 20
_ATTEMPTS: Final = 200
"""Places in a row at which no record can be read, after which an archive is given up: each costs some ms."""
_OVERLAP: Final = 16
"""Bytes that are looked through twice, for a start that stands across two pieces."""
_STARTS: Final = {
    b"\x1f\x8b": re.compile(rb"\x1f\x8b\x08"),
    b"\x28\xb5": re.compile(rb"\x28\xb5\x2f\xfd"),
}
"""How records start in a compressed archive, by its first two bytes."""
_PLAIN_START: Final = re.compile(rb"(?<=\n)WARC/[01]\.\d\r?\n")
_NEXT_RECORD: Final = re.compile(rb"(?:\r?\n){0,2}WARC/[01]\.\d\r?\n(?:WARC|Content)-", re.IGNORECASE)
_BLANK_LINE: Final = re.compile(rb"\r?\n\r?\n")
_STATUS: Final = re.compile(rb"HTTP/\S+ +(\d{3})")


@dataclass(frozen=True, slots=True)
class ArchivedPage:
    """One record that holds a page, or stands for one."""

    fetched: Fetched
    kind: PageRecordKind
    record_id: str | None
    offset: int
    """Where the record starts in the archive; where several share a compressed member, where that starts."""
    date: str | None
    status: int | None
    truncated: str | None = None
    """Why the body is not whole: what WARC-Truncated says, what was found, or the status of a part, 206."""
    too_large: bool = False
    """Whether the body goes on beyond the limit; what is there is its start."""
    undecodable: str | None = None
    """Why the body's coding could not be undone."""


@dataclass(slots=True)
class Archive:
    """Reads the pages of one archive, once; the file must allow seeking."""

    file: BinaryIO
    limit: int = LIMIT
    """Bytes of a body, before and after decompression."""
    others: Counter[str] = field(default_factory=Counter)
    """How many records of other types there were: requests, metadata and so on."""
    damage: list[str] = field(default_factory=list)
    """What could not be read, and where."""
    _broken: tuple[int, str] | None = None

    def __iter__(self) -> Iterator[ArchivedPage]:
        """Read page after page; what is broken is skipped."""
        starts = _STARTS.get(self.file.read(2), _PLAIN_START)
        start: int | None = 0
        attempts = 0
        while start is not None and attempts < _ATTEMPTS:
            stretch = _Stretch(self, start)
            for page in stretch:
                attempts = 0
                self._flush(page.offset)
                yield page
            attempts += 1
            self._broken = self._broken or stretch.broken
            start = None if stretch.broken is None else self._find(starts, stretch.last + 1)
        self._flush(None)

    def _flush(self, until: int | None) -> None:
        """Note what was broken, now that it is known where it ends."""
        if self._broken is not None:
            start, why = self._broken
            end = "the end" if until is None else f"byte {until:,}"
            self.damage.append(f"from byte {start:,} to {end}: {printable(why)}")
            self._broken = None

    def _find(self, starts: re.Pattern[bytes], position: int) -> int | None:
        """Find the next place at which a record may start."""
        before = position - 1  # one byte more, for a look behind
        self.file.seek(before)
        window = self.file.read(_STEP)
        while len(window) > _OVERLAP:
            if found := starts.search(window, 1):
                return before + found.start()
            before += len(window) - _OVERLAP
            window = window[-_OVERLAP:] + self.file.read(_STEP)
        return None


@dataclass(slots=True)
class _Stretch:
    """The records from one place on, up to the end or to what is broken."""

    archive: Archive
    start: int
    last: int = 0
    """Where the last record starts."""
    broken: tuple[int, str] | None = None

    def __iter__(self) -> Iterator[ArchivedPage]:
        """Read the pages; each is held back until what follows it is known to be a record."""
        self.last, held = self.start, None
        self.archive.file.seek(self.start)
        try:
            for record in _records(self.archive.file):
                if held is not None:
                    yield held
                held = None
                self.last = record.stream_pos
                held, whole = self._page(record)
                if not whole:
                    held = held and replace(held, truncated=held.truncated or "it breaks off")
                    raise OSError("a record ends before its stated length")
            self._refuse_half_a_member()
            if self.last == self.start and held is None and not self.archive.others:
                self._refuse_silence()
        except (OSError, ValueError) as error:
            self.broken = self.last, str(error)
            held = held and _without_next_record(held)
        if held is not None:
            yield held

    def _page(self, record: WarcRecord) -> tuple[ArchivedPage | None, bool]:
        """Read the page of a record, and whether the record is whole; None if it is of another type."""
        name = (record.headers.get("WARC-Type") or "").lower()
        if not name or not (record.headers.get("Content-Length") or "").strip().isdigit():
            raise OSError("a record breaks off in its head")
        is_http = (record.headers.get("Content-Type") or "application/http").lower().startswith("application/http")
        if name not in _KINDS or (name == "response" and not is_http):
            self.archive.others[printable(name)] += 1
            return None, True
        kind = _KINDS[name]
        limit = self.archive.limit + _HEAD
        block = record.reader.read(limit + 1)
        size = len(block) if len(block) <= limit else len(block) + self._skipped(record)
        return self._described(record, kind, block, is_http), size >= record.content_length

    def _skipped(self, record: WarcRecord) -> int:
        """Read to the end of a record that is too large, unless it is a bomb."""
        total, file = 0, self.archive.file
        while piece := record.reader.read(_STEP):
            total += len(piece)
            if total > max(RATIO * (file.tell() - self.last), FLOOR):
                raise OSError(f"a record grows to more than {RATIO} times its size")
        return total

    def _described(self, record: WarcRecord, kind: PageRecordKind, block: bytes, is_http: bool) -> ArchivedPage:
        headers = record.headers
        status, fields, body = (
            _http_parts(block) if is_http else (None, {"content-type": headers.get("Content-Type") or ""}, block)
        )
        read = undone(body, fields, self.archive.limit) if kind != "revisit" else Body(b"")
        part = "206" if status == HTTPStatus.PARTIAL_CONTENT else None
        url = (headers.get("WARC-Target-URI") or "").strip("<>") or None
        return ArchivedPage(
            fetched=replace(from_header(url or "", read.content, fields.get("content-type")), url=url),
            kind=kind,
            record_id=headers.get("WARC-Record-ID"),
            offset=self.last,
            date=headers.get("WARC-Date"),
            status=status,
            truncated=headers.get("WARC-Truncated") or read.truncated or part,
            too_large=read.too_large,
            undecodable=read.undecodable,
        )

    def _refuse_silence(self) -> None:
        """Raise where there is something, and no record in it."""
        self.archive.file.seek(self.start)
        if self.archive.file.read(1):
            raise OSError("there is no record")

    def _refuse_half_a_member(self) -> None:
        """Raise where the last compressed member breaks off: too early for a record to be seen, nobody says so."""
        file = self.archive.file
        file.seek(self.last)
        rest = file.read(2)
        if rest != b"\x1f\x8b":
            return
        engine = None
        while rest:
            engine = engine or zlib.decompressobj(zlib.MAX_WBITS | 16)
            engine.decompress(rest, _STEP)
            while engine.unconsumed_tail:
                engine.decompress(engine.unconsumed_tail, _STEP)
            rest, ended = engine.unused_data, engine.eof
            engine = None if ended else engine
            rest = rest or file.read(_STEP)
        if engine is not None:
            raise OSError("the last record breaks off")


def _records(file: BinaryIO) -> ArchiveIterator:
    try:
        from fastwarc.warc import ArchiveIterator
    except ImportError:
        raise MissingExtraError("fastwarc", "batch") from None
    return ArchiveIterator(_Unclosed(file), parse_http=False)


class _Unclosed:
    """A file that the iterator reads, and does not close when it ends."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.read, self.seek, self.tell = file.read, file.seek, file.tell

    def close(self) -> None:
        """Leave the file open."""


def _without_next_record(page: ArchivedPage) -> ArchivedPage:
    """Cut a body at the record that its stated length reaches into, and say so."""
    found = _NEXT_RECORD.search(page.fetched.body)
    if found is None:
        return page
    fetched = replace(page.fetched, body=page.fetched.body[: found.start()])
    return replace(page, fetched=fetched, truncated="length", too_large=False)


def _http_parts(block: bytes) -> tuple[int | None, dict[str, str], bytes]:
    """Part an HTTP message into its status, its fields in lower case and its body; without a head it is all body."""
    status = _STATUS.match(block)
    if status is None:
        return None, {}, block
    end = _BLANK_LINE.search(block)
    head = block if end is None else block[: end.start()]
    fields: dict[str, str] = {}
    for line in head.decode("latin-1").splitlines()[1:]:
        name, colon, value = line.partition(":")
        if colon:
            fields.setdefault(name.strip().lower(), value.strip())
    return int(status[1]), fields, b"" if end is None else block[end.end() :]

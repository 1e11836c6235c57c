"""Bodies as archives keep them: chunks joined, gzip, deflate, brotli and zstd undone, bounded, as far as they can be.

Archives hold what servers, crawlers and proxies left: a body may say that it is chunked or compressed and not be so.
Then it is taken as it is. One that breaks off in the middle gives what stands before that.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from webwinnow.errors import MissingExtraError
from webwinnow.fetch.failures import PlacelessError, printable
from webwinnow.fetch.fetched import inflated

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

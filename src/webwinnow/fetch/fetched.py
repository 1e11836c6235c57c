"""What came of reading a page: its bytes, whole and decompressed within a limit, and what the server said of them."""

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from webwinnow.document import Document
from webwinnow.fetch.failures import PlacelessError, printable
from webwinnow.limits import Limits

if TYPE_CHECKING:  # its import takes as long as a small page
    from http.client import HTTPResponse

_CHARSET = re.compile(r""";\s*charset\s*=\s*["']?\s*([^\s"';,]+)""", re.IGNORECASE)


_PIECE = 1 << 16
_GZIP_MAGIC = b"\x1f\x8b"
_ENCODINGS = {"gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate"}
ACCEPTED = "gzip, deflate"


@dataclass(frozen=True, slots=True)
class Fetched:
    """One page as bytes; a file or standard input has neither `url` nor headers."""

    url: str | None  # after redirects, without fragment, user and password
    body: bytes  # Content-Encoding removed
    charset: str | None = None  # of the Content-Type header, in lower case
    content_type: str | None = None  # of the same header, in lower case, without parameters

    def document(
        self, *, url: str | None = None, encoding: str | None = None, limits: Limits | None = None
    ) -> Document:
        """Decode the page; `url` and `encoding` are what the caller knows better."""
        return Document.from_bytes(
            self.body, url=url or self.url, encoding=encoding, transport=self.charset, limits=limits or Limits()
        )


def from_header(url: str | None, body: bytes, header: str | None) -> Fetched:
    """Join a body with what its Content-Type header says."""
    content_type, _, _ = (header or "").partition(";")
    charset = _CHARSET.search(header or "")
    return Fetched(url, body, charset.group(1).lower() if charset else None, content_type.strip().lower() or None)


def read_body(response: "HTTPResponse", limit: int) -> bytes:
    """Read an answer to its end, at most `limit` bytes after decompression."""
    if (response.length or 0) > limit:
        raise _too_large(limit)
    encoding = (response.getheader("Content-Encoding") or "").strip().lower()
    if encoding in ("", "identity"):
        return b"".join(bounded(_arriving(response), limit))
    if encoding not in _ENCODINGS:
        raise PlacelessError(
            f"it is encoded as '{printable(encoding)}', not asked for: save the page and give the file"
        )
    return b"".join(bounded(inflated(_arriving(response), _ENCODINGS[encoding]), limit))


def inflated(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Decompress piece by piece, so that a bomb can be stopped; what follows the last gzip member is ignored."""
    engine = None
    for chunk in chunks:
        rest = chunk
        while rest:
            if engine is not None and engine.eof:
                if encoding != "gzip" or not _GZIP_MAGIC.startswith(rest[:2]):
                    return
                engine = None
            engine = engine or _engine(encoding, rest)
            yield from _drained(engine, rest)
            rest = engine.unused_data
    if engine is not None and not engine.eof:
        raise PlacelessError("its compressed body breaks off: try again later")


def _drained(engine: "zlib._Decompress", chunk: bytes) -> Iterator[bytes]:
    piece = engine.decompress(chunk, _PIECE)
    while piece:
        yield piece
        if engine.eof:  # past it, zlib would count the unconsumed tail as unused data a second time
            return
        piece = engine.decompress(engine.unconsumed_tail, _PIECE)


def _engine(encoding: str, start: bytes) -> "zlib._Decompress":
    """Choose by the first bytes: servers mean two things by deflate, with the header of zlib (the standard) and raw."""
    if encoding == "gzip":
        return zlib.decompressobj(zlib.MAX_WBITS | 16)
    has_header = start[0] & 15 == zlib.DEFLATED and int.from_bytes(start[:2], "big") % 31 == 0
    return zlib.decompressobj(zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS)


def _arriving(response: "HTTPResponse") -> Iterator[bytes]:
    while piece := response.read(_PIECE):
        yield piece
    if response.length:  # what Content-Length promised and did not come
        raise PlacelessError("the connection broke off in the middle of the page: try again later")


def bounded(pieces: Iterable[bytes], limit: int) -> Iterator[bytes]:
    """Hand pieces on until they are more than `limit` bytes, which is an error."""
    total = 0
    for piece in pieces:
        total += len(piece)
        if total > limit:
            raise _too_large(limit)
        yield piece


def _too_large(limit: int) -> PlacelessError:
    return PlacelessError(f"the page is larger than {limit:,} bytes: raise the limit to read it")

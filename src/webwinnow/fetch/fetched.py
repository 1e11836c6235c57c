"""What came of reading a page: its bytes, whole and decompressed within a limit, and what the server said of them.

If it failed, why: in one line that says what to do about it.
"""

import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from webwinnow.document import Document
from webwinnow.errors import FetchError, PageError
from webwinnow.limits import Limits

if TYPE_CHECKING:
    from http.client import HTTPResponse

_LONGEST = 200  # characters of a place that a message shows
_LOGIN = "it wants a login or a browser: save the page from a browser and give the file"
_LATER = "try again later"
_ADVICE = {
    401: _LOGIN,
    403: _LOGIN,
    404: "check the address",
    407: "put user and password into the proxy variable",
    410: "the page is gone for good",
    429: _LATER,
}


class PlacelessError(Exception):
    """What went wrong and what to do, still without the place; never leaves this package."""


def _http_errors() -> tuple[type[Exception]]:
    """Name what HTTP raises, once something is raised: the import takes as long as a small page."""
    from http.client import HTTPException

    return (HTTPException,)


@contextmanager
def explained(place: str, kind: type[PageError] = FetchError) -> Iterator[None]:
    """Turn whatever network, TLS, HTTP and zlib raise inside into an error that names the place."""
    try:
        yield
    except (PlacelessError, OSError, *_http_errors(), ValueError, zlib.error) as error:
        raise kind(f"{printable(place)}: {reason(error)}") from error


@contextmanager
def blamed_on(proxy: str | None) -> Iterator[None]:
    """Name the proxy, if there is one, in what goes wrong before the server itself is reached."""
    try:
        yield
    except (OSError, *_http_errors()) as error:
        if proxy is None:
            raise
        raise PlacelessError(f"by way of the proxy {proxy}: {reason(error)}") from error


def printable(text: str) -> str:
    """Make text of strangers fit for one line of a message."""
    line = "".join(letter if letter.isprintable() else "?" for letter in text)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def status_error(status: int) -> PlacelessError:
    """Name an HTTP status that brings no page."""
    from http import HTTPStatus

    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else ""
    fallback = _LATER if status >= 500 else "open it in a browser to see why"
    return PlacelessError(f"the server answers {status} {phrase}".rstrip() + f": {_ADVICE.get(status, fallback)}")


def reason(error: Exception) -> str:
    """Say in our words what an exception of the standard library means for a fetch."""
    import socket
    import ssl
    from http.client import IncompleteRead

    match error:
        case PlacelessError():
            return str(error)
        case socket.gaierror():
            return "the host name cannot be resolved: check its spelling and the network"
        case TimeoutError():
            return "no complete answer in time: raise the timeout or try again later"
        case ConnectionRefusedError():
            return "the connection is refused: check the port, and that the server runs"
        case ssl.SSLCertVerificationError():
            return f"its TLS certificate is not trusted ({error.verify_message}): check the address"
        case ssl.SSLError():
            why = getattr(error, "reason", None) or "no reason given"  # only errors of OpenSSL itself have one
            return f"no TLS connection ({printable(why)}): check scheme and port"
        case ConnectionError() | IncompleteRead():
            return "the connection broke off: try again later"
        case OSError():
            return f"cannot connect ({printable(error.strerror or str(error))}): check address and network"
        case zlib.error():
            return "its compressed body is broken: try again later, or save the page and give the file"
        case _:
            return "the answer is not proper HTTP: check scheme and port"


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

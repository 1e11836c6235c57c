"""The client: follows redirects, judges every step, asks, and reads the answer; a file or standard input as well.

What is not a web page is known by its first bytes, or by what the server calls it. A stray control character makes no
page foreign; bytes that hold many of them are no text in any encoding.
"""

from __future__ import annotations

import math
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from webwinnow.document.charset.decode import marked
from webwinnow.document.charset.detection import utf_16
from webwinnow.errors import FetchError, PageError, ParameterError
from webwinnow.fetch.fetched import (
    ACCEPTED,
    Fetched,
    PlacelessError,
    explained,
    from_header,
    printable,
    read_body,
    status_error,
)
from webwinnow.fetch.packed import is_packed, unpack
from webwinnow.fetch.urls import Target, parse
from webwinnow.version import __version__

if TYPE_CHECKING:  # sockets, TLS and HTTP take as long to import as some pages take: they are not for files
    from webwinnow.fetch.routes import Deadline, Route


_PARTIAL = 206
"""The status of a part of a page, which nobody asked for and which would pass for the whole."""
_REDIRECTS = {301, 302, 303, 307, 308}
_DAY = 86_400.0
_HEAD = 1_000_000  # bytes granted to heads and framing, besides twice the limit


_WEB = re.compile(r"\s*https?:", re.IGNORECASE)
_SCHEME = re.compile(r"\s*[a-z][a-z0-9+.-]+:", re.IGNORECASE)  # two letters at least: C: is a drive
_BARE_HOST = re.compile(r"(www\.[^/\s]+|[^/\s]+\.[a-z]{2,}/.*)", re.IGNORECASE)
_FILE_OR_HOST = re.compile(r"[^/\s]+\.(?![xs]?html?|mhtml?|txt|gz|zst|pdf)[a-z]{2,}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Step:
    """One request on the way of redirects, and whether a public page sent us there."""

    target: Target
    from_public: bool = False


@dataclass(frozen=True, slots=True)
class Client:
    """Fetches http and https URLs; its settings are its whole state, so threads may share it."""

    timeout: float = 20.0  # seconds for the whole fetch, and so for each connection and each read
    limit: int = 20_000_000  # bytes of the body after decompression
    redirects: int = 10
    allow_private: bool = False

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        if not (math.isfinite(self.timeout) and 0 < self.timeout <= _DAY):
            raise ParameterError(f"timeout is {self.timeout}: give seconds, above 0 and at most {_DAY:g}")
        if self.limit < 1:
            raise ParameterError(f"limit is {self.limit}: give a number of bytes above 0")
        if self.redirects < 0:
            raise ParameterError(f"redirects is {self.redirects}: give 0 or more")

    def __call__(self, url: str) -> Fetched:
        """Fetch one URL; FetchError says what went wrong, where, and what to do."""
        from webwinnow.fetch.routes import Deadline

        deadline, asked = Deadline.after(self.timeout), parse(url)
        step, seen = _Step(asked), set[str]()
        while step.target.url not in seen:
            if len(seen) > self.redirects:
                raise FetchError(f"{printable(asked.url)}: more than {self.redirects} redirects: raise the number")
            seen.add(step.target.url)
            with explained(_way(asked, step.target)):
                answer = self._take(step, deadline)
            if isinstance(answer, Fetched):
                return answer
            step = answer
        raise FetchError(f"{printable(asked.url)}: redirects in a circle: it may want cookies, so save the page")

    def _take(self, step: _Step, deadline: Deadline) -> Fetched | _Step:
        from webwinnow.fetch.connection import connection, exchange
        from webwinnow.fetch.routes import find_route

        target, route = step.target, find_route(step.target, deadline)
        self._refuse_private(step, route)
        with connection(target, route.proxy, route.addresses, deadline) as sock:
            head = _request(target, route.proxy)
            with exchange(sock, head, "GET", deadline, 2 * self.limit + _HEAD) as response:
                location = response.headers.get("Location")
                if response.status in _REDIRECTS and location is not None:
                    return _Step(target.redirected(location), from_public=route.private is None)
                if not 200 <= response.status < 300 or response.status == _PARTIAL:
                    raise status_error(response.status)
                body = read_body(response, self.limit)
                return from_header(target.url, body, response.headers.get("Content-Type"))

    def _refuse_private(self, step: _Step, route: Route) -> None:
        if route.private is None:
            return
        host, ip = step.target.host, str(route.private)
        where = host if host == ip else f"{host} ({ip})"
        if not self.allow_private:
            raise PlacelessError(f"{where} is a private address: use --allow-private if you mean it")
        if step.from_public:
            raise PlacelessError(f"{where} is a private address, but a public page leads there: give this URL itself")


def _way(asked: Target, reached: Target) -> str:
    return asked.url if reached.url == asked.url else f"{reached.url} (redirected from {asked.url})"


def _request(target: Target, proxy: Target | None) -> str:
    by_proxy = proxy is not None and target.scheme == "http"  # https has its tunnel by now
    lines = [
        f"GET {target.url if by_proxy else target.path} HTTP/1.1",
        f"Host: {target.netloc}",
        f"User-Agent: webwinnow/{__version__}",
        "Accept: text/html, application/xhtml+xml, */*;q=0.5",
        f"Accept-Encoding: {ACCEPTED}",
        "Connection: close",
    ]
    if target.credentials is not None:
        lines.append(f"Authorization: {target.credentials}")
    if by_proxy and proxy is not None and proxy.credentials is not None:
        lines.append(f"Proxy-Authorization: {proxy.credentials}")
    return "\r\n".join([*lines, "", ""])


_DEFAULT = Client()
_ARCHIVED: Final = 50
"""How many times as long as a page an archive that is read for a page in it may be."""


def read_page(place: str, client: Client = _DEFAULT, stdin: BinaryIO | None = None) -> Fetched:
    """Read an http(s) URL, `-` for standard input, or a file: one byte more than the client's limit, if it is longer.

    So whoever reads the page up to there knows that it goes on, and no device, pipe or file of holes fills the memory.
    Packed pages are unpacked (see `packed`); what is empty or no page at all is refused.
    """
    if not place.strip():
        raise PageError("no page is named: give a file, a URL, or - for standard input")
    if _WEB.match(place):
        fetched = client(place)
        return _page_in(fetched, fetched.url or "", client.limit, FetchError)
    if place == "-":
        return _page_in(Fetched(None, _read_stdin(stdin, client.limit)), "standard input", client.limit, PageError)
    return _page_in(Fetched(None, _read_file(place, client.limit)), place, client.limit, PageError)


def _page_in(fetched: Fetched, place: str, limit: int, kind: type[PageError]) -> Fetched:
    with explained(place, kind):
        page = unpack(fetched, limit)
        if not page.body or page.body.isspace():
            raise PlacelessError("is empty: there is nothing to read")
        reason = foreign(page.body) or foreign_type(page.content_type, page.body)
        if reason is not None:
            raise PlacelessError(reason)
    return page


def _read_stdin(stdin: BinaryIO | None, limit: int) -> bytes:
    try:
        return _read(stdin or sys.stdin.buffer, limit)
    except (OSError, ValueError, AttributeError) as error:  # a directory, closed, or none at all
        raise PageError("-: standard input cannot be read: pipe a page into it, or name a file") from error


def _read(file: BinaryIO, limit: int) -> bytes:
    """Read as much as is needed of a page, which may never end; an archive may be longer than the page in it."""
    data = file.read(limit + 1)
    return data + file.read(_ARCHIVED * limit) if len(data) > limit and is_packed(data) else data


def _read_file(place: str, limit: int) -> bytes:
    try:
        with Path(place).open("rb") as file:
            return _read(file, limit)
    except IsADirectoryError as error:
        raise PageError(f"{printable(place)}: is a directory: name a file in it") from error
    except PermissionError as error:
        raise PageError(f"{printable(place)}: no permission to read this file: change its mode") from error
    except (OSError, ValueError) as error:
        raise _missing(place, error) from error


def _missing(place: str, error: Exception) -> PageError:
    """Say for a name that leads to no file that it may be an address that was meant for the web."""
    if _SCHEME.match(place):
        parse(place)  # names the scheme that is not fetched
    if _BARE_HOST.fullmatch(place):
        return PageError(f"{printable(place)}: there is no such file: put https:// in front of a web address")
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        address = ", or put https:// in front of a web address" if _FILE_OR_HOST.fullmatch(place) else ""
        return PageError(f"{printable(place)}: there is no such file: check the path{address}")
    why = error.strerror if isinstance(error, OSError) else "not a file name"
    return PageError(f"{printable(place)}: cannot be read ({why}): check the path")


_CONVERT: Final = "convert it to HTML first"
_UNPACK: Final = "unpack it and give the pages in it"
_PAGE: Final = "give the page itself"
_STARTS: Final = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture", _PAGE),
    (b"\xff\xd8\xff", "a JPEG picture", _PAGE),
    (b"GIF8", "a GIF picture", _PAGE),
    (b"BM", "a BMP picture", _PAGE),
    (b"II*\0", "a TIFF picture", _PAGE),
    (b"MM\0*", "a TIFF picture", _PAGE),
    (b"\0\0\1\0", "an icon", _PAGE),
    (b"%PDF-", "a PDF file", _CONVERT),
    (b"%!PS", "a PostScript file", _CONVERT),
    (b"{\\rtf", "an RTF file", _CONVERT),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Office file", _CONVERT),
    (b"PK\3\4", "a zip file (or docx, xlsx, epub)", _UNPACK),
    (b"PK\5\6", "an empty zip file", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z file", _UNPACK),
    (b"Rar!\x1a\7", "a rar file", _UNPACK),
    (b"BZh", "a bzip2 file", _UNPACK),
    (b"\xfd7zXZ\0", "an xz file", _UNPACK),
    (b"ID3", "a sound", _PAGE),
    (b"OggS", "a sound or video", _PAGE),
    (b"fLaC", "a sound", _PAGE),
    (b"\x1aE\xdf\xa3", "a video", _PAGE),
    (b"wOFF", "a font", _PAGE),
    (b"wOF2", "a font", _PAGE),
    (b"\x7fELF", "a program", _PAGE),
    (b"MZ", "a program", _PAGE),
    (b"SQLite format 3\0", "a database", _PAGE),
    (b"PAR1", "a parquet file", _PAGE),
)
"""How files of other kinds start, what they are, and what to do instead."""
_TEXTUAL: Final = (b"BM", b"BZh", b"ID3", b"GIF8", b"MZ", b"OggS", b"PAR1")
"""Starts that a text may have, too: they count where the rest is no text."""
_WINDOW: Final = 4096
_CONTROLS: Final = bytes([*range(9), 11, *range(14, 27), *range(28, 32)])
"""Bytes that no text has: the "binary data bytes" of https://mimesniff.spec.whatwg.org/."""
_FEW: Final = 0.02
"""The share of them that a damaged page may have; random and compressed bytes have 0.11."""
_MARKUP: Final = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|title|meta|div|p|h[1-6]|table|a|span|article|br)\b", re.IGNORECASE
)
_PAGES: Final = ("text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml")
_DOUBTFUL: Final = ("text/plain", "application/octet-stream", "binary/octet-stream", "unknown/unknown", "*/*")
"""What servers say that do not know better: the bytes decide."""
_XML: Final = ("application/xml", "text/xml")


def foreign(body: bytes) -> str | None:
    """Say what bytes are that are no page, and what to do instead; None if they may be one."""
    start = body[:_WINDOW]
    textual = _is_text(start)
    for magic, what, advice in _STARTS:
        if start.startswith(magic) and not (textual and magic in _TEXTUAL):
            return f"this is {what}, not a web page: {advice}"
    if start[:4] == b"RIFF" and start[8:12] in (b"WEBP", b"WAVE", b"AVI "):
        return f"this is a picture, sound or video, not a web page: {_PAGE}"
    if start[4:8] == b"ftyp":
        return f"this is a video, not a web page: {_PAGE}"
    return None if textual else "this is no text but binary data: give a web page"


def foreign_type(content_type: str | None, body: bytes) -> str | None:
    """Say what a server sent instead of a page; None if it may be one."""
    if not content_type or "/" not in content_type or content_type in _PAGES:
        return None
    if content_type in (*_DOUBTFUL, *_XML) and _MARKUP.search(body[:_WINDOW].replace(b"\0", b"")):
        return None
    return f"the server answers with {content_type}, not with a web page: give the address of a page"


def _is_text(start: bytes) -> bool:
    controls = len(start) - len(start.translate(None, _CONTROLS))
    return controls <= _FEW * len(start) or marked(start) is not None or utf_16(start) is not None

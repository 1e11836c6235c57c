"""A page as it is kept: compressed, saved whole by a browser, or in a web archive; unpacked within a limit.

Read are gzip, zstd (with the extra), MHTML and webarchive files, which browsers save, and WARC files with one page.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final

from webwinnow.errors import MissingExtraError
from webwinnow.fetch.fetched import Fetched, PlacelessError, bounded, inflated, printable

_LAYERS: Final = 4
"""How often packed bytes may be packed again: an archive of a compressed answer has three."""
_PIECE: Final = 1 << 16
_GZIP: Final = b"\x1f\x8b"
_WARC: Final = b"WARC/"
_MAIL: Final = re.compile(rb"\A\s*(?:[A-Za-z-]+:.*\n|[ \t]+\S.*\n)*?(?i:content-type):\s*multipart/related")
"""How saved pages start: with headers, as a mail does."""
_HTML: Final = ("text/html", "application/xhtml+xml")
_NAMED: Final = 2
"""Addresses of an archive with several pages that are named."""


def unpack(fetched: Fetched, limit: int) -> Fetched:
    """Unpack a page, layer by layer; PlacelessError if what is inside is broken, missing or too large."""
    for _ in range(_LAYERS):
        opened = _opener(fetched.body)
        if opened is None:
            return fetched
        fetched = opened(fetched, limit)
    raise PlacelessError("it is packed more often than anybody packs pages: give the page itself")


def is_packed(body: bytes) -> bool:
    """Tell by its beginning whether a page must be unpacked."""
    return _opener(body) is not None


def _opener(body: bytes) -> Callable[[Fetched, int], Fetched] | None:
    if _archive_in(body):
        return _page_of_archive
    if body.startswith(_GZIP):
        return _gunzip
    if body.startswith(b"\x28\xb5\x2f\xfd"):
        return _unzstd
    if body.startswith(b"bplist00"):
        return _page_of_plist
    return _page_of_mail if _MAIL.match(body[:_PIECE]) else None


def _archive_in(body: bytes) -> bool:
    """Tell whether bytes are a WARC file, whose records may be compressed one by one."""
    if not body.startswith(_GZIP):
        return body.startswith(_WARC)
    with suppress(zlib.error):
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body[:_PIECE], len(_WARC)) == _WARC
    return False


def _gunzip(fetched: Fetched, limit: int) -> Fetched:
    return _smaller(fetched, inflated(_cut(fetched.body), "gzip"), limit)


def _unzstd(fetched: Fetched, limit: int) -> Fetched:
    try:
        import zstandard
    except ImportError as error:
        raise PlacelessError(str(MissingExtraError("zstandard", "zstd"))) from error  # other pages can be read
    with zstandard.ZstdDecompressor().stream_reader(fetched.body, read_across_frames=True) as stream:
        try:
            return _smaller(fetched, iter(lambda: stream.read(_PIECE), b""), limit)
        except zstandard.ZstdError as error:
            raise PlacelessError("its zstd compression is broken: get the file again") from error


def _smaller(fetched: Fetched, pieces: Iterable[bytes], limit: int) -> Fetched:
    return Fetched(fetched.url, b"".join(bounded(pieces, limit)), fetched.charset)


def _cut(body: bytes) -> Iterator[bytes]:
    view = memoryview(body)
    for start in range(0, len(body), _PIECE):
        yield bytes(view[start : start + _PIECE])


def _page_of_mail(fetched: Fetched, _: int) -> Fetched:
    """Take the page of an MHTML file: the part that its head names, or the first one of HTML."""
    from email import message_from_bytes

    mail = message_from_bytes(fetched.body.lstrip())
    pages = [part for part in mail.walk() if part.get_content_type() in _HTML]
    root = str(mail.get_param("start") or "")
    chosen = next((part for part in pages if root and part["Content-ID"] == root), pages[0] if pages else None)
    body = chosen.get_payload(decode=True) if chosen is not None else None
    if chosen is None or not isinstance(body, bytes):
        raise PlacelessError("this saved page (MHTML) holds no HTML: save it again")
    address = mail["Snapshot-Content-Location"] or chosen["Content-Location"]
    return Fetched(_web(address) or fetched.url, body, chosen.get_content_charset())


def _page_of_plist(fetched: Fetched, _: int) -> Fetched:
    """Take the page of a webarchive, which Safari saves."""
    import plistlib

    try:
        main = plistlib.loads(fetched.body)["WebMainResource"]
        body, charset = main["WebResourceData"], main.get("WebResourceTextEncodingName")
    except (plistlib.InvalidFileException, ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
        raise PlacelessError("this is a property list, not a web page: give the page itself") from error
    if not isinstance(body, bytes):
        raise PlacelessError("this saved page (webarchive) holds no HTML: save it again")
    return Fetched(_web(main.get("WebResourceURL")) or fetched.url, body, charset if isinstance(charset, str) else None)


def _page_of_archive(fetched: Fetched, limit: int) -> Fetched:
    """Take the one page of a WARC file."""
    from webwinnow.fetch.warc import Archive

    archive = Archive(io.BytesIO(fetched.body), limit)
    pages = [page.fetched for page in archive if page.status in (None, 200) and page.fetched.content_type in _HTML]
    if len(pages) == 1:
        return pages[0]
    if not pages:
        damage = f" ({archive.damage[0]})" if archive.damage else ""
        raise PlacelessError(f"this web archive holds no page of HTML{damage}: look what is in it")
    named = " and ".join(printable(page.url or "one without address") for page in pages[:_NAMED])
    raise PlacelessError(f"this web archive holds {len(pages)} pages, such as {named}: give one with one page")


def _web(address: object) -> str | None:
    text = str(address or "").strip(" \t\r\n<>")
    return text if text.startswith(("http://", "https://")) else None

"""What is not a web page, known by its first bytes, or by what the server calls it.

A stray control character makes no page foreign; bytes that hold many of them are no text in any encoding.
"""

from __future__ import annotations

import re
from typing import Final

from webwinnow.document.charset.decode import marked
from webwinnow.document.charset.detection import utf_16

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

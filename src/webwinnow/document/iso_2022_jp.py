"""iso-2022-jp: text in several character sets, with escape sequences between them.

Ours: Python's codec passes on escape sequences that it does not know, with what follows them, and its incremental form
fails on some. So the data are cut at the five escape sequences of the standard, and each piece is decoded by itself.
Deviations: the standard adds a U+FFFD where one escape sequence follows another directly; here nothing is added.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ESCAPE = re.compile(rb"\x1b(?:\([BIJ]|\$[@B])")
_ASCII = "".join(chr(byte) if byte < 0x80 and byte not in (0x0E, 0x0F, 0x1B) else "\ufffd" for byte in range(256))
_ROMAN = _ASCII.translate({ord("\\"): "¥", ord("~"): "‾"})
_KATAKANA = "".join(chr(0xFF40 + byte) if 0x21 <= byte <= 0x5F else "\ufffd" for byte in range(256))
_TABLES = {b"\x1b(B": _ASCII, b"\x1b(J": _ROMAN, b"\x1b(I": _KATAKANA}
_TO_EUC = bytes(byte | 0x80 if 0x21 <= byte <= 0x7E else 0xFF for byte in range(256))
"""The pairs of the double-byte set are those of euc-jp without the high bit; 0xFF is broken in both."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes between two escape sequences, byte for byte, and how they are to be read."""

    start: int
    data: bytes
    table: str | None
    """The characters of the 256 bytes, or None: then the data are in euc-jp."""


def pieces(data: bytes | memoryview) -> Iterator[Piece]:
    """Cut data into pieces of one character set; escape sequences are left out, empty pieces too."""
    start = 0
    table: str | None = _ASCII
    for escape in _ESCAPE.finditer(data):
        if escape.start() > start:
            yield _piece(start, bytes(data[start : escape.start()]), table)
        start, table = escape.end(), _TABLES.get(escape[0])
    if start < len(data):
        yield _piece(start, bytes(data[start:]), table)


def _piece(start: int, data: bytes, table: str | None) -> Piece:
    return Piece(start, data if table else data.translate(_TO_EUC), table)

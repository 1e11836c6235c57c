"""Encodings as the WHATWG Encoding Standard names them, decoded by Python's codecs.

The codec behind a name is Python's, put right where it differs from the standard in a way that loses text:

- single-byte encodings: a byte without a meaning is the C1 control of its number below 0xA0 (Python's windows-125x
  fail there) and U+FFFD above; three bytes of koi8-u and windows-1255 follow the standard's index;
- gbk is gb18030, where 0x80 is the euro sign and the pair A3 A0 the ideographic space;
- euc-jp and iso-2022-jp know the vendor rows 13 and 89 to 92 (circled digits, company signs), and the six signs
  that the standard makes full-width;
- a broken pair of a double-byte encoding is one U+FFFD as a whole unless its second byte is ASCII, so that one
  unknown character does not shift, and ruin, all that follow.

iso-2022-jp has several character sets, with escape sequences between them. Python's codec passes on sequences that it
does not know, with what follows them, and its incremental form fails on some. So the data are cut at the five escape
sequences of the standard, and each piece is decoded by itself.

Deviations: labels the standard answers with its "replacement" encoding (iso-2022-kr, hz-gb-2312) count as unknown,
because that encoding throws the page away. Double-byte indexes keep the few other differences of Python's tables.
Where one escape sequence follows another directly, the standard adds a U+FFFD; here nothing is added.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

UNICODE = {"utf-8": "utf-8", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}
"""Names of the Unicode encodings, and of Python's codec for each."""

MULTIBYTE = {
    "big5": "big5hkscs",
    "euc-jp": "euc_jp",
    "euc-kr": "cp949",
    "gb18030": "gb18030",
    "gbk": "gb18030",
    "iso-2022-jp": "iso2022_jp",  # only to test for broken bytes: `pieces` does the decoding
    "shift_jis": "cp932",
}
"""Names of the legacy encodings with characters of several bytes, and of Python's codec for each."""

SINGLE_BYTE = {
    **{name: name for name in ("ibm866", "koi8-r", "koi8-u", "macintosh", "x-user-defined")},
    **{f"iso-8859-{part}": f"iso8859_{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
    **{f"windows-125{part}": f"cp125{part}" for part in range(9)},
    "iso-8859-8-i": "iso8859_8",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac_cyrillic",
}
"""Names of the legacy encodings with one byte for each character, and of Python's codec for each."""

MEND = "webwinnow.mend"
"""Error handler that gives the text for broken bytes: U+FFFD, or what the standard reads and Python does not."""

MEASURE = "webwinnow.measure"
"""Like `MEND`, but each character it gives is U+DC00 plus the number of bytes it stands for.

No valid text has such a lone surrogate, so the text decoded with it tells where every character came from.
"""

_FIXED_BYTES = {("koi8-u", 0xAE): "ў", ("koi8-u", 0xBE): "Ў", ("windows-1255", 0xCA): "\u05ba"}
_REPLACED = {
    "gb18030": (("\ue5e5", "\u3000"),),
    "euc_jp": (("〜", "～"), ("‖", "∥"), ("−", "－"), ("¢", "￠"), ("£", "￡"), ("¬", "￢")),
}

_HIGH = bytes(range(0x80, 0x100))
_WIDE_LEADS = bytes(range(0x81, 0xFF))
_LEADS = {
    "big5hkscs": _WIDE_LEADS,
    "cp932": bytes(range(0x81, 0xA0)) + bytes(range(0xE0, 0xFD)),
    "cp949": _WIDE_LEADS,
    "euc_jp": b"\x8e" + bytes(range(0xA1, 0xFF)),
    "gb18030": _WIDE_LEADS,
}


def decode_as(data: bytes | memoryview, name: str) -> str:
    """Decode data without a byte order mark; total, and one U+FFFD for each broken sequence."""
    if name in SINGLE_BYTE:
        return codecs.charmap_decode(data, "strict", _table(name))[0]
    if name in UNICODE:
        return str(data, UNICODE[name], "replace")
    if name == "iso-2022-jp":
        return "".join(map(_text_of_piece, pieces(data)))
    text = str(data, MULTIBYTE[name], MEND)
    for python, standard in _REPLACED.get(MULTIBYTE[name], ()):
        text = text.replace(python, standard)
    return text


def _text_of_piece(piece: EscapedPiece) -> str:
    table = piece.table
    return decode_as(piece.data, "euc-jp") if table is None else codecs.charmap_decode(piece.data, "strict", table)[0]


@cache
def _table(name: str) -> str:
    """Return the 256 characters of a single-byte encoding."""
    return "".join(_character(name, byte) for byte in range(256))


def _character(name: str, byte: int) -> str:
    if name == "x-user-defined":
        return chr(byte if byte < 0x80 else 0xF700 + byte)
    text = _FIXED_BYTES.get((name, byte)) or bytes([byte]).decode(SINGLE_BYTE[name], "replace")
    return chr(byte) if text == "\ufffd" and byte < 0xA0 else text


def _mended(error: UnicodeError) -> tuple[str, int]:
    """Return the text for the broken bytes that a codec met, and where it goes on."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    text, width = _reading(error.encoding, error.object[error.start : error.start + 2])
    if not width:
        width = _long_width(error.encoding, error.object[error.start : error.start + 4], error.end - error.start)
    return text, error.start + width


def _measured(error: UnicodeError) -> tuple[str, int]:
    """Do as `_mended`, with the number of bytes skipped in place of the text."""
    _, resumed = _mended(error)
    return chr(0xDC00 + resumed - error.start) if isinstance(error, UnicodeDecodeError) else "", resumed


@lru_cache(maxsize=1 << 16)  # a page broken all over asks for the same few pairs millions of times
def _reading(codec: str, pair: bytes) -> tuple[str, int]:
    """Return the text for two bytes that a codec stumbled over, and how many it takes; no width: look further."""
    if codec == "gb18030" and pair[0] == 0x80:
        return "€", 1
    if codec == "euc_jp" and (sign := _vendor_sign(pair)):
        return sign, 2
    is_lead = pair[0] in _LEADS.get(codec, b"")
    if codec not in _LEADS or (codec == "euc_jp" and pair[0] == 0x8F) or (is_lead and pair[1:].isdigit()):
        return "\ufffd", 0
    return "\ufffd", 2 if is_lead and pair[1:] >= b"\x80" else 1


def _vendor_sign(pair: bytes) -> str:
    """Return the character of a JIS X 0208 pair in a vendor's row, which Python knows only in its Shift_JIS form."""
    row, cell = (byte - 0xA0 for byte in pair.ljust(2, b"\0"))
    if not (1 <= row <= 94 and 1 <= cell <= 94):
        return ""
    lead = (row - 1) // 2 + (0x81 if row < 63 else 0xC1)
    trail = cell + 0x9E if row % 2 == 0 else cell + 0x3F + (cell > 63)
    return bytes([lead, trail]).decode("cp932", "ignore")


def _long_width(codec: str, sequence: bytes, reported: int) -> int:
    """Return the width of a broken sequence that may be longer than a pair; the codec reported some bytes of it."""
    if codec == "euc_jp" and sequence[0] == 0x8F:  # three bytes, unless one that should follow is ASCII
        return 1 + len(sequence[1:3]) - len(sequence[1:3].lstrip(_HIGH))
    whole = codec == "gb18030" and len(sequence) == 4 and sequence[3:].isdigit() and sequence[2] in _WIDE_LEADS
    return 4 if whole else reported


# Codecs find an error handler by its name only. Both are pure functions: registering them twice changes nothing.
codecs.register_error(MEND, _mended)
codecs.register_error(MEASURE, _measured)


_ESCAPE = re.compile(rb"\x1b(?:\([BIJ]|\$[@B])")
_ASCII_SET = "".join(chr(byte) if byte < 0x80 and byte not in (0x0E, 0x0F, 0x1B) else "\ufffd" for byte in range(256))
_ROMAN = _ASCII_SET.translate({ord("\\"): "¥", ord("~"): "‾"})
_KATAKANA = "".join(chr(0xFF40 + byte) if 0x21 <= byte <= 0x5F else "\ufffd" for byte in range(256))
_TABLES = {b"\x1b(B": _ASCII_SET, b"\x1b(J": _ROMAN, b"\x1b(I": _KATAKANA}
_TO_EUC = bytes(byte | 0x80 if 0x21 <= byte <= 0x7E else 0xFF for byte in range(256))
"""The pairs of the double-byte set are those of euc-jp without the high bit; 0xFF is broken in both."""


@dataclass(frozen=True, slots=True)
class EscapedPiece:
    """Bytes between two escape sequences, byte for byte, and how they are to be read."""

    start: int
    data: bytes
    table: str | None
    """The characters of the 256 bytes, or None: then the data are in euc-jp."""


def pieces(data: bytes | memoryview) -> Iterator[EscapedPiece]:
    """Cut data in iso-2022-jp into pieces of one character set; escape sequences are left out, empty pieces too."""
    start = 0
    table: str | None = _ASCII_SET
    for escape in _ESCAPE.finditer(data):
        if escape.start() > start:
            yield _piece(start, bytes(data[start : escape.start()]), table)
        start, table = escape.end(), _TABLES.get(escape[0])
    if start < len(data):
        yield _piece(start, bytes(data[start:]), table)


def _piece(start: int, data: bytes, table: str | None) -> EscapedPiece:
    return EscapedPiece(start, data if table else data.translate(_TO_EUC), table)

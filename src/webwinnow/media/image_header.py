"""The size of an image that stands in the page itself, read from the first bytes of its data URI.

Only the beginning is decoded, so an image of many megabytes costs no more than a small one. Bytes that are no image, or
the beginning of one that says nothing, give no size.
"""

from __future__ import annotations

import binascii
import re
import struct
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias
from urllib.parse import unquote_to_bytes

from webwinnow.document.attributes import read_attributes
from webwinnow.media.medium import Size, sensible, side, stated

Sides: TypeAlias = tuple[float, float]

_READ: Final = 120_000
"""Characters of the address that are read: a JPEG may hold a preview of up to 64 kB before its own size."""
_DECLARED: Final = re.compile(r"data:image/[a-z0-9.+-]++(?P<more>[^,]*+),", re.IGNORECASE)
_NOT_BASE64: Final = re.compile(r"[^A-Za-z0-9+/]")
_SVG: Final = re.compile(r"<svg(?=[\s/>])[^>]*+", re.IGNORECASE)
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of JPEG behind which the size stands."""


def image_size(address: str) -> Size | None:
    """Read the size of the image in a data URI."""
    start = address[:_READ]
    declared = _DECLARED.match(start)
    if declared is None:
        return None
    data = _decoded(start[declared.end() :], is_base64="base64" in declared["more"].lower())
    for signature, read in _READERS.items():
        if data.startswith(signature):
            sides = read(data)
            return stated(sensible(sides[0]), sensible(sides[1]), "data") if sides else None
    drawing = _SVG.search(data[:20_000].decode("latin-1"))
    return _drawing_size(read_attributes(drawing[0])) if drawing else None


def _drawing_size(attributes: Mapping[str, str]) -> Size | None:
    """Return the size of a drawing: its own, else that of its view box."""
    own = stated(side(attributes.get("width")), side(attributes.get("height")), "data")
    box = view_box(attributes)
    return own or (stated(*box, "data") if box else None)


def view_box(attributes: Mapping[str, str]) -> Sides | None:
    """Read the width and the height of a drawing's view box."""
    numbers = attributes.get("viewbox", "")[:200].replace(",", " ").split()
    width, height = (side(number) for number in numbers[2:4]) if len(numbers) == 4 else (None, None)
    return None if width is None or height is None else (width, height)


def _decoded(body: str, *, is_base64: bool) -> bytes:
    written = unquote_to_bytes(body)
    if not is_base64:
        return written
    letters = _NOT_BASE64.sub("", written.decode("latin-1"))
    return binascii.a2b_base64(letters[: len(letters) // 4 * 4])


def _png(data: bytes) -> Sides | None:
    return struct.unpack(">II", data[16:24]) if len(data) >= 24 else None


def _gif(data: bytes) -> Sides | None:
    return struct.unpack("<HH", data[6:10]) if len(data) >= 10 else None


def _jpeg(data: bytes) -> Sides | None:
    """Go from segment to segment to the one that holds the size."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        alone = marker == 0xFF or marker == 0x01 or 0xD0 <= marker <= 0xD8  # filling, and markers without a segment
        at += (1 if marker == 0xFF else 2) if alone else 2 + max(int.from_bytes(data[at + 2 : at + 4]), 2)
    return None


def _webp(data: bytes) -> Sides | None:
    """Read any of the three forms: lossy, lossless, extended."""
    if len(data) < 30 or data[8:12] != b"WEBP":
        return None
    if data[12:16] == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if data[12:16] == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1


_READERS: Final[dict[bytes, Callable[[bytes], Sides | None]]] = {
    b"\x89PNG\r\n\x1a\n": _png,
    b"GIF8": _gif,
    b"\xff\xd8": _jpeg,
    b"RIFF": _webp,
}

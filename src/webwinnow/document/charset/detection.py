"""A guess at the encoding of bytes that nobody labelled.

UTF-16 is recognised by its NUL bytes; the legacy encodings are distinguished by `chardetng`, the detector of Firefox,
from a sample of the parts that are not ASCII, with the top-level domain of the page as a hint.
"""

import re
from urllib.parse import urlsplit

from chardetng_py import EncodingDetector  # type: ignore[import-untyped]  # its types are not marked as such

from webwinnow.document.charset.decode import named

_UTF_16_WINDOW = 4096
_UTF_16_SHARE = 0.25
"""At least a quarter of the code units at the start of the page must be ASCII or Latin-1, so half NUL.

Markup makes that true for any script; plain text in, say, Chinese without markup stays unrecognised."""
_UTF_16_STRAY = 0.2
"""At most this many NULs, for each NUL in the expected half, may lie in the other: U+4E00 and the like."""
_SAMPLE = 1 << 18
"""Bytes given to the detector: enough to be sure, a few milliseconds at most."""

_BETWEEN_TAGS = re.compile(rb"[^<]++")  # "<" is never the second half of a character of several bytes
_TOP_LEVEL = re.compile(r"[a-z][a-z0-9-]*")


def utf_16(data: bytes) -> str | None:
    """Name of the UTF-16 encoding that the pattern of NUL bytes shows, or None."""
    window = data[: min(_UTF_16_WINDOW, len(data) & ~1)]
    if len(window) < 8:
        return None
    even, odd = window[::2].count(0), window[1::2].count(0)
    if max(even, odd) < _UTF_16_SHARE * len(window) / 2 or min(even, odd) > _UTF_16_STRAY * max(even, odd):
        return None
    return "utf-16le" if odd > even else "utf-16be"


def escaped_japanese(data: bytes) -> bool:
    """Tell whether pure ASCII bytes are iso-2022-jp, which hides its characters behind escape sequences."""
    first = data.find(b"\x1b")
    return first >= 0 and data.isascii() and _guess(data[first : first + _SAMPLE], None) == "iso-2022-jp"


def legacy(data: bytes, url: str | None) -> str:
    """Name the most likely legacy encoding; never a Unicode one."""
    return _guess(_sample(data), _top_level_domain(url))


def _guess(sample: bytes, top_level: str | None) -> str:
    detector = EncodingDetector()
    # Never the last chunk: a sample may end inside a character, which is no sign against an encoding.
    detector.feed(sample, last=False)
    guess = detector.guess(tld=top_level.encode("ascii") if top_level else None, allow_utf8=False)
    name = named(guess)
    return "windows-1252" if name is None else "gbk" if name == "gb18030" else name


def _sample(data: bytes) -> bytes:
    """Return the first stretches between tags that are not all ASCII."""
    parts: list[bytes] = []
    size = 0
    for match in _BETWEEN_TAGS.finditer(data):
        part = match[0]
        if not part.isascii():
            parts.append(part)
            size += len(part) + 1
        if size > _SAMPLE:
            break
    return b"<".join(parts)[:_SAMPLE]


def _top_level_domain(url: str | None) -> str | None:
    """Return the last label of the URL's host in ASCII, or None where there is none (no URL, an address in numbers)."""
    try:
        host = urlsplit(url or "").hostname or ""
        label = host.rstrip(".").rpartition(".")[2].encode("idna").decode("ascii").lower()
    except ValueError:  # not a URL, or a label that has no ASCII form
        return None
    return label if _TOP_LEVEL.fullmatch(label) else None

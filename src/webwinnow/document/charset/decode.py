"""Bytes to text, by the first of these that speaks (the order of the WHATWG standards):

1. a byte order mark, 2. the encoding the user asks for, 3. the charset of the transport (HTTP header),
4. the declaration in the first 1024 bytes (the prescan), 5. detection: UTF-16 by its NUL bytes, UTF-8 if the bytes
are valid, a `<meta>` further down (which browsers obey too, by starting over), and last the detector.

Deviations: browsers believe a label whatever the bytes say. Here the transport's and the page's own label are
tested first, since pages pass through servers and archives that change the one without the other:

- a label for UTF-8, or for a legacy encoding of several bytes, is not believed if more of the non-ASCII text is
  broken than whole (`BROKEN_SHARE`): the next source is asked, in the end the detector;
- a label for a legacy encoding is not believed if the bytes are valid UTF-8 from end to end and not all ASCII:
  real text in a legacy encoding practically never is. A legacy encoding of several bytes keeps the benefit of the
  doubt for fewer than `PROOF` characters, because a word or two of Chinese in gbk can be valid UTF-8 by chance.

The prescan is that of the HTML Standard (section 13.2.3.2): comments are skipped, attributes are read as the standard
reads them, and the first `<meta>` with a known label wins: `charset=...`, or `content="...charset=..."` together with
`http-equiv=content-type`. Failing that, the encoding of an XML declaration. A declared UTF-16 means UTF-8, since the
declaration itself was readable as ASCII, and x-user-defined means windows-1252. A declaration that does not end inside
the window does not count.

Every byte sequence gives a text: broken parts become U+FFFD, and no lone surrogate ever comes out. NULs stay and
newlines are not normalised, so that offsets can be led back to the bytes (`byte_offsets`).
Cost: linear; for valid UTF-8 one pass of `bytes.decode` and the prescan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from webencodings.labels import LABELS  # type: ignore[import-untyped]  # the library ships no types

from webwinnow.document.charset.encodings import MULTIBYTE, SINGLE_BYTE, UNICODE, decode_as
from webwinnow.errors import UsageError
from webwinnow.language.characters import decoded

PRESCAN = 1024
"""Bytes in which the HTML Standard looks for a declaration."""

LATE_PRESCAN = 1 << 16
"""Bytes in which a late declaration is looked for, when the page is not UTF-8: heads full of scripts exist."""

BROKEN_SHARE = 0.5
"""A label is a lie if more than this share of the non-ASCII characters comes out broken.

Read as UTF-8, legacy pages break 0.8 to 1.0 of them (45 real pages), damaged UTF-8 pages 0.01 and 0.46 (two)."""

PROOF = 4
"""Characters that make valid UTF-8 certain.

Of Chinese text in gbk, a stretch of one character is valid UTF-8 by chance in 15 of 100 cases, of two in 2 of 100,
of four in 4 of 10,000 (100,000 stretches of news text); shift_jis, big5 and euc-jp are further away."""

BYTE_ORDER_MARKS = {"utf-8": b"\xef\xbb\xbf", "utf-16le": b"\xff\xfe", "utf-16be": b"\xfe\xff"}
"""What a page may start with to name its encoding; never a part of the text."""

_ASCII_SPACE = "\t\n\f\r "
_MARKUP = re.compile(
    rb"<(?:(?P<comment>!--)|(?P<meta>meta(?=[\t\n\f\r /]))|(?P<tag>/?[a-z][^\t\n\f\r >]*+)|(?P<other>[!/?]))", re.I
)
_ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*+"
    rb"(?:(?P<end>>)|(?P<name>[^\t\n\f\r />][^\t\n\f\r />=]*+)"
    rb"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+"
    rb"(?:\"(?P<double>[^\"]*+)\"?+|'(?P<single>[^']*+)'?+|(?P<bare>[^\t\n\f\r >]*+)))?+)"
)
_NAMED = (
    rb"[\t\n\f\r /]*+[^\t\n\f\r />][^\t\n\f\r />=]*+"
    rb"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"[^\"]*+\"?+|'[^']*+'?+|[^\t\n\f\r >]*+))?+"
)
_TO_THE_END = re.compile(rb"(?:%b)*+[\t\n\f\r /]*+>" % _NAMED)
"""The attributes of a tag that nobody reads, which are as those of others."""
_CHARSET = re.compile(rb"charset[\t\n\f\r ]*+=[\t\n\f\r ]*+")
_LABEL = re.compile(rb"\"([^\"]*+)\"|'([^']*+)'|([^\"'\t\n\f\r ;][^\t\n\f\r ;]*+)")
_XML = re.compile(
    rb"<\?xml(?>[^>]*?encoding)[\x00-\x20]*+=[\x00-\x20]*+(?:\"([^\"\x00-\x20]*+)\"|'([^'\x00-\x20]*+)')[^>]*+>"
)
_XML_IN_UTF_16 = {b"<\0?\0x\0": "utf-16le", b"\0<\0?\0x": "utf-16be"}


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a page, the WHATWG name of its encoding in lower case, and who named it.

    `origin` is "bom", "user", "transport", "meta" or "detected".
    """

    text: str
    encoding: str
    origin: str


def decode(
    data: bytes, *, encoding: str | None = None, transport: str | None = None, url: str | None = None
) -> Decoded:
    """Decode a page; `encoding` is the user's word, `transport` the charset of its HTTP header.

    An unknown `encoding` is a UsageError, an unknown `transport` is ignored. The host of `url` helps to guess.
    """
    asked = _asked(encoding)
    mark = marked(data)
    if mark is not None:
        return _as(data, mark, "bom")
    if asked is not None:
        return _as(data, asked, "user")
    for name, origin in _labels(data, transport):
        believed = _believed(data, name, origin)
        if believed is not None:
            return believed
    return _detected(data, url)


def _asked(encoding: str | None) -> str | None:
    name = None if encoding is None else named(encoding)
    if encoding is not None and name is None:
        raise UsageError(
            f"unknown encoding {encoding!r}: give a label of the WHATWG Encoding Standard, such as utf-8 or gbk"
        )
    return name


def _as(data: bytes, name: str, origin: str) -> Decoded:
    return Decoded(decode_as(without_mark(data, name), name), name, origin)


def named(label: str) -> str | None:
    """Name the encoding that a label ("latin1", "gb2312", " UTF8 ") stands for, in lower case; None if unknown."""
    label = label.strip(_ASCII_SPACE)
    name = LABELS.get(label.lower()) if label.isascii() else None
    return name if name in UNICODE or name in MULTIBYTE or name in SINGLE_BYTE else None


def marked(data: bytes) -> str | None:
    """Name the encoding whose byte order mark the data start with."""
    return next((name for name, mark in BYTE_ORDER_MARKS.items() if data.startswith(mark)), None)


def without_mark(data: bytes, name: str) -> memoryview:
    """Return the data without the byte order mark of the named encoding."""
    mark = BYTE_ORDER_MARKS.get(name)
    return memoryview(data)[len(mark) if mark and data.startswith(mark) else 0 :]


def _labels(data: bytes, transport: str | None) -> Iterator[tuple[str, str]]:
    """Yield what the transport and the page itself say, in this order."""
    name = named(transport or "")
    if name is not None:
        yield name, "transport"
    name = declared_encoding(data[:PRESCAN])
    if name is not None:
        yield name, "meta"


def _believed(data: bytes, name: str, origin: str) -> Decoded | None:
    """Decode the page as a label says, or as UTF-8 where that is certain; return None for a lie."""
    if name == "utf-8":
        text = _mostly(data, name)
        return None if text is None else Decoded(text, name, origin)
    if name in UNICODE or data.isascii():
        return _as(data, name, origin)
    text = _strictly_utf_8(data)
    if text is not None and (name in SINGLE_BYTE or _non_ascii(text) >= PROOF):
        return Decoded(text, "utf-8", "detected")
    if name in MULTIBYTE and _mostly(data, name) is None:
        return None
    return _as(data, name, origin)


def _detected(data: bytes, url: str | None) -> Decoded:
    from webwinnow.document.charset import detection  # most pages say what they are

    name = detection.utf_16(data) or ("iso-2022-jp" if detection.escaped_japanese(data) else None)
    if name is not None:
        return _as(data, name, "detected")
    text = _mostly(data, "utf-8")
    if text is not None:
        return Decoded(text, "utf-8", "detected")
    late = declared_encoding(data[:LATE_PRESCAN])
    believed = _believed(data, late, "meta") if late else None
    return believed or _as(data, detection.legacy(data, url), "detected")


def _strictly_utf_8(data: bytes) -> str | None:
    try:
        return decoded(data)
    except UnicodeDecodeError:
        return None


def _mostly(data: bytes, name: str) -> str | None:
    """Decode the data as UTF-8 or a multi-byte encoding; return None where too much of it is broken."""
    codec = UNICODE.get(name) or MULTIBYTE[name]
    try:
        return decoded(data) if name == "utf-8" else data.decode(codec)
    except UnicodeDecodeError as error:
        # A download that stopped inside a character; one byte alone is rather a legacy letter at the end.
        cut_off = error.end == len(data) and error.end - error.start > 1
    text = data.decode(codec, "replace")
    broken = text.count("\ufffd") - (data.count(b"\xef\xbf\xbd") if name == "utf-8" else 0)
    return text if cut_off or broken <= BROKEN_SHARE * _non_ascii(text) else None


def _non_ascii(text: str) -> int:
    return len(text) - len(text.encode("ascii", "ignore"))


def without_surrogates(source: str) -> str:
    """Make a text one that bytes could have given: surrogates join to characters, lone ones become U+FFFD."""
    try:
        source.encode()
    except UnicodeEncodeError:
        return source.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return source


def declared_encoding(window: bytes) -> str | None:
    """Name the encoding that the window, the first bytes of a page, declares."""
    in_utf_16 = _XML_IN_UTF_16.get(window[:6])
    return in_utf_16 or _declared_by_meta(window) or _declared_by_xml(window)


def _declared_by_meta(window: bytes) -> str | None:
    for attributes in _metas(window):
        name = _charset(attributes)
        if name is not None:
            return {"utf-16le": "utf-8", "utf-16be": "utf-8", "x-user-defined": "windows-1252"}.get(name, name)
    return None


def _declared_by_xml(window: bytes) -> str | None:
    declaration = _XML.match(window)
    name = declaration and _named(declaration[1] or declaration[2] or b"")
    return "utf-8" if name in ("utf-16le", "utf-16be") else name


def _metas(window: bytes) -> Iterator[dict[bytes, bytes]]:
    """Yield the attributes of each whole `<meta>`; stop at the first construct that the window cuts off."""
    markup = _MARKUP.search(window)
    while markup:
        attributes: dict[bytes, bytes] = {}
        if markup["comment"]:  # the dashes that open a comment may close it
            position = window.find(b"-->", markup.start() + 2) + 3
        elif markup["other"]:
            position = window.find(b">", markup.end()) + 1
        elif markup["meta"]:
            attributes, position = _attributes(window, markup.end())
        else:
            end = _TO_THE_END.match(window, markup.end())
            position = end.end() if end else -1
        if position < markup.end():
            return
        if markup["meta"]:
            yield attributes
        markup = _MARKUP.search(window, position)


def _attributes(window: bytes, position: int) -> tuple[dict[bytes, bytes], int]:
    """Read a tag: return its attributes, and the position after its end, or -1 where the window ends first."""
    attributes: dict[bytes, bytes] = {}
    while match := _ATTRIBUTE.match(window, position):
        position = match.end()
        if match["end"]:
            return attributes, position
        value = match["double"] or match["single"] or match["bare"] or b""
        attributes.setdefault(match["name"].lower(), value.lower())
    return attributes, -1


def _charset(attributes: dict[bytes, bytes]) -> str | None:
    if b"charset" in attributes:
        return _named(attributes[b"charset"])
    if attributes.get(b"http-equiv") != b"content-type":
        return None
    found = _CHARSET.search(attributes.get(b"content", b""))
    label = found and _LABEL.match(found.string, found.end())
    return _named(label[label.lastindex or 0]) if label else None


def _named(label: bytes) -> str | None:
    return named(label.decode("latin-1"))

"""The encoding a page declares in its first bytes, by the prescan of the HTML Standard (section 13.2.3.2).

Comments are skipped, attributes are read as the standard reads them, and the first `<meta>` with a known label
wins: `charset=...`, or `content="...charset=..."` together with `http-equiv=content-type`. Failing that, the
encoding of an XML declaration. A declared UTF-16 means UTF-8, since the declaration itself was readable as ASCII,
and x-user-defined means windows-1252. A declaration that does not end inside the window does not count.
"""

import re
from collections.abc import Iterator

from webwinnow.document import charsets

_MARKUP = re.compile(
    rb"<(?:(?P<comment>!--)|(?P<meta>meta(?=[\t\n\f\r /]))|(?P<tag>/?[a-z][^\t\n\f\r >]*+)|(?P<other>[!/?]))", re.I
)
_ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*+"
    rb"(?:(?P<end>>)|(?P<name>[^\t\n\f\r />][^\t\n\f\r />=]*+)"
    rb"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+"
    rb"(?:\"(?P<double>[^\"]*+)\"?+|'(?P<single>[^']*+)'?+|(?P<bare>[^\t\n\f\r >]*+)))?+)"
)
_CHARSET = re.compile(rb"charset[\t\n\f\r ]*+=[\t\n\f\r ]*+")
_LABEL = re.compile(rb"\"([^\"]*+)\"|'([^']*+)'|([^\"'\t\n\f\r ;][^\t\n\f\r ;]*+)")
_XML = re.compile(
    rb"<\?xml(?>[^>]*?encoding)[\x00-\x20]*+=[\x00-\x20]*+(?:\"([^\"\x00-\x20]*+)\"|'([^'\x00-\x20]*+)')[^>]*+>"
)
_XML_IN_UTF_16 = {b"<\0?\0x\0": "utf-16le", b"\0<\0?\0x": "utf-16be"}


def declared(window: bytes) -> str | None:
    """Name of the encoding that the window, the first bytes of a page, declares."""
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
    """Attributes of each whole `<meta>`; stops at the first construct that the window cuts off."""
    markup = _MARKUP.search(window)
    while markup:
        attributes: dict[bytes, bytes] = {}
        if markup["comment"]:  # the dashes that open a comment may close it
            position = window.find(b"-->", markup.start() + 2) + 3
        elif markup["other"]:
            position = window.find(b">", markup.end()) + 1
        else:
            attributes, position = _attributes(window, markup.end())
        if position < markup.end():
            return
        if markup["meta"]:
            yield attributes
        markup = _MARKUP.search(window, position)


def _attributes(window: bytes, position: int) -> tuple[dict[bytes, bytes], int]:
    """Attributes of a tag and the position after its end, or -1 where the window ends first."""
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
    return charsets.named(label.decode("latin-1"))

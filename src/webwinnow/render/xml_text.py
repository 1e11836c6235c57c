"""Text as XML may hold it: escaped, without the characters that XML forbids, and addresses as RFC 3986 has them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Final
from urllib.parse import quote, urlsplit

_BLANK: Final = re.compile(r"[\x0b\x0c\x1c-\x1f]")
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BROKEN_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_HOST_IN_BRACKETS: Final = re.compile(r"[a-z][a-z0-9+.-]*://\[[0-9a-f:.]+\]", re.IGNORECASE)
_PLAIN: Final = "%/:?#@!$&'()*+,;=~"
_LANGUAGE: Final = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")


def legal(text: str) -> str:
    """Replace what no XML may hold, not even escaped: control characters that are blanks by one, others by U+FFFD."""
    return _FORBIDDEN.sub("\ufffd", _BLANK.sub(" ", text))


def content(text: str) -> str:
    """Write text between tags; a carriage return would be read as a line feed."""
    return escape(legal(text), quote=False).replace("\r", "&#13;")


def attributes(values: Mapping[str, str | None]) -> str:
    """Write attributes, a blank before each; those without a value are left out."""
    return "".join(f' {name}="{_value(value)}"' for name, value in values.items() if value is not None)


def element(name: str, values: Mapping[str, str | None], inside: str) -> str:
    """Write an element; what is inside is XML already."""
    return f"<{name}{attributes(values)}>{inside}</{name}>" if inside else f"<{name}{attributes(values)}/>"


def pointer(address: str) -> str:
    """Write an address so that every reader of URIs takes it; empty where nothing can be made of it.

    >>> pointer("https://example.org/größe 1#a#b")
    'https://example.org/gr%C3%B6%C3%9Fe%201#a%23b'
    """
    host = _HOST_IN_BRACKETS.match(address)
    start, rest = (host[0], address[host.end() :]) if host else ("", address)
    before, sign, fragment = quote(_BROKEN_PERCENT.sub("%25", rest), safe=_PLAIN).partition("#")
    written = start + before + sign + fragment.replace("#", "%23")
    return written if _has_port(written) else ""


def _has_port(address: str) -> bool:
    """Tell whether the port is a number or missing."""
    try:
        return (urlsplit(address).port or 0) >= 0
    except ValueError:
        return False


def language_tag(language: str | None) -> str | None:
    """Give a language as XML has it; None for what is no tag of a language."""
    return language if language and _LANGUAGE.fullmatch(language) else None


def _value(value: str) -> str:
    return escape(legal(value)).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")

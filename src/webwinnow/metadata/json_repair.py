"""Reads JSON as it stands in pages: with comments, trailing commas, raw line breaks, or wrapped for old browsers."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from webwinnow.document.references import decode_references

_DECODER: Final = json.JSONDecoder(strict=False)  # raw line breaks and tabs inside texts are allowed
_WRAPPING: Final = re.compile(r"<!--|-->|(?://|/\*)?\s*+(?:<!\[CDATA\[|\]\]>)\s*+(?:\*/)?")
_BLANK: Final = re.compile(r"[\s;,\ufeff\0]*+")
# A text, a comment, or a comma before a closing bracket. Possessive, so that nothing is read twice.
_SLIP: Final = re.compile(
    r"""(?P<text>"(?:[^"\\]++|\\[\s\S])*+"?+)|/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z)|//[^\n]*+|,(?=[\s,]*+[\]}])"""
)
_ESCAPED: Final = re.compile(r"[\s\[{]*+&(?:quot|#34);")
_BAD_ESCAPE: Final = re.compile(r"""\\(?:(?P<good>["\\/bfnrt]|u[0-9a-fA-F]{4})|(?P<bad>[\s\S]?))""")
VALUES: Final = 64
"""How many values one script may hold one after the other."""


def read_json(text: str) -> list[Any]:
    """Read all values that stand in the text one after the other; what cannot be mended is left out.

    >>> read_json('<!-- {"a": [1, 2,], /* two */ } -->')
    [{'a': [1, 2]}]
    """
    found, whole = _values(text)
    if whole:
        return found
    mended, _ = _values(_mended(text))
    return mended if len(mended) >= len(found) else found


def _values(text: str) -> tuple[list[Any], bool]:
    """Read values until one is broken; tell whether all the text was read."""
    found: list[Any] = []
    at = _skip(text, 0)
    while at < len(text) and len(found) < VALUES:
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):  # nested deeper than Python reads is as good as broken
            return found, False
        found.append(value)
        at = _skip(text, at)
    return found, True


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _mended(text: str) -> str:
    text = _WRAPPING.sub("", text)
    if _ESCAPED.match(text):
        text = decode_references(text)
    return _SLIP.sub(_slip, _SLIP.sub(_slip, text))  # twice: behind a comma may stand a comment and then a bracket


def _slip(match: re.Match[str]) -> str:
    return _BAD_ESCAPE.sub(_escape, match["text"]) if match["text"] else ""


def _escape(match: re.Match[str]) -> str:
    return match[0] if match["good"] else match["bad"]

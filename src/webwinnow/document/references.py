"""Character references: the one way to turn `&amp;`, `&#233;` and `&#x2014;` into what they stand for.

`html.unescape` follows HTML's rules, but turns decimal numbers into integers as Python does, which refuses long ones:
a page of 4 kB with one reference of 4,301 digits would stop everything that reads its text.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import Final

from webwinnow.language.words import BLANK, REST, Kinds, kinds

_LONG_NUMBER: Final = re.compile(r"&#0*([0-9]*)(?<=[0-9]{8})")
"""A decimal reference of eight digits or more, without its leading zeros: the last code point has seven digits."""
_BEYOND: Final = "&#1114112"
"""One more than the last code point; HTML's rules make U+FFFD of all that lies beyond it."""


def decode_references(text: str) -> str:
    """Return a text with its character references decoded, whatever numbers they hold."""
    if "&" not in text:
        return text
    return html.unescape(_LONG_NUMBER.sub(_short, text) if "&#" in text else text)


def _short(reference: re.Match[str]) -> str:
    digits = reference[1] or "0"
    return f"&#{digits}" if len(digits) < 8 else _BEYOND


_REFERENCE: Final = re.compile(r"&(?:#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,7}|[a-zA-Z][a-zA-Z0-9]{1,31});?+")


def source_kinds(text: str) -> Kinds:
    """Return the kind of each character of a page's source, where a reference is one character.

    The first place of `&nbsp;` carries the kind of what it stands for, its other places are `REST`. The loop is per
    reference, not per character.
    """
    found = kinds(text)
    if "&" not in text:
        return found
    for match in _REFERENCE.finditer(text):
        kind = _kind_of_reference(match[0])
        if kind is not None:
            start, end = match.span()
            found[start] = kind
            found[start + 1 : end] = REST
    return found


@lru_cache(maxsize=4096)
def _kind_of_reference(written: str) -> int | None:
    """Look the reference up; None where it is only text with an ampersand, or only its beginning is a reference."""
    meant = decode_references(written)
    whole = meant != written and (len(meant) <= 2 or not meant.startswith("&")) and ";" not in meant[1:]
    if not whole or (not written.endswith(";") and len(meant) > 1):
        return None
    return int(kinds(meant)[0]) if meant else BLANK

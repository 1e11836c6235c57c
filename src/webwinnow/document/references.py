"""Character references: the one way to turn `&amp;`, `&#233;` and `&#x2014;` into what they stand for.

`html.unescape` follows HTML's rules, but turns decimal numbers into integers as Python does, which refuses long ones:
a page of 4 kB with one reference of 4,301 digits would stop everything that reads its text.
"""

from __future__ import annotations

import html
import re
from typing import Final

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

"""Values of attributes: addresses and numbers, as browsers read them."""

from __future__ import annotations

import re
from typing import Final

from webwinnow.document.attributes import finder, read_attributes

_NUMBER: Final = re.compile(r"\s*([+-]?\d{1,9})(?!\d)")
_find_href: Final = finder("href")


def href_of(tag: str) -> str | None:
    """Read where a link leads: quickly if it is written as usual."""
    found = _find_href(tag)
    return read_attributes(tag).get("href") if found is None else found


def number_in(written: str | None) -> int | None:
    """Read a whole number; None if there is none, or one that is too long."""
    match = _NUMBER.match(written or "")
    return int(match[1]) if match else None


def stretch_in(written: str | None, most: int) -> int:
    """Read how far a cell stretches; huge numbers are as good as the bound."""
    digits = re.match(r"\s*\+?(\d+)", (written or "")[:400])
    return max(1, min(int(digits[1][:9]), most)) if digits else 1

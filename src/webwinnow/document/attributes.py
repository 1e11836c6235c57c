"""Attributes of one tag, read from its slice of the source when somebody asks."""

from __future__ import annotations

import html
import re
from typing import Final

_ATTRIBUTE: Final = re.compile(
    r"""[\s/]*+(?P<name>[^\s/>=][^\s/>=]*+|=[^\s/>=]*+)"""
    r"""(?:\s*+=\s*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'|(?P<bare>[^\s>]*+)))?+"""
)
_NAME: Final = re.compile(r"<[^\s/>]*+")


def read_attributes(tag: str) -> dict[str, str]:
    """Read a start tag's attributes: names in lower case, values with references resolved, the first one wins."""
    found: dict[str, str] = {}
    name = _NAME.match(tag)
    at = name.end() if name else len(tag)
    while match := _ATTRIBUTE.match(tag, at):
        value = match["double"] or match["single"] or match["bare"] or ""
        found.setdefault(match["name"].lower(), html.unescape(value))
        at = match.end()
    return found

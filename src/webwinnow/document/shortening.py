"""How much of a page is read: as much as its limits allow, and what they cut off is said."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from webwinnow.limits import Limits

_START: Final = re.compile("<[a-zA-Z]")
"""A start tag, or what looks like one in a script or a comment: counting them needs no reading of the page."""


def shorten(source: str, limits: Limits) -> tuple[str, tuple[str, ...]]:
    """Return as much of a source as the limits allow, and what to say about it."""
    said = list[str]()
    if len(source) > limits.bytes:
        said.append(_said("bytes", limits.bytes))
        source = source[: limits.bytes]
    if len(source) > 2 * limits.elements and source.count("<") > limits.elements:  # a start has two characters
        first_too_many = next(islice(_START.finditer(source), limits.elements, None), None)
        if first_too_many:
            said.append(_said("elements", limits.elements))
            source = source[: first_too_many.start()]
    return source, tuple(said)


def shorten_bytes(data: bytes, limits: Limits) -> tuple[bytes, tuple[str, ...]]:
    """Return as many of a page's bytes as the limits allow, and what to say about it."""
    if len(data) <= limits.bytes:
        return data, ()
    return data[: limits.bytes], (_said("bytes", limits.bytes),)


def _said(name: str, most: int) -> str:
    return f"the page has more than {most:,} {name}: it was read up to there (limit {name})"

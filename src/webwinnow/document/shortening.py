"""How much of a page is read: as much as its limits allow, and what they cut off is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from webwinnow.document import compiled
from webwinnow.kernels import LIBRARY
from webwinnow.language.characters import units
from webwinnow.limits import Limits

_START: Final = re.compile("<[a-zA-Z]")
"""A start tag, or what looks like one in a script or a comment: counting them needs no reading of the page."""
_TAG: Final = re.compile("<[a-zA-Z/!?]")
_WINDOW: Final = 64
"""Characters that must come again,"""
_LONGEST: Final = 512
"""so many characters further on at most, to be looked at as one piece over and over."""


def shorten(source: str, limits: Limits) -> tuple[str, tuple[str, ...]]:
    """Return as much of a source as the limits allow, and what to say about it."""
    said = list[str]()
    if len(source) > limits.bytes:
        said.append(_said("bytes", limits.bytes))
        source = source[: limits.bytes]
    varied = _with_few_of_each(source, limits.repetition)
    if varied is not source:
        most = f"{limits.repetition:,}"
        said.append(f"one piece stands more than {most} times in a row: the others were not read (limit repetition)")
        source = varied
    if len(source) > 2 * limits.elements and _may_hold_tags(source, limits.elements):  # a start has two characters
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


def _may_hold_tags(source: str, most: int) -> bool:
    """Tell quickly whether more than so many start tags may stand there."""
    if LIBRARY:
        return compiled.may_hold_tags(LIBRARY, units(source), len(source), most)
    return source.count("<") > most


def _with_few_of_each(source: str, most: int) -> str:
    """Make one comment of the tags that are too many, with what stands between them: all else stays where it is."""
    pieces, read = list[str](), 0
    for start, end in _repetitions(source, most):
        tag, close = _TAG.search(source, start, end), source.rfind(">", start, end)
        if tag and close > tag.end():
            pieces += [source[read : tag.start()], "<?", source[tag.end() : close].replace(">", " ")]
            read = close
    return "".join([*pieces, source[read:]]) if pieces else source


def _repetitions(source: str, most: int) -> Iterator[tuple[int, int]]:
    """Find where one piece stands more often than `most` times in a row: from the first too many to the last.

    A piece with a tag has three characters or more, so that it is enough to look at some places.
    """
    step = max(3 * most // 2, _WINDOW)
    if LIBRARY and most < len(source):
        return compiled.find_repetitions(LIBRARY, units(source), len(source), most, step, _WINDOW, _LONGEST)
    return _repetitions_one_by_one(source, most, step)


def _repetitions_one_by_one(source: str, most: int, step: int) -> Iterator[tuple[int, int]]:
    """Do that by Python: the definition that compiled code follows."""
    at = 0
    while at + most < len(source) and (at := source.find("<", at)) >= 0:
        again = source.find(source[at : at + _WINDOW], at + 1, at + _WINDOW + _LONGEST)
        end = at
        if again > at:
            period, start = again - at, at
            while start and source[start - 1] == source[start - 1 + period] and at - start < step:
                start -= 1
            end = again + _agreeing(source, at, again)
            if end - start > (most + 1) * period:
                yield start + most * period, end
        at = max(end, at + step)


def _agreeing(source: str, one: int, other: int) -> int:
    """Count the characters from one place on that are those from another, later place on."""
    count, length = 0, _WINDOW
    while length:
        ends = other + count + length
        if ends <= len(source) and source[one + count : one + count + length] == source[other + count : ends]:
            count, length = count + length, 2 * length
        else:
            length //= 2
    return count

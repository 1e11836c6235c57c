"""How much of a page is read: as much as its limits allow, and what they cut off is said."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

import numpy as np

from webwinnow.document.html_names import NUMBER
from webwinnow.document.markup import Markup
from webwinnow.kernels import LIBRARY, Library, give_back_free
from webwinnow.language.characters import units
from webwinnow.limits import Limits

_START: Final = re.compile("<[a-zA-Z]")
"""A start tag, or what looks like one in a script or a comment: counting them needs no reading of the page."""
_TEXT: Final = re.compile(r">\s*+[^\s<]")
"""A tag and text behind it, or what looks like it: there are as many blocks of text, and one before, or fewer."""
_TAG: Final = re.compile("<[a-zA-Z/!?]")
_TABLE: Final = NUMBER["table"]
_IN_A_TABLE: Final = 3
"""Blocks of a table that count as one: people write long tables of short numbers."""
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
    blocks, elements = limits.blocks_of(len(source)), limits.elements_of(len(source))
    if _may_hold_tags(source, min(blocks, elements)):
        crowded = f"the page has more than {limits.density:,} blocks of text, or {2 * limits.density:,} elements, for"
        crowded += " each 1,000 characters: it was read up to there (limit density)"
        if first_too_many := next(islice(_START.finditer(source), elements, None), None):
            said.append(_said("elements", elements) if elements == limits.elements else crowded)
            source = source[: first_too_many.start()]
        if (end := _end_of_blocks(source, blocks, limits.depth)) < len(source):
            said += [crowded] if crowded not in said else []
            source = source[:end]
            give_back_free()
    return source, tuple(said)


def _end_of_blocks(source: str, most: int, depth: int) -> int:
    """Return where the first block of text begins that is too many, or where the page ends."""
    if next(islice(_TEXT.finditer(source), most - 1, None), None) is None:  # fewer pieces of text: no need to read
        return len(source)
    markup = Markup(source, depth)
    gap = markup.runs.gap
    first = np.flatnonzero(np.diff(markup.breaks_before[gap], prepend=-1))
    if len(first) <= most:
        return len(source)
    in_table = markup.elements.inside(markup.elements.tag == _TABLE)[markup.runs.home[first]]
    counted = np.cumsum(np.where(in_table, 1, _IN_A_TABLE), dtype=np.int32)
    end = int(np.searchsorted(counted, _IN_A_TABLE * most, side="right"))
    return int(markup.tokens.tag_start[gap[first[end]] - 1]) if end < len(first) else len(source)


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
        data, width = units(source)
        return bool(LIBRARY.of("may_hold_tags", width)(data, len(source), min(most, len(source))))
    return source.count("<") > most


def _with_few_of_each(source: str, most: int) -> str:
    """Make one comment of the tags that are too many, with what stands between them: all else stays where it is."""
    pieces, read = list[str](), 0
    for start, end in _repetitions(source, most):
        tag, close = _TAG.search(source, start, end), source.rfind(">", start, end)
        if tag and close > tag.end():
            unread = source[tag.end() : close].replace("<", " ").replace(">", " ")  # nor counted as elements
            pieces += [source[read : tag.start()], "<?", unread]
            read = close
    return "".join([*pieces, source[read:]]) if pieces else source


def _repetitions(source: str, most: int) -> Iterator[tuple[int, int]]:
    """Find where one piece stands more often than `most` times in a row: from the first too many to the last.

    A piece with a tag has three characters or more, so that it is enough to look at some places.
    """
    step = max(3 * most // 2, _WINDOW)
    if LIBRARY and most < len(source):
        return _repetitions_compiled(LIBRARY, source, most, step)
    return _repetitions_one_by_one(source, most, step)


def _repetitions_compiled(library: Library, source: str, most: int, step: int) -> Iterator[tuple[int, int]]:
    """Do as `_repetitions_one_by_one`."""
    data, width = units(source)
    at, first, find = ctypes.c_int64(0), ctypes.c_int64(0), library.of("find_repetition", width)
    places = ctypes.addressof(at), ctypes.addressof(first)
    while (end := find(data, len(source), most, step, _WINDOW, _LONGEST, *places)) >= 0:
        yield first.value, end


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

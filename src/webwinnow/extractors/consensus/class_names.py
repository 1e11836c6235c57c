"""The words that a page's author gave elements: in `class`, `id`, `role` and `itemprop`, cut into parts.

`<div class="postBody comment-list" id="c12">` says post, body, comment and list. Each different tag is read once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER

_KEYS: Final = ('class="', 'id="', 'role="', 'itemprop="')
"""Where names stand, as nearly everybody writes it: finding these is several times as fast as a pattern."""
_OTHERWISE: Final = re.compile(
    r"""\b(class|id|role|itemprop)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]++))""", re.IGNORECASE
)
_PART: Final = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}")
_DIGITS: Final = re.compile(r"\d+")
_LONGEST: Final = 160
"""Characters of names that are looked at: generated class lists can be longer than the page's text."""
_LONGEST_TAG: Final = 600
_LINK: Final = NUMBER["a"]


@dataclass(frozen=True, slots=True)
class ClassNames:
    """Per named element the number of its distinct tag; per distinct tag the number of its class, and its parts."""

    number: npt.NDArray[np.int32]
    kind: npt.NDArray[np.int32]
    parts: list[tuple[str, ...]]


def read_class_names(page: Document, elements: npt.NDArray[Any]) -> ClassNames:
    """Read the start tags of the given elements; links count as nameless, for their addresses all differ."""
    numbers: dict[str, int] = {}
    number = np.fromiter((numbers.setdefault(tag, len(numbers)) for tag in _tags(page, elements)), np.int32)
    read = [_read(tag) for tag in numbers]
    kinds: dict[str, int] = {}
    kind = np.fromiter((kinds.setdefault(name, len(kinds)) for name, _ in read), np.int32, len(read))
    return ClassNames(number, kind, [parts for _, parts in read])


def _tags(page: Document, elements: npt.NDArray[Any]) -> list[str]:
    if not len(page.tokens.code):  # nothing but text: all elements are implied
        return [""] * len(elements)
    tag = page.elements.first[elements].copy()
    nameless = page.elements.tag[elements] == _LINK
    for place in np.flatnonzero(np.isin(elements, list(page.elements.owner))).tolist():
        tag[place] = max(page.elements.start_tag(int(elements[place])), 0)
        nameless[place] = page.elements.start_tag(int(elements[place])) < 0
    starts, ends = page.tokens.tag_start[tag].copy(), page.tokens.tag_end[tag]
    starts = np.where(nameless, ends, starts)
    ends = np.minimum(ends, starts + _LONGEST_TAG)
    source = page.source
    return [source[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]


@lru_cache(maxsize=4096)
def _read(tag: str) -> tuple[str, tuple[str, ...]]:
    """Give a tag's class without its numbers, and the different parts of all its names."""
    values = [_value(tag, key) for key in _KEYS]
    if not any(values) and "=" in tag:
        named = {name.lower(): one or two or three for name, one, two, three in _OTHERWISE.findall(tag)}
        values = [named.get(key[:-2], "") for key in _KEYS]
    parts = dict.fromkeys([part.lower() for part in _PART.findall(" ".join(values)[:_LONGEST])])
    return _DIGITS.sub("", values[0]), tuple(parts)


def _value(tag: str, key: str) -> str:
    found = tag.find(key)
    return tag[found + len(key) : tag.find('"', found + len(key))] if found >= 0 else ""

"""The words that a page's author gave elements: in `class`, `id`, `role` and `itemprop`, cut into parts.

`<div class="post-body comment_list" id="c12">` says post, body, comment and list. Each different tag is read once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER

_NAMED: Final = re.compile(r"""(\0)|\s(?:(class)|id|role|itemprop)=(?:"([^"\0]*+)"|'([^'\0]*+)'|([^\s>"'\0]++))""")
_LETTERS: Final = str.maketrans({chr(code): " " for code in range(128) if not chr(code).isalpha() and code})
"""Turns everything in ASCII that is no letter into a blank, but for the mark between two tags."""
_LONGEST: Final = 160
"""Characters of names that are looked at: generated class lists can be longer than the page's text."""
_LONGEST_TAG: Final = 600
_LINK: Final = NUMBER["a"]
_WITHOUT_DIGITS: Final = str.maketrans("", "", "0123456789")


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
    classes, names = _named(list(numbers))
    kinds: dict[str, int] = {}
    kind = np.fromiter((kinds.setdefault(each, len(kinds)) for each in classes), np.int32, len(classes))
    return ClassNames(number, kind, _parts(names))


def _named(tags: list[str]) -> tuple[list[str], list[str]]:
    """Give for each tag its class without digits, and all its names; one pattern runs over all tags."""
    classes, names = [""] * len(tags), [""] * len(tags)
    at = 0
    text = "\0".join([tag.replace("\0", " ") for tag in tags]).replace(" CLASS=", " class=").replace(" ID=", " id=")
    for next_tag, is_class, one, two, three in _NAMED.findall(text):
        value = one or two or three
        if next_tag:
            at += 1
        elif value:
            names[at] = f"{names[at]} {value}"
            classes[at] = classes[at] or (value if is_class else "")
    return "\0".join(classes).translate(_WITHOUT_DIGITS).split("\0"), names


def _parts(names: list[str]) -> list[tuple[str, ...]]:
    """Cut the names of each tag into their different parts, in small letters."""
    text = "\0".join([each[:_LONGEST] for each in names]).lower().translate(_LETTERS)
    return [tuple(dict.fromkeys(each.split())) for each in text.split("\0")] if names else []


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

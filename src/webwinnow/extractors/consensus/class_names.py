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

_NAMED: Final = re.compile(
    r"""=(?:(?<=\0=)(\0)|(?:(?<=\s(class)=)|(?<=\sid=)|(?<=\srole=)|(?<=\sitemprop=))"""
    r"""(?:"([^"\0]*+)"|'([^'\0]*+)'|([^\s>"'\0]++)))"""
)
"""Found from the equals sign, of which there are few: the end of one tag, or a name and its value."""
_NEXT: Final = "\0=\0"
"""Stands between two tags."""
_LETTERS: Final = bytes(code if code > 127 or chr(code).isalpha() or not code else ord(" ") for code in range(256))
"""Turns everything in ASCII that is no letter into a blank, but for the mark between two tags."""
_LONGEST: Final = 160
"""Characters of names that are looked at: generated class lists can be longer than the page's text."""
_LONGEST_TAG: Final = 600
_SHORTEST_TAG: Final = len("<p id=x>")
_LINK: Final = NUMBER["a"]


@dataclass(frozen=True, slots=True)
class ClassNames:
    """Per named element the number of its distinct tag; per distinct tag the number of its class, and its parts."""

    number: npt.NDArray[np.int32]
    kind: npt.NDArray[np.int32]
    parts: list[tuple[str, ...]]


def read_class_names(page: Document, elements: npt.NDArray[Any]) -> ClassNames:
    """Read the start tags of the given elements; links count as nameless, for their addresses all differ."""
    named, tags = _tags(page, elements)
    number = np.zeros(len(elements), dtype=np.int32)
    distinct, numbers = _numbered(["", *tags])
    number[named] = numbers[1:]
    classes, names = _named(distinct)
    kind = np.array(_numbered(classes)[1], dtype=np.int32)
    return ClassNames(number, kind, _parts(names))


def _numbered(texts: list[str]) -> tuple[list[str], list[int]]:
    """Give the different texts, and for each text its number among them."""
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    return list(numbers), [numbers[text] for text in texts]


def _named(tags: list[str]) -> tuple[list[str], list[str]]:
    """Give for each tag its class without digits, and all its names; one pattern runs over all tags."""
    classes, names = [""] * len(tags), [""] * len(tags)
    at = 0
    text = _NEXT.join([tag.replace("\0", " ") for tag in tags]).replace(" CLASS=", " class=").replace(" ID=", " id=")
    for next_tag, is_class, one, two, three in _NAMED.findall(text):
        value = one or two or three
        if next_tag:
            at += 1
        elif value:
            names[at] = f"{names[at]} {value}"
            classes[at] = classes[at] or (value if is_class else "")
    return _translated("\0".join(classes), None, b"0123456789").split("\0"), names


def _parts(names: list[str]) -> list[tuple[str, ...]]:
    """Cut the names of each tag into their different parts, in small letters."""
    text = _translated("\0".join([each[:_LONGEST] for each in names]).lower(), _LETTERS)
    return [tuple(dict.fromkeys(each.split())) for each in text.split("\0")]


def _translated(text: str, table: bytes | None, dropped: bytes = b"") -> str:
    """Translate the ASCII characters of a text, many times as fast as `str.translate` does."""
    return text.encode("utf-8", "surrogatepass").translate(table, dropped).decode("utf-8", "surrogatepass")


def _tags(page: Document, elements: npt.NDArray[Any]) -> tuple[npt.NDArray[np.intp], list[str]]:
    """Give the start tags of those that have one with room for names, and their places among the elements."""
    owner, first = page.elements.owner, page.elements.first.copy()
    first[list(owner)] = list(owner.values())
    named = np.flatnonzero((first[elements] >= 0) & (page.elements.tag[elements] != _LINK))
    tag = first[elements[named]]
    starts, ends = page.tokens.tag_start[tag], page.tokens.tag_end[tag]
    long = ends - starts >= _SHORTEST_TAG
    named, starts, ends = named[long], starts[long], np.minimum(ends, starts + _LONGEST_TAG)[long]
    source = page.source
    return named, [source[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]

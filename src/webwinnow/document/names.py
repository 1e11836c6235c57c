"""The names that a page's author gave elements: in `class`, `id`, `role` and `itemprop`. The one place that reads them.

`page.names.of(element)` returns the names of one element as they are written, with a blank between them.
`page.names.holding(("author", "byline"))` finds the elements in whose names one of the words stands.
`page.names.among(elements)` reads many at once: each different start tag is read once, and `parts` are its words in
small letters: `<div class="post-body comment_list" id="c12">` says post, body, comment, list and c.

Names stand near the front of a tag, so its first characters are looked at, and no more than a constant of each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import NUMBER
from webwinnow.document.tokens import Tokens
from webwinnow.document.tree.elements import Elements

Places = npt.NDArray[np.integer]
TagNumbers = npt.NDArray[np.int32]

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
"""Characters of names that are cut into parts: generated class lists can be longer than the page's text."""
_LONGEST_TAG: Final = 600
_SHORTEST_TAG: Final = len("<p id=x>")
_LINK: Final = NUMBER["a"]


@dataclass(frozen=True)
class NamedElements:
    """Per element the number of its different start tag; per such tag its class and all its names, as written."""

    number: TagNumbers
    """Tag 0 stands for all elements without names."""
    classes: list[str]
    written: list[str]

    @cached_property
    def kind(self) -> TagNumbers:
        """Per different tag: a number that it shares with those whose class differs in digits only."""
        bare = _translated("\0".join(self.classes), None, b"0123456789").split("\0")
        return np.array(_numbered(bare)[1], dtype=np.int32)

    @cached_property
    def parts(self) -> list[tuple[str, ...]]:
        """Per different tag: the different words of its names, in small letters."""
        text = _translated("\0".join([each[:_LONGEST] for each in self.written]).lower(), _LETTERS)
        return [tuple(dict.fromkeys(each.split())) for each in text.split("\0")]


class Names:
    """Reads the names of elements when somebody asks for them."""

    __slots__ = ("_elements", "_every", "_source", "_tokens")

    def __init__(self, source: str, tokens: Tokens, elements: Elements) -> None:
        """Take the page's tags and elements."""
        self._source, self._tokens, self._elements = source, tokens, elements
        self._every: NamedElements | None = None

    def of(self, element: int) -> str:
        """Return the names of an element as they are written, with a blank between them; "" if it has none."""
        tag = self._elements.start_tag(element)
        if tag < 0:
            return ""
        start, end = int(self._tokens.tag_start[tag]), int(self._tokens.tag_end[tag])
        return _named([self._source[start : min(end, start + _LONGEST_TAG)]])[1][0].strip()

    def among(self, elements: Places, *, links: bool = True) -> NamedElements:
        """Read the names of many elements; without `links`, those count as nameless: their addresses all differ."""
        read = np.arange(len(elements))
        if not links:
            read = np.flatnonzero(self._elements.tag[elements] != _LINK)
        named, tags = self._tags(elements[read])
        number = np.zeros(len(elements), dtype=np.int32)
        distinct, numbers = _numbered(["", *tags])
        number[read[named]] = numbers[1:]
        return NamedElements(number, *_named(distinct))

    def every(self) -> NamedElements:
        """Read the names of all elements, once."""
        if self._every is None:
            self._every = self.among(np.arange(len(self._elements)))
        return self._every

    def holding(self, words: Sequence[str]) -> Places:
        """Find the elements in whose names, in small letters, one of the words stands."""
        every = self.every()
        holds = [any(word in names for word in words) for names in map(str.lower, every.written)]
        return np.flatnonzero(np.array(holds)[every.number])

    def _tags(self, elements: Places) -> tuple[Places, list[str]]:
        """Return the start tags of those that have one with room for names, and their places among the elements."""
        source, tokens, tree = self._source, self._tokens, self._elements
        first = tree.first.copy()
        first[list(tree.owner)] = list(tree.owner.values())
        named = np.flatnonzero(first[elements] >= 0)
        tag = first[elements[named]]
        starts, ends = tokens.tag_start[tag], tokens.tag_end[tag]
        long = ends - starts >= _SHORTEST_TAG
        named, starts, ends = named[long], starts[long], np.minimum(ends, starts + _LONGEST_TAG)[long]
        return named, [source[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]


def _numbered(texts: list[str]) -> tuple[list[str], list[int]]:
    """Return the different texts, and for each text its number among them."""
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    return list(numbers), [numbers[text] for text in texts]


def _named(tags: list[str]) -> tuple[list[str], list[str]]:
    """Return for each tag its class, and all its names; one pattern runs over all tags."""
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
    return classes, names


def _translated(text: str, table: bytes | None, dropped: bytes = b"") -> str:
    """Translate the ASCII characters of a text, many times as fast as `str.translate` does."""
    return text.encode("utf-8", "surrogatepass").translate(table, dropped).decode("utf-8", "surrogatepass")

"""Links that lead a browser to the text of a block: `#:~:text=[prefix-,]start[,end][,-suffix]`.

That is WICG Scroll to Text Fragment. A short text is named whole, a long one by its first and last words; both ends
stand on one line each, because a browser looks for either inside of one block. Browsers take the first place that fits:
where the first words stand more than once on the page, the words before them (or else those behind) are added.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final
from urllib.parse import quote

import numpy as np

from webwinnow.document import Document
from webwinnow.document.visibility import Mark
from webwinnow.lazy_values import cached_property
from webwinnow.render.formats import joined
from webwinnow.render.structure.block import Tree, texts
from webwinnow.render.structure.places import Pairs
from webwinnow.render.text import render_text

_WORD: Final = re.compile(r"[^\s、。，！？；：]+[、。，！？；：]*|[、。，！？；：]+")
"""Words by their blanks; in Chinese and Japanese, which have none, by punctuation: browsers match whole words only."""
_WORD_END: Final = re.compile(r"\s|[、。，！？；：]+")
_WHOLE: Final = 80
"""Characters up to which a text is named whole."""
_ENDS: Final = 5
"""Words of a longer text's beginning and end."""
_KEY: Final = 40 * _ENDS
"""Characters among which the first words stand."""
_AT_ONCE: Final = 16_384
"""Characters of a page whose words are held at a time: as strings, they take many times the room of the text."""
_BITS, _MORE, _TWICE = 2, 3, 2
_LENGTHS: Final = [[length for length in range(1, _ENDS + 1) if bits >> (length - 1) & 1] for bits in range(1 << _ENDS)]
"""The numbers of words that each set of bits stands for."""
_CONTEXT: Final = 3
"""Words that tell two equal texts apart."""
_DIRECTIVE: Final = ":~:text="
_AS_IT_IS: Final = re.compile(r"[\w.~]*", re.ASCII)
"""What needs no encoding in a link."""


class TextFragments:
    """Makes the links of one page for the blocks that are given."""

    def __init__(self, page: Document, tree: Tree) -> None:
        """Count how often the first words of each block stand on the page."""
        self._page, url = page, page.url or ""
        self._before = f"{url}{'' if '#' in url else '#'}{_DIRECTIVE}"
        counted = _counted(render_text(page, page.visible), map(_key, texts(tree, _KEY)))
        self._often = {key for key, often in counted.items() if often & _MORE == _TWICE}

    def link(self, text: str, places: Pairs) -> str | None:
        """Write the link to a block that says something, and stands at some places; None if it has no text."""
        if not places or not text or text.isspace():
            return None
        if len(text) <= _WHOLE and _AS_IT_IS.fullmatch(text):  # one word, which is written as it is
            key, parts = text.casefold(), [text]
        else:
            key, parts = _key(text), [_encoded(part) for part in _ends_of(text)]
        if key in self._often:
            before = self._near(places[0][0], behind=False)
            behind = "" if before else self._near(places[-1][1], behind=True)
            parts = [f"{_encoded(before)}-"] * bool(before) + parts + [f"-{_encoded(behind)}"] * bool(behind)
        return self._before + ",".join(parts)

    @cached_property
    def _shown(self) -> tuple[Sequence[int], Sequence[int]]:
        """Where the runs that readers see start and end.

        They are views, because single places are looked up: numpy would copy the column to the type of each.
        """
        page = self._page
        shown = page.visible.contains(page.runs.start) & ((page.marks & np.uint8(Mark.NOSCRIPT)) == 0)
        return page.runs.start[shown].data, page.runs.end[shown].data

    def _near(self, place: int, *, behind: bool) -> str:
        """Read the few words of the page before or behind a place."""
        starts, ends = self._shown
        at = bisect_left(starts, place) - (not behind)
        if not 0 <= at < len(starts):
            return ""
        text = self._page.text(starts[at], ends[at])
        words = _WORD.findall(text)
        return " ".join(words[:_CONTEXT] if behind else words[-_CONTEXT:])


def _ends_of(text: str) -> list[str]:
    """Return the whole text if it is short, else its beginning and its end."""
    first = last = text.strip()
    is_one = "\n" not in first
    if not is_one:  # all lines of a long text would take many times its room
        first, last = first[: first.index("\n")].rstrip(), last[last.rindex("\n") + 1 :].lstrip()
    if is_one and len(first) <= _WHOLE:
        return [first]
    start, end = _beginning(first), _ending(last)
    return [first] if is_one and len(start) + len(end) >= len(first) else [start, end]


def _beginning(line: str) -> str:
    *_, last = islice(_WORD.finditer(line), _ENDS)
    return line[: last.end()]


def _ending(line: str) -> str:
    first = deque((word.start() for word in _WORD.finditer(line)), maxlen=_ENDS)[0]
    return line[first:]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _key(text: str) -> str:
    """Return the first words of a text, by which browsers look for it."""
    return " ".join(_words(text[:_KEY])[:_ENDS])


def _counted(text: str, wanted: Iterable[str]) -> dict[str, int]:
    """Tell of each of the wanted beginnings, in its last two bits, whether it stands among the words once, or more.

    Above these bits stand the numbers of words that those have which a word begins: all in one small number, for a set
    and a count for each would take twenty times the room of a page of short blocks.
    """
    found = dict[str, int]()
    for key in filter(None, wanted):
        first = key.partition(" ")[0]
        found.setdefault(key, 0)
        found[first] = found.get(first, 0) | (_MORE + 1) << key.count(" ")
    for words, begin in _overlapping(text):
        for at in range(begin):
            for length in _LENGTHS[found.get(words[at], 0) >> _BITS]:
                window = words[at] if length == 1 else " ".join(words[at : at + length])
                known = found.get(window, _MORE)
                if known & _MORE < _TWICE:
                    found[window] = known + 1
    return found


def _overlapping(text: str) -> Iterator[tuple[list[str], int]]:
    """Read the words of a text some at a time, each time with how many are the first of a row that is there whole."""
    words, start = list[str](), 0
    while start < len(text):
        behind = _WORD_END.search(text, start + _AT_ONCE)
        end = behind.end() if behind else len(text)
        words += _words(text[start:end])
        last = end == len(text)
        begin = len(words) if last else max(len(words) - _ENDS + 1, 0)
        yield words, begin
        words, start = words[begin:], end


def _encoded(text: str) -> str:
    """Encode what would end a part: commas, hyphens, ampersands, and all that no address may hold."""
    if _AS_IT_IS.fullmatch(text):
        return text
    text = " ".join(text.split())
    pieces = (text[at : at + _AT_ONCE] for at in range(0, len(text), _AT_ONCE))  # of one, each byte is a text at first
    return joined(quote(piece, safe="").replace("-", "%2D") for piece in pieces)

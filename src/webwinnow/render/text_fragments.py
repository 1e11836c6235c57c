"""Links that lead a browser to a text: `#:~:text=[prefix-,]start[,end][,-suffix]` (WICG Scroll to Text Fragment).

A short text is named whole, a long one by its first and last words; both ends stand on one line each, because a
browser looks for either inside of one block. Browsers take the first place that fits: where the first words stand more
than once on the page, the words before them (or else those behind) are added.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import quote

import numpy as np

from webwinnow.document import Document
from webwinnow.document.visibility import Mark
from webwinnow.render.structure.block import Block
from webwinnow.render.text import render_text

_WORD: Final = re.compile(r"[^\s、。，！？；：]+[、。，！？；：]*|[、。，！？；：]+")
"""Words by their blanks; in Chinese and Japanese, which have none, by punctuation: browsers match whole words only."""
_WHOLE: Final = 80
"""Characters up to which a text is named whole."""
_ENDS: Final = 5
"""Words of a longer text's beginning and end."""
_CONTEXT: Final = 3
"""Words that tell two equal texts apart."""
_DIRECTIVE: Final = ":~:text="


class TextFragments:
    """Makes the links of one page for the blocks that are given."""

    def __init__(self, page: Document, blocks: Iterable[Block]) -> None:
        """Count how often the first words of each block stand on the page."""
        self._page = page
        wanted = {_key(block.text) for block in blocks} - {()}
        self._often = _counted(_words(render_text(page, page.visible)), wanted)
        shown = page.visible.contains(page.runs.start) & ((page.marks & np.uint8(Mark.NOSCRIPT)) == 0)
        self._starts, self._ends = page.runs.start[shown], page.runs.end[shown]

    def link(self, block: Block) -> str | None:
        """Write the link to a block; None if it has no text."""
        lines = [line for line in block.text.split("\n") if line.strip()]
        if not lines or not block.spans:
            return None
        parts = [_encoded(part) for part in _ends_of(lines)]
        if self._often[_key(block.text)] > 1:
            before = self._near(block.spans[0][0], behind=False)
            behind = "" if before else self._near(block.spans[-1][1], behind=True)
            parts = [f"{_encoded(before)}-"] * bool(before) + parts + [f"-{_encoded(behind)}"] * bool(behind)
        url = self._page.url or ""
        return f"{url}{'' if '#' in url else '#'}{_DIRECTIVE}{','.join(parts)}"

    def _near(self, place: int, *, behind: bool) -> str:
        """Read the few words of the page before or behind a place."""
        at = int(np.searchsorted(self._starts, place)) - (not behind)
        if not 0 <= at < len(self._starts):
            return ""
        text = self._page.text(int(self._starts[at]), int(self._ends[at]))
        words = _WORD.findall(text)
        return " ".join(words[:_CONTEXT] if behind else words[-_CONTEXT:])


def _ends_of(lines: Sequence[str]) -> list[str]:
    """Give the whole text if it is short, else its beginning and its end."""
    first, last = lines[0].strip(), lines[-1].strip()
    if len(lines) == 1 and len(first) <= _WHOLE:
        return [first]
    start, end = _beginning(first), _ending(last)
    return [first] if len(lines) == 1 and len(start) + len(end) >= len(first) else [start, end]


def _beginning(line: str) -> str:
    found = list(_WORD.finditer(line))
    return line[: found[min(_ENDS, len(found)) - 1].end()]


def _ending(line: str) -> str:
    found = list(_WORD.finditer(line))
    return line[found[-min(_ENDS, len(found))].start() :]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _key(text: str) -> tuple[str, ...]:
    return tuple(_words(text[: 40 * _ENDS])[:_ENDS])


def _counted(words: list[str], wanted: set[tuple[str, ...]]) -> Counter[tuple[str, ...]]:
    """Count how often each of the wanted beginnings stands among the words."""
    lengths: dict[str, set[int]] = {}
    for key in wanted:
        lengths.setdefault(key[0], set()).add(len(key))
    found = Counter[tuple[str, ...]]()
    for at, word in enumerate(words):
        for length in lengths.get(word, ()):
            window = tuple(words[at : at + length])
            if window in wanted:
                found[window] += 1
    return found


def _encoded(text: str) -> str:
    """Encode what would end a part: commas, hyphens, ampersands, and all that no address may hold."""
    return quote(" ".join(text.split()), safe="").replace("-", "%2D")

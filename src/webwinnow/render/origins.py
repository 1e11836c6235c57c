"""Blocks for programs: each with where it comes from, as characters, bytes, CSS path and link into the page.

A CSS path starts at the nearest element whose `id` nobody else has, and has at most `LONGEST` steps, so that deep pages
stay small; a path that was cut may fit more than one element.

A link leads a browser to the text: `#:~:text=[prefix-,]start[,end][,-suffix]` (WICG Scroll to Text Fragment). A short
text is named whole, a long one by its first and last words; both ends stand on one line each, because a browser looks
for either inside of one block. Browsers take the first place that fits: where the first words stand more than once on
the page, the words before them (or else those behind) are added.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final
from urllib.parse import quote

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.visibility import Mark
from webwinnow.kernels import give_back_free
from webwinnow.lazy_values import cached_property
from webwinnow.render.hidden import Hidden
from webwinnow.render.structure.block import Block, InlineKind, Kind, Pairs, Tree, UnmadeTree
from webwinnow.render.structure.gaps import StartTags
from webwinnow.render.text import render_text
from webwinnow.spans import Spans

LONGEST: Final = 32
_LONGEST_NAME: Final = 80
"""Characters of a name in a path; a longer one would stand in the path of every block inside."""
_IDENTIFIER: Final = re.compile(r"""\sid\s*=\s*["']?([^"'\s>]*)""", re.IGNORECASE)
_PLAIN: Final = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_SIGN: Final = re.compile(r"([^\w-])", re.ASCII)
_WORD: Final = re.compile(r"[^\s、。，！？；：]+[、。，！？；：]*|[、。，！？；：]+")
"""Words by their blanks; in Chinese and Japanese, which have none, by punctuation: browsers match whole words only."""
_WORD_END: Final = re.compile(r"\s|[、。，！？；：]+")
_WHOLE: Final = 80
"""Characters up to which a text is named whole."""
_ENDS: Final = 5
"""Words of a longer text's beginning and end."""
_AT_ONCE: Final = 16_384
"""Characters of a page whose words are held at a time: as strings, they take many times the room of the text."""
_KEPT: Final = 1_024
"""Ways to elements that are remembered: blocks beside each other have the same,"""
_MANY: Final = 5_000
"""Blocks whose words leave much memory free."""
_BITS, _MORE, _TWICE = 2, 3, 2
_LENGTHS: Final = [[length for length in range(1, _ENDS + 1) if bits >> (length - 1) & 1] for bits in range(1 << _ENDS)]
"""The numbers of words that each set of bits stands for."""
_CONTEXT: Final = 3
"""Words that tell two equal texts apart."""
_DIRECTIVE: Final = ":~:text="
_AS_IT_IS: Final = re.compile(r"[\w.~]*", re.ASCII)
"""What needs no encoding in a link."""
_DEFAULTS: Final = Block(Kind.PARAGRAPH)
_TOLD: Final = ("number", "ordered", "header", "columns", "rows", "label", "speaker")
"""Fields that are listed where they are not the default,"""
_FIRST_TOLD: Final = Block._fields.index(_TOLD[0])
"""the last ones of a block: mostly all of them are."""


class CssPaths:
    """Paths to the elements of one page; steps around others are made once, and the way to them."""

    def __init__(self, page: Document) -> None:
        """Take the page."""
        self._page, self._tags = page, StartTags.of(page)
        self._parents: Sequence[int] = page.elements.parent.data  # single ones are looked up
        self._steps: dict[int, str] = {}
        self._above: dict[int, str] = {}

    def path(self, element: int) -> str:
        """Write the path to an element."""
        step, parent = self._made(element), self._parents[element]
        if parent < 0 or step.startswith("#"):
            return step
        above = self._above.get(parent)
        if above is None:
            if len(self._above) >= _KEPT:
                self._above.clear()
            above = self._above[parent] = self._walked(parent)
        return f"{above} > {step}"

    def _walked(self, element: int) -> str:
        """Write the way to an element around others."""
        steps: list[str] = []
        while element >= 0 and len(steps) < LONGEST - 1:
            step = self._step(element)
            steps.append(step)
            if step.startswith("#"):
                break
            element = self._parents[element]
        return " > ".join(reversed(steps))

    def _step(self, element: int) -> str:
        known = self._steps.get(element)
        if known is None:
            if len(self._steps) >= _KEPT:
                self._steps.clear()
            known = self._steps[element] = self._made(element)
        return known

    def _made(self, element: int) -> str:
        return self._identifier(element) or self._by_place(element)

    def _identifier(self, element: int) -> str:
        tag = self._tags.written(element)
        named = read_attributes(tag).get("id", "") if "id" in tag else ""
        short = len(named) <= _LONGEST_NAME and _PLAIN.fullmatch(named)
        return f"#{named}" if short and self._identifiers[named] == 1 else ""

    def _by_place(self, element: int) -> str:
        name = self._page.name(element)
        name = _SIGN.sub(r"\\\1", name) if len(name) <= _LONGEST_NAME else "*"
        rank, count = self._places
        return f"{name}:nth-of-type({rank[element]})" if count[element] > 1 else name

    @cached_property
    def _identifiers(self) -> Counter[str]:
        return Counter(_IDENTIFIER.findall(self._page.source))

    @cached_property
    def _places(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Return for each element its number among those of its name in the same parent, and how many those are."""
        elements = self._page.elements
        keys = elements.parent.astype(np.int64) * (int(elements.tag.max(initial=0)) + 1) + elements.tag
        order = np.argsort(keys, kind="stable")
        listed = keys[order]
        first, behind = np.searchsorted(listed, listed), np.searchsorted(listed, listed, side="right")
        rank, count = (np.empty(len(keys), dtype=np.int32) for _ in range(2))
        rank[order], count[order] = np.arange(len(keys)) - first + 1, behind - first
        return rank, count


class TextFragments:
    """Makes the links of one page for the blocks that are given."""

    def __init__(self, page: Document, blocks: Iterable[Block]) -> None:
        """Count how often the first words of each block stand on the page."""
        self._page, url = page, page.url or ""
        self._before = f"{url}{'' if '#' in url else '#'}{_DIRECTIVE}"
        counted = _counted(render_text(page, page.visible), (_key(block.text) for block in blocks))
        self._often = {key for key, often in counted.items() if often & _MORE == _TWICE}
        shown = page.visible.contains(page.runs.start) & ((page.marks & np.uint8(Mark.NOSCRIPT)) == 0)
        # views, because single places are looked up: numpy would copy the column to the type of each
        self._starts, self._ends = page.runs.start[shown].data, page.runs.end[shown].data

    def link(self, block: Block) -> str | None:
        """Write the link to a block; None if it has no text."""
        text, spans = block.text, block.spans
        lines = [line for line in text.split("\n") if line.strip()]
        if not lines or not spans:
            return None
        parts = [_encoded(part) for part in _ends_of(lines)]
        if _key(text) in self._often:
            before = self._near(spans[0][0], behind=False)
            behind = "" if before else self._near(spans[-1][1], behind=True)
            parts = [f"{_encoded(before)}-"] * bool(before) + parts + [f"-{_encoded(behind)}"] * bool(behind)
        return self._before + ",".join(parts)

    def _near(self, place: int, *, behind: bool) -> str:
        """Read the few words of the page before or behind a place."""
        at = bisect_left(self._starts, place) - (not behind)
        if not 0 <= at < len(self._starts):
            return ""
        text = self._page.text(self._starts[at], self._ends[at])
        words = _WORD.findall(text)
        return " ".join(words[:_CONTEXT] if behind else words[-_CONTEXT:])


def _ends_of(lines: Sequence[str]) -> list[str]:
    """Return the whole text if it is short, else its beginning and its end."""
    first, last = lines[0].strip(), lines[-1].strip()
    if len(lines) == 1 and len(first) <= _WHOLE:
        return [first]
    start, end = _beginning(first), _ending(last)
    return [first] if len(lines) == 1 and len(start) + len(end) >= len(first) else [start, end]


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
    return " ".join(_words(text[: 40 * _ENDS])[:_ENDS])


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
    return quote(" ".join(text.split()), safe="").replace("-", "%2D")


def block_origins(page: Document, tree: Tree, hidden: Hidden) -> Iterator[dict[str, object]]:
    """Tell the blocks of a tree as JSON has them, one by one: all together take many times the room of the page."""
    paths, fragments, in_bytes = CssPaths(page), TextFragments(page, tree), _BytePlaces(page, tree)
    runs, blocks = _Runs(page), _let_go(tree)
    if len(tree) > _MANY:
        give_back_free()
    del tree
    for block in blocks:
        places = block.spans
        parts = hidden.parts(places)
        record = {
            "kind": block.kind,
            "depth": block.depth,
            "level": block.level,
            "text": block.text,
            "language": block.language,
            "direction": block.direction,
            "spans": places,
            "byte_spans": in_bytes.of(places),
            "css_path": paths.path(block.element),
            "link": fragments.link(block) if runs.have(places) and not (parts and hidden.reason(places)) else None,
            "hidden": [part._asdict() for part in parts],
        }
        if block[_FIRST_TOLD:] != _DEFAULTS[_FIRST_TOLD:]:
            record |= {name: value for name in _TOLD if (value := getattr(block, name)) != getattr(_DEFAULTS, name)}
        if images := [inline.source for inline in block.inlines if inline.kind is InlineKind.IMAGE]:
            record["images"] = images
        yield record


def _let_go(tree: Tree) -> Iterator[Block]:
    """Go over blocks, and let go of each as it is told: all of them take as much as what is told of them."""
    if isinstance(tree, UnmadeTree):
        yield from tree
        return
    blocks = deque(tree)
    del tree
    while blocks:
        yield blocks.popleft()


def _places(tree: Tree) -> npt.NDArray[np.integer] | list[tuple[int, int]]:
    return tree.places if isinstance(tree, UnmadeTree) else [place for block in tree for place in block.spans]


class _Runs:
    """Tells whether text stands in the text of the page; a headline may stand for programs only."""

    def __init__(self, page: Document) -> None:
        """Look at the runs one by one: numpy would copy the column to the type of each place."""
        self._starts, self._ends = page.runs.start.data, page.runs.end.data

    def have(self, places: Pairs) -> bool:
        """Tell it of some places; formulas in a script may stand before the text."""
        return any(
            run >= 0 and start < self._ends[run]
            for start, run in ((start, bisect_right(self._starts, start) - 1) for start, _ in places)
        )


class _BytePlaces:
    """Places of blocks as bytes, all converted at once: an encoding is read from its beginning."""

    def __init__(self, page: Document, tree: Tree) -> None:
        """Convert the places; as pairs in a dictionary they would take ten times the room."""
        spans = Spans(_places(tree), size=len(page.source))
        in_bytes = page.byte_spans(spans)
        self._starts, self._ends = spans.starts.data, spans.ends.data
        self._first, self._last = in_bytes.starts.data, in_bytes.ends.data

    def of(self, places: Pairs) -> list[tuple[int, int]]:
        """Return those of some places."""
        found = list[tuple[int, int]]()
        for start, end in places:
            at = bisect_left(self._starts, start)
            if at < len(self._starts) and (self._starts[at], self._ends[at]) == (start, end):
                found.append((self._first[at], self._last[at]))
        return found

"""Blocks for programs: each with where it comes from, as characters, bytes, CSS path and link into the page.

A CSS path starts at the nearest element whose `id` nobody else has, and has at most `LONGEST` steps, so that deep pages
stay small; a path that was cut may fit more than one element. A link leads a browser to the text (text_fragments.py).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import give_back_free
from webwinnow.lazy_values import cached_property
from webwinnow.render.hidden import Hidden, HiddenPart
from webwinnow.render.json import Records, encode, listed_pairs, quoted
from webwinnow.render.structure.block import Block, Direction, Inline, InlineKind, Kind, Tree, UnmadeTree
from webwinnow.render.structure.gaps import StartTags, tags_that_hold
from webwinnow.render.structure.inlines import UnmadeInlines
from webwinnow.render.structure.places import Pairs, Places
from webwinnow.render.text_fragments import TextFragments
from webwinnow.spans import Spans

LONGEST: Final = 32
_LONGEST_NAME: Final = 80
"""Characters of a name in a path; a longer one would stand in the path of every block inside."""
_ID: Final = WordSearch(("id",))
_IDENTIFIER: Final = re.compile(r"""\sid\s*=\s*["']?([^"'\s>]*)""", re.IGNORECASE)
_PLAIN: Final = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_SIGN: Final = re.compile(r"([^\w-])", re.ASCII)
_KEPT: Final = 1_024
"""Ways to elements that are remembered: blocks beside each other have the same,"""
_FEW: Final = 1_024
"""Blocks whose places are listed as pairs."""
_MANY: Final = 10_000
"""Tags of a page whose blocks and words leave much memory free; hardly any that people write has more."""
_LONG: Final = 10_000
"""Characters of a long block."""
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
        # views, because single ones are looked up
        self._parents: Sequence[int] = page.elements.parent.data
        self._numbers: Sequence[int] = page.elements.tag.data
        self._names: dict[int, str] = {}
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
        return (self._may_be_named[element] and self._identifier(element)) or self._by_place(element)

    def _identifier(self, element: int) -> str:
        named = read_attributes(self._tags.written(element)).get("id", "")
        short = len(named) <= _LONGEST_NAME and _PLAIN.fullmatch(named)
        return f"#{named}" if short and self._identifiers[named] == 1 else ""

    def _by_place(self, element: int) -> str:
        name = self._names.get(self._numbers[element]) or self._named(element)
        rank, count = self._places
        return f"{name}:nth-of-type({rank[element]})" if count[element] > 1 else name

    def _named(self, element: int) -> str:
        name = self._page.name(element)
        name = _SIGN.sub(r"\\\1", name) if len(name) <= _LONGEST_NAME else "*"
        if len(self._names) < _KEPT:
            self._names[self._numbers[element]] = name
        return name

    @cached_property
    def _may_be_named(self) -> bytes:
        """Tell of each element whether its tag may state an identifier."""
        found = np.zeros(len(self._parents), np.uint8)
        found[tags_that_hold(self._page, np.arange(len(found), dtype=np.int32), _ID)] = 1
        return found.tobytes()

    @cached_property
    def _identifiers(self) -> Counter[str]:
        return Counter(_IDENTIFIER.findall(self._page.source))

    @cached_property
    def _places(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return for each element its number among those of its name in the same parent, and how many those are."""
        elements = self._page.elements
        keys = elements.parent.astype(np.int64) * (int(elements.tag.max(initial=0)) + 1) + elements.tag
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        first = np.append(np.flatnonzero(np.append(True, keys[1:] != keys[:-1])), len(keys)).astype(np.int32)
        del keys
        sizes = np.diff(first)
        rank, count = (np.empty(len(order), dtype=np.int32) for _ in range(2))
        rank[order] = np.arange(1, len(order) + 1, dtype=np.int32) - np.repeat(first[:-1], sizes)
        count[order] = np.repeat(sizes, sizes)
        return rank.data, count.data


class Origin(NamedTuple):
    """A block, and where it comes from: what JSON tells of it."""

    kind: Kind
    depth: int
    level: int
    text: str
    language: str | None
    direction: Direction
    spans: Pairs
    byte_spans: Pairs
    css_path: str
    link: str | None
    hidden: Sequence[HiddenPart]
    more: dict[str, object]
    """Fields that only some have."""

    def to_json(self) -> dict[str, object]:
        """Return all of it as plain data."""
        told = dict[str, object](zip(_NAMES, self, strict=False))
        told["spans"], told["byte_spans"] = tuple(self.spans), [*self.byte_spans]
        told["hidden"] = [part._asdict() for part in self.hidden]
        return told | self.more

    def written(self) -> Sequence[str]:
        """Write the same as JSON; made from plain data it takes twice the time.

        Of a long block, places and link stand apart: in one text with letters that take four bytes, so would they.
        """
        hidden = encode([part._asdict() for part in self.hidden]) if self.hidden else "[]"
        more = f", {encode(self.more)[1:-1]}" if self.more else ""
        language, link = (quoted(each) if each is not None else "null" for each in (self.language, self.link))
        spans = _written(self.spans)
        parts = (
            f'{{"kind": "{self.kind}", "depth": {self.depth}, "level": {self.level}, "text": {quoted(self.text)},'
            f' "language": {language}, "direction": "{self.direction}", "spans": ',
            *spans,
            ', "byte_spans": ',
            *(spans if self.byte_spans is self.spans else _written(self.byte_spans)),
            f', "css_path": {quoted(self.css_path)}, "link": {link}, "hidden": {hidden}{more}}}',
        )
        return parts if type(self.spans) is Places or len(self.text) > _LONG else ("".join(parts),)


_NAMES: Final = Origin._fields[:-1]


def _written(places: Pairs) -> Sequence[str]:
    """Write places as JSON: very many as parts."""
    if type(places) is Places:
        return ("[", *listed_pairs(places.starts, places.ends), "]")
    return (f"[{', '.join([f'[{start}, {end}]' for start, end in places])}]",) if places else ("[]",)


_LEAST: Final = len(Origin(Kind.ROW, 0, 0, "", None, "ltr", (), (), "", None, (), {}).written()[0])
"""Characters that any block takes at least."""


def block_origins(page: Document, tree: Tree, hidden: Hidden) -> Records:
    """Tell the blocks of a tree as JSON has them."""
    return Records(_origins(page, tree, hidden), _LEAST * len(tree))


def _origins(page: Document, tree: Tree, hidden: Hidden) -> Iterator[Origin]:
    """Tell the blocks of a tree, one by one: all together take many times the room of the page."""
    paths, fragments, in_bytes = CssPaths(page), TextFragments(page, tree), _BytePlaces(page, tree)
    runs, blocks = _Runs(page), _let_go(tree)
    some_hidden = len(hidden.spans) > 0
    if len(page.tokens.code) > _MANY:
        give_back_free()
    del tree
    for block in blocks:
        text, places, pictures = _said(block.inlines, block)
        parts = hidden.parts(places) if some_hidden else []
        linked = text and runs.have(places) and not (parts and hidden.reason(places))
        more = dict[str, object]()
        if block[_FIRST_TOLD:] != _DEFAULTS[_FIRST_TOLD:]:
            more = {name: value for name in _TOLD if (value := getattr(block, name)) != getattr(_DEFAULTS, name)}
        if pictures:
            more["images"] = [inline.source for inline in pictures]
        yield Origin(
            block.kind, block.depth, block.level, text, block.language, block.direction, places, in_bytes.of(places),
            paths.path(block.element), fragments.link(text, places) if linked else None, parts, more,
        )  # fmt: skip


def _said(inlines: Sequence[Inline], block: Block) -> tuple[str, Pairs, list[Inline]]:
    """Return the text of a block, its places, and its pictures."""
    if not inlines:  # of blocks that hold blocks
        return "", (), []
    if type(inlines) is UnmadeInlines:
        return inlines.text, inlines.places, inlines.pictures
    if len(inlines) == 1 and inlines[0].kind is InlineKind.TEXT:  # as most
        return inlines[0].text, inlines[0].places, []
    return block.text, block.spans, [inline for inline in inlines if inline.kind is InlineKind.IMAGE]


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
    if isinstance(tree, UnmadeTree):
        return tree.places
    if len(tree) <= _FEW:
        return [place for block in tree for place in block.spans]
    return np.fromiter(chain.from_iterable(place for block in tree for place in block.spans), np.int32).reshape(-1, 2)


class _Runs:
    """Tells whether text stands in the text of the page; a headline may stand for programs only."""

    def __init__(self, page: Document) -> None:
        """Look at the runs one by one: numpy would copy the column to the type of each place."""
        self._starts, self._ends = page.runs.start.data, page.runs.end.data

    def have(self, places: Pairs) -> bool:
        """Tell it of some places; formulas in a script may stand before the text."""
        for start, _ in places:
            run = bisect_right(self._starts, start) - 1
            if run >= 0 and start < self._ends[run]:
                return True
        return False


class _BytePlaces:
    """Places of blocks as bytes, all converted at once: an encoding is read from its beginning."""

    def __init__(self, page: Document, tree: Tree) -> None:
        """Convert the places; as pairs in a dictionary they would take ten times the room."""
        places = _places(tree)
        spans = Spans(places, size=len(page.source))
        in_bytes = page.byte_spans(spans)
        columns = spans.starts, spans.ends, in_bytes.starts, in_bytes.ends
        whole = len(spans) == len(places)  # none was joined with another
        self._same = whole and all(map(np.array_equal, columns[:2], columns[2:]))
        if not self._same:
            self._starts, self._ends, self._first, self._last = columns

    def of(self, places: Pairs) -> Pairs:
        """Return those of some places."""
        if self._same:
            return places
        if type(places) is Places:
            return self._of_many(places)
        found = list[tuple[int, int]]()
        for start, end in places:
            at = bisect_left(self._starts.data, start)
            if at < len(self._starts) and (self._starts.data[at], self._ends.data[at]) == (start, end):
                found.append((self._first.data[at], self._last.data[at]))
        return found

    def _of_many(self, places: Places) -> Places:
        at = np.minimum(np.searchsorted(self._starts, places.starts), len(self._starts) - 1)
        at = at[(self._starts[at] == places.starts) & (self._ends[at] == places.ends)]
        return Places(self._first[at], self._last[at])

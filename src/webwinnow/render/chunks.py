"""Chunks of a result for language models: Markdown of a certain size, each with its headings and its places.

Cuts fall before headings where one is near, else between paragraphs, items, rows and lines of code; a paragraph that is
too long is cut between sentences, else between words. Nothing is cut inside a cell or a formula: such a chunk is as
long as it must be. Every chunk is Markdown of its own: an item keeps its number, code its fence, and a table that goes
on repeats its header, unless that would fill half of each chunk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice, takewhile
from typing import Final

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.render.chunk import Chunk
from webwinnow.render.lengths import UNITS, Counter, Unit, counter
from webwinnow.render.markdown import DIALECT, some_blocks, tree_markdown
from webwinnow.render.markdown.compiled import SomeBlocks
from webwinnow.render.markdown.escaping import written_address
from webwinnow.render.pieces import (
    LetterPlaces,
    TextPiece,
    all_places,
    cut_between,
    fitting,
    inlines_of,
    places_of,
    says_far_more,
    shortened,
    to_bytes,
    together,
)
from webwinnow.render.structure.block import Block, Inline, InlineKind, Kind, Tree, children, extents
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.render.structure.tables import grid_of, has_header

_SENTENCE: Final = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？])")
_LINE, _BLANK = re.compile("\n"), re.compile(r"\s+")
_LETTER: Final = Inline("x")
_OF_LINES: Final = frozenset({Kind.PARAGRAPH, Kind.HEADING, Kind.TERM, Kind.CAPTION, Kind.IMAGE})
_SIGNS: Final = 64
"""More characters than the signs around any text with its formatting,"""
_ESCAPED: Final = 9
"""and more than one of an address becomes."""
_LATE: Final = 0.5
"""A heading in the second half of a full chunk begins the next one."""
_DEEPEST: Final = 16
"""So many lists and quotes around a part are written with it; what stands deeper is written as if it stood there."""
_TRIED: Final = 16
"""Parts that were written on trial and are remembered: what fits is written among the last of them."""
_AROUND: Final = 1_000
"""Blocks around parts that are remembered."""
_AT_ONCE: Final = 64
"""Pieces of a long text that are looked at, at least."""
_LONGEST_HEADING: Final = 200
"""Characters of a heading that are repeated with each chunk below it."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What is never cut: a block of text, a row, lines of code, a sentence."""

    around: tuple[int, ...]
    """The blocks around it, by their places in the tree, outermost first."""
    blocks: tuple[Block, ...]
    headings: tuple[str, ...]
    header: tuple[Block, ...] = ()
    """The first row of its table, where that names the columns."""
    at: int = -1
    """The place in the tree of what is one block, and that as a whole."""

    @property
    def is_heading(self) -> bool:
        """Whether a section begins here."""
        return self.blocks[0].kind is Kind.HEADING and not self.around


def cut(
    page: Document, tree: Tree, size: int, unit: Unit = "characters", overlap: int = 0, tokens: Counter | None = None
) -> tuple[Chunk, ...]:
    """Cut a tree of blocks into chunks of at most `size`; each begins with up to `overlap` of the one before."""
    if unit not in UNITS:
        raise UsageError(f"unknown unit {unit!r}: one of {', '.join(UNITS)}")
    if size < 1 or not 0 <= overlap < size:
        raise UsageError(f"a chunk has at least one of its unit, and less in common with others: {size}, {overlap}")
    count, estimated = counter(unit, tokens)
    above = int(isinstance(tree, ColumnTree) and tree.above is not None)
    packing = _Packing(tree, count, size, overlap, some_blocks(tree), above)
    drafts = [
        (packing.written(parts), parts[0].headings, places_of(page, _blocks(parts)))
        for parts in packing.packed(_parts(page, tree, packing))
    ]
    in_bytes = to_bytes(page, [spans for _, _, spans in drafts])
    return tuple(
        Chunk(text, headings, spans, in_bytes(spans), count(text), estimated) for text, headings, spans in drafts
    )


@dataclass(slots=True)
class _Packing:
    """Puts parts together as long as they fit."""

    tree: Tree
    count: Counter
    size: int
    overlap: int
    _some: SomeBlocks | None
    _above: int
    """How many blocks stand on top of those in columns."""
    _last: dict[int, tuple[_Part, str, int, bool]] = field(default_factory=dict)
    _lines: dict[int, tuple[_Part, str]] = field(default_factory=dict)
    """Those parts of the chunk being filled that are one line, with an empty one around it."""
    _leads: dict[Hashable, str] = field(default_factory=dict)
    """What leads a line of some kind inside of some blocks, by what matters of these: items of a list are alike."""

    _latest: tuple[tuple[int, ...], Kind | None, str] = (), None, ""
    """What led the last line, with the blocks around it and its kind."""
    _around: dict[int, Block] = field(default_factory=dict)
    """The last blocks that hold others: the tree may have let go of them."""

    def entered(self, at: int, block: Block) -> None:
        """Remember a block that holds others."""
        if len(self._around) > _AROUND:
            self._around.clear()
        self._around[at] = block

    def around(self, at: int) -> Block:
        """Return such a block."""
        found = self._around.get(at)
        if found is None:
            found = self.tree[at]
            self.entered(at, found)
        return found

    def length(self, part: _Part) -> int:
        """Measure a part as it is written by itself."""
        return self._tried(part)[2]

    def written(self, parts: Sequence[_Part]) -> str:
        """Write parts."""
        lines = [known[1] for part in parts if (known := self._lines.pop(id(part), None))]
        if len(parts) == 1:
            return self._tried(parts[0])[1]
        return "\n\n".join(lines) if len(lines) == len(parts) else self._together(parts)

    def _together(self, parts: Sequence[_Part]) -> str:
        """Write parts, each inside of the blocks around it."""
        written, are_whole = None, all(part.at >= self._above for part in parts)
        if self._some and are_whole:
            places = [at - self._above for part, shared in _opening(parts) for at in (*part.around[shared:], part.at)]
            written = self._some.together(places)
        return _written(self.around, parts) if written is None else written.rstrip("\n")

    def _tried(self, part: _Part) -> tuple[_Part, str, int, bool]:
        """Write a part by itself, and measure it; what was found to fit is asked for again to be packed and written.

        Tell also whether it is one line, with an empty one before and behind it in whatever chunk it stands.
        """
        known = self._last.get(id(part))
        if known is None or known[0] is not part:
            text, is_line = self._alone(part)
            known = self._last[id(part)] = part, text, self.count(text), is_line
            if len(self._last) > _TRIED:
                del self._last[next(iter(self._last))]
        return known

    def _alone(self, part: _Part) -> tuple[str, bool]:
        """Write a part by itself; what stands before a line is the same for all in the same blocks around."""
        block, kind = part.blocks[0], part.blocks[0].kind
        if len(part.blocks) > 1 or part.header or kind not in _OF_LINES:
            return _written(self.around, [part]), False
        lines = self._lines_of(part, block)
        if len(lines) != 1 and part.around:
            del lines  # before they are made again
            return _written(self.around, [part]), False
        if len(lines) != 1:
            return "\n".join([lines[0].rstrip(" "), *lines[1:]]).rstrip("\n") if lines else "", False
        if part.around:
            return (self._lead(part, block) + lines[0]).rstrip(" "), False
        line = lines[0].rstrip(" ")
        return line, bool(line) and kind is not Kind.TERM

    def _lines_of(self, part: _Part, block: Block) -> list[str]:
        """Write a block of text as lines, of which the first may miss the blanks at its end."""
        at = part.at - self._above
        written = self._some.one(at) if self._some and at >= 0 else None
        if written is None:
            return DIALECT.leaf(block)
        return written.removesuffix("\n").split("\n") if written else []

    def _lead(self, part: _Part, block: Block) -> str:
        if self._latest[:2] == (part.around, block.kind):  # as side by side
            return self._latest[2]
        around = list(map(self.around, part.around))
        numbered = any(each.ordered for each in around)
        asked = (block.kind, *((each.kind, each.ordered, each.label, numbered and each.number) for each in around))
        lead = self._leads.get(asked)
        if lead is None:
            if len(self._leads) > _TRIED:
                self._leads.clear()
            letter = _Part(part.around, (block._replace(inlines=(_LETTER,)),), ())
            lead = _written(self.around, [letter]).removesuffix(DIALECT.leaf(letter.blocks[0])[0])
            self._leads[asked] = lead
        self._latest = part.around, block.kind, lead
        return lead

    def packed(self, parts: Iterator[_Part]) -> Iterator[list[_Part]]:
        """Fill one chunk after the other; lengths are added up, and a full one is measured as a whole."""
        current: list[_Part] = []
        lengths: list[int] = []
        shared = 0
        for part in parts:
            length = self._packable(part) + 1
            if len(current) > shared and sum(lengths) + length > self.size:
                end = self._end(current, shared)
                yield current[:end]
                start = end if end < len(current) else len(current) - self._shared(lengths)
                current, lengths, shared = current[start:], lengths[start:], end - start
                if sum(lengths) + length > self.size:
                    current, lengths, shared = current[shared:], lengths[shared:], 0
            current.append(part)
            lengths.append(length)
        if len(current) > shared:
            yield current

    def _packable(self, part: _Part) -> int:
        """Measure a part, and remember it as it is written, where that is all that a chunk needs."""
        _, text, length, is_line = self._tried(part)
        if is_line:
            self._lines[id(part)] = part, text
        return length

    @staticmethod
    def _end(parts: list[_Part], shared: int) -> int:
        """Move the last section to the next chunk if it begins late in this one; a heading never stands last."""
        for at in range(len(parts) - 1, max(shared, int(len(parts) * _LATE), 1) - 1, -1):
            if parts[at].is_heading:
                return at
        return len(parts)

    def _shared(self, lengths: list[int]) -> int:
        """Count the last parts that may stand in the next chunk, too: never all of them."""
        within = accumulate(reversed(lengths[1:]))
        return sum(1 for _ in takewhile(lambda length: length <= self.overlap, within))


def _parts(page: Document, tree: Tree, packing: _Packing) -> Iterator[_Part]:
    """Take the tree apart; what is too long and may be cut is cut."""
    ends = extents(tree)
    around: list[int] = []
    path: list[tuple[int, str]] = []
    at = 0
    while at < len(tree):
        block = tree[at]
        while around and packing.around(around[-1]).depth >= block.depth:
            around.pop()
        if block.kind is Kind.HEADING and not around:
            path = [each for each in path if each[0] < block.level]
        headings = tuple([text for _, text in path])
        if block.kind is Kind.TABLE:
            yield from _rows(packing, ends, at, tuple(around[:_DEEPEST]), headings)
            at = ends[at]
            continue
        if block.holds_blocks:
            around.append(at)
            packing.entered(at, block)
        else:
            whole = _Part(tuple(around[:_DEEPEST]), (block,), headings, at=at)
            yield from _smaller(page, whole, packing)
        if block.kind is Kind.HEADING and not around:
            path.append((block.level, shortened(block.text, _LONGEST_HEADING)))
        at += 1


def _rows(
    packing: _Packing, ends: Sequence[int], at: int, around: tuple[int, ...], headings: tuple[str, ...]
) -> Iterator[_Part]:
    tree, inside = packing.tree, list(children(ends, at))
    grid = grid_of(tree, ends, at)
    first = next((child for child in inside if tree[child].kind is Kind.ROW), None)
    named = first is not None and has_header(tree, grid)
    header = tuple(tree[first : ends[first]]) if named and first is not None else ()
    if header and 2 * packing.length(_Part((*around, at), header, headings)) > packing.size:
        named, header = False, ()
    for child in inside:
        blocks = tuple(tree[child : ends[child]])
        if child == first and named:
            continue
        yield _Part((*around, at), blocks, headings, header if tree[child].kind is Kind.ROW else ())
    if named and sum(tree[child].kind is Kind.ROW for child in inside) == 1:
        yield _Part((*around, at), header, headings)


def _smaller(page: Document, part: _Part, packing: _Packing) -> Iterator[_Part]:
    """Cut a block of text that is too long into such as fit: code between lines, text between sentences or words."""
    block = part.blocks[0]
    surely = packing.count is len and says_far_more(block, packing.size)  # a page may be one paragraph
    if not block.inlines or not (surely or packing.length(part) > packing.size):
        yield part
        return
    left, pieces, count = _pieces(page, part, packing), list[TextPiece](), 1
    tried: dict[int, _Part] = {}

    def of(end: int) -> _Part:
        if end not in tried:
            tried[end] = _with(part, block, inlines_of(pieces[:end]))
        return tried[end]

    def fits(end: int) -> bool:
        return packing.length(of(end)) <= packing.size

    while True:
        wanted = max(_AT_ONCE, 4 * count) - len(pieces)
        pieces += islice(left, max(wanted, 0))
        if not pieces:
            return
        count = fitting(min(count, len(pieces)), len(pieces), fits)
        if count < len(pieces) or not (more := list(islice(left, len(pieces)))):
            yield of(count)
            pieces = pieces[count:]
            tried.clear()
        else:
            pieces += more


def _with(part: _Part, block: Block, inlines: Sequence[Inline]) -> _Part:
    """Make a part of some of a block's text, without blanks and empty lines at its ends."""
    kept = together(inlines)
    while kept and kept[0].kind is InlineKind.BREAK:
        kept = kept[1:]
    if kept and block.kind is not Kind.CODE:
        kept[0] = kept[0]._replace(text=kept[0].text.lstrip(" "))
        kept[-1] = kept[-1]._replace(text=kept[-1].text.rstrip(" "))
    elif kept:
        kept = [kept[0]._replace(text="".join(each.text for each in kept).strip("\n"), places=all_places(kept))]
    return _Part(part.around, (block._replace(inlines=tuple(kept)),), part.headings, part.header)


def _pieces(page: Document, part: _Part, packing: _Packing) -> Iterator[TextPiece]:
    """Cut a block's text into lines of code, or sentences, too long ones into words; formulas and images stay whole."""
    block = part.blocks[0]
    around = packing.length(_with(part, block, [_LETTER])) + _SIGNS
    for inline in block.inlines:
        if block.kind is Kind.CODE:
            yield from cut_between(TextPiece(inline, 0, len(inline.text), LetterPlaces(page, inline)), _LINE)
        elif inline.kind is not InlineKind.TEXT:
            yield TextPiece(inline, 0, len(inline.text))
        else:
            inline = _with_short_address(inline, packing)
            frame = around + (_ESCAPED * packing.count(inline.address) if inline.address else 0)
            if frame + 2 * packing.count(inline.text) > packing.size:
                frame = packing.length(_with(part, block, [inline._replace(text="x")]))
            elif not _SENTENCE.search(inline.text):  # as most of many
                yield TextPiece(inline, 0, len(inline.text))
                continue
            for sentence in cut_between(TextPiece(inline, 0, len(inline.text), LetterPlaces(page, inline)), _SENTENCE):
                short = frame + 2 * packing.count(sentence.text) <= packing.size  # whatever is escaped in it
                fits = short or packing.length(_with(part, block, inlines_of([sentence]))) <= packing.size
                yield from [sentence] if fits else cut_between(sentence, _BLANK)


def _with_short_address(inline: Inline, packing: _Packing) -> Inline:
    """Leave out the address of a link that must be cut, if it would fill much of each of its chunks."""
    address = packing.count(written_address(inline.address)) if inline.address else 0
    long = 4 * address > packing.size and address + packing.count(inline.text) > packing.size
    return inline._replace(address="") if long else inline


def _blocks(parts: Sequence[_Part]) -> Iterator[Block]:
    return (block for part in parts for block in (*part.header, *part.blocks))


def _written(block_at: Callable[[int], Block], parts: Sequence[_Part]) -> str:
    """Write parts as Markdown, each inside of the blocks around it."""
    blocks: list[Block] = []
    for part, shared in _opening(parts):
        blocks += map(block_at, part.around[shared:])
        if part.header and part.around[shared:]:
            blocks += part.header
        blocks += part.blocks
    return tree_markdown(tuple(blocks)).rstrip("\n")


def _opening(parts: Iterable[_Part]) -> Iterator[tuple[_Part, int]]:
    """Tell for each part how many of the blocks around it are open already."""
    opened: tuple[int, ...] = ()
    for part in parts:
        same = takewhile(lambda pair: pair[0] == pair[1], zip(opened, part.around, strict=False))
        yield part, sum(1 for _ in same) if part.around != opened else len(opened)
        opened = part.around

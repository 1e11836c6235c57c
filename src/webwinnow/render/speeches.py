"""Who says each block: the author of a post, or the name that leads a turn of an interview.

A line with the name stands above what is said, where the text does not begin with it. Lists and quotations that only
hold the posts of a thread are no lists and quotations of what is said. Images belong to the post that they stand in.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from webwinnow.document import Document
from webwinnow.posts.interviews import leading_name, take_turns
from webwinnow.posts.signs import speaks_of_interview
from webwinnow.render.languages import direction_of
from webwinnow.render.speakers import Speaker
from webwinnow.render.structure.block import CONTAINERS, Block, Inline, Kind, Marks, Tree, UnmadeTree, children, extents
from webwinnow.render.structure.block_columns import BEHIND, ELEMENT, FIRST, KIND, KINDS, LABEL, BlockColumns
from webwinnow.render.structure.columns import ColumnTree

_MOSTLY: Final = 0.5
"""Share of the posts of a thread that stand in a quotation each if that is how the page shows a post; share of the text
that stands behind the first turn of an interview."""
_TURNS: Final = 1 / 3
"""Share of the paragraphs of an interview, as far as it is one, that begin with a name; answers have several."""

_MANY: Final = 1_000
"""Blocks that are not made to look for names, where no word speaks for an interview."""


def with_speakers(page: Document, tree: Tree, speakers: Sequence[Speaker], *, told: bool = True) -> Tree:
    """Put the line of each speaker above the post, outside of what it alone opens; tell of each block who says it.

    Where that need not be `told`, a tree whose blocks are not made stays one.
    """
    if not speakers:
        return tree
    shown = [speaker for speaker in speakers if speaker.shown]
    if not told and isinstance(tree, ColumnTree) and tree.above is None:
        outline = _outline_of_columns(page, tree.columns)
        return _with_rows(tree.columns, _planned(outline, _owners(outline.places, shown)), shown) if shown else tree
    outline = _outline(page, tree)
    spoken = tuple(
        block._replace(speaker=said) if said else block
        for block, said in zip(tree, _said(outline, speakers), strict=True)
    )
    return _with_lines(spoken, _planned(outline, _owners(outline.places, shown)), shown) if shown else spoken


class _Place(NamedTuple):
    """Where a block stands in the source."""

    at: int
    """Its text, or what an image stands in; -1 for containers and terms."""
    is_text: bool


_NOWHERE: Final = _Place(-1, False)


class _Outline(NamedTuple):
    """What is known of all blocks: their kinds, which have a label, where their content ends, and their places."""

    kinds: Sequence[Kind]
    labelled: Sequence[bool]
    ends: Sequence[int]
    places: Sequence[_Place]


def _outline(page: Document, tree: Tree) -> _Outline:
    kinds, labelled = [block.kind for block in tree], [bool(block.label) for block in tree]
    return _Outline(kinds, labelled, extents(tree), [_place(page, block) for block in tree])


def _place(page: Document, block: Block) -> _Place:
    if block.kind is Kind.TERM or not block.inlines:
        return _NOWHERE
    spans = block.spans
    return _Place(spans[0][0], True) if spans else _Place(page.extent(block.element)[0], False)


def _outline_of_columns(page: Document, columns: BlockColumns) -> _Outline:
    """Do as `_outline` for blocks that are not made."""
    rows = columns.blocks
    kinds, labelled, places = [KINDS[kind] for kind in rows[:, KIND].tolist()], (rows[:, LABEL] >= 0).tolist(), []
    begins = columns.begins()
    fields = (rows[:, field].tolist() for field in (ELEMENT, FIRST, BEHIND))
    for kind, element, first, behind in zip(kinds, *fields, strict=True):
        if kind is Kind.TERM or first == behind:
            places.append(_NOWHERE)
            continue
        at = next((begin for begin in begins[first:behind] if begin >= 0), -1)
        places.append(_Place(at, True) if at >= 0 else _Place(page.extent(element)[0], False))
    return _Outline(kinds, labelled, columns.behind.tolist(), places)


class _Begun:
    """Tells who began to speak before a place: with the text that is kept, or with an image."""

    def __init__(self, speakers: Sequence[Speaker]) -> None:
        """Take the speakers in the order of what they say."""
        self._texts = [speaker.place for speaker in speakers]
        self._posts = [min(speaker.extent[0], speaker.place) for speaker in speakers]

    def before(self, place: _Place) -> int:
        """Return the last of them, -1 if nobody did."""
        return bisect_right(self._texts if place.is_text else self._posts, place.at) - 1


class _Step(NamedTuple):
    """What becomes of a block that is not one of those that only hold posts."""

    at: int
    lift: int
    """How many of these are around it."""
    speaker: int
    """Whose line stands above it; -1 for nobody's."""
    stays: bool
    """Not a rule behind such a line: the name parts posts."""


def _planned(outline: _Outline, owner: Sequence[int]) -> Iterator[_Step]:
    flat, around, speaking, after_line = _only_holding_posts(outline, owner), list[int](), -1, False
    for at, kind in enumerate(outline.kinds):
        while around and outline.ends[around[-1]] <= at:
            around.pop()
        if at in flat:
            around.append(at)
            continue
        mine = owner[at]
        begins = mine > speaking and (kind not in CONTAINERS or mine == owner[outline.ends[at] - 1])
        speaking = mine if begins else speaking
        after_line |= begins
        stays = not (after_line and kind is Kind.RULE)
        after_line &= not stays
        yield _Step(at, len(around), mine if begins else -1, stays)


def _with_lines(tree: Tree, steps: Iterable[_Step], speakers: Sequence[Speaker]) -> Tree:
    written: list[Block] = []
    for at, lift, speaker, stays in steps:
        lifted = tree[at]._replace(depth=tree[at].depth - lift) if lift else tree[at]
        if speaker >= 0:
            written.append(_block(speakers[speaker], lifted))
        if stays:
            written.append(lifted)
    return tuple(written)


def _with_rows(columns: BlockColumns, steps: Iterable[_Step], speakers: Sequence[Speaker]) -> ColumnTree:
    """Do as `_with_lines` for blocks that are not made, and tell of none who says it or where its line stands."""
    order, lifts, lines = list[int](), list[int](), list[tuple[int, list[str]]]()
    for at, lift, speaker, stays in steps:
        if speaker >= 0:
            said = speakers[speaker]
            lines.append((len(order), [said.author, *([f", {said.time}"] if said.time else [])]))
        order += [at] * ((speaker >= 0) + stays)
        lifts += [lift] * ((speaker >= 0) + stays)
    return ColumnTree(columns.with_lines(np.array(order, np.intp), np.array(lifts, np.int32), lines))


def _owners(places: Sequence[_Place], speakers: Sequence[Speaker]) -> list[int]:
    """Tell for each block whose text it holds or begins with, by the speaker's number; -1 before the first."""
    begun, owner, following = _Begun(speakers), [-1] * len(places), len(speakers) - 1
    for at in range(len(places) - 1, -1, -1):
        if places[at].at >= 0:
            following = begun.before(places[at])
        owner[at] = following
    return owner


def _said(outline: _Outline, speakers: Sequence[Speaker]) -> list[str]:
    """Tell for each block who says it; what holds others is said by who says all of it."""
    ends, places = outline.ends, outline.places
    begun, outer = _Begun(speakers), list[int]()
    for at, speaker in enumerate(speakers):  # who speaks on when somebody has ended
        outer.append(_speaking(speakers, outer, at - 1, speaker.place))
    said = [""] * len(places)
    for at in range(len(places) - 1, -1, -1):
        if outline.kinds[at] in CONTAINERS:
            said[at] = said[at + 1] if at + 1 < ends[at] and said[at + 1] == said[ends[at] - 1] else ""
        elif (mine := _speaking(speakers, outer, begun.before(places[at]), places[at].at)) >= 0:
            said[at] = speakers[mine].author
    return said


def _speaking(speakers: Sequence[Speaker], outer: Sequence[int], last: int, place: int) -> int:
    """Find who speaks at a place: the last who began to, or who spoke around those that have ended; -1 for nobody."""
    while last >= 0 and speakers[last].extent[1] <= place:
        last = outer[last]
    return last


def _only_holding_posts(outline: _Outline, owner: Sequence[int]) -> set[int]:
    """Find the lists of which items are posts, these items, and quotations of which each is all of a post.

    A post that is nothing but a quotation is one, unless most posts stand in such an element.
    """
    flat, quoted, ends = set[int](), set[int](), outline.ends
    for at, kind in enumerate(outline.kinds):
        first, last = owner[at], owner[ends[at] - 1]
        if kind is Kind.LIST and first < last:
            flat |= {at, *children(ends, at)}
        elif kind is Kind.QUOTE and not outline.labelled[at] and first == last >= 0:
            begins = at == 0 or owner[at - 1] < first or at - 1 in flat
            if begins and (ends[at] == len(outline.kinds) or owner[ends[at]] > last):
                quoted.add(at)
    return flat | quoted if len(quoted) > _MOSTLY * len({*owner} - {-1}) else flat


def _block(speaker: Speaker, above: Block) -> Block:
    name = Inline(speaker.author, marks=Marks.STRONG, places=speaker.places[:1])
    time = (Inline(f", {speaker.time}", places=speaker.places[1:]),) if speaker.time else ()
    direction = direction_of(speaker.line, None, above.language)
    line = Block(Kind.SPEAKER, above.depth, 0, (name, *time), above.language, direction, above.element)
    return line._replace(speaker=speaker.author)


def with_names(page: Document, tree: Tree) -> Tree:
    """Tell who says each block of an interview whose paragraphs begin with the names of those who talk."""
    if isinstance(tree, UnmadeTree):
        if len(tree) > _MANY and not speaks_of_interview(page):
            return tree
    elif any(block.speaker for block in tree):
        return tree
    leads = [leading_name(block.text) if _is_paragraph(block) else "" for block in tree]
    often = {name for name, count in Counter(filter(None, leads)).items() if count > 1}
    turns = [at for at, name in enumerate(leads) if name in often]
    if not take_turns([leads[at] for at in turns]) or not _are_most(tree, turns) or not speaks_of_interview(page):
        return tree
    speaker, spoken = "", list[Block]()
    for block, name in zip(tree, leads, strict=True):
        speaker = "" if block.kind is Kind.HEADING else name if name in often else speaker
        spoken.append(block._replace(speaker=speaker))
    return tuple(spoken)


def _is_paragraph(block: Block) -> bool:
    return block.kind is Kind.PARAGRAPH and not block.depth


def _are_most(tree: Tree, turns: Sequence[int]) -> bool:
    """Tell whether most of the text stands behind the first turn, and many of the paragraphs there are turns."""
    said = [len(block.text) for block in tree]
    paragraphs = sum(map(_is_paragraph, tree[turns[0] : turns[-1] + 1]))
    return sum(said[turns[0] :]) >= _MOSTLY * sum(said) and len(turns) >= _TURNS * paragraphs

"""Who says each block: the author of a post, or the name that leads a turn of an interview.

A line with the name stands above what is said, where the text does not begin with it. Lists and quotations that only
hold the posts of a thread are no lists and quotations of what is said. Images belong to the post that they stand in.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from webwinnow.document import Document
from webwinnow.posts.interviews import leading_name, take_turns
from webwinnow.posts.signs import speaks_of_interview
from webwinnow.render.languages import direction_of
from webwinnow.render.speakers import Speaker
from webwinnow.render.structure.block import Block, Inline, Kind, Marks, Tree, UnmadeTree, children, extents

_MOSTLY: Final = 0.5
"""Share of the posts of a thread that stand in a quotation each if that is how the page shows a post; share of the text
that stands behind the first turn of an interview."""
_TURNS: Final = 1 / 3
"""Share of the paragraphs of an interview, as far as it is one, that begin with a name; answers have several."""

_MANY: Final = 1_000
"""Blocks that are not made to look for names, where no word speaks for an interview."""


def with_speakers(page: Document, tree: Tree, speakers: Sequence[Speaker]) -> Tree:
    """Put the line of each speaker above the post, outside of what it alone opens; tell of each block who says it."""
    if not speakers:
        return tree
    places, ends = [_place(page, block) for block in tree], extents(tree)
    spoken = tuple(
        block._replace(speaker=said) if said else block
        for block, said in zip(tree, _said(tree, ends, places, speakers), strict=True)
    )
    shown = [speaker for speaker in speakers if speaker.shown]
    return _with_lines(spoken, ends, _owners(places, shown), shown) if shown else spoken


class _Place(NamedTuple):
    """Where a block stands in the source."""

    at: int
    """Its text, or what an image stands in; -1 for containers and terms."""
    is_text: bool


def _place(page: Document, block: Block) -> _Place:
    if block.kind is Kind.TERM or not block.inlines:
        return _Place(-1, False)
    spans = block.spans
    return _Place(spans[0][0], True) if spans else _Place(page.extent(block.element)[0], False)


class _Begun:
    """Tells who began to speak before a place: with the text that is kept, or with an image."""

    def __init__(self, speakers: Sequence[Speaker]) -> None:
        """Take the speakers in the order of what they say."""
        self._texts = [speaker.place for speaker in speakers]
        self._posts = [min(speaker.extent[0], speaker.place) for speaker in speakers]

    def before(self, place: _Place) -> int:
        """Return the last of them, -1 if nobody did."""
        return bisect_right(self._texts if place.is_text else self._posts, place.at) - 1


def _with_lines(tree: Tree, ends: Sequence[int], owner: Sequence[int], speakers: Sequence[Speaker]) -> Tree:
    flat = _only_holding_posts(tree, ends, owner)
    written: list[Block] = []
    around: list[int] = []
    speaking = -1
    for at, block in enumerate(tree):
        while around and ends[around[-1]] <= at:
            around.pop()
        if at in flat:
            around.append(at)
            continue
        lifted = block._replace(depth=block.depth - len(around)) if around else block
        mine = owner[at]
        if mine > speaking and (not block.holds_blocks or mine == owner[ends[at] - 1]):
            written.append(_block(speakers[mine], lifted))
            speaking = mine
        if not (block.kind is Kind.RULE and written and written[-1].kind is Kind.SPEAKER):  # the name parts posts
            written.append(lifted)
    return tuple(written)


def _owners(places: Sequence[_Place], speakers: Sequence[Speaker]) -> list[int]:
    """Tell for each block whose text it holds or begins with, by the speaker's number; -1 before the first."""
    begun, owner, following = _Begun(speakers), [-1] * len(places), len(speakers) - 1
    for at in range(len(places) - 1, -1, -1):
        if places[at].at >= 0:
            following = begun.before(places[at])
        owner[at] = following
    return owner


def _said(tree: Tree, ends: Sequence[int], places: Sequence[_Place], speakers: Sequence[Speaker]) -> list[str]:
    """Tell for each block who says it; what holds others is said by who says all of it."""
    begun, outer = _Begun(speakers), list[int]()
    for at, speaker in enumerate(speakers):  # who speaks on when somebody has ended
        outer.append(_speaking(speakers, outer, at - 1, speaker.place))
    said = [""] * len(tree)
    for at in range(len(tree) - 1, -1, -1):
        if tree[at].holds_blocks:
            said[at] = said[at + 1] if at + 1 < ends[at] and said[at + 1] == said[ends[at] - 1] else ""
        elif (mine := _speaking(speakers, outer, begun.before(places[at]), places[at].at)) >= 0:
            said[at] = speakers[mine].author
    return said


def _speaking(speakers: Sequence[Speaker], outer: Sequence[int], last: int, place: int) -> int:
    """Find who speaks at a place: the last who began to, or who spoke around those that have ended; -1 for nobody."""
    while last >= 0 and speakers[last].extent[1] <= place:
        last = outer[last]
    return last


def _only_holding_posts(tree: Tree, ends: Sequence[int], owner: Sequence[int]) -> set[int]:
    """Find the lists of which items are posts, these items, and quotations of which each is all of a post.

    A post that is nothing but a quotation is one, unless most posts stand in such an element.
    """
    flat: set[int] = set()
    quoted: set[int] = set()
    for at, block in enumerate(tree):
        first, last = owner[at], owner[ends[at] - 1]
        if block.kind is Kind.LIST and first < last:
            flat |= {at, *children(ends, at)}
        elif block.kind is Kind.QUOTE and not block.label and first == last >= 0:
            begins = at == 0 or owner[at - 1] < first or at - 1 in flat
            if begins and (ends[at] == len(tree) or owner[ends[at]] > last):
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

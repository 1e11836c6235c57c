"""Who speaks: a line with author and time above each post of a thread and above comments that are kept, and the name
above each turn of an interview.

Extractors leave names out, since they stand outside of the text; without them one person's words read as another's.
Where the kept text of a post already begins with its author, nothing is added; where name and time were kept as texts
of their own, the line stands for them. Lists and quotations that only hold the posts of a thread are no lists and
quotations of what is said.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.posts.interviews import find_turns
from webwinnow.posts.regions import comment_regions
from webwinnow.posts.sections import find_sections
from webwinnow.posts.signs import may_be_interview, may_be_thread
from webwinnow.render.languages import direction_of
from webwinnow.render.structure.block import Block, Inline, Kind, Marks, Tree, children, extents
from webwinnow.spans import Spans

if TYPE_CHECKING:
    from webwinnow.posts import Post

_MOSTLY: Final = 0.5
"""Share of the text of the comments that was kept if they are part of the content; share of the posts of a thread that
stand in a quotation each if that is how the page shows a post."""
_OPENING: Final = 120
"""Characters in which a kept text names its author."""
_LONGEST_TIME: Final = 40
_QUOTATION: Final = column("blockquote")


class Speaker(NamedTuple):
    """Who wrote a post, and where the kept text of the post begins."""

    place: int
    author: str
    time: str
    places: tuple[tuple[int, int], ...]
    """Where author and time stand in the page."""

    @property
    def line(self) -> str:
        """The line above the post."""
        return ", ".join(filter(None, (self.author, self.time)))


class Speakers(NamedTuple):
    """All that speak in a result, and the result without names and times that the lines stand for."""

    speakers: tuple[Speaker, ...]
    spans: Spans


def find_speakers(page: Document, spans: Spans) -> Speakers:
    """Find who speaks in what is kept. Found once per page and spans."""
    return page.once((find_speakers, spans), lambda: _found(page, spans))


def _found(page: Document, spans: Spans) -> Speakers:
    speakers = _of_posts(page, spans) if may_be_thread(page) else []
    if len({speaker.author for speaker in speakers}) < 2:  # of a single name, nobody is mistaken for another
        return _of_interview(page, spans)
    replaced = [place for speaker in speakers for place in speaker.places]
    return Speakers(tuple(speakers), spans - Spans(replaced, size=len(page.source)))


def _of_posts(page: Document, spans: Spans) -> list[Speaker]:
    """Find who wrote the posts of a thread, or the comments that are kept."""
    thread = any(section.role == "thread" for section in find_sections(page).sections)
    if not thread and not _are_kept(comment_regions(page), spans):
        return []
    from webwinnow.posts.finding import find_posts, listed_posts  # few pages have any

    posts = find_posts(page).posts if thread else listed_posts(page)
    told = (_speaker(page, post, spans) for post in posts if post.author and post.kind != "article")
    return [speaker for speaker in told if speaker]


def _are_kept(comments: Spans, spans: Spans) -> bool:
    return len(comments) > 0 and (spans & comments).characters > _MOSTLY * comments.characters


def _of_interview(page: Document, spans: Spans) -> Speakers:
    """Find who speaks in an interview."""
    turns = find_turns(page, spans) if may_be_interview(page, spans) else ()
    if not turns:
        return Speakers((), spans)
    said = spans - Spans([(turn.start, turn.end) for turn in turns], size=len(page.source))
    at = np.searchsorted(said.starts, [turn.end for turn in turns]).tolist()
    speakers = [
        Speaker(int(said.starts[place]), turn.name, "", ((turn.start, turn.end),))
        for place, following, turn in zip(at, [*at[1:], len(said)], turns, strict=True)
        if place < following
    ]
    return Speakers(tuple(speakers), said)


def _speaker(page: Document, post: Post, spans: Spans) -> Speaker | None:
    """Tell who wrote a post of which some text is kept; None where that begins with the name."""
    kept, text = list(spans & post.spans), {start for start, _ in post.text}
    pieces = list(post.spans)
    starts = [start for start, _ in pieces]
    within = [starts[bisect_right(starts, start) - 1] for start, _ in kept]  # each is part of one piece of the post
    first = next((start for (start, _), piece in zip(kept, within, strict=True) if piece in text), None)
    if first is None or not post.author:
        return None
    places = _places(page, post, [piece for piece in pieces if piece[0] not in text])
    replaced = {start for start, _ in places}
    named = [start for (start, _), piece in zip(kept, within, strict=True) if piece in replaced]
    others = [place for place, piece in zip(kept, within, strict=True) if piece not in replaced]
    if named and _share_lines(page, named, [start for start, _ in others]):
        return None
    opening = [(start, min(end, first + 4 * _OPENING)) for start, end in others if start < first + 4 * _OPENING]
    own = (page.text(start, end) for start, end in opening if not _in_quotation(page, start))
    if post.author in "".join(own)[:_OPENING]:
        return None
    return Speaker(min(first, opening[0][0]), post.author, _time(post), places)


def _places(page: Document, post: Post, beside: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Find where author and time of a post stand beside its text."""
    said = ((page.text(start, end).strip(), (start, end)) for start, end in beside[:40])
    return tuple(place for text, place in said if text and text in (post.author, post.time_text))


def _in_quotation(page: Document, place: int) -> bool:
    """Tell whether the text at a place is quoted: the name there is that of somebody else, or of an earlier post."""
    quoted = page.once(_in_quotation, lambda: _quoted_runs(page))
    return quoted is not None and bool(quoted[np.searchsorted(page.runs.start, place, side="right") - 1])


def _quoted_runs(page: Document) -> npt.NDArray[np.bool_] | None:
    quotations = _QUOTATION[page.elements.tag]
    return page.inside(quotations)[page.runs.home] if quotations.any() else None


def _share_lines(page: Document, named: Sequence[int], others: Sequence[int]) -> bool:
    """Tell whether kept names or times stand in a line of other kept text, which says who speaks already."""
    one, other = (
        page.markup.breaks_before[np.searchsorted(page.tokens.gap_start, starts, side="right") - 1].tolist()
        for starts in (named, others)
    )
    return not set(one).isdisjoint(other)


def _time(post: Post) -> str:
    """Write the time as far as it is known: the day, and the minute if there is one."""
    if post.time:
        return post.time.replace("T", " ")[:16]
    told = (post.time_text or "").strip(" »·|,-–—")
    return told if len(told) <= _LONGEST_TIME else ""


def with_speakers(tree: Tree, speakers: Sequence[Speaker]) -> Tree:
    """Put the line of each speaker above the post, outside of what the post alone opens."""
    if not speakers:
        return tree
    owner = _owners(tree, speakers)
    ends = extents(tree)
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


def _owners(tree: Tree, speakers: Sequence[Speaker]) -> list[int]:
    """Tell for each block whose text it holds or begins with, by the speaker's number; -1 before the first."""
    places = [speaker.place for speaker in speakers]
    owner, following = [-1] * len(tree), len(places) - 1
    for at in range(len(tree) - 1, -1, -1):
        block = tree[at]
        if block.inlines and block.spans and block.kind is not Kind.TERM:
            following = int(np.searchsorted(places, block.spans[0][0], side="right")) - 1
        owner[at] = following
    return owner


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
    return Block(Kind.SPEAKER, above.depth, 0, (name, *time), above.language, direction, above.element)


def lines_above(starts: npt.NDArray[np.integer], speakers: Sequence[Speaker]) -> dict[int, str]:
    """Tell above which of the blocks of a text, by where each starts, a line stands."""
    if not len(starts):
        return {}
    at = np.searchsorted(starts, [speaker.place for speaker in speakers])
    return {int(block): speaker.line for block, speaker in zip(at, speakers, strict=True) if block < len(starts)}

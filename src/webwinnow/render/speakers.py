"""Who speaks: a line with author and time above each post of a thread, and above comments that are kept.

Extractors leave names out, since they stand outside of the text; without them one person's words read as another's.
Where the kept text of a post already begins with its author, nothing is added; where name and time were kept as texts
of their own, the line stands for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.posts import Post, find_posts, find_regions
from webwinnow.render.languages import direction_of
from webwinnow.render.readable import may_be_thread
from webwinnow.render.structure.block import Block, Inline, Kind, Marks, Tree
from webwinnow.spans import Spans

_MOSTLY: Final = 0.5
"""Share of the text of the comments that was kept if they are part of the content."""
_OPENING: Final = 120
"""Characters in which a kept text names its author."""
_LONGEST_TIME: Final = 40


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
    if not may_be_thread(page):
        return Speakers((), spans)
    regions = find_regions(page)
    thread = regions.thread.posts > 0
    comments = regions.comments.spans
    kept_comments = (spans & comments).characters > _MOSTLY * comments.characters if len(comments) else False
    if not (thread or kept_comments):
        return Speakers((), spans)
    speakers: list[Speaker] = []
    replaced: list[tuple[int, int]] = []
    for post in find_posts(page).posts:
        if post.author and post.kind != "article" and (thread or kept_comments):
            found = _speaker(page, post, spans)
            if found is not None:
                speakers.append(found)
                replaced += found.places
    if len({speaker.author for speaker in speakers}) < 2:  # of a single name, nobody is mistaken for another
        return Speakers((), spans)
    return Speakers(tuple(speakers), spans - Spans(replaced, size=len(page.source)))


def _speaker(page: Document, post: Post, spans: Spans) -> Speaker | None:
    """Tell who wrote a post of which some text is kept; None where that begins with the name."""
    kept = spans & post.text
    if not len(kept) or not post.author:
        return None
    beside = list(post.spans - post.text)
    said = [(page.text(start, end).strip(), (start, end)) for start, end in beside[:40]]
    places = tuple(place for text, place in said if text and text in (post.author, post.time_text))
    if _stand_among_others(page, spans & post.spans, Spans(places, size=len(page.source))):
        return None
    opening = spans & post.spans & Spans([(0, int(kept.starts[0]) + 4 * _OPENING)], size=len(page.source))
    left = opening - Spans(places, size=len(page.source))
    if post.author in "".join(page.text(start, end) for start, end in left)[:_OPENING]:
        return None
    return Speaker(int(kept.starts[0]), post.author, _time(post), places)


def _stand_among_others(page: Document, kept: Spans, places: Spans) -> bool:
    """Tell whether kept names or times stand in a line of other kept text, which says who speaks already."""
    named, others = kept & places, kept - places
    if not len(named) or not len(others):
        return False
    one, other = (
        page.markup.breaks_before[np.searchsorted(page.tokens.gap_start, each.starts, side="right") - 1]
        for each in (named, others)
    )
    return bool(np.isin(one, other).any())


def _time(post: Post) -> str:
    """Write the time as short as it is told: the day, the minute if there is one."""
    if post.time:
        return post.time.replace("T", " ")[:16]
    told = (post.time_text or "").strip(" »·|,-–—")
    return told if len(told) <= _LONGEST_TIME else ""


def with_speakers(tree: Tree, speakers: Sequence[Speaker]) -> Tree:
    """Put the line of each speaker above the first block of the post."""
    return tuple(_attributed(tree, list(speakers))) if speakers else tree


def _attributed(tree: Tree, waiting: list[Speaker]) -> Iterator[Block]:
    for block in tree:
        place = block.spans[0][0] if block.inlines and block.spans and block.kind is not Kind.TERM else -1
        while waiting and place >= waiting[0].place:
            if len(waiting) > 1 and place >= waiting[1].place:
                waiting.pop(0)  # nothing of that post is shown
                continue
            yield _block(waiting.pop(0), block)
        yield block


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

"""Who speaks: a line with author and time above each post of a thread and above comments that are kept, and the name
above each turn of an interview.

Extractors leave names out, since they stand outside of the text; without them one person's words read as another's.
Where the kept text of a post already begins with its author, nothing is added; where name and time were kept as texts
of their own, the line stands for them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.posts.interviews import find_turns
from webwinnow.posts.regions import comment_regions, find_opening
from webwinnow.posts.sections import find_sections
from webwinnow.posts.signs import may_be_interview, may_be_thread
from webwinnow.spans import Spans

if TYPE_CHECKING:
    from webwinnow.posts import Post

_MOSTLY: Final = 0.5
"""Share of the text of the comments that was kept if they are part of the content."""
_OPENING: Final = 120
"""Characters in which a kept text names its author."""
_LONGEST_TIME: Final = 40
_QUOTATION: Final = column("blockquote")


class Speaker(NamedTuple):
    """Who wrote a post, and where the kept text of the post begins; where there is none, the post."""

    place: int
    author: str
    time: str
    places: tuple[tuple[int, int], ...]
    """Where author and time stand in the page."""
    extent: tuple[int, int]
    """From where to where the post, or the turn, reaches in the source, with its images."""
    shown: bool = True
    """Whether a line with the name stands above; not where the text itself begins with it."""

    @property
    def line(self) -> str:
        """The line above the post."""
        return ", ".join(filter(None, (self.author, self.time)))


class Speakers(NamedTuple):
    """All that speak in a result, and the result without names and times that the lines stand for."""

    speakers: tuple[Speaker, ...]
    spans: Spans


def find_speakers(page: Document, spans: Spans, images: frozenset[int] = frozenset()) -> Speakers:
    """Find who speaks in what is kept, and by the images that are shown. Found once per page and what is kept."""
    return page.once((find_speakers, spans, images), lambda: _found(page, spans, images))


def _found(page: Document, spans: Spans, images: frozenset[int]) -> Speakers:
    speakers = _of_posts(page, spans, images) if may_be_thread(page) else []
    if len({speaker.author for speaker in speakers if speaker.shown}) < 2:
        taking_turns = _of_interview(page, spans)
        if taking_turns.speakers:
            return taking_turns
        # of a single name, nobody is mistaken for another: no line is needed
        return Speakers(tuple(speaker._replace(shown=False) for speaker in speakers), spans)
    replaced = [place for speaker in speakers if speaker.shown for place in speaker.places]
    return Speakers(tuple(speakers), spans - Spans(replaced, size=len(page.source)))


def _of_posts(page: Document, spans: Spans, images: frozenset[int]) -> list[Speaker]:
    """Find who wrote the posts of a thread, or the comments that are kept."""
    thread = any(section.role == "thread" for section in find_sections(page).sections)
    if not thread and not _are_kept(comment_regions(page), spans):
        return []
    from webwinnow.posts.finding import find_posts, listed_posts  # few pages have any

    opening = find_posts(page).posts[:1] if thread and find_opening(page) else ()
    told = [_speaker(page, post, spans, (0, int(post.spans.ends[-1]))) for post in opening]
    posts = listed_posts(page, wordless=bool(images))
    showing = _showing(page, images, [extent for _, extent in posts])
    for at, (post, extent) in enumerate(posts):
        told.append(_speaker(page, post, spans, extent))
        if post.author and at in showing and not told[-1] and not len(spans & post.spans):
            told[-1] = Speaker(extent[0], post.author, _time(post), (), extent)
    return sorted((speaker for speaker in told if speaker), key=lambda speaker: speaker.place)


def _showing(page: Document, images: frozenset[int], extents: Sequence[tuple[int, int]]) -> set[int]:
    """Find the posts that show an image; one in a post inside another is that one's."""
    starts = sorted(page.extent(image)[0] for image in images)
    owner: dict[int, int] = {}
    for post, (start, end) in enumerate(extents):
        owner |= dict.fromkeys(starts[bisect_left(starts, start) : bisect_left(starts, end)], post)
    return {*owner.values()}


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
        Speaker(
            int(said.starts[place]),
            turn.name,
            "",
            ((turn.start, turn.end),),
            (turn.start, int(said.ends[following - 1])),
        )
        for place, following, turn in zip(at, [*at[1:], len(said)], turns, strict=True)
        if place < following
    ]
    return Speakers(tuple(speakers), said)


def _speaker(page: Document, post: Post, spans: Spans, extent: tuple[int, int]) -> Speaker | None:
    """Tell who wrote a post of which some text is kept; no line is shown where that begins with the name."""
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
    opening = [(start, min(stop, first + 4 * _OPENING)) for start, stop in others if start < first + 4 * _OPENING]
    told = Speaker(min(first, opening[0][0]), post.author, _time(post), places, extent)
    if named and _share_lines(page, named, [start for start, _ in others]):
        return told._replace(shown=False)
    own = (page.text(start, stop) for start, stop in opening if not _in_quotation(page, start))
    return told._replace(shown=post.author not in "".join(own)[:_OPENING])


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


def lines_above(speakers: Sequence[Speaker]) -> list[tuple[int, str]]:
    """Return the lines above what is said, each with the place where that begins."""
    return [(speaker.place, speaker.line) for speaker in speakers if speaker.shown]

"""Who speaks: a line with author and time above each post of a thread and above comments that are kept, and the name
above each turn of an interview.

Extractors leave names out, since they stand outside of the text; without them one person's words read as another's.
Where the kept text of a post already begins with its author, nothing is added; where name and time were kept as texts
of their own, the line stands for them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.posts.interviews import find_turns
from webwinnow.posts.regions import comment_regions
from webwinnow.posts.sections import find_sections
from webwinnow.posts.signs import may_be_interview, may_be_thread
from webwinnow.spans import Spans

if TYPE_CHECKING:
    from webwinnow.posts.finding import ListedPost, Post, VisiblePieces
    from webwinnow.posts.parts import Written

_MOSTLY: Final = 0.5
"""Share of the text of the comments that was kept if they are part of the content."""
_OPENING: Final = 120
"""Characters in which a kept text names its author."""
_LONGEST_TIME: Final = 40
_BESIDE: Final = 40
"""Texts beside that of a post among which its author and its time are looked for."""
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
    from webwinnow.posts.finding import listed_posts, opening_post  # few pages have any

    opening = opening_post(page) if thread else None
    told = [_of_opening(page, opening, spans)] if opening else []
    listed = listed_posts(page, wordless=bool(images))
    kept = _KeptRuns(spans, listed.pieces, len(page.runs))
    showing = _showing(page, images, [post.extent for post in listed.posts])
    for at, post in enumerate(listed.posts):
        told.append(_of_post(page, post, kept))
        author = post.parts.author
        if author and at in showing and not told[-1] and not kept.some_of(post.parts.runs):
            told[-1] = Speaker(post.extent[0], author, _time(post.parts.written), (), post.extent)
    return sorted((speaker for speaker in told if speaker), key=lambda speaker: speaker.place)


class _KeptRuns:
    """What is kept of each run of a page, cut at the edges of its visible pieces."""

    def __init__(self, spans: Spans, pieces: VisiblePieces, runs: int) -> None:
        both = spans & pieces.visible
        piece = np.searchsorted(pieces.visible.starts, both.starts, side="right") - 1
        run = np.searchsorted(pieces.first, piece, side="right") - 1
        columns = (both.starts, both.ends, pieces.visible.starts[piece], run)
        self.pieces = pieces
        self._kept = [*map(_Kept, *(each.tolist() for each in columns))]
        self._first: list[int] = np.searchsorted(run, np.arange(runs + 1)).tolist()

    def some_of(self, runs: npt.NDArray[np.intp]) -> bool:
        """Tell whether anything of some runs is kept."""
        return any(self._first[run] < self._first[run + 1] for run in runs.tolist())

    def of(self, runs: npt.NDArray[np.intp]) -> list[_Kept]:
        """Return what is kept of some runs, which are sorted."""
        return [each for run in runs.tolist() for each in self._kept[self._first[run] : self._first[run + 1]]]


class _Kept(NamedTuple):
    """A stretch of a post that is kept."""

    start: int
    end: int
    piece: int
    """Where the visible piece starts that it is a part of."""
    run: int


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


def _of_opening(page: Document, post: Post, spans: Spans) -> Speaker | None:
    """Tell who wrote what the posts answer, if some of it is kept: name and time stand outside of it."""
    from webwinnow.posts.parts import Written  # few pages have posts

    kept = [_Kept(start, end, start, 0) for start, end in spans & post.spans]
    written = Written(post.time, post.time_text or "", -1) if post.time or post.time_text else None
    extent = (0, int(post.spans.ends[-1]))
    return _speaker(page, post.author, written, kept, kept[0].start, (), extent) if kept and post.author else None


def _of_post(page: Document, post: ListedPost, kept_runs: _KeptRuns) -> Speaker | None:
    """Tell who wrote a post of which some text is kept."""
    parts = post.parts
    if not parts.author or not kept_runs.some_of(parts.unlabelled):
        return None
    kept, text = kept_runs.of(parts.runs), {*parts.text.tolist()}
    first = next((each.start for each in kept if each.run in text), None)
    if first is None:
        return None
    others = islice((run for run in parts.runs.tolist() if run not in text), _BESIDE)
    beside = [*islice(kept_runs.pieces.places([*others]), _BESIDE)]
    return _speaker(page, parts.author, parts.written, kept, first, beside, post.extent)


def _speaker(
    page: Document,
    author: str,
    written: Written | None,
    kept: Sequence[_Kept],
    first: int,
    beside: Sequence[tuple[int, int]],
    extent: tuple[int, int],
) -> Speaker:
    """Tell who wrote a post, of which some text is kept; no line is shown where that begins with the name."""
    places = _places(page, author, written, beside)
    replaced = {start for start, _ in places}
    named = [each.start for each in kept if each.piece in replaced]
    others = [(each.start, each.end) for each in kept if each.piece not in replaced]
    opening = [(start, min(stop, first + 4 * _OPENING)) for start, stop in others if start < first + 4 * _OPENING]
    told = Speaker(min(first, opening[0][0]), author, _time(written), places, extent)
    if named and _share_lines(page, named, [start for start, _ in others]):
        return told._replace(shown=False)
    own = (page.text(start, stop) for start, stop in opening if not _in_quotation(page, start))
    return told._replace(shown=author not in "".join(own)[:_OPENING])


def _places(
    page: Document, author: str, written: Written | None, beside: Sequence[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """Find where author and time of a post stand beside its text."""
    said = ((page.text(start, end).strip(), (start, end)) for start, end in beside)
    return tuple(place for text, place in said if text and text in (author, written.text if written else None))


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


def _time(written: Written | None) -> str:
    """Write the time as far as it is known: the day, and the minute if there is one."""
    if written is None:
        return ""
    if written.iso:
        return written.iso.replace("T", " ")[:16]
    told = written.text.strip(" »·|,-–—")
    return told if len(told) <= _LONGEST_TIME else ""


def lines_above(speakers: Sequence[Speaker]) -> list[tuple[int, str]]:
    """Return the lines above what is said, each with the place where that begins."""
    return [(speaker.place, speaker.line) for speaker in speakers if speaker.shown]

"""Who speaks: a line with author and time above each post of a thread and above comments that are kept, and the name
above each turn of an interview.

Extractors leave names out, since they stand outside of the text; without them one person's words read as another's.
Where the kept text of a post already begins with its author, nothing is added; where name and time were kept as texts
of their own, the line stands for them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.references import decode_references
from webwinnow.posts.interviews import find_turns
from webwinnow.posts.regions import comment_regions, find_opening
from webwinnow.posts.sections import find_sections
from webwinnow.posts.signs import MOSTLY, may_be_interview, may_post, may_speak, speaks_of_interview
from webwinnow.posts.template import nesting_of
from webwinnow.render.structure.gaps import read_pieces
from webwinnow.spans import Spans

if TYPE_CHECKING:
    from webwinnow.posts.finding import ListedPost, VisiblePieces
    from webwinnow.posts.parts import Written

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
    """When it was written; only where a line says so."""
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


def find_lines(page: Document, spans: Spans) -> tuple[list[tuple[int, str]], Spans]:
    """Find the lines above what is said, each with the place where that begins, and what is kept without them."""
    if may_post(page, spans) and not _may_be_several(page, spans):
        speakers, shown = _of_interview(page, spans)
    else:
        speakers, shown = find_speakers(page, spans)
    return [(speaker.place, speaker.line) for speaker in speakers if speaker.shown], shown


def _found(page: Document, spans: Spans, images: frozenset[int]) -> Speakers:
    if not may_speak(page, spans):  # as on most pages, where both signs are looked for at once
        return Speakers((), spans)
    speakers = _of_posts(page, spans, images) if may_post(page, spans) else []
    if len({speaker.author for speaker in speakers if speaker.shown}) < 2:
        taking_turns = _of_interview(page, spans)
        if taking_turns.speakers:
            return taking_turns
        # of a single name, nobody is mistaken for another: no line is needed
        return Speakers(tuple(speaker._replace(shown=False) for speaker in speakers), spans)
    replaced = [place for speaker in speakers if speaker.shown for place in speaker.places]
    return Speakers(tuple(speakers), spans - Spans(replaced, size=len(page.source)))


def _is_thread(page: Document) -> bool:
    return any(section.role == "thread" for section in find_sections(page).sections)


def _may_be_several(page: Document, spans: Spans) -> bool:
    """Tell whether text of several posts is kept: to find who wrote them takes many times as long."""
    if not len(spans) or not (_is_thread(page) or _are_kept(comment_regions(page), spans)):
        return False
    posts = nesting_of(page, find_sections(page)).owner[page.runs.gap[read_pieces(page, spans).run]]
    return len({*posts.tolist()} - {-1}) + (_is_thread(page) and find_opening(page) is not None) > 1


def _of_posts(page: Document, spans: Spans, images: frozenset[int]) -> list[Speaker]:
    """Find who wrote the posts of a thread, or the comments that are kept."""
    thread = _is_thread(page)
    if not thread and not _are_kept(comment_regions(page), spans):
        return []
    from webwinnow.posts.finding import listed_posts  # few pages have any

    told = [_of_opening(page, spans)] if thread else []
    listed = listed_posts(page, wordless=bool(images))
    kept = _KeptText(page, spans, listed.pieces)
    showing = _showing(page, images, [post.extent for post in listed.posts])
    for at, post in enumerate(listed.posts):
        told.append(_of_post(page, post, kept))
        author = post.parts.author
        if author and at in showing and not told[-1] and not kept.some_of(post.parts.runs):
            told[-1] = Speaker(post.extent[0], author, _time(post.parts.written), (), post.extent)
    return sorted((speaker for speaker in told if speaker), key=lambda speaker: speaker.place)


class _KeptText:
    """What is kept of each run of a page, cut at the edges of its visible pieces, to look up single runs."""

    def __init__(self, page: Document, spans: Spans, pieces: VisiblePieces) -> None:
        self.source = page.source
        both, starts = spans & pieces.visible, pieces.visible.starts
        piece = np.searchsorted(starts, both.starts, side="right") - 1
        run = np.searchsorted(pieces.first, piece, side="right") - 1
        self._start: list[int] = both.starts.tolist()
        self._end: list[int] = both.ends.tolist()
        self._piece: list[int] = starts[piece].tolist()
        self._first = np.searchsorted(run, np.arange(len(page.runs) + 1)).data
        self._piece_at = pieces.first.data
        self._starts, self._ends = starts.data, pieces.visible.ends.data

    def some_of(self, runs: list[int]) -> bool:
        """Tell whether anything of some runs is kept."""
        first = self._first
        return any(first[run] < first[run + 1] for run in runs)

    def of(self, runs: list[int]) -> list[_Kept]:
        """Return what is kept of some runs, which are sorted."""
        start, end, piece, first = self._start, self._end, self._piece, self._first
        return [(start[at], end[at], piece[at], run) for run in runs for at in range(first[run], first[run + 1])]

    def saying(self, said: set[str | None], runs: list[int]) -> tuple[tuple[int, int], ...]:
        """Find which of the visible pieces of some runs say one of some texts, and nothing else."""
        first, source = self._piece_at, self.source
        pieces = [at for run in runs for at in range(first[run], first[run + 1])][:_BESIDE]
        places = [(self._starts[at], self._ends[at]) for at in pieces]
        texts = [decode_references(source[start:end]).strip() for start, end in places]
        return tuple([place for place, text in zip(places, texts, strict=True) if text and text in said])


_Kept = tuple[int, int, int, int]
"""A stretch of a post that is kept: where it starts and ends, where the visible piece starts that it is a part of, and
the run."""


def _showing(page: Document, images: frozenset[int], extents: Sequence[tuple[int, int]]) -> set[int]:
    """Find the posts that show an image; one in a post inside another is that one's."""
    starts = sorted(page.extent(image)[0] for image in images)
    owner: dict[int, int] = {}
    for post, (start, end) in enumerate(extents):
        owner |= dict.fromkeys(starts[bisect_left(starts, start) : bisect_left(starts, end)], post)
    return {*owner.values()}


def _are_kept(comments: Spans, spans: Spans) -> bool:
    return len(comments) > 0 and (spans & comments).characters > MOSTLY * comments.characters


def _of_interview(page: Document, spans: Spans) -> Speakers:
    """Find who speaks in an interview."""
    turns = find_turns(page, spans) if may_be_interview(page, spans) else ()
    if not turns or not speaks_of_interview(page):
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


def _of_opening(page: Document, spans: Spans) -> Speaker | None:
    """Tell who wrote what the posts answer, if some of it is kept: name and time stand outside of it."""
    from webwinnow.metadata.finding import Byline  # few pages have posts
    from webwinnow.posts.finding import visible_pieces

    opening = find_opening(page)
    if opening is None:
        return None
    whole = visible_pieces(page).of(opening.runs)
    both = spans & whole
    if not len(both):
        return None
    byline = Byline(page, whole)
    if not byline.author:
        return None
    runs = np.searchsorted(page.runs.start, both.starts, side="right") - 1
    kept = [(start, end, start, run) for (start, end), run in zip(both, runs.tolist(), strict=True)]
    extent = (0, int(whole.ends[-1]))
    found = _speaker(page, byline.author, kept, kept[0][0], (), extent)
    return found._replace(time=_iso_time(byline.published or "")) if found.shown else found


def _of_post(page: Document, post: ListedPost, kept_text: _KeptText) -> Speaker | None:
    """Tell who wrote a post of which some text is kept."""
    parts = post.parts
    if not parts.author or not kept_text.some_of(parts.unlabelled):
        return None
    runs, text = parts.runs, {*parts.text}
    kept = kept_text.of(runs)
    first = next((start for start, _, _, run in kept if run in text), None)
    if first is None:
        return None
    others = [run for run in runs if run not in text][:_BESIDE]
    places = kept_text.saying({parts.author, parts.time_text}, others)
    found = _speaker(page, parts.author, kept, first, places, post.extent)
    return found._replace(time=_time(parts.written)) if found.shown else found


def _speaker(
    page: Document,
    author: str,
    kept: Sequence[_Kept],
    first: int,
    places: tuple[tuple[int, int], ...],
    extent: tuple[int, int],
) -> Speaker:
    """Tell who wrote a post, of which some text is kept; no line is shown where that begins with the name."""
    replaced = {start for start, _ in places}
    others = [each for each in kept if each[2] not in replaced]
    place = min(first, others[0][0])
    if len(others) < len(kept) and _share_lines(page, [each for each in kept if each[2] in replaced], others):
        return Speaker(place, author, "", places, extent, shown=False)
    return Speaker(
        place, author, "", places, extent, shown=author not in _beginning(page, others, first + 4 * _OPENING)
    )


def _beginning(page: Document, kept: Sequence[_Kept], stop: int) -> str:
    """Read the first characters of what is kept of a post before a place, without quotations."""
    quoted, read = page.once(_quoted_runs, lambda: _quoted_runs(page)), ""
    for start, end, _, run in kept:
        if start >= stop or len(read) >= _OPENING:
            break
        if quoted is None or not quoted[run]:  # where the name is that of somebody else, or of an earlier post
            read += decode_references(page.source[start : min(end, stop)])
    return read[:_OPENING]


def _quoted_runs(page: Document) -> npt.NDArray[np.bool_] | None:
    quotations = _QUOTATION[page.elements.tag]
    return page.inside(quotations)[page.runs.home] if quotations.any() else None


def _share_lines(page: Document, named: Sequence[_Kept], others: Sequence[_Kept]) -> bool:
    """Tell whether kept names or times stand in a line of other kept text, which says who speaks already."""
    breaks, gap = page.markup.breaks_before, page.runs.gap
    lines = {breaks.item(gap.item(run)) for _, _, _, run in named}
    return any(breaks.item(gap.item(run)) in lines for _, _, _, run in others)


def _time(written: Written | None) -> str:
    """Write the time as far as it is known: the day, and the minute if there is one."""
    if written is None:
        return ""
    if written.iso:
        return _iso_time(written.iso)
    told = written.text.strip(" »·|,-–—")
    return told if len(told) <= _LONGEST_TIME else ""


def _iso_time(iso: str) -> str:
    return iso.replace("T", " ")[:16]

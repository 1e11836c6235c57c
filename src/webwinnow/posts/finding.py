"""`find_posts`: from a page to its posts.

Paper: mohammadzadeh2013, section 7.2.2, asks how many posts a weblog has, what the main content of each is, and which
comments belong to it. UNSPECIFIED: how; ours is by repeated structures (see repetition.py), and the article, or the
opening post of a thread, is the prose outside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.metadata.finding import Byline
from webwinnow.posts.parts import Parts, parts_of
from webwinnow.posts.regions import Opening, find_opening
from webwinnow.posts.sections import PostSection, PostSections, find_sections, sureness
from webwinnow.posts.template import Nesting, nesting_of
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

Kind = Literal["article", "post", "comment"]
_BORDER: Final = 0.5
"""The confidence that a page is a thread where it could as well be none."""
_KINDS: Final[dict[str, Kind]] = {"thread": "post", "weblog": "post", "comments": "comment"}
Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Post:
    """One post: the page's article, a post of a weblog, thread or question page, or a comment on another."""

    kind: Kind
    author: str | None
    time: str | None
    """When it was written, as ISO 8601; None where the page does not tell, or only how long ago."""
    time_text: str | None
    """The time as the page writes it."""
    text: Spans
    """What was written: without author, time and buttons."""
    spans: Spans
    """All of the post that readers see, without the posts inside it."""
    parent: int | None
    """Which post this one answers, as an index; None at the top."""
    depth: int
    """How many posts are above."""
    confidence: float


@dataclass(frozen=True, slots=True)
class Posts:
    """The posts of a page in the order of its source."""

    posts: tuple[Post, ...]
    is_thread: bool
    """The posts are what the page is about, as in forums; otherwise they are comments, or posts of a weblog."""
    confidence: float
    """How sure it is that the page is a thread, or is none."""

    def __len__(self) -> int:
        """Count the posts."""
        return len(self.posts)


def find_posts(page: Document) -> Posts:
    """Find article, posts and comments of a page, in the order of the source. Found once per page.

    >>> comment = "<li class=comment><b>%s</b> <i>3 May 2024</i><p>This is what I think about it, too.</p></li>"
    >>> found = find_posts(Document("<ol>" + "".join(comment % name for name in ("Ada", "Brook", "Dana")) + "</ol>"))
    >>> len(found), found.posts[0].kind, found.posts[0].author, found.posts[0].time
    (3, 'comment', 'Ada', '2024-05-03')
    """
    return page.once(find_posts, lambda: _found(page))


def _found(page: Document) -> Posts:
    sections = find_sections(page)
    found = tuple(_in_order(_listed(page), sections, opening_post(page)))
    return Posts(found, _is_thread(sections), _confidence(sections))


def _is_thread(sections: PostSections) -> bool:
    return any(each.role == "thread" for each in sections.sections)


@dataclass(frozen=True, slots=True, eq=False)
class ListedPost:
    """A post of a list: its parts, which are found when they are asked for, and where it stands."""

    parts: Parts
    extent: tuple[int, int]
    """From where to where it reaches in the source, posts inside it included."""


@dataclass(frozen=True, slots=True, eq=False)
class ListedPosts:
    """The posts of a page's lists, and the visible text that their runs stand for."""

    posts: tuple[ListedPost, ...]
    pieces: VisiblePieces


def listed_posts(page: Document, *, wordless: bool = False) -> ListedPosts:
    """Return the posts of a page's lists.

    What they answer is left out, for who wrote that takes longer to find. With `wordless`, posts without text are
    there, too: some show an image and say nothing.
    """
    listed, tokens = _listed(page), page.tokens
    starts, ends = tokens.tag_start[listed.nesting.first - 1], tokens.gap_end[listed.nesting.last]
    extents = zip(starts.tolist(), ends.tolist(), strict=True)
    posts = map(ListedPost, listed.parts, extents)
    return ListedPosts(tuple(post for post in posts if wordless or len(post.parts.unlabelled)), listed.pieces)


def _listed(page: Document) -> _Listed:
    """Read the posts of all lists. Read once per page."""
    return page.once(_listed, lambda: _read(page, find_sections(page)))


def _read(page: Document, sections: PostSections) -> _Listed:
    nesting = nesting_of(page, sections)
    return _Listed(nesting, parts_of(page, sections, nesting), visible_pieces(page))


def content_of(page: Document, post: Post, extractor: Extractor) -> Spans:
    """Find the main content of one post with any extractor, which sees nothing but that post."""
    return extractor(page.within(post.spans))


def _in_order(listed: _Listed, sections: PostSections, first: Post | None) -> Iterator[Post]:
    """Put the opening first; posts without a parent answer it, and posts without text are only wrappers."""
    if first is not None:
        yield first
    count = int(first is not None)
    top = (None, -1) if first is None else (0, 0)
    place = list[tuple[int | None, int]]()  # of each post, or of the one around it where it is empty: index and depth
    nesting = listed.nesting
    for at, found in enumerate(listed.parts):
        above, depth = place[int(nesting.parent[at])] if nesting.parent[at] >= 0 else top
        if not len(found.unlabelled):
            place.append((above, depth))
            continue
        place.append((count, depth + 1))
        count += 1
        yield _post(listed.pieces, sections.sections[int(nesting.section[at])], found, above, depth + 1)


def _post(pieces: VisiblePieces, section: PostSection, parts: Parts, parent: int | None, depth: int) -> Post:
    written = parts.written
    sure = sureness(section.posts.judged.points) * (1 if written else 0.8) * (1 if parts.author else 0.8)
    return Post(
        kind=_KINDS[section.role],
        author=parts.author,
        time=written.iso if written else None,
        time_text=written.text if written else None,
        text=pieces.of(parts.text),
        spans=pieces.of(parts.runs),
        parent=parent,
        depth=depth,
        confidence=round(sure, 3),
    )


def opening_post(page: Document) -> Post | None:
    """Return what the posts answer, as a post of its own; None if they answer nothing. Found once per page."""
    return page.once(opening_post, lambda: _opening_post(page, find_opening(page)))


def _opening_post(page: Document, opening: Opening | None) -> Post | None:
    """Make a post of what the others answer; who wrote it and when, the page's metadata tell."""
    if opening is None:
        return None
    spans = visible_pieces(page).of(opening.runs)
    about = Byline(page, spans)
    return Post(
        kind="post" if _is_thread(find_sections(page)) else "article",
        author=about.author,
        time=about.published,
        time_text=None,
        text=spans,
        spans=spans,
        parent=None,
        depth=0,
        confidence=round(opening.share, 3),
    )


def _confidence(sections: PostSections) -> float:
    """Tell how sure the answer "thread" or "no thread" is: by how far the prose outside is from the border."""
    main = max(sections.sections, key=lambda each: each.posts.weight, default=None)
    if main is None:
        return 1.0
    sure = sureness(main.posts.judged.points)
    if main.role == "thread":
        return round(_BORDER + (1 - _BORDER) * sure / (1 + main.outside), 3)
    return round(_BORDER + (1 - _BORDER) * sure * min(main.outside, 1.0), 3)


@dataclass(frozen=True, slots=True)
class _Listed:
    """The posts of all lists, and what they are made of."""

    nesting: Nesting
    parts: list[Parts]
    pieces: VisiblePieces


@dataclass(frozen=True, slots=True, eq=False)
class VisiblePieces:
    """The visible text of a page, cut at the edges of its runs."""

    visible: Spans
    first: Places
    """Per run: its first piece; one more entry closes the page."""

    def of(self, chosen: Places | list[int]) -> Spans:
        """Return what is visible of some runs, which must be sorted."""
        runs = np.asarray(chosen, dtype=np.intp)
        counts = self.first[runs + 1] - self.first[runs]
        starts = np.repeat(self.first[runs] - np.cumsum(counts) + counts, counts)
        pieces = starts + np.arange(len(starts))
        return Spans.from_sorted(self.visible.starts[pieces], self.visible.ends[pieces], self.visible.size)


def visible_pieces(page: Document) -> VisiblePieces:
    """Cut the visible text of a page. Cut once."""
    return page.once(visible_pieces, lambda: _visible_pieces(page))


def _visible_pieces(page: Document) -> VisiblePieces:
    visible = page.visible
    if page.shows_whole_runs:
        first = np.zeros(len(page.runs) + 1, np.intp)
        np.cumsum(page.starts_shown, out=first[1:])
        return VisiblePieces(visible, first)
    visible &= Spans.from_sorted(page.runs.start, page.runs.end, len(page.source))
    return VisiblePieces(visible, np.searchsorted(visible.starts, np.append(page.runs.start, len(page.source))))

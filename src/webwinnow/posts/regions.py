"""Where posts stand on a page, and what they answer, without reading the posts: cheap enough to be asked on every page.

The structure tells a thread from comments. In a forum, the first post has the template of the others; an article stands
outside their list. A question above its answers is such an opening outside the list, too, yet part of the thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.posts.sections import PostList, PostSections, Role, find_sections, sureness
from webwinnow.posts.template import nesting_of
from webwinnow.spans import Spans

_LEAST: Final = 150
"""Characters of prose that an article has at least."""
_MOST: Final = 0.7
"""Share of the prose that its element holds."""


@dataclass(frozen=True, slots=True)
class PostRegion:
    """The text of all posts of one role on a page."""

    spans: Spans
    confidence: float
    """How sure it is that these are posts; 0 where there are none."""
    posts: int
    """How many posts there are."""


@dataclass(frozen=True, slots=True, eq=False)
class Opening:
    """What the posts of a page belong to, where it stands outside their list: an article, or a question."""

    runs: npt.NDArray[np.intp]
    """Its visible runs, without those of posts."""
    share: float
    """Share of the prose outside the posts that it holds."""


@dataclass(frozen=True, slots=True)
class PostRegions:
    """Where posts stand on a page. What stands in a post of a thread and comments on it is in both."""

    comments: PostRegion
    """Comments under an article, or under posts of a thread."""
    thread: PostRegion
    """Posts that the page is about: forums, questions with answers, news that are added to."""
    weblog: PostRegion
    """Posts of a weblog, each with a linked headline."""
    opening: Spans
    """What the posts answer, where it stands outside their list; empty where the first post is one of the list."""

    @property
    def begins_in_list(self) -> bool:
        """Whether the page is a thread whose first post has the template of the others, as in forums."""
        return self.thread.posts > 0 and not len(self.opening)


def find_regions(page: Document) -> PostRegions:
    """Find where posts stand. Found once per page.

    >>> comment = "<li class=comment><b>Ada</b> <i>3 May 2024</i><p>This is what I think about it, too.</p></li>"
    >>> found = find_regions(Document(f"<ol class=comments>{comment * 3}</ol>"))
    >>> found.comments.posts, found.thread.posts, found.comments.confidence > 0.9, found.begins_in_list
    (3, 0, True, False)
    """
    return page.once(find_regions, lambda: _regions(page))


def _regions(page: Document) -> PostRegions:
    sections, opening, nothing = find_sections(page), find_opening(page), Spans(size=len(page.source))
    spans = page.select_runs(opening.runs) if opening else nothing
    comments, thread, weblog = (_region(page, sections, role, nothing) for role in ("comments", "thread", "weblog"))
    return PostRegions(comments, thread, weblog, spans)


def comment_regions(page: Document) -> Spans:
    """Return the text of comments; empty where there are none. Found once per page."""
    return page.once(comment_regions, lambda: _comments(page).spans)


def _comments(page: Document) -> PostRegion:
    return _region(page, find_sections(page), "comments", Spans(size=len(page.source)))


def thread_regions(page: Document) -> Spans:
    """Return the text of the posts that the page is about; empty where it is about something else."""
    return find_regions(page).thread.spans


def _region(page: Document, sections: PostSections, role: Role, nothing: Spans) -> PostRegion:
    lists = [each.posts for each in sections.sections if each.role == role]
    if not lists:
        return PostRegion(nothing, 0.0, 0)
    inside = np.logical_or.reduce([each.covered for each in lists])[page.runs.gap]
    spans = page.select_runs(inside)
    return PostRegion(spans, round(max(sureness(each.judged.points) for each in lists), 3), sum(map(len, lists)))


def find_opening(page: Document) -> Opening | None:
    """Find what the posts answer: the innermost element with most of the prose outside all posts. Found once per page.

    Above a thread, only what precedes it counts; a weblog has none.
    """
    return page.once(find_opening, lambda: _found_opening(page, find_sections(page)))


def _found_opening(page: Document, sections: PostSections) -> Opening | None:
    prose = sections.prose.copy()
    threads = [each.posts for each in sections.sections if each.role == "thread"]
    starts = [int(posts.first[0]) for posts in threads]
    if starts:
        prose[min(starts) :] = 0
    if any(each.role == "weblog" for each in sections.sections) or int(prose.sum()) < _LEAST:
        return None
    inside = page.in_subtrees(np.concatenate([[0], np.cumsum(prose)]).astype(np.int32))
    element = int(np.flatnonzero(inside >= _MOST * int(prose.sum()))[-1])
    if any(page.elements.first[element] < start <= page.elements.close[element] for start in starts):
        return None  # scattered over the page
    if not all(map(_answers, threads)) and not _is_dated(page, sections, element, min(starts)):
        return None  # a notice above the thread
    gap = page.runs.gap
    first, last = np.searchsorted(gap, [page.elements.first[element] + 1, page.elements.close[element] + 1])
    runs = np.arange(first, last)
    if sections.sections:
        runs = runs[nesting_of(page, sections).owner[gap[runs]] < 0]
    runs = runs[page.starts_shown[runs]]
    return Opening(runs, int(inside[element]) / int(prose.sum())) if len(runs) else None


def _answers(posts: PostList) -> bool:
    """Tell whether posts are named as answers to something else: answers, or what a list of comments holds."""
    own = posts.judged.found.naming
    return "answer" in own.words or (posts.judged.comment and not own.comment)


def _is_dated(page: Document, sections: PostSections, element: int, before: int) -> bool:
    """Tell whether a date stands in the widest part of the page around an element that ends before a gap."""
    parent, close = page.elements.parent, page.elements.close
    while parent[element] >= 0 and close[parent[element]] < before:
        element = int(parent[element])
    return bool(page.in_subtrees(sections.found.evidence.dates)[element])

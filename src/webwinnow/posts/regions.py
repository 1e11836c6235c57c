"""Where posts stand, without reading them: cheap enough to be a feature of every page.

`find_regions` is one pass for all of them; `comment_regions` and `thread_regions` are for who needs only one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.posts.judging import ENOUGH
from webwinnow.posts.sections import Role, Sections, find_sections
from webwinnow.spans import Spans

_STEEP: Final = 0.8
"""How fast points become confidence."""


@dataclass(frozen=True, slots=True)
class Region:
    """The text of all posts of one role on a page."""

    spans: Spans
    confidence: float
    """How sure it is that these are posts; 0 where there are none."""
    posts: int
    """How many posts there are."""


@dataclass(frozen=True, slots=True)
class Regions:
    """Where posts stand on a page. What stands in a post of a thread and comments on it is in both."""

    comments: Region
    """Comments under an article, or under posts of a thread."""
    thread: Region
    """Posts that the page is about: forums, questions with answers, news that are added to."""
    weblog: Region
    """Posts of a weblog, each with a linked headline."""


def find_regions(page: Document) -> Regions:
    """Find where posts stand.

    >>> comment = "<li class=comment><b>Ada</b> <i>3 May 2024</i><p>This is what I think about it, too.</p></li>"
    >>> found = find_regions(Document(f"<ol class=comments>{comment * 3}</ol>"))
    >>> found.comments.posts, found.thread.posts, found.comments.confidence > 0.9
    (3, 0, True)
    """
    sections = find_sections(page)
    return Regions(*(_region(page, sections, role) for role in ("comments", "thread", "weblog")))


def comment_regions(page: Document) -> Spans:
    """Give the text of comments; empty where there are none."""
    return find_regions(page).comments.spans


def thread_regions(page: Document) -> Spans:
    """Give the text of the posts that the page is about; empty where it is about something else."""
    return find_regions(page).thread.spans


def sureness(points: float) -> float:
    """Turn the points of a list into how sure it is that it is one, from 0 to 1."""
    return 1 / (1 + math.exp(-_STEEP * (points - ENOUGH + 1)))


def _region(page: Document, sections: Sections, role: Role) -> Region:
    lists = [each.posts for each in sections.sections if each.role == role]
    if not lists:
        return Region(Spans(size=len(page.source)), 0.0, 0)
    inside = np.logical_or.reduce([each.covered for each in lists])[page.runs.gap]
    spans = page.select_runs(inside)
    return Region(spans, round(max(sureness(each.judged.points) for each in lists), 3), sum(map(len, lists)))

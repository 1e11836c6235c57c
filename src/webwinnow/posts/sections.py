"""What the lists of a page are: the thread that the page is about, posts of a weblog, or comments under an article.

The question is what else the page has: where much prose stands outside the posts, they comment on it; where hardly any
does, they are the content. Names, declared types and the address of forums move that border.

`Nesting` says which post stands in which, and what belongs to each without the posts further inside.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.document.layout import Runs
from webwinnow.document.word_search import WordSearch
from webwinnow.lazy_values import cached_property
from webwinnow.posts.judging import ENOUGH
from webwinnow.posts.lists import FoundLists, PostList, find_lists
from webwinnow.posts.signs import SECTIONS

Role = Literal["thread", "weblog", "comments"]

_LONG: Final = 80
"""Characters of a run of text that is prose."""
_FORUM_TYPES: Final = frozenset({"DiscussionForumPosting", "QAPage", "Question"})
_DECLARES_FORUM: Final = WordSearch(sorted(_FORUM_TYPES))
_ITEM_TYPE: Final = re.compile(rf"(?i:itemtype)\s*+=[^>]*?(?:{'|'.join(_FORUM_TYPES)})")
_FORUM_ADDRESS: Final = re.compile(
    r"//(?:www\.)?(?:forums?|community|discuss(?:ion)?|bbs|answers|boards?|talk|ask|support|users)\.|"
    r"/(?:forums?|threads?|topics?|questions?|discussions?|t|r|bbs|community|showthread|viewtopic|ask|comments)[/.?-]|"
    r"viewtopic|showthread|mod=viewthread|item\?id=",
    re.IGNORECASE,
)
_OUTSIDE: Final = {"comments": (-1.0, 1.0), "posts": (0.8, 5.0), "nameless": (0.3, 1.0)}
"""Prose outside, as a multiple of the prose in the posts, up to which these are a thread: for posts with the names of
comments, of posts or of neither, on pages without signs of a forum and with them. What is named as comments and has no
such sign never is, for short articles with many comments are frequent. Chosen by hand on the forum pages of wcxb-dev
and on dragnet's pages with comments (2026-11-16)."""
_WEBLOG: Final = 0.8
"""Prose outside, as a multiple of that inside, up to which posts with linked headlines are a weblog's."""
_DATED: Final = 0.8
"""Share of a thread's posts that have a date, if nothing else says that the page is a forum's."""
_ABOVE: Final = 0.6
"""Share of the prose outside that stands above comments which nothing names so."""
_STEEP: Final = 0.8
"""How fast points become confidence."""


@dataclass(frozen=True, slots=True)
class PostSection:
    """A list of posts and what it is."""

    posts: PostList
    role: Role
    outside: float
    """Prose outside, as a multiple of that inside."""


@dataclass(frozen=True)
class PostSections:
    """All of a page."""

    found: FoundLists
    sections: tuple[PostSection, ...]
    runs: Runs
    outside: npt.NDArray[np.int64] | None = None
    """The prose outside all posts, where there are any."""

    @cached_property
    def prose(self) -> npt.NDArray[np.int64]:
        """Per gap: characters of long runs outside all posts."""
        return _prose(self.runs, self.found) if self.outside is None else self.outside


def find_sections(page: Document) -> PostSections:
    """Find the lists of posts and tell what each is. Found once per page."""
    return page.once(SECTIONS, lambda: _judged(page))


def _judged(page: Document) -> PostSections:
    found = find_lists(page)
    if not found.lists:
        return PostSections(found, (), page.runs)
    prose = _prose(page.runs, found)
    found = replace(found, lists=tuple(each for each in found.lists if not _is_doubtful(each, prose)))
    inside = [int(prose[each.covered].sum()) for each in found.lists]
    for each in found.lists:
        prose[each.covered] = 0
    signs = _ForumSigns(page, any(each.judged.forum for each in found.lists))
    judged = (_section(each, found, prose, amount, signs) for each, amount in zip(found.lists, inside, strict=True))
    fitting = [each for each in judged if _fits(each, prose, signs)]
    sections = tuple(each for each in fitting if not any(_outdoes(other, each) for other in fitting))
    for each in set(found.lists) - {section.posts for section in sections}:
        prose[each.covered] = _prose(page.runs, found)[each.covered]
    return PostSections(found, sections, page.runs, prose)


@dataclass(frozen=True)
class _ForumSigns:
    """Whether the page has signs of a forum: read only where that makes a difference."""

    page: Document
    named: bool
    """A list is named as those of forums are."""

    @cached_property
    def found(self) -> bool:
        """Whether there are any."""
        return self.named or is_forum(self.page)


def _fits(section: PostSection, prose: npt.NDArray[np.int64], signs: _ForumSigns) -> bool:
    """Tell whether posts stand where such posts do.

    Comments that nothing names so must be several, below the article; posts of a weblog below an article are teasers;
    a thread on a page without signs of a forum has several posts, nearly all with a date.
    """
    posts = section.posts
    if section.role == "thread":
        return (len(posts) > 2 and posts.judged.dated >= _DATED * len(posts)) or signs.found
    if section.role == "weblog":
        return section.outside <= _WEBLOG
    above = int(prose[: int(posts.first[0])].sum())
    return posts.judged.named or (len(posts) > 2 and above > _ABOVE * int(prose.sum()))


def _outdoes(thread: PostSection, other: PostSection) -> bool:
    """Tell whether a thread makes another list on the page one of teasers: linked headlines, or less like posts."""
    judged, against = thread.posts.judged, other.posts.judged
    if thread.role != "thread" or other.role == "comments" or judged.titled or judged.comment:
        return False
    beside = judged.found.parent == against.found.parent or (thread.posts.covered & other.posts.covered).any()
    return not beside and (against.titled or against.points <= judged.points - 1)


def _is_doubtful(posts: PostList, prose: npt.NDArray[np.int64]) -> bool:
    """Tell whether one or two comments hold most of the page's prose: rather the page is in a part named so."""
    judged = posts.judged
    certain = judged.forum or (judged.found.naming.exact and judged.dated == len(posts) > 1)
    few = len(posts) < 3 and judged.comment and not certain
    return few and int(prose[posts.covered].sum()) > int(prose.sum()) / 2


def is_forum(page: Document) -> bool:
    """Tell whether the page declares itself, or is addressed, as forums are."""
    if _FORUM_ADDRESS.search(page.url or ""):
        return True
    if not _DECLARES_FORUM.stand_in(page.markup):  # what is declared takes longer to read
        return False
    said = declared(page)
    scripts = (page.source[start:end] for start, end in said.json_ld_scripts)
    items = said.json_ld if any(each in script for script in scripts for each in _FORUM_TYPES) else ()
    if any(_FORUM_TYPES & set(item.types) for item in items):
        return True
    return bool(_ITEM_TYPE.search(page.source)) and any(_FORUM_TYPES & set(item.types) for item in said.microdata)


def _prose(runs: Runs, found: FoundLists) -> npt.NDArray[np.int64]:
    prose = np.zeros(len(found.plain), dtype=np.int64)
    long = runs.gap[runs.end - runs.start >= _LONG]
    prose[long] = found.plain[long]
    return prose


def _section(
    posts: PostList, found: FoundLists, prose: npt.NDArray[np.int64], inside: int, signs: _ForumSigns
) -> PostSection:
    outside = int(prose[: int(posts.last[-1])].sum()) / max(inside + posts.weight // 4, 1)
    nested = any(_is_inside(posts, other) for other in found.lists if other is not posts)
    if posts.judged.entries and not nested and len(posts) > 1:
        return PostSection(posts, "weblog", outside)
    names = "comments" if posts.judged.comment else "posts" if posts.judged.named else "nameless"
    surely, perhaps = _OUTSIDE[names]
    thread = not nested and (outside <= surely or (outside <= perhaps and signs.found))
    return PostSection(posts, "thread" if thread else "comments", outside)


def _is_inside(inner: PostList, outer: PostList) -> bool:
    return bool(outer.covered[inner.first].mean() > 0.5) and outer.weight > inner.weight


def sureness(points: float) -> float:
    """Turn the points of a list into how sure it is that it is one, from 0 to 1."""
    return 1 / (1 + math.exp(-_STEEP * (points - ENOUGH + 1)))


Column = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Nesting:
    """All posts of a page in the order of the source, as intervals of gaps that lie in each other or apart."""

    first: Column
    last: Column
    section: Column
    """Per post: the index of its section."""
    parent: Column
    """Per post: the post around it, -1 if there is none."""
    owner: Column
    """Per gap: the innermost post around it, -1 if there is none."""

    def __len__(self) -> int:
        """Count the posts."""
        return len(self.first)


def nest(sections: tuple[PostSection, ...], gaps: int) -> Nesting:
    """Order the posts of all sections; of two that start and end alike, and of two that overlap, the first stays."""
    first = np.concatenate([each.posts.first for each in sections] or [np.empty(0, np.int64)])
    last = np.concatenate([each.posts.last for each in sections] or [np.empty(0, np.int64)])
    section = np.repeat(np.arange(len(sections)), [len(each.posts) for each in sections])
    order = np.lexsort([section, -last, first])
    kept, parents = _parents(first[order].tolist(), last[order].tolist())
    order = order[kept]
    parent = np.array(parents, dtype=np.int64)
    return Nesting(first[order], last[order], section[order], parent, _owners(first[order], last[order], parent, gaps))


def _parents(first: list[int], last: list[int]) -> tuple[list[int], list[int]]:
    """Walk over the intervals with those that are open; give the ones to keep, and for each the one around it."""
    kept, parents, ends = list[int](), list[int](), list[int]()
    open_posts = list[int]()
    for at, (start, end) in enumerate(zip(first, last, strict=True)):
        while open_posts and ends[open_posts[-1]] < start:
            open_posts.pop()
        if open_posts and (end > ends[open_posts[-1]] or (start, end) == (first[kept[-1]], ends[-1])):
            continue
        parents.append(open_posts[-1] if open_posts else -1)
        open_posts.append(len(kept))
        kept.append(at)
        ends.append(end)
    return kept, parents


def _owners(first: Column, last: Column, parent: Column, gaps: int) -> Column:
    """Write where the owner changes and carry that on: of ends the outermost counts, and starts outdo ends."""
    change = np.full(gaps + 1, -2, dtype=np.int64)
    inner_first = np.arange(len(first))[::-1]
    change[last[inner_first] + 1] = parent[inner_first]
    change[first] = np.arange(len(first))
    change[0] = max(change[0], -1)
    latest = np.maximum.accumulate(np.where(change > -2, np.arange(gaps + 1), 0))
    owners: Column = change[latest][:gaps]
    return owners


def own_amounts(page: Document, nesting: Nesting, owner: Column, weights: Column) -> Column:
    """Add up in each element what belongs to the post that the element stands in, without posts further inside."""
    gaps = len(weights)
    key = nesting.owner * gaps + np.arange(gaps)
    order = np.argsort(key, kind="stable")
    before = np.concatenate([[0], np.cumsum(weights[order])])
    start = np.searchsorted(key[order], owner * gaps + page.elements.first + 1)
    end = np.searchsorted(key[order], owner * gaps + page.elements.close, side="right")
    amounts: Column = np.where(owner >= 0, before[end] - before[start], 0)
    return amounts

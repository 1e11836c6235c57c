"""Lists of posts and what they are: the thread that the page is about, posts of a weblog, or comments under an article.

Wrappers around each post and lists around all of them repeat as the posts do. Of structures that hold each other, the
one with most dated units is the posts, of equal ones the outermost; one inside that adds posts of its own, such as
comments under answers, stays beside it.

What they are depends on what else the page has: where much prose stands outside the posts, they comment on it; where
hardly any does, they are the content. Names, declared types and the address of forums move that border.
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
from webwinnow.document.reading import Runs
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import LIBRARY
from webwinnow.lazy_values import cached_property
from webwinnow.posts import compiled
from webwinnow.posts.evidence import Evidence
from webwinnow.posts.judging import ENOUGH, Judged, judge
from webwinnow.posts.repetition import find_repeated, median
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
Gaps = npt.NDArray[np.int64]
Weights = npt.NDArray[np.int64]

_INSIDE: Final = 0.9
"""Share of a structure's text that must stand in another for it to be inside."""
_MORE: Final = 1.2
"""So many times as many units count as more."""
_OWN: Final = 0.25
"""Share of text outside the inner units that makes the outer ones posts themselves."""
_EACH, _SINGLE = 15, 40
"""Characters, on average, of a list's posts without links and dates, and of a post that is alone."""


@dataclass(frozen=True, slots=True, eq=False)
class PostList:
    """Posts of one kind: post i lies in the gaps `first[i] ... last[i]`."""

    first: Gaps
    last: Gaps
    judged: Judged
    weight: int
    """Characters of all posts that are no links."""
    covered: npt.NDArray[np.bool_]
    """Per gap: inside one of the posts."""

    def __len__(self) -> int:
        """Count the posts."""
        return len(self.first)


@dataclass(frozen=True)
class FoundLists:
    """The lists of a page, and the columns that they were found by."""

    lists: tuple[PostList, ...]
    evidence: Evidence

    @cached_property
    def plain(self) -> Weights:
        """Per gap: characters that are no link."""
        plain: Weights = self.evidence.plain[1:].astype(np.int64) - self.evidence.plain[:-1]
        return plain


def find_lists(page: Document) -> FoundLists:
    """Find the lists of posts, in the order of the page."""
    evidence, structures = compiled.find_repeated(LIBRARY, page, likely=True) if LIBRARY else find_repeated(page)
    found = FoundLists((), evidence)
    likely = [post_list(each, found.plain) for each in (judge(page, evidence, each) for each in structures) if each]
    if not likely:
        return found
    undated = np.where(evidence.dated, 0, found.plain)
    chosen = chosen_lists([each for each in likely if _has_prose(each, undated)], found.plain)
    return replace(found, lists=tuple(sorted(chosen, key=lambda each: int(each.first[0]))))


def post_list(judged: Judged, plain: Weights) -> PostList:
    """Make a list of a structure."""
    first, last = judged.found.first.astype(np.int64), judged.found.last.astype(np.int64)
    covered = _covered(first, last, len(plain))
    return PostList(first, last, judged, int(plain[covered].sum()), covered)


def _covered(first: Gaps, last: Gaps, size: int) -> npt.NDArray[np.bool_]:
    steps = np.bincount(first, minlength=size + 1) - np.bincount(last + 1, minlength=size + 1)[: size + 1]
    covered: npt.NDArray[np.bool_] = np.cumsum(steps)[:size] > 0
    return covered


def _has_prose(found: PostList, undated: Weights) -> bool:
    """Tell whether there is more than names, dates and buttons; a single unit must prove it more clearly."""
    written = int(undated[found.covered].sum())
    return written >= (_SINGLE if len(found) == 1 else _EACH * len(found))


def chosen_lists(likely: list[PostList], plain: Weights) -> list[PostList]:
    """Leave out wrappers and containers of posts."""
    dropped = set[int]()
    for outer_at, outer in enumerate(likely):
        for inner_at, inner in enumerate(likely):
            if outer_at != inner_at and not {outer_at, inner_at} & dropped and _is_wider(outer, inner):
                loser = _loser(outer, inner, plain)
                dropped |= {outer_at} if loser is outer else {inner_at} if loser is inner else set()
    return [each for at, each in enumerate(likely) if at not in dropped]


def _is_wider(outer: PostList, inner: PostList) -> bool:
    return bool((outer.last - outer.first).sum() * len(inner) >= (inner.last - inner.first).sum() * len(outer))


def _loser(outer: PostList, inner: PostList, plain: Weights) -> PostList | None:
    """Tell which of two lists with common text is no list of posts; None if both may be."""
    common = int(plain[outer.covered & inner.covered].sum())
    own = outer.weight - common
    if inner.weight > _MORE * outer.weight:  # the outer one holds a part of the inner one's units
        return outer if common and own < _OWN * outer.weight else None
    if common < _INSIDE * inner.weight:
        return inner if common > inner.weight / 2 and inner.judged.points < outer.judged.points else None
    many, few = _count(inner), _count(outer)
    answers = inner.judged.found.naming.exact and inner.judged.comment and not outer.judged.comment
    if many > _MORE * few and (answers or not _same_in_each(outer, inner)):
        has_own = own >= _OWN * outer.weight and (outer.judged.dated > 1 or outer.judged.entries)
        return None if has_own else outer
    named = inner.judged.found.naming
    around = outer.judged.found.naming
    in_few = len(inner) < len(outer) / _MORE or (named.exact and around.exact and not around.comment)
    if in_few and named.comment and own >= _OWN * outer.weight and inner.judged.dated:
        return None
    return outer if named.exact and not around.exact else inner


def _count(found: PostList) -> int:
    """Count the units that can be posts: those with a date, or all where they are named so."""
    return len(found) if found.judged.found.naming.alone or not found.judged.dated else found.judged.dated


def _same_in_each(outer: PostList, inner: PostList) -> bool:
    """Tell whether each outer unit holds the same number of inner ones: these are its columns, not posts."""
    bounds = np.searchsorted(inner.first, [outer.first, outer.last + 1])
    held = bounds[1] - bounds[0]
    return len(outer) > 2 and float((held == median(held.tolist())).mean()) >= _INSIDE


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

"""Lists of posts: which of the repeated structures are posts, and from where to where each post reaches.

Wrappers around each post and lists around all of them repeat as the posts do. Of structures that hold each other, the
one with most dated units is the posts, of equal ones the outermost; one inside that adds posts of its own, such as
comments under answers, stays beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.lazy_values import cached_property
from webwinnow.posts import compiled
from webwinnow.posts.evidence import Evidence
from webwinnow.posts.judging import Judged, judge
from webwinnow.posts.repetition import find_repeated, median

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

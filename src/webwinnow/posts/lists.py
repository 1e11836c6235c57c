"""Lists of posts: which of the repeated structures are posts, and from where to where each post reaches.

How much a structure is like a list of posts is counted in points for and against, each from what all its units show. A
post has an author, a time and text that is no link. Teasers have a linked heading, menus have links alone. Names of
classes add to that and never decide alone.

Wrappers around each post and lists around all of them repeat as the posts do. Of structures that hold each other, the
one with most dated units is the posts, of equal ones the outermost; one inside that adds posts of its own, such as
comments under answers, stays beside it.

Constants: chosen by hand on forum pages of wcxb-dev and pages of dragnet with comments, so that no list of teasers on
the articles of fundus, xmu-zh and a third of wcxb-dev and daniel-waddle passes as comments (2026-11-16).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.metadata.dates import parse_date
from webwinnow.posts.candidates import LONG_ENTRY
from webwinnow.posts.evidence import Evidence
from webwinnow.posts.naming import SIGNED, Naming, naming
from webwinnow.posts.repetition import Repeated, gather, median, repeated_structures

ENOUGH: Final = 1.5
"""Points from which a structure is a list of posts."""
_AROUND: Final = 4
"""How many elements above a list are asked for their names."""
_NEAR: Final = 2
"""How many of them speak against a list that is named as posts are."""
_SAMPLE: Final = 40
"""Units whose first texts are looked at for names of authors."""
_EVERYWHERE: Final = 0.9
"""Share of the units from which on a text is a label; one person may write most of a thread."""
_LONGEST_NAME: Final = 42
"""Bytes of a name: a headline of Chinese has as many letters as a name of English."""
_NEARLY: Final = 0.8
_UNCERTAIN: Final = 3.0
"""Points against a structure that nothing names as posts, and of which less than that share has a certain date."""
_FIRST: Final = 8
"""The author stands among so many first texts of a post."""
_HEAD: Final = 3000
"""Characters of a unit in which its author is named."""
_TIME, _ARTICLE, _BODY = NUMBER["time"], NUMBER["article"], NUMBER["body"]
_AGO: Final = re.compile(r"\bago\b|\bvor \d|il y a|\bhace \d|\d.{0,12}(?:前|전|назад|fa\b|önce|پیش)|esterday|昨天|今天")
_AUTHORED: Final = 2.0
"""Points for authors."""
Gaps = npt.NDArray[np.int64]
Weights = npt.NDArray[np.int64]

_INSIDE: Final = 0.9
"""Share of a structure's text that must stand in another for it to be inside."""
_LARGEST: Final = 0.7
"""Share of a weblog's text in its longest post; an article beside its teasers has more."""
_MORE: Final = 1.2
"""So many times as many units count as more."""
_OWN: Final = 0.25
"""Share of text outside the inner units that makes the outer ones posts themselves."""
_EACH, _SINGLE = 15, 40
"""Characters, on average, of a list's posts without links and dates, and of a post that is alone."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A repeated structure with what speaks for it."""

    found: Repeated
    points: float
    comment: bool
    """Named as comments are, itself or what is around it."""
    forum: bool
    """Named as in forums."""
    named: bool
    """Something is named as posts are; otherwise the structure alone speaks for it."""
    entries: bool
    """Each unit has a linked heading and text of its own: posts of a weblog, or long teasers."""
    titled: bool
    """Most units have a linked heading."""
    dated: int
    """How many units have a date."""


class _Shape(NamedTuple):
    """What the units of a structure show, whatever it is named."""

    size: int
    """How many units there are."""
    prose: float
    """Share of their text that is no link."""
    usual: float
    """Characters without links of the median unit."""
    dated: float
    """Share of the units with a date."""
    titled: float
    """Share of the units with a linked heading."""
    entries: bool
    weblog: bool

    def points(self, own: Naming, *, comment: bool, forum: bool, beside: bool) -> float:
        """Add up what speaks for posts; never less with `comment` or `forum`, never more with `beside`."""
        return (
            -2.0
            + 2.0 * comment
            + 1.0 * own.post
            + 0.5 * forum
            - 3.0 * own.against
            - (1.0 if own.post else 3.0) * beside
            + (2.0 * self.dated - 0.5)
            + 0.5 * (self.usual >= 60)
            + 0.5 * (self.size >= 4)
            - 6.0 * max(0.6 - self.prose, 0.0)
            - 2.5 * self.titled * (not own.comment and not self.weblog)
            - 1.0 * (self.size < 3 and not _named(own, comment))
            - 2.0 * (not self.dated and not comment and not self.weblog)
            + 1.0 * (self.weblog and not own.post)
            + 1.0 * (self.weblog and self.dated < 0.5)
        )


def _shape(page: Document, found: Repeated) -> _Shape:
    """Look at the units of a structure."""
    own, count = found.naming, len(found.units)
    characters, plain, titles, dates = found.amounts.tolist()
    prose, usual = sum(plain) / max(sum(characters), 1), median(plain)
    titled = (count - titles.count(0)) / count
    even = max(plain) <= _LARGEST * max(sum(plain), 1)
    entries = titled > 0.5 and usual >= LONG_ENTRY and even and not own.comment and not own.forum
    weblog = entries and (own.post or int(page.elements.tag[found.units[0]]) == _ARTICLE)
    return _Shape(count, prose, usual, (count - dates.count(0)) / count, titled, entries, weblog)


def _named(own: Naming, comment: bool) -> bool:
    return comment or own.post or own.forum


def judge(page: Document, evidence: Evidence, found: Repeated) -> Judged | None:
    """Weigh one structure; None where it has not enough points."""
    own, shape = found.naming, _shape(page, found)
    if shape.points(own, comment=True, forum=True, beside=False) < ENOUGH - _AUTHORED:
        return None  # whatever stands around it
    around = _names_around(page, found.parent)
    comment = own.comment or any(each.comment for each in around[:2])
    forum = own.forum or any(each.forum for each in around)
    named = _named(own, comment)
    beside = any(each.against and not each.comment for each in around[: _NEAR if named else _AROUND])
    points = shape.points(own, comment=comment, forum=forum, beside=beside)
    if points < ENOUGH - _AUTHORED:
        return None  # whoever wrote it
    authored, weblog, dated = author_share(page, evidence, found), shape.weblog, shape.dated
    unsigned = not dated and not weblog and (authored < 0.5 or shape.size < 2 or shape.usual < 25)
    points += (_AUTHORED if weblog and dated < 0.5 else _AUTHORED * authored) - 1.5 * unsigned
    if points >= ENOUGH and not named and not weblog and not _is_certain(page, evidence, found):
        points -= _UNCERTAIN
    if points < ENOUGH:
        return None
    return Judged(found, points, comment, forum, named, shape.entries, shape.titled > 0.5, round(dated * shape.size))


def _names_around(page: Document, element: int) -> list[Naming]:
    names = list[Naming]()
    while element > 0 and len(names) < _AROUND and page.elements.tag[element] != _BODY:
        names.append(naming(page, element))
        element = int(page.elements.parent[element])
    return names


def author_share(page: Document, evidence: Evidence, found: Repeated) -> float:
    """Return the share of units that start with something like a name: short, no date, not the same everywhere."""
    gap = page.runs.gap
    first, stop = np.searchsorted(gap, [found.first[:_SAMPLE], found.last[:_SAMPLE] + 1])
    names = _names(page, evidence, first, np.minimum(stop, first + _FIRST))
    times = Counter(name for each in names for name in set(each))
    common = _EVERYWHERE * len(names) if len(names) > 3 else len(names)
    return sum(any(times[name] <= common for name in each) for each in names) / len(names)


def _is_certain(page: Document, evidence: Evidence, found: Repeated) -> bool:
    """Tell whether nearly all units name somebody as software names authors, or have a certain date."""
    count = min(len(found.units), _SAMPLE)
    return _are_nearly_all(_signed(page, found), count) or _are_nearly_all(_dated(page, evidence, found), count)


def _are_nearly_all(told: Iterable[bool], count: int) -> bool:
    """Tell whether nearly all of so many are true; no more are read than it takes to know."""
    yes = no = 0
    for each in told:
        yes, no = yes + each, no + (not each)
        if yes / count >= _NEARLY or (count - no) / count < _NEARLY:
            break
    return yes / count >= _NEARLY


def _signed(page: Document, found: Repeated) -> Iterator[bool]:
    """Tell for each unit whether it has a link that is named as authors are, or leads to a member's page."""
    tokens = page.tokens
    starts, ends = tokens.gap_start[found.first[:_SAMPLE]], tokens.gap_end[found.last[:_SAMPLE]]
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        yield SIGNED.search(page.source[start : min(end, start + _HEAD)].lower()) is not None


def _dated(page: Document, evidence: Evidence, found: Repeated) -> Iterator[bool]:
    """Tell for each unit whether a text surely is a point in time, not merely a number with a unit."""
    runs, times = page.runs, np.concatenate([[0], np.cumsum(page.tokens.code == _TIME)])
    for first, last in zip(found.first[:_SAMPLE].tolist(), found.last[:_SAMPLE].tolist(), strict=True):
        if times[last] > times[first]:
            yield True
            continue
        start, end = np.searchsorted(runs.gap, [first, last + 1]).tolist()
        some = (np.flatnonzero(evidence.dated[runs.gap[start:end]])[:3] + start).tolist()
        yield any(_is_date(page.text(int(runs.start[run]), int(runs.end[run]))) for run in some)


def _is_date(text: str) -> bool:
    return bool(_AGO.search(text)) or parse_date(text) is not None


def _names(page: Document, evidence: Evidence, first: Gaps, stop: Gaps) -> list[list[str]]:
    """Return for each unit the texts that can be names, of its runs from the first up to the one to stop at."""
    count = stop - first
    unit = np.repeat(np.arange(len(count)), count)
    run = np.arange(len(unit)) + (first - count.cumsum() + count)[unit]
    starts, ends = page.runs.start[run], page.runs.end[run]
    short = np.flatnonzero((ends - starts <= _LONGEST_NAME) & ~evidence.dated[page.runs.gap[run]])
    names: list[list[str]] = [[] for _ in range(len(count))]
    for at, start, end in zip(unit[short].tolist(), starts[short].tolist(), ends[short].tolist(), strict=True):
        text = page.source[start:end]
        if 2 <= len(text.encode()) <= _LONGEST_NAME and any(map(str.isalpha, text)):
            names[at].append(text)
    return names


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


@dataclass(frozen=True, slots=True)
class FoundLists:
    """The lists of a page, and the columns that they were found by."""

    lists: tuple[PostList, ...]
    evidence: Evidence
    plain: Weights
    """Per gap: characters that are no link."""


def find_lists(page: Document) -> FoundLists:
    """Find the lists of posts, in the order of the page."""
    evidence = gather(page)
    plain: Weights = evidence.plain[1:].astype(np.int64) - evidence.plain[:-1]
    judged = (judge(page, evidence, each) for each in repeated_structures(page, evidence))
    likely = [post_list(each, plain) for each in judged if each]
    if not likely:
        return FoundLists((), evidence, plain)
    undated = np.where(evidence.dated, 0, plain)
    chosen = chosen_lists([each for each in likely if _has_prose(each, undated)], plain)
    return FoundLists(tuple(sorted(chosen, key=lambda each: int(each.first[0]))), evidence, plain)


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

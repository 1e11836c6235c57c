"""Which repeated structures are lists of posts: points for and against, each from what all units of a structure show.

A post has an author, a time and text that is no link. Teasers have a linked heading, menus have links alone. Names of
classes add to that and never decide alone.

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
from webwinnow.posts.evidence import Evidence
from webwinnow.posts.naming import SIGNED, Naming, naming
from webwinnow.posts.repetition import ARTICLE, LONG_ENTRY, Counted, Repeated, median


class PostPoints(NamedTuple):
    """What speaks for a structure as a list of posts, and, below 0, against it."""

    start: float = -2.0
    comment: float = 2.0
    post: float = 1.0
    forum: float = 0.5
    against: float = -3.0
    beside: float = -3.0
    """What stands around is named as what is no list of posts, and the list is not named as posts are,"""
    beside_post: float = -1.0
    """or it is."""
    dated: float = 2.0
    undated: float = -0.5
    usual: float = 0.5
    many: float = 0.5
    linked: float = -6.0
    """For each share of the text that is linked beyond the usual."""
    titled: float = -2.5
    few: float = -1.0
    dateless: float = -2.0
    weblog: float = 1.0
    weblog_dateless: float = 1.0
    authored: float = 2.0
    """Points for authors."""
    unsigned: float = 1.5
    """Points against what has neither dates nor authors."""


class PostLimits(NamedTuple):
    """From where on these count."""

    enough: float = 1.5
    """Points from which a structure is a list of posts."""
    prose: float = 0.6
    """Share of the text that is no link."""
    largest: float = 0.7
    """Share of a weblog's text in its longest post; an article beside its teasers has more."""
    half: float = 0.5
    everywhere: float = 0.9
    """Share of the units from which on a text is a label; one person may write most of a thread."""
    usual: float = 60.0
    """Characters of the median unit that speak for posts,"""
    short: float = 25.0
    """and below which it must be signed."""


class PostCounts(NamedTuple):
    """How many of something count, or are looked at."""

    many: int = 4
    """Units that speak for posts,"""
    few: int = 3
    """and below which they speak against them."""
    around: int = 4
    """How many elements above a list are asked for their names."""
    near: int = 2
    """How many of them speak against a list that is named as posts are."""
    sample: int = 40
    """Units whose first texts are looked at for names of authors."""
    texts: int = 8
    """The author stands among so many first texts of a post."""
    longest_name: int = 42
    """Bytes of a name: a headline of Chinese has as many letters as a name of English."""


POINTS, LIMITS, COUNTS = PostPoints(), PostLimits(), PostCounts()
ENOUGH: Final = LIMITS.enough
_NEARLY: Final = 0.8
_UNCERTAIN: Final = 3.0
"""Points against a structure that nothing names as posts, and of which less than that share has a certain date."""
_HEAD: Final = 3000
"""Characters of a unit in which its author is named."""
_TIME, _BODY = NUMBER["time"], NUMBER["body"]
_AGO: Final = re.compile(r"\bago\b|\bvor \d|il y a|\bhace \d|\d.{0,12}(?:前|전|назад|fa\b|önce|پیش)|esterday|昨天|今天")
Gaps = npt.NDArray[np.integer]


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
            POINTS.start
            + POINTS.comment * comment
            + POINTS.post * own.post
            + POINTS.forum * forum
            + POINTS.against * own.against
            + (POINTS.beside_post if own.post else POINTS.beside) * beside
            + (POINTS.dated * self.dated + POINTS.undated)
            + POINTS.usual * (self.usual >= LIMITS.usual)
            + POINTS.many * (self.size >= COUNTS.many)
            + POINTS.linked * max(LIMITS.prose - self.prose, 0.0)
            + POINTS.titled * self.titled * (not own.comment and not self.weblog)
            + POINTS.few * (self.size < COUNTS.few and not _named(own, comment))
            + POINTS.dateless * (not self.dated and not comment and not self.weblog)
            + POINTS.weblog * (self.weblog and not own.post)
            + POINTS.weblog_dateless * (self.weblog and self.dated < LIMITS.half)
        )


def _shape(page: Document, found: Repeated) -> _Shape:
    """Look at the units of a structure."""
    own, count = found.naming, len(found.units)
    characters, plain, titles, dates = found.amounts.tolist()
    prose, usual = sum(plain) / max(sum(characters), 1), median(plain)
    titled = (count - titles.count(0)) / count
    even = max(plain) <= LIMITS.largest * max(sum(plain), 1)
    entries = titled > LIMITS.half and usual >= LONG_ENTRY and even and not own.comment and not own.forum
    weblog = entries and (own.post or int(page.elements.tag[found.units[0]]) == ARTICLE)
    return _Shape(count, prose, usual, (count - dates.count(0)) / count, titled, entries, weblog)


def _named(own: Naming, comment: bool) -> bool:
    return comment or own.post or own.forum


def judge(page: Document, evidence: Evidence, found: Repeated) -> Judged | None:
    """Weigh one structure; None where it has not enough points."""
    counted = found.counted or count_points(page, evidence, found)
    if counted is None:
        return None
    points, comment, forum, named, entries, titled, weblog, dated = counted
    if points >= ENOUGH and not named and not weblog and not _is_certain(page, evidence, found):
        points -= _UNCERTAIN
    return Judged(found, points, comment, forum, named, entries, titled, dated) if points >= ENOUGH else None


def count_points(page: Document, evidence: Evidence, found: Repeated) -> Counted | None:
    """Count what speaks for a structure, whether its dates are certain or not; None where that is not enough."""
    own, shape = found.naming, _shape(page, found)
    if shape.points(own, comment=True, forum=True, beside=False) < ENOUGH - POINTS.authored:
        return None  # whatever stands around it
    around = _names_around(page, found.parent)
    comment = own.comment or any(each.comment for each in around[: COUNTS.near])
    forum = own.forum or any(each.forum for each in around)
    named = _named(own, comment)
    beside = any(each.against and not each.comment for each in around[: COUNTS.near if named else COUNTS.around])
    points = shape.points(own, comment=comment, forum=forum, beside=beside)
    if points < ENOUGH - POINTS.authored:
        return None  # whoever wrote it
    authored, weblog, dated = author_share(page, evidence, found), shape.weblog, shape.dated
    unsigned = not dated and not weblog and (authored < LIMITS.half or shape.size < 2 or shape.usual < LIMITS.short)
    by = POINTS.authored if weblog and dated < LIMITS.half else POINTS.authored * authored
    points += by - POINTS.unsigned * unsigned
    titled, count = shape.titled > LIMITS.half, round(dated * shape.size)
    return Counted(points, comment, forum, named, shape.entries, titled, weblog, count)


def _names_around(page: Document, element: int) -> list[Naming]:
    names = list[Naming]()
    while element > 0 and len(names) < COUNTS.around and page.elements.tag[element] != _BODY:
        names.append(naming(page, element))
        element = int(page.elements.parent[element])
    return names


def author_share(page: Document, evidence: Evidence, found: Repeated) -> float:
    """Return the share of units that start with something like a name: short, no date, not the same everywhere."""
    gap = page.runs.gap
    first, stop = np.searchsorted(gap, [found.first[: COUNTS.sample], found.last[: COUNTS.sample] + 1])
    names = _names(page, evidence, first, np.minimum(stop, first + COUNTS.texts))
    times = Counter(name for each in names for name in set(each))
    common = LIMITS.everywhere * len(names) if len(names) > 3 else len(names)
    return sum(any(times[name] <= common for name in each) for each in names) / len(names)


def _is_certain(page: Document, evidence: Evidence, found: Repeated) -> bool:
    """Tell whether nearly all units name somebody as software names authors, or have a certain date."""
    count = min(len(found.units), COUNTS.sample)
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
    starts, ends = tokens.gap_start[found.first[: COUNTS.sample]], tokens.gap_end[found.last[: COUNTS.sample]]
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        yield SIGNED.search(page.source[start : min(end, start + _HEAD)].lower()) is not None


def _dated(page: Document, evidence: Evidence, found: Repeated) -> Iterator[bool]:
    """Tell for each unit whether a text surely is a point in time, not merely a number with a unit."""
    runs, times = page.runs, np.concatenate([[0], np.cumsum(page.tokens.code == _TIME)])
    for first, last in zip(found.first[: COUNTS.sample].tolist(), found.last[: COUNTS.sample].tolist(), strict=True):
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
    short = np.flatnonzero((ends - starts <= COUNTS.longest_name) & ~evidence.dated[page.runs.gap[run]])
    names: list[list[str]] = [[] for _ in range(len(count))]
    for at, start, end in zip(unit[short].tolist(), starts[short].tolist(), ends[short].tolist(), strict=True):
        text = page.source[start:end]
        if 2 <= len(text.encode()) <= COUNTS.longest_name and any(map(str.isalpha, text)):
            names[at].append(text)
    return names

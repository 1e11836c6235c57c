"""How much a repeated structure is like a list of posts: points for and against, each from what all its units show.

A post has an author, a time and text that is no link. Teasers have a linked heading, menus have links alone. Names of
classes add to that and never decide alone.

Constants: chosen by hand on forum pages of wcxb-dev and pages of dragnet with comments, so that no list of teasers on
the articles of fundus, xmu-zh and a third of wcxb-dev and daniel-waddle passes as comments (2026-11-16).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.metadata.dates import parse_date
from webwinnow.posts.evidence import Evidence
from webwinnow.posts.naming import Naming, naming
from webwinnow.posts.repetition import Repeated

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
_TIME: Final = NUMBER["time"]
_AGO: Final = re.compile(r"\bago\b|\bvor \d|il y a|\bhace \d|\d.{0,12}(?:前|전|назад|fa\b|önce|پیش)|esterday|昨天|今天")
_AUTHORED: Final = 2.0
"""Points for authors."""


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
    dated: int
    """How many units have a date."""


def judge(page: Document, evidence: Evidence, found: Repeated) -> Judged:
    """Weigh one structure."""
    own, count = found.naming, len(found.units)
    around = _names_around(page, found.parent)
    plain = found.inside(evidence.plain)
    prose = float(plain.sum() / max(int(found.inside(evidence.characters).sum()), 1))
    usual = float(np.median(plain))
    dated = float((found.inside(evidence.dates) > 0).mean())
    titled = float((found.inside(evidence.titles) > 0).mean())
    comment = own.comment or any(each.comment for each in around[:2])
    forum = own.forum or any(each.forum for each in around)
    named = comment or own.post or own.forum
    beside = any(each.against and not each.comment for each in around[: _NEAR if named else _AROUND])
    few = count < 3
    entries = titled > 0.5 and usual >= 150 and not own.comment
    points = (
        -2.0
        + 2.0 * comment
        + 1.0 * own.post
        + 0.5 * forum
        - 3.0 * own.against
        - (1.0 if own.post else 3.0) * beside
        + (2.0 * dated - 0.5)
        + 0.5 * (usual >= 60)
        + 0.5 * (count >= 4)
        - 6.0 * max(0.6 - prose, 0.0)
        - 2.5 * titled * (not own.comment and not (entries and own.post))
        - 1.0 * (few and not named)
        - 2.0 * (not dated and not comment)
    )
    if points >= ENOUGH - _AUTHORED:  # else it cannot be enough any more
        authored = author_share(page, evidence, found)
        points -= _UNCERTAIN * (not named and certain_dates(page, evidence, found) < _NEARLY)
        points += _AUTHORED * authored - 1.5 * (not dated and (authored < 0.5 or count < 2 or usual < 25))
    return Judged(found, points, comment, forum, named, entries, round(dated * count))


def _names_around(page: Document, element: int) -> list[Naming]:
    names = list[Naming]()
    while element > 0 and len(names) < _AROUND and page.name(element) != "body":
        names.append(naming(page, element))
        element = int(page.elements.parent[element])
    return names


def author_share(page: Document, evidence: Evidence, found: Repeated) -> float:
    """Give the share of units that start with something like a name: short, no date, not the same everywhere."""
    runs = page.runs
    first = np.searchsorted(runs.gap, found.first[:_SAMPLE])
    stop = np.minimum(np.searchsorted(runs.gap, found.last[:_SAMPLE], side="right"), first + _FIRST)
    names = [
        [_text(page, run) for run in range(start, end) if not evidence.dated[runs.gap[run]]]
        for start, end in zip(first.tolist(), stop.tolist(), strict=True)
    ]
    times = Counter(name for each in names for name in set(each))
    common = _EVERYWHERE * len(names) if len(names) > 3 else len(names)
    return sum(any(name and times[name] <= common for name in each) for each in names) / len(names)


def certain_dates(page: Document, evidence: Evidence, found: Repeated) -> float:
    """Give the share of units with a text that surely is a point in time, not merely a number with a unit."""
    times = np.concatenate([[0], np.cumsum(page.tokens.code == _TIME)])
    certain = times[found.last[:_SAMPLE]] > times[found.first[:_SAMPLE]]
    for at in np.flatnonzero(~certain).tolist():
        first, last = np.searchsorted(page.runs.gap, [found.first[at], found.last[at] + 1])
        runs = np.flatnonzero(evidence.dated[page.runs.gap[first:last]])[:3] + first
        certain[at] = any(_is_date(page.text(int(page.runs.start[run]), int(page.runs.end[run]))) for run in runs)
    return float(certain.mean())


def _is_date(text: str) -> bool:
    return bool(_AGO.search(text)) or parse_date(text) is not None


def _text(page: Document, run: int) -> str:
    """Give a run's text if it can be a name."""
    start, end = int(page.runs.start[run]), int(page.runs.end[run])
    text = page.source[start : min(end, start + _LONGEST_NAME + 1)]
    return text if 2 <= len(text.encode()) <= _LONGEST_NAME and any(map(str.isalpha, text)) else ""

"""Author, time and text of each post.

The time stands in time elements, in attributes that scripts read, else in text that is a date. The author is found by
how elements are named, by links to people's pages, else by where names stand. What most posts of a list repeat word by
word is a button or a label, and part of no text.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.references import decode_references
from webwinnow.document.word_search import WordSearch
from webwinnow.lazy_values import cached_property, weakly
from webwinnow.metadata.dates import parse_date
from webwinnow.posts.authors import authors_of, name_in
from webwinnow.posts.naming import read_naming
from webwinnow.posts.sections import PostSections
from webwinnow.posts.template import Nesting, Template, begins, template_of, text_elements

Runs = npt.NDArray[np.intp]
Marked = npt.NDArray[np.bool_]

_LABEL: Final = 40
"""Characters of a label."""
_OFTEN: Final = 0.6
"""Share of a list's posts in which a text is the same, in the same slot, if it is a button or a label."""
_FIRST: Final = 6
"""The author may stand among so many first texts of a post, even inside the element with its text."""
_SIGNATURE: Final = re.compile(r"(?<![a-z])sig(?:nature)?(?![a-z])|signature")
_MAY_BE_SIGNATURE: Final = WordSearch(("sig",), ignore_case=True)
_NUMBER: Final = re.compile(r"\W*\d+\W*")
_TIME: Final = column("time")
_ATTRIBUTES: Final = ("datetime", "title", "data-time", "data-timestamp", "data-date", "data-original-title", "content")
_MANY: Final = 8
"""So many dates of one post are read: the first few stand at its head."""
_ABOVE: Final = 4
"""Texts at the beginning of a post among which its time may stand: "Written:", the time, the post's number."""
_TO_THE_MINUTE: Final = 2
_BEGINNING: Final = 120
"""Characters of a text at the edge of a post that are read to tell whether it is a name."""


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """What the parts of all posts are found by, as single runs are looked up."""

    page: Document
    source: str
    start: memoryview
    end: memoryview
    """Per run of the page: where it stands."""
    own: OwnRuns
    inside: memoryview
    """Per run of a post: it stands inside of the element with the text."""
    unlabelled: OwnRuns
    dated: memoryview
    """Per run of the page: it looks like a date."""
    times: dict[int, list[int]]
    """The time elements of each post."""
    language: str

    def read(self, run: int) -> str:
        """Read a run in one line."""
        return " ".join(decode_references(self.source[self.start[run] : self.end[run]]).split())

    def beginning(self, run: int) -> str:
        """Read the beginning of a run."""
        start = self.start[run]
        return decode_references(self.source[start : min(self.end[run], start + _BEGINNING)])


class OwnRuns:
    """Some of the visible runs of each post, one post behind the other."""

    __slots__ = ("_bound", "_runs")

    def __init__(self, runs: Runs, bound: npt.NDArray[np.integer]) -> None:
        """Take the runs, and where those of each post begin; one more bound closes the last."""
        self._runs: list[int] = runs.tolist()
        self._bound: list[int] = bound.tolist()

    def bounds(self, post: int) -> tuple[int, int]:
        """Tell where the runs of a post begin and end."""
        return self._bound[post], self._bound[post + 1]

    def of(self, post: int) -> list[int]:
        """Return the runs of a post."""
        return self._runs[self._bound[post] : self._bound[post + 1]]


class Parts:
    """What was found in one post; text and time when they are first asked for, since not all are asked of all posts."""

    def __init__(self, columns: _Columns, at: int, author: str | None) -> None:
        """Take the number of a post, and who wrote it."""
        self._columns, self._at = columns, at
        self.author = author

    @property
    def runs(self) -> list[int]:
        """All its runs, without those of posts inside it."""
        return self._columns.own.of(self._at)

    @property
    def unlabelled(self) -> list[int]:
        """The runs of its text, and the time and the author's name at both ends of it."""
        return self._columns.unlabelled.of(self._at)

    @cached_property
    def text(self) -> list[int]:
        """The runs of its text."""
        return _without_margins(self._columns, self.unlabelled, self.author)

    @cached_property
    def written(self) -> Written | None:
        """When it was written: a time right above the text goes before a day elsewhere, on which somebody joined."""
        columns = self._columns
        found = time_of(columns, columns.times.get(self._at, []), self._dated)
        above = [run for run in self.unlabelled[:_ABOVE] if columns.dated[run] and run not in self._dated]
        if not above or (found and _precision(found) == _TO_THE_MINUTE):
            return found
        right_above = time_of(columns, [], above)
        return right_above if right_above and _precision(right_above) == _TO_THE_MINUTE else found

    @property
    def time_text(self) -> str | None:
        """When it was written, as readers see it."""
        if self._at not in self._columns.times and len(self._dated) == 1:  # whatever day it is
            return self._columns.read(self._dated[0])
        return self.written.text if self.written else None

    @cached_property
    def _dated(self) -> list[int]:
        """The runs that look like a date: those outside of its text if there are any."""
        first, last = self._columns.own.bounds(self._at)
        inside, dated, runs = self._columns.inside[first:last], self._columns.dated, self.runs
        head = [run for run, within in zip(runs, inside, strict=True) if dated[run] and not within]
        return head or [run for run in runs if dated[run]]


def parts_of(page: Document, sections: PostSections, nesting: Nesting) -> list[Parts]:
    """Find the parts of all posts."""
    if not len(nesting):
        return []
    own, bound = own_runs(page, nesting)
    post = np.repeat(np.arange(len(nesting)), np.diff(bound))
    template = template_of(page, nesting)
    labels = _labels(page, nesting, template, own, post) | _signatures(page, template)
    dated = sections.found.evidence.dated[page.runs.gap]
    prose = np.where(labels | dated, 0, sections.found.plain[page.runs.gap])
    inside = _inside(page, own, text_elements(page, nesting, template, prose)[post])
    heads = np.flatnonzero(~inside | (np.arange(len(own)) - bound[post] < _FIRST))
    written = np.flatnonzero(inside & ~labels[own])
    columns = _Columns(
        page=weakly(page),
        source=page.source,
        start=page.runs.start.data,
        end=page.runs.end.data,
        own=OwnRuns(own, bound),
        inside=inside.data,
        unlabelled=OwnRuns(own[written], np.searchsorted(written, bound)),
        dated=dated.data,
        times=time_elements(page, nesting),
        language=language_of(page),
    )
    people = authors_of(page, nesting, template, post[heads], own[heads])
    return [Parts(columns, at, author) for at, author in enumerate(people)]


def own_runs(page: Document, nesting: Nesting) -> tuple[Runs, npt.NDArray[np.intp]]:
    """Return the visible runs of all posts, one post behind the other, and where those of each begin."""
    shown = np.flatnonzero(page.starts_shown)
    owner = nesting.owner[page.runs.gap[shown]]
    order = np.argsort(owner, kind="stable")
    bound = np.searchsorted(owner[order], np.arange(len(nesting) + 1))
    return shown[order[bound[0] :]], bound - bound[0]


def language_of(page: Document) -> str:
    """Return the language that the page declares, which decides how 1/2/2024 is read."""
    return page.attributes(0).get("lang", "") if len(page.elements) else ""


def _labels(page: Document, nesting: Nesting, template: Template, own: Runs, post: Runs) -> Marked:
    """Mark the runs whose text most posts of the list have in the same slot; the longest of a post is never one."""
    runs, labels = page.runs, np.zeros(len(page.runs), dtype=np.bool_)
    length = runs.end[own] - runs.start[own]
    length[_longest(length, post)] = _LABEL + 1
    short = np.flatnonzero(length <= _LABEL)
    section, slot = nesting.section[post[short]], template.slot[runs.home[own[short]]] + 1
    place = section * (int(template.slot.max()) + 2) + slot
    size = np.bincount(nesting.section)
    enough = np.where(size < 3, len(nesting), _OFTEN * size)[section]
    # Most texts are not as long as any other in their slot, so they need not be read.
    some = np.flatnonzero(_posts_with(place * (_LABEL + 1) + length[short], post[short]) > enough)
    chosen = own[short[some]]
    columns = (runs.start[chosen], runs.end[chosen], place[some], post[short[some]])
    texts = [
        (at, page.source[start:end], by)
        for start, end, at, by in zip(*(each.tolist() for each in columns), strict=True)
    ]
    posts = Counter((at, text) for at, text, _ in {*texts})
    labels[
        chosen[[posts[at, text] > least for (at, text, _), least in zip(texts, enough[some].tolist(), strict=True)]]
    ] = True
    return labels


def _longest(length: Runs, post: Runs) -> Runs:
    """Choose the longest run of each post, of equal ones the first."""
    if not len(post):
        return post
    ranks = length.astype(np.int64) * len(post) + np.arange(len(post))[::-1]
    longest: Runs = len(post) - 1 - np.maximum.reduceat(ranks, np.flatnonzero(begins(post))) % len(post)
    return longest


def _posts_with(code: Runs, post: Runs) -> Runs:
    """Count for each of some codes the posts that have the same."""
    order = np.argsort(code, kind="stable")  # posts are in order
    code, post = code[order], post[order]
    begun = begins(code)
    group = np.cumsum(begun) - 1
    first = begun | begins(post)
    counts = np.empty(len(code), np.intp)
    counts[order] = np.bincount(group, first, int(begun.sum()))[group]
    return counts


def _signatures(page: Document, template: Template) -> Marked:
    """Mark the runs in elements named as signatures: they are of their author, not of the post."""
    tags = template.tags
    found = [at for at in tags.holding(page, _MAY_BE_SIGNATURE) if _is_signature(tags.text(at))]
    if not found:
        return np.zeros(len(page.runs), dtype=np.bool_)
    marked: Marked = page.inside(np.isin(template.number, found))[page.runs.home]
    return marked


def _is_signature(tag: str) -> bool:
    return "sig" in tag and bool(_SIGNATURE.search(read_naming(tag).words))


def _inside(page: Document, runs: Runs, elements: Runs) -> Marked:
    """Tell of runs whether each stands inside of its element; where there is none, any does."""
    gap = page.runs.gap[runs]
    inside: Marked = (gap > page.elements.first[elements]) & (gap <= page.elements.close[elements])
    return inside | (elements < 0)


def _without_margins(columns: _Columns, kept: list[int], author: str | None) -> list[int]:
    """Take out the time and the author's name at both ends."""
    first, last, dated = 0, len(kept) - 1, columns.dated
    while first < last and (dated[kept[first]] or _is_margin(columns, kept[first], author)):
        first += 1
    while first < last and (dated[kept[last]] or _is_margin(columns, kept[last], author)):
        last -= 1
    return kept[first : last + 1]


def _is_margin(columns: _Columns, run: int, author: str | None) -> bool:
    """Tell whether a run at the edge of a text is the author's name or the number of the post."""
    text = columns.beginning(run)
    if _NUMBER.fullmatch(text):
        return True
    if author is None or not ("&" in text or author.partition(" ")[0].rstrip(".") in text):
        return False  # names are made of the words of a text, to which a point may be added
    return author in (text, name_in(columns.page, text))


@dataclass(frozen=True, slots=True)
class Written:
    """A point in time on the page."""

    iso: str | None
    """As ISO 8601; None where only something like "two hours ago" is said."""
    text: str
    """As readers see it."""


def time_elements(page: Document, nesting: Nesting) -> dict[int, list[int]]:
    """List the time elements of each post."""
    found: dict[int, list[int]] = {}
    for element in np.flatnonzero(_TIME[page.elements.tag]).tolist():
        post = int(nesting.owner[page.elements.first[element] + 1])
        if post >= 0:
            found.setdefault(post, []).append(element)
    return found


def time_of(columns: _Columns, elements: list[int], runs: list[int]) -> Written | None:
    """Choose the time: the first time element with a date, else the first text with a clock, else the first date."""
    page = columns.page
    for element in elements[:_MANY]:
        attributes = page.attributes(element)
        text = page.text_of(element, 80, hidden=True)
        for value in (attributes.get("datetime", ""), attributes.get("title", ""), text):
            if value and (date := parse_date(value, columns.language)):
                return Written(date.iso, text or value)
    best: Written | None = None
    for run in runs[:_MANY]:
        found = _read(columns, run)
        if best is None or _precision(found) > _precision(best):
            best = found
        if _precision(best) == _TO_THE_MINUTE:
            break
    return best


def _read(columns: _Columns, run: int) -> Written:
    """Read a run that looks like a date, or what the elements around it say, who may know the time of the day."""
    text, page, language = columns.read(run), columns.page, columns.language
    date = parse_date(text, language)
    if date is None or "T" not in date.iso:
        home, day = int(page.runs.home[run]), date.iso if date else ""
        around = (page.attributes(home), page.attributes(max(int(page.elements.parent[home]), 0)))
        values = (attributes[name] for attributes in around for name in _ATTRIBUTES if name in attributes)
        told = (found for value in values if (found := parse_date(value, language)) and found.iso.startswith(day))
        date = next((found for found in told if not day or "T" in found.iso), date)
    return Written(date.iso if date else None, text)


def _precision(found: Written) -> int:
    return 0 if found.iso is None else _TO_THE_MINUTE if "T" in found.iso else 1

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
from webwinnow.document.word_search import WordSearch
from webwinnow.lazy_values import cached_property, weakly
from webwinnow.metadata.dates import parse_date
from webwinnow.posts.authors import authors_of, name_in
from webwinnow.posts.naming import read_naming
from webwinnow.posts.sections import PostSections
from webwinnow.posts.template import Nesting, Template, template_of, text_elements

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


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """What the parts of all posts are found by."""

    page: Document
    labels: Marked
    """Per run: it is a button or a label."""
    dated: Marked
    """Per run: it looks like a date."""
    times: dict[int, list[int]]
    """The time elements of each post."""
    language: str


class Parts:
    """What was found in one post; text and time when they are first asked for, since not all are asked of all posts."""

    def __init__(self, columns: _Columns, at: int, author: str | None, runs: Runs, inside: Marked) -> None:
        """Take the number of a post, its runs, and which of them are inside of the element with its text."""
        self._columns, self._at, self._head = columns, at, runs[~inside]
        self.author = author
        self.runs = runs
        """All its runs, without those of posts inside it."""
        self.unlabelled: Runs = runs[inside & ~columns.labels[runs]]
        """The runs of its text, and the time and the author's name at both ends of it."""

    @cached_property
    def text(self) -> Runs:
        """The runs of its text."""
        return _without_margins(self._columns.page, self.unlabelled, self._columns.dated, self.author)

    @cached_property
    def written(self) -> Written | None:
        """When it was written."""
        columns, dated = self._columns, self._columns.dated
        looked = self._head if dated[self._head].any() else self.runs
        elements = columns.times.get(self._at, [])
        return time_of(columns.page, elements, looked[dated[looked]].tolist(), columns.language)


def parts_of(page: Document, sections: PostSections, nesting: Nesting) -> list[Parts]:
    """Find the parts of all posts."""
    if not len(nesting):
        return []
    own = own_runs(page, nesting)
    template = template_of(page, nesting)
    labels = _labels(page, nesting, template, own) | _signatures(page, template)
    dated = sections.found.evidence.dated[page.runs.gap]
    prose = np.where(labels | dated, 0, sections.found.plain[page.runs.gap])
    texts = text_elements(page, nesting, template, prose).tolist()
    inside = [_inside(page, runs, element) for runs, element in zip(own, texts, strict=True)]
    heads = [_with_first(runs, within) for runs, within in zip(own, inside, strict=True)]
    columns = _Columns(weakly(page), labels, dated, time_elements(page, nesting), language_of(page))
    people = authors_of(page, nesting, template, heads)
    posts = zip(people, own, inside, strict=True)
    return [Parts(columns, at, author, runs, within) for at, (author, runs, within) in enumerate(posts)]


def _with_first(runs: Runs, inside: Marked) -> Runs:
    """Choose the texts outside of a post's text, and its first ones: a name may stand in front of the text."""
    chosen = ~inside
    chosen[:_FIRST] = True
    return runs[chosen]


def own_runs(page: Document, nesting: Nesting) -> list[Runs]:
    """Return the visible runs of each post."""
    shown = np.flatnonzero(page.starts_shown)
    owner = nesting.owner[page.runs.gap[shown]]
    order = np.argsort(owner, kind="stable")
    bound = np.searchsorted(owner[order], np.arange(len(nesting) + 1))
    return [shown[order[start:end]] for start, end in zip(bound[:-1].tolist(), bound[1:].tolist(), strict=True)]


def language_of(page: Document) -> str:
    """Return the language that the page declares, which decides how 1/2/2024 is read."""
    return page.attributes(0).get("lang", "") if len(page.elements) else ""


def _labels(page: Document, nesting: Nesting, template: Template, own: list[Runs]) -> Marked:
    """Mark the runs whose text most posts of the list have in the same slot; the longest of a post is never one."""
    runs, labels = page.runs, np.zeros(len(page.runs), dtype=np.bool_)
    lengths = runs.end - runs.start
    short = lengths <= _LABEL
    short[[each[np.argmax(lengths[each])] for each in own if len(each)]] = False
    for section in np.unique(nesting.section).tolist():
        posts = np.flatnonzero(nesting.section == section).tolist()
        if len(posts) < 3:
            continue
        brief = [own[at][short[own[at]]].tolist() for at in posts]
        slot = template.slot[runs.home].tolist()
        texts = {run: (slot[run], page.source[runs.start[run] : runs.end[run]]) for each in brief for run in each}
        times = Counter(text for each in brief for text in {texts[run] for run in each})
        often = {text for text, count in times.items() if count > _OFTEN * len(posts)}
        labels[[run for run, text in texts.items() if text in often]] = True
    return labels


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


def _inside(page: Document, runs: Runs, element: int) -> Marked:
    if element < 0:
        return np.ones(len(runs), dtype=np.bool_)
    gap = page.runs.gap[runs]
    inside: Marked = (gap > page.elements.first[element]) & (gap <= page.elements.close[element])
    return inside


def _without_margins(page: Document, kept: Runs, dated: Marked, author: str | None) -> Runs:
    """Take out the time and the author's name at both ends."""
    first, last = 0, len(kept) - 1
    while first < last and _is_margin(page, int(kept[first]), dated, author):
        first += 1
    while first < last and _is_margin(page, int(kept[last]), dated, author):
        last -= 1
    return kept[first : last + 1]


def _is_margin(page: Document, run: int, dated: Marked, author: str | None) -> bool:
    """Tell whether a run at the edge of a text is the time, the author's name or the number of the post."""
    text = _text(page, run)
    if bool(dated[run]) or _NUMBER.fullmatch(text):
        return True
    return author is not None and author in (text, name_in(page, text))


def _text(page: Document, run: int) -> str:
    start, end = int(page.runs.start[run]), int(page.runs.end[run])
    return page.text(start, min(end, start + 2 * _LABEL + 40))


@dataclass(frozen=True, slots=True)
class Written:
    """A point in time on the page."""

    iso: str | None
    """As ISO 8601; None where only something like "two hours ago" is said."""
    text: str
    """As readers see it."""
    run: int
    """The run of text that says so, -1 if none does."""


def time_elements(page: Document, nesting: Nesting) -> dict[int, list[int]]:
    """List the time elements of each post."""
    found: dict[int, list[int]] = {}
    for element in np.flatnonzero(_TIME[page.elements.tag]).tolist():
        post = int(nesting.owner[page.elements.first[element] + 1])
        if post >= 0:
            found.setdefault(post, []).append(element)
    return found


def time_of(page: Document, elements: list[int], runs: list[int], language: str) -> Written | None:
    """Choose the time: the first time element with a date, else the first text with a clock, else the first date."""
    for element in elements[:_MANY]:
        attributes = page.attributes(element)
        text = page.text_of(element, 80, hidden=True)
        for value in (attributes.get("datetime", ""), attributes.get("title", ""), text):
            if date := parse_date(value, language):
                return Written(date.iso, text or value, _run_in(page, element))
    found = [_read(page, run, language) for run in runs[:_MANY]]
    return max(found, key=_precision, default=None)  # of equal ones the first


def _read(page: Document, run: int, language: str) -> Written:
    """Read a run that looks like a date, or what the elements around it say."""
    text = " ".join(page.text(int(page.runs.start[run]), int(page.runs.end[run])).split())
    date = parse_date(text, language)
    if date is None:
        home = int(page.runs.home[run])
        around = (page.attributes(home), page.attributes(max(int(page.elements.parent[home]), 0)))
        values = (attributes[name] for attributes in around for name in _ATTRIBUTES if name in attributes)
        date = next((found for value in values if (found := parse_date(value, language))), None)
    return Written(date.iso if date else None, text, run)


def _precision(found: Written) -> int:
    return 0 if found.iso is None else 2 if "T" in found.iso else 1


def _run_in(page: Document, element: int) -> int:
    at = int(np.searchsorted(page.runs.gap, page.elements.first[element] + 1))
    inside = at < len(page.runs) and page.runs.gap[at] <= page.elements.close[element]
    return at if inside else -1

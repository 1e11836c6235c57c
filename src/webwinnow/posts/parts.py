"""Author, time and text of each post.

What most posts of a list repeat word by word is a button or a label, and part of no text.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.posts.authors import author_elements, author_of, clean_name
from webwinnow.posts.nesting import Nesting
from webwinnow.posts.sections import Sections
from webwinnow.posts.text_elements import text_elements
from webwinnow.posts.times import Written, time_elements, time_of

Runs = npt.NDArray[np.intp]
Marked = npt.NDArray[np.bool_]

_LABEL: Final = 40
"""Characters of a label."""
_OFTEN: Final = 0.6
"""Share of a list's posts in which a text is the same if it is a button or a label."""
_FIRST: Final = 5
"""The author stands among so many first texts of a post, if nothing is named as authors are."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What was found in one post."""

    author: str | None
    written: Written | None
    text: Runs
    """The runs of its text."""
    runs: Runs
    """All its runs, without those of posts inside it."""


def parts_of(page: Document, sections: Sections, nesting: Nesting) -> list[Parts]:
    """Find the parts of all posts."""
    if not len(nesting):
        return []
    own = own_runs(page, nesting)
    labels = _labels(page, nesting, own)
    dated = sections.found.evidence.dated[page.runs.gap]
    prose = np.where(labels | dated, 0, sections.found.plain[page.runs.gap])
    texts = text_elements(page, nesting, prose)
    people, times, language = author_elements(page, nesting), time_elements(page, nesting), language_of(page)
    found = list[Parts]()
    for at, runs in enumerate(own):
        inside = _inside(page, runs, int(texts[at]))
        head = runs[~inside]
        looked = head if dated[head].any() else runs
        written = time_of(page, times.get(at, []), looked[dated[looked]].tolist(), language)
        first = [_text(page, run) for run in runs[~labels[runs]][:_FIRST].tolist()]
        author = author_of(page, people.get(at, []), first)
        found.append(Parts(author, written, _text_runs(page, runs[inside], labels, dated, author), runs))
    return found


def own_runs(page: Document, nesting: Nesting) -> list[Runs]:
    """Give the visible runs of each post."""
    shown = np.flatnonzero(page.visible.contains(page.runs.start))
    owner = nesting.owner[page.runs.gap[shown]]
    order = np.argsort(owner, kind="stable")
    bound = np.searchsorted(owner[order], np.arange(len(nesting) + 1))
    return [shown[order[start:end]] for start, end in zip(bound[:-1].tolist(), bound[1:].tolist(), strict=True)]


def language_of(page: Document) -> str:
    """Give the language that the page declares, which decides how 1/2/2024 is read."""
    return page.attributes(0).get("lang", "") if len(page.elements) else ""


def _labels(page: Document, nesting: Nesting, own: list[Runs]) -> Marked:
    """Mark the runs whose text most posts of the same list have; the longest of a post is never one."""
    runs, labels = page.runs, np.zeros(len(page.runs), dtype=np.bool_)
    lengths = runs.end - runs.start
    short = lengths <= _LABEL
    short[[each[np.argmax(lengths[each])] for each in own if len(each)]] = False
    for section in np.unique(nesting.section).tolist():
        posts = np.flatnonzero(nesting.section == section).tolist()
        if len(posts) < 3:
            continue
        brief = [own[at][short[own[at]]].tolist() for at in posts]
        texts = {run: page.source[runs.start[run] : runs.end[run]] for each in brief for run in each}
        times = Counter(text for each in brief for text in {texts[run] for run in each})
        often = {text for text, count in times.items() if count > _OFTEN * len(posts)}
        labels[[run for run, text in texts.items() if text in often]] = True
    return labels


def _inside(page: Document, runs: Runs, element: int) -> Marked:
    if element < 0:
        return np.ones(len(runs), dtype=np.bool_)
    gap = page.runs.gap[runs]
    inside: Marked = (gap > page.elements.first[element]) & (gap <= page.elements.close[element])
    return inside


def _text_runs(page: Document, runs: Runs, labels: Marked, dated: Marked, author: str | None) -> Runs:
    """Take out labels, and at both ends the time and the author's name."""
    kept = runs[~labels[runs]]
    first, last = 0, len(kept) - 1
    while first < last and _is_margin(page, int(kept[first]), dated, author):
        first += 1
    while first < last and _is_margin(page, int(kept[last]), dated, author):
        last -= 1
    return kept[first : last + 1]


def _is_margin(page: Document, run: int, dated: Marked, author: str | None) -> bool:
    """Tell whether a run at the edge of a text is the time or the author's name."""
    return bool(dated[run]) or (author is not None and clean_name(_text(page, run)) == author)


def _text(page: Document, run: int) -> str:
    start, end = int(page.runs.start[run]), int(page.runs.end[run])
    return page.text(start, min(end, start + 2 * _LABEL + 40))

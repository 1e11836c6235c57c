"""Author, time and text of each post.

The time stands in time elements, in attributes that scripts read, else in text that is a date. The author is found by
how elements are named, by links to people's pages, else by where names stand. What most posts of a list repeat word by
word is a button or a label, and part of no text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.metadata.dates import find_dates, parse_date
from webwinnow.metadata.names import is_name, names_in
from webwinnow.posts.evidence import LOOKS_LIKE_TIME
from webwinnow.posts.nesting import Nesting, text_elements
from webwinnow.posts.sections import PostSections

Runs = npt.NDArray[np.intp]
Marked = npt.NDArray[np.bool_]

_LABEL: Final = 40
"""Characters of a label."""
_OFTEN: Final = 0.6
"""Share of a list's posts in which a text is the same if it is a button or a label."""
_FIRST: Final = 5
"""The author stands among so many first texts of a post, if nothing is named as authors are."""
_TIME: Final = column("time")
_ATTRIBUTES: Final = ("datetime", "title", "data-time", "data-timestamp", "data-date", "data-original-title", "content")
_MANY: Final = 8
"""So many dates of one post are read: the first few stand at its head."""
_AUTHOR: Final = re.compile(
    r"""(?:class|rel|itemprop|id)\s*=\s*["']?[^"'>]*(?<![a-z])(?:[a-z]*author|creator|user-?_?(?:name|info|link)?|"""
    r"""nick(?:name)?|poster|byline|fn|commenter|commentor|hnuser|screen-?name|handle|bigusername|postuser-name|"""
    r"""profile-?(?:name|link)|message-name|authi)(?![a-z])""",
    re.IGNORECASE,
)
_PERSONS_PAGE: Final = re.compile(
    r"""href\s*=\s*["']?[^"'>\s]*(?:user|member|profile|author|people|/u/|/@|space-uid|uid=)""", re.IGNORECASE
)
_HOLDS_NAME: Final = column("a b span strong em i cite address h2 h3 h4 h5 h6 p div dt font small label td th bdi li")
_VERB: Final = re.compile(
    r"\s*(?:[,:：–—-]|\b(?:says?|said|wrote|writes|replied|commented|answered|asked|posted|on|at|sagt|schrieb|schreibt|"
    r"meint|a dit|dit|dice|dijo|escribió|ha scritto|scrive|пишет|написал|说|說|发表于|發表於)(?!\w))[\s:：,.…]*$",
    re.IGNORECASE,
)
_LINK: Final = column("a")
_COUNT: Final = re.compile(r"\d+\s|[^\W\d]+:|#?\d+$")
"""A number of points or posts, a label."""
_ON: Final = re.compile(r"\s(?:on|at|am|le|el)\s.*$")
LONGEST: Final = 60
"""Characters of a name with what may stand around it."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What was found in one post."""

    author: str | None
    written: Written | None
    text: Runs
    """The runs of its text."""
    runs: Runs
    """All its runs, without those of posts inside it."""


def parts_of(page: Document, sections: PostSections, nesting: Nesting) -> list[Parts]:
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
    """Return the visible runs of each post."""
    shown = np.flatnonzero(page.visible.contains(page.runs.start))
    owner = nesting.owner[page.runs.gap[shown]]
    order = np.argsort(owner, kind="stable")
    bound = np.searchsorted(owner[order], np.arange(len(nesting) + 1))
    return [shown[order[start:end]] for start, end in zip(bound[:-1].tolist(), bound[1:].tolist(), strict=True)]


def language_of(page: Document) -> str:
    """Return the language that the page declares, which decides how 1/2/2024 is read."""
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


def author_elements(page: Document, nesting: Nesting) -> dict[int, list[int]]:
    """List for each post the elements that may name its author, the likeliest first.

    A link that is named as authors are, or leads to a person's page, is likelier than what is only named so; of an
    element and one inside it, the inner one has the bare name.
    """
    elements, tokens, source = page.elements, page.tokens, page.source
    owner = nesting.owner[elements.first + 1]
    length = page.in_subtrees(page.characters_before)
    fit = (owner >= 0) & _HOLDS_NAME[elements.tag] & (length > 0) & (length <= LONGEST)
    fit[list(elements.owner)] = False
    ranked: dict[int, list[tuple[int, int]]] = {}
    for element in np.flatnonzero(fit).tolist():
        tag = elements.first[element]
        written = source[tokens.tag_start[tag] : tokens.tag_end[tag]]
        rank = 2 * bool(_AUTHOR.search(written)) + bool(_PERSONS_PAGE.search(written))
        if rank:
            ranked.setdefault(int(owner[element]), []).append((-rank - bool(_LINK[elements.tag[element]]), element))
    return {post: [element for _, element in sorted(_innermost(page, found))] for post, found in ranked.items()}


def _innermost(page: Document, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Leave out elements that hold the next one."""
    following = [element for _, element in found[1:]]
    inner = [each for each, after in zip(found, following, strict=False) if after >= page.elements.last[each[1]]]
    return [*inner, found[-1]]


def author_of(page: Document, elements: Iterable[int], first_texts: Iterable[str]) -> str | None:
    """Choose the author's name: from the elements, else from the texts that a post begins with."""
    for element in elements:
        if name := clean_name(page.text_of(element, LONGEST + 20, hidden=True)):
            return name
    return next((name for text in first_texts if (name := clean_name(text))), None)


def clean_name(text: str) -> str | None:
    """Return the name in a text such as "Ada on May 3, 2024 at 10:11 said:"; None if there is none.

    >>> clean_name("Ada wrote on 3 May 2024:"), clean_name("10:11"), clean_name("said Ada:")
    ('Ada', None, 'Ada')
    """
    text = " ".join(text.split())
    name = _before_time(text)
    for _ in range(3):
        name = _VERB.sub("", name)
    name = name.removeprefix("@").removeprefix("said ").strip(" .:,|·•–—-~#\xa0")
    if not name or len(name) > LONGEST or _COUNT.match(name) or not is_name(name):
        return None
    by = names_in(name)
    return by[0] if len(by) == 1 and len(by[0]) < len(name) else name


def _before_time(text: str) -> str:
    """Cut a text where a time begins; `on Friday, ` before it goes, too."""
    like_time = LOOKS_LIKE_TIME.search(text)
    if not like_time:
        return text
    start = min([like_time.start(), *(each.start for each in find_dates(text[:200]))])
    return _ON.sub("", text[:start])

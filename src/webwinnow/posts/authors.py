"""Who wrote each post: the names of a list stand in one slot of its template.

A slot with names has one in nearly every post, is named as authors are or leads to people's pages, repeats its text in
the post's tags (pictures and links of people carry their names), and says more than one thing over the list. Ranks,
places and "Registered" fail at one of these; so the list decides, not the post. Posts without that slot, by guests,
take the next one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.metadata.dates import find_dates
from webwinnow.metadata.names import is_likely_name, is_name, names_in
from webwinnow.posts.evidence import LOOKS_LIKE_TIME
from webwinnow.posts.naming import AUTHOR, BESIDE_AUTHOR, PERSONS_PAGE
from webwinnow.posts.template import Nesting, Template

Runs = npt.NDArray[np.intp]
Column = npt.NDArray[np.integer]

LONGEST: Final = 60
"""Characters of a name with what may stand around it."""
_LOOKED_AT: Final = 40
"""Short texts of a post that are looked at."""
_EQUAL: Final = 4
"""Texts of one slot in one post that are told apart: "by", the name, the rank."""
_ENOUGH: Final = 2.0
"""Points of a slot that holds names."""
_NEXT: Final = 2.0
"""Points below the best slot of one that stands in for it."""
_ROUNDING: Final = 1e-6
"""More than sums of points differ by that are added in another order."""
_AROUND: Final = 6
"""Elements around a text whose names are read."""
_TITLE: Final = 12
"""Characters of a name that is rather the title of the page, if it stands there."""
_BY_AUTHOR, _BESIDE, _PERSON = 1, 2, 4
_SOUGHT: Final = {_BY_AUTHOR: AUTHOR, _BESIDE: BESIDE_AUTHOR, _PERSON: PERSONS_PAGE}
"""What start tags may say, as bits: what they hold is an author, stands beside one, or leads to a person's page."""
_FORMATS: Final = column("a b big em font i small span strong u")
_HEAD: Final = 8000
"""Characters of a post's source that are searched for a second mention of a name."""
_VERBS: Final = (
    "says?|said|wrote|writes|replied|commented|answered|asked|posted|on|at|sagt|schrieb|schreibt|meint|a dit|dit|dice|"
    "dijo|escribió|ha scritto|scrive|пишет|написал|说|說|发表于|發表於"
)
_VERB: Final = re.compile(
    rf"\s*(?:[,:：–—-]|\b(?:{_VERBS})(?!\w))[\s:：,.…]*$",
    re.IGNORECASE,
)
_ENDS: Final = (*" \t\n\r\f\v\x1c\x1d\x1e\x1f,:-.", "say", *_VERBS.replace("?", "").split("|"))
"""With one of these, a text of ASCII ends that ends with a verb."""
_COUNT: Final = re.compile(r"\d+\s|[^\W\d]+:|#?\d+$")
"""A number of points or posts, a label."""
_ON: Final = re.compile(r"\s(?:on|at|am|le|el)\s.*$")
_SIGNS: Final = "»|·•←→>"
_AFTER: Final = re.compile(rf"\s*[{_SIGNS}].*$")
"""What follows a name on the same line."""


class _Text(NamedTuple):
    """A short text of a post: the name in it, if it can be one, and what speaks for it."""

    post: int
    written: str
    name: str | None
    rank: int
    """How many texts of the post stand before it."""
    named: float
    """How much the elements around it are named as those of authors."""
    person: bool
    """It leads to somebody's page."""
    echo: bool
    """The post's source mentions it again."""


class _Place(NamedTuple):
    """Where a short text of a post stands; the rest as in `_Text`."""

    post: int
    start: int
    end: int
    rank: int
    named: float
    person: bool


Slot = tuple[int, int]
"""The element's slot, and which of its texts."""


def authors_of(page: Document, nesting: Nesting, template: Template, heads: Sequence[Runs]) -> list[str | None]:
    """Name the author of each post, None where nobody is named; `heads` are the runs that a name may stand in."""
    found: list[str | None] = [None] * len(nesting)
    slots: dict[int, dict[Slot, list[_Place]]] = defaultdict(lambda: defaultdict(list))
    for slot, place in _places(page, template, heads):
        slots[int(nesting.section[place.post])][slot].append(place)
    reading, title = _Reading(page, nesting), (page.title or "").casefold()
    for section, places in slots.items():
        _assign(reading, list(places.values()), int((nesting.section == section).sum()), title, found)
    return found


def _homes(page: Document, template: Template) -> Column:
    """Return for each element the nearest around it that is more than a format: names may be bold, coloured, linked."""
    own = np.array([not key for key in template.keys] or [False])
    nameless = np.where(template.number >= 0, own[template.number], False)
    formats = _FORMATS[page.elements.tag] & nameless
    homes: Column = page.nearest(~formats)
    return homes


def _places(page: Document, template: Template, heads: Sequence[Runs]) -> Iterator[tuple[Slot, _Place]]:
    """Find the short texts of all posts, each with its slot."""
    posts, runs = _short_runs(page, heads)
    elements = page.runs.home[runs]
    homes = _homes(page, template)[elements]
    columns = (posts, page.runs.start[runs], page.runs.end[runs], template.slot[homes])
    listed = zip(*(each.tolist() for each in columns), *_signs(page, template, elements, homes), strict=True)
    last, rank = -1, 0
    seen: dict[int, int] = {}
    for post, start, end, slot, named, person in listed:
        if post != last:
            last, rank, seen = post, 0, {}
        seen[slot] = seen.get(slot, 0) + 1
        if seen[slot] <= _EQUAL:
            yield (slot, seen[slot]), _Place(post, start, end, rank, named, person)
        rank += 1


class _Reading:
    """Reads short texts of posts."""

    def __init__(self, page: Document, nesting: Nesting) -> None:
        """Take the posts."""
        self._page, self._nesting = page, nesting
        self._markup: dict[int, str] = {}

    def text(self, place: _Place) -> _Text:
        """Read one."""
        written = " ".join(self._page.text(place.start, place.end).split())
        name = name_in(self._page, written)
        echo = name is not None and len(name) > 2 and self._source(place.post).count(name.casefold()) > 1
        return _Text(place.post, written, name, place.rank, place.named, place.person, echo)

    def _source(self, post: int) -> str:
        """Return the source of a post from its start tag on, in small letters."""
        if post not in self._markup:
            tokens, nesting = self._page.tokens, self._nesting
            start = int(tokens.tag_start[nesting.first[post] - 1])
            end = int(tokens.gap_end[nesting.last[post]])
            self._markup[post] = self._page.source[start : min(end, start + _HEAD)].casefold()
        return self._markup[post]


def _short_runs(page: Document, heads: Sequence[Runs]) -> tuple[Runs, Runs]:
    """Choose the first short runs of each post; give the post of each, and the runs."""
    post = np.repeat(np.arange(len(heads)), [*map(len, heads)])
    runs = np.concatenate([np.empty(0, np.intp), *heads])
    short = np.flatnonzero(page.runs.end[runs] - page.runs.start[runs] <= 2 * LONGEST)
    post, runs = post[short], runs[short]
    first = np.arange(len(post)) - np.searchsorted(post, post) < _LOOKED_AT
    return post[first], runs[first]


def _signs(page: Document, template: Template, elements: Column, homes: Column) -> tuple[list[float], list[bool]]:
    """Tell of texts how much each is named as authors are, and whether it leads to somebody's page.

    Asked are the start tags from its element to its home, and the one around that. Names of the elements with the
    text count most, those around them less.
    """
    parent, number = page.elements.parent, template.number
    further = number[np.maximum(parent[homes], 0)]
    own = [number[homes]]
    for _ in range(_AROUND):
        if not (elements > homes).any():
            break
        own.append(np.where(elements > homes, number[elements], -1))
        elements = np.where(elements > homes, parent[elements], elements)
    said = _said(page, template, np.concatenate([further, *own]))
    around = np.bitwise_or.reduce([said[each] for each in own])
    named = np.where(around & _BY_AUTHOR, 1.0, np.where(around & _BESIDE, -0.5, 0.6 * (said[further] & _BY_AUTHOR)))
    return named.tolist(), (((around | said[further]) & _PERSON) > 0).tolist()


def _said(page: Document, template: Template, asked: Column) -> npt.NDArray[np.uint8]:
    """Tell what start tags say of the texts in them, as bits by their numbers; of others than those asked for nothing.

    Few tags hold a word of those that are looked for, and only these are read.
    """
    tags, known = template.tags, np.zeros(len(template.tags) + 1, dtype=np.uint8)
    needed = {*asked.tolist()}
    for bit, sought in _SOUGHT.items():
        for number in needed.intersection(tags.holding(page, sought.parts)):
            known[number] |= bit * sought.stand_in(tags.text(number))
    return known


def _assign(reading: _Reading, slots: list[list[_Place]], posts: int, title: str, found: list[str | None]) -> None:
    """Take the names of the best slot, and where it has none those of the next; else what stands there."""
    read, points = _best_slots(reading, slots, posts, title)
    order = sorted(sorted(points), key=lambda at: -points[at])
    if not order or points[order[0]] < _ENOUGH:
        return
    for at in order:
        if points[at] < points[order[0]] - _NEXT:
            break
        bare = _is_bare(read[at])
        for text in read[at]:
            if found[text.post] is None and (points[at] >= _ENOUGH or text.named > 0 or text.person):
                found[text.post] = text.written if bare and text.name else text.name
    for text in read[order[0]] if _is_bare(read[order[0]]) else ():
        if found[text.post] is None and any(map(str.isalnum, text.written)):
            found[text.post] = text.written[:LONGEST]  # people call themselves "2024" and "nobody", too


def _best_slots(
    reading: _Reading, slots: list[list[_Place]], posts: int, title: str
) -> tuple[dict[int, list[_Text]], dict[int, float]]:
    """Read the slots that may have points enough to count, and count them: to read takes long, and most cannot."""
    most = [_most_points(each, posts) for each in slots]
    read, points, best = dict[int, list[_Text]](), dict[int, float](), 0.0
    for at in sorted(range(len(slots)), key=lambda at: -most[at]):
        if most[at] < (best - _NEXT if best >= _ENOUGH else _ENOUGH) - _ROUNDING:
            break
        read[at] = [*map(reading.text, slots[at])]
        points[at] = _points(read[at], posts, title)
        best = max(best, points[at])
    return read, points


def _most_points(places: list[_Place], posts: int) -> float:
    """Tell how many points a slot may have at most, whatever its texts say."""
    named, person = max(place.named for place in places), any(place.person for place in places)
    rank = min(place.rank for place in places)
    return 2.0 * len(places) / posts + 1.5 * named + 1.0 * person + 1.5 - 0.05 * min(rank, 20)


def _is_bare(texts: list[_Text]) -> bool:
    """Tell whether a slot holds names and nothing else."""
    return 2 * sum(text.name == text.written for text in texts) >= len(texts)


def _points(texts: list[_Text], posts: int, title: str) -> float:
    """Tell how much a slot is like one of names."""
    names = [text for text in texts if text.name is not None]
    if not names:
        return -1.0
    known = [text.name or "" for text in names]
    count, different = len(names), len(set(known))
    return (
        2.0 * count / posts
        + 1.5 * sum(text.named for text in names) / count
        + 1.0 * sum(text.person for text in names) / count
        + 1.0 * sum(text.echo for text in names) / count
        + 0.5 * different / count
        - 2.0 * (different == 1 and count > 2)
        - 2.0 * sum(name.casefold() in title for name in known if len(name) > _TITLE) / count
        - 1.0 * sum(not is_likely_name(name) for name in known) / count
        - 0.05 * min(sum(text.rank for text in names) / count, 20.0)
    )


def name_in(page: Document, text: str) -> str | None:
    """Return the name in a text of a page, as `clean_name` does: posts say the same again and again."""
    known: dict[str, str | None] = page.once(name_in, dict)
    if text not in known:
        known[text] = clean_name(text)
    return known[text]


def clean_name(text: str) -> str | None:
    """Return the name in a text such as "Ada on May 3, 2024 at 10:11 said:"; None if there is none.

    >>> clean_name("Ada wrote on 3 May 2024:"), clean_name("10:11"), clean_name("said Ada:")
    ('Ada', None, 'Ada')
    """
    name = _without_after(_before_time(" ".join(text.split())))
    for _ in range(3):
        before, name = name, _without_verb(name)
        if name == before:
            break
    name = name.removeprefix("@").removeprefix("said ").strip(" :,|·•–—-~#\xa0»«")
    name = name if _is_initial(name) else name.strip(" .…")
    if not name or len(name) > LONGEST or _COUNT.match(name) or not (is_name(name) or _is_nickname(name)):
        return None
    if name.isascii() and name.isalpha():  # one word of which nothing can be left out
        return name
    by = names_in(name)
    return by[0] if len(by) == 1 and len(by[0]) < len(name) and not _is_initial(name) else name


def _without_after(text: str) -> str:
    """Leave out what follows a name on the same line."""
    return _AFTER.sub("", text) if any(map(text.__contains__, _SIGNS)) else text


def _without_verb(text: str) -> str:
    """Leave out what says that somebody says something; of most texts, the end shows that nothing does."""
    may_be_verb = not text.isascii() or text.lower().endswith(_ENDS)
    return _VERB.sub("", text) if may_be_verb else text


def _is_nickname(name: str) -> bool:
    """Tell whether a text is one word that begins with a letter and goes on with numbers: no date looks like that."""
    return len(name.split()) == 1 and name[0].isalpha() and name[-1].isdigit()


def _is_initial(name: str) -> bool:
    """Tell whether a name ends with an initial, whose point is part of it."""
    return len(name) > 2 and name[-1] == "." and name[-3] in " ."


def _before_time(text: str) -> str:
    """Cut a text where a time begins; `on Friday, ` before it goes, too."""
    matches = (match.start() for match in LOOKS_LIKE_TIME.finditer(text))
    time = next((start for start in matches if not text[start - 1 : start].isalnum()), -1)
    if time < 0:
        return text
    if not any(map(str.isalpha, text[:time])):  # no name stands before it, nor before a date that begins sooner
        return ""
    return _ON.sub("", text[: min([time, *(each.start for each in find_dates(text[:200]))])])

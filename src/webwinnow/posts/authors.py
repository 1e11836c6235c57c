"""Who wrote each post: the names of a list stand in one slot of its template.

A slot with names has one in nearly every post, is named as authors are or leads to people's pages, repeats its text in
the post's tags (pictures and links of people carry their names), and says more than one thing over the list. Ranks,
places and "Registered" fail at one of these; so the list decides, not the post. Posts without that slot, by guests,
take the next one.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.references import decode_references
from webwinnow.metadata.dates import parse_date
from webwinnow.metadata.names import is_likely_name, is_name, names_in
from webwinnow.posts.evidence import LOOKS_LIKE_TIME
from webwinnow.posts.naming import AUTHOR, BESIDE_AUTHOR, PERSONS_PAGE
from webwinnow.posts.template import Nesting, Template, begins

Runs = npt.NDArray[np.intp]
Column = npt.NDArray[np.integer]
Points = npt.NDArray[np.float64]
Marked = npt.NDArray[np.bool_]

LONGEST: Final = 60
"""Characters of a name with what may stand around it."""
_LOOKED_AT: Final = 40
"""Short texts of a post that are looked at."""
_EQUAL: Final = 4
"""Texts of one slot in one post that are distinguished: "by", the name, the rank."""
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
"""With one of these, a text ends that ends with a verb, if its end is ASCII."""
_LONGEST_VERB: Final = max(map(len, _ENDS))
_COUNT: Final = re.compile(r"\d+\s|[^\W\d]+:|#?\d+$")
"""A number of points or posts, a label."""
_ON: Final = re.compile(r"\s(?:on|at|am|le|el)\s.*$")
_SIGNS: Final = "»|·•←→>"
_SIGN: Final = re.compile(f"[{_SIGNS}]")
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


class _Slot(NamedTuple):
    """Texts that correspond in the posts of a list: where each stands, and how many points they may have at most."""

    texts: list[tuple[int, int, int, int, float, bool]]
    """Post, start, end, rank, named and person, as in `_Text`."""
    most: float


def authors_of(page: Document, nesting: Nesting, template: Template, posts: Runs, runs: Runs) -> list[str | None]:
    """Name the author of each post, None where nobody is named; a name may stand in some runs, each of a post."""
    found: list[str | None] = [None] * len(nesting)
    posts, runs = _short_runs(page, posts, runs)
    reading, size = _Reading(page, nesting), np.bincount(nesting.section).tolist()
    for section, slots in _slots(page, nesting, template, posts, runs).items():
        _assign(reading, slots, size[section], found)
    return found


def _homes(page: Document, template: Template) -> Column:
    """Return for each element the nearest around it that is more than a format: names may be bold, coloured, linked."""
    own = np.array([not key for key in template.keys] or [False])
    nameless = np.where(template.number >= 0, own[template.number], False)
    formats = _FORMATS[page.elements.tag] & nameless
    homes: Column = page.nearest(~formats)
    return homes


def _slots(page: Document, nesting: Nesting, template: Template, posts: Runs, runs: Runs) -> dict[int, list[_Slot]]:
    """Tell for each list which texts of its posts correspond, in the order in which they come."""
    elements, slots = page.runs.home[runs], dict[int, list[_Slot]]()
    homes = _homes(page, template)[elements]
    named, person = _signs(page, template, elements, homes)
    rank, slot = _ranks(posts), template.slot[homes] + 1
    same = slot + (int(template.slot.max()) + 2) * posts
    by_slot = np.argsort(same, kind="stable")
    equal = np.empty(len(runs), np.intp)
    equal[by_slot] = _ranks(same[by_slot])
    few = np.flatnonzero(equal < _EQUAL)  # of one post in one slot
    section = nesting.section[posts[few]]
    code = (section * (int(template.slot.max()) + 2) + slot[few]) * _EQUAL + equal[few]
    order = np.argsort(code, kind="stable")
    bounds = np.flatnonzero(begins(code[order]))
    chosen, counts = few[order], np.diff(np.append(bounds, len(order)))
    posts_of = np.bincount(nesting.section)[section[order[bounds]]]
    most = _most_points(counts / posts_of, *_extremes(bounds, named[chosen], person[chosen], rank[chosen]))
    columns = (posts, page.runs.start[runs], page.runs.end[runs], rank, named, person)
    listed = [*zip(*(each[chosen].tolist() for each in columns), strict=True)]
    stretches = zip(bounds.tolist(), counts.tolist(), section[order[bounds]].tolist(), most.tolist(), strict=True)
    for _, (at, count, of, points) in sorted(zip(order[bounds].tolist(), stretches, strict=True)):
        slots.setdefault(of, []).append(_Slot(listed[at : at + count], points))
    return slots


def _extremes(bounds: Runs, named: Points, person: Marked, rank: Runs) -> tuple[Points, Marked, Runs]:
    """Return of each slot what speaks most for it."""
    if not len(bounds):
        return named, person, rank
    return np.maximum.reduceat(named, bounds), np.logical_or.reduceat(person, bounds), np.minimum.reduceat(rank, bounds)


def _most_points(share: Points, named: Points, person: Marked, rank: Runs) -> Points:
    """Tell how many points slots may have at most, whatever their texts say."""
    return 2.0 * share + 1.5 * named + 1.0 * person + 1.5 - 0.05 * np.minimum(rank, 20)


class _Reading:
    """Reads short texts of posts."""

    def __init__(self, page: Document, nesting: Nesting) -> None:
        """Take the posts."""
        self._source, self._names = page.source, _known_names(page)
        self.title = (page.title or "").casefold()
        self._first: list[int] = page.tokens.tag_start[nesting.first - 1].tolist()
        self._last: list[int] = page.tokens.gap_end[nesting.last].tolist()
        self._small: dict[int, str] = {}

    def text(self, post: int, start: int, end: int, rank: int, named: float, person: bool) -> _Text:
        """Read one."""
        written = " ".join(decode_references(self._source[start:end]).split())
        if written not in self._names:
            self._names[written] = clean_name(written)
        name = self._names[written]
        echo = name is not None and len(name) > 2 and self._is_said_again(post, name)
        return _Text(post, written, name, rank, named, person, echo)

    def _is_said_again(self, post: int, name: str) -> bool:
        """Tell whether the source of a post, from its start tag on, says a name twice, in capitals or not."""
        start, end = self._first[post], min(self._last[post], self._first[post] + _HEAD)
        once = self._source.find(name, start, end)
        if once >= 0 and self._source.find(name, once + len(name), end) >= 0:
            return True
        if post not in self._small:
            self._small[post] = self._source[start:end].casefold()
        return self._small[post].count(name.casefold()) > 1


def _short_runs(page: Document, posts: Runs, runs: Runs) -> tuple[Runs, Runs]:
    """Choose the first short runs of each post; give the post of each, and the runs."""
    short = np.flatnonzero(page.runs.end[runs] - page.runs.start[runs] <= 2 * LONGEST)
    posts, runs = posts[short], runs[short]
    first = _ranks(posts) < _LOOKED_AT
    return posts[first], runs[first]


def _ranks(sorted_keys: Runs) -> Runs:
    """Count for each key those before it that are equal."""
    ranks: Runs = np.arange(len(sorted_keys)) - np.searchsorted(sorted_keys, sorted_keys)
    return ranks


def _signs(page: Document, template: Template, elements: Column, homes: Column) -> tuple[Points, Marked]:
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
    return named, ((around | said[further]) & _PERSON) > 0


def _said(page: Document, template: Template, asked: Column) -> npt.NDArray[np.uint8]:
    """Tell what start tags say of the texts in them, as bits by their numbers; of others than those asked for nothing.

    Few tags hold a word of those that are looked for, and only these are read.
    """
    known = np.zeros(len(template.tags) + 1, dtype=np.uint8)
    needed = np.zeros(len(known), dtype=np.bool_)
    needed[asked] = True
    numbers = np.flatnonzero(needed[:-1])  # the last stands for no tag
    tags, texts = template.tags.chosen(numbers), dict[int, str]()
    for bit, sought in _SOUGHT.items():
        for at in tags.holding(page, sought.parts):
            if at not in texts:
                texts[at] = tags.text(at)
            known[numbers[at]] |= bit * sought.are_found(texts[at])
    return known


def _assign(reading: _Reading, slots: list[_Slot], posts: int, found: list[str | None]) -> None:
    """Take the names of the best slot, and where it has none those of the next; else what stands there."""
    read, points = _best_slots(reading, slots, posts)
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
        if (
            found[text.post] is None
            and any(map(str.isalnum, text.written))
            and not LOOKS_LIKE_TIME.search(text.written)
        ):
            found[text.post] = text.written[:LONGEST]  # people call themselves "2024" and "nobody", too


def _best_slots(reading: _Reading, slots: list[_Slot], posts: int) -> tuple[list[list[_Text]], dict[int, float]]:
    """Read the slots that may have points enough to count, and count them: to read takes long, and most cannot.

    Where a slot cannot have enough, for its first texts are no names, it is read no further. What is enough for the
    best slot is more than what is enough for the next, so slots are looked at again once the best is known. Beside a
    slot that names somebody in each post, only better ones count.
    """
    read, points, best, whole = [list[_Text]() for _ in slots], dict[int, float](), 0.0, 0.0
    most = [slot.most for slot in slots]
    order = sorted(range(len(slots)), key=lambda at: -most[at])
    for at in (*order, *order):
        least = (max(best - _NEXT, whole) if best >= _ENOUGH else _ENOUGH) - _ROUNDING
        if at in points or most[at] < least:
            continue
        most[at] -= 2.0 / posts * _read_on(reading, slots[at], read[at], int((most[at] - least) * posts / 2.0))
        if len(read[at]) == len(slots[at].texts):
            points[at] = _points(read[at], posts, reading.title)
            best = max(best, points[at])
            if points[at] >= _ENOUGH and sum(text.name is not None for text in read[at]) == posts:
                whole = max(whole, points[at])
    return read, points


def _read_on(reading: _Reading, slot: _Slot, read: list[_Text], most_nameless: int) -> int:
    """Read further texts of a slot until more than so many hold no name; give how many do not."""
    nameless = 0
    for place in slot.texts[len(read) :]:
        read.append(reading.text(*place))
        nameless += read[-1].name is None
        if nameless > most_nameless:
            break
    return nameless


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
    known = _known_names(page)
    if text not in known:
        known[text] = clean_name(text)
    return known[text]


def _known_names(page: Document) -> dict[str, str | None]:
    return page.once(name_in, dict)


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
    return _AFTER.sub("", text) if _SIGN.search(text) else text


def _without_verb(text: str) -> str:
    """Leave out what says that somebody says something; of most texts, the end shows that nothing does."""
    end = text[-_LONGEST_VERB:]
    may_be_verb = not end.isascii() or end.lower().endswith(_ENDS)
    return _VERB.sub("", text) if may_be_verb else text


def _is_nickname(name: str) -> bool:
    """Tell whether a text is one word that begins with a letter and goes on with numbers: no date looks like that."""
    return len(name.split()) == 1 and name[0].isalpha() and name[-1].isdigit()


def _is_initial(name: str) -> bool:
    """Tell whether a name ends with an initial, whose point is part of it."""
    return len(name) > 2 and name[-1] == "." and name[-3] in " ."


def _before_time(text: str) -> str:
    """Cut a text where a time begins; `on Friday, ` before it goes, too."""
    if LOOKS_LIKE_TIME.search(text) is None:
        return text
    matches = (match.start() for match in LOOKS_LIKE_TIME.finditer(text))
    time = next((start for start in matches if not text[start - 1 : start].isalnum()), -1)
    if time < 0:
        return text
    if not any(map(str.isalpha, text[:time])):  # no name stands before it, nor before a date that begins sooner
        return ""
    date = parse_date(text[:200])
    return _ON.sub("", text[: min(time, date.start) if date else time])

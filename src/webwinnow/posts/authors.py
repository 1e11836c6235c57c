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
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.metadata.dates import find_dates
from webwinnow.metadata.names import is_likely_name, is_name, names_in
from webwinnow.posts.evidence import LOOKS_LIKE_TIME
from webwinnow.posts.naming import AUTHOR, BESIDE_AUTHOR, PERSONS_PAGE, read_naming
from webwinnow.posts.nesting import Nesting
from webwinnow.posts.template import Template

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
_AROUND: Final = 6
"""Elements around a text whose names are read."""
_TITLE: Final = 12
"""Characters of a name that is rather the title of the page, if it stands there."""
_FORMATS: Final = column("a b big em font i small span strong u")
_HEAD: Final = 8000
"""Characters of a post's source that are searched for a second mention of a name."""
_VERB: Final = re.compile(
    r"\s*(?:[,:：–—-]|\b(?:says?|said|wrote|writes|replied|commented|answered|asked|posted|on|at|sagt|schrieb|schreibt|"
    r"meint|a dit|dit|dice|dijo|escribió|ha scritto|scrive|пишет|написал|说|說|发表于|發表於)(?!\w))[\s:：,.…]*$",
    re.IGNORECASE,
)
_COUNT: Final = re.compile(r"\d+\s|[^\W\d]+:|#?\d+$")
"""A number of points or posts, a label."""
_ON: Final = re.compile(r"\s(?:on|at|am|le|el)\s.*$")
_AFTER: Final = re.compile(r"\s*[»|·•←→>].*$")
"""What follows a name on the same line."""


@dataclass(frozen=True, slots=True)
class _Text:
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


Slot = tuple[int, int]
"""The element's slot, and which of its texts."""


def authors_of(page: Document, nesting: Nesting, template: Template, heads: Sequence[Runs]) -> list[str | None]:
    """Name the author of each post, None where nobody is named; `heads` are the runs that a name may stand in."""
    found: list[str | None] = [None] * len(nesting)
    slots: dict[int, dict[Slot, list[_Text]]] = defaultdict(lambda: defaultdict(list))
    homes = _homes(page, template)
    for post, runs in enumerate(heads):
        for slot, text in _texts(page, nesting, template, homes, post, runs):
            slots[int(nesting.section[post])][slot].append(text)
    title = (page.title or "").casefold()
    for section, texts in slots.items():
        _assign(list(texts.values()), int((nesting.section == section).sum()), title, found)
    return found


def _homes(page: Document, template: Template) -> Column:
    """Return for each element the nearest around it that is more than a format: names may be bold, coloured, linked."""
    own = np.array([not read_naming(tag).key for tag in template.tags] or [False])
    nameless = np.where(template.number >= 0, own[template.number], False)
    formats = _FORMATS[page.elements.tag] & nameless
    homes: Column = page.nearest(~formats)
    return homes


def _texts(
    page: Document, nesting: Nesting, template: Template, homes: Column, post: int, runs: Runs
) -> Iterator[tuple[Slot, _Text]]:
    """Read the short texts of a post, each with its slot."""
    short = runs[page.runs.end[runs] - page.runs.start[runs] <= 2 * LONGEST][:_LOOKED_AT].tolist()
    seen: dict[int, int] = defaultdict(int)
    markup = _markup(page, nesting, post)
    for rank, run in enumerate(short):
        element = int(page.runs.home[run])
        home = int(homes[element])
        slot = int(template.slot[home])
        seen[slot] += 1
        if seen[slot] > _EQUAL:
            continue
        text = " ".join(page.text(int(page.runs.start[run]), int(page.runs.end[run])).split())
        name = clean_name(text)
        tags = _tags(page, template, element, home)
        echo = name is not None and len(name) > 2 and markup.count(name.casefold()) > 1
        person = any(map(PERSONS_PAGE.search, tags))
        yield (slot, seen[slot]), _Text(post, text, name, rank, _named(tags), person, echo)


def _markup(page: Document, nesting: Nesting, post: int) -> str:
    """Return the source of a post from its start tag on, in small letters."""
    start = int(page.tokens.tag_start[nesting.first[post] - 1])
    end = int(page.tokens.gap_end[nesting.last[post]])
    return page.source[start : min(end, start + _HEAD)].casefold()


def _tags(page: Document, template: Template, element: int, home: int) -> list[str]:
    """Return the start tags around a text: from its element to its home, and the one around that."""
    tags = list[str]()
    while element > home and len(tags) < _AROUND:
        tags.append(template.tag_of(element))
        element = int(page.elements.parent[element])
    return [*tags, template.tag_of(home), template.tag_of(max(int(page.elements.parent[home]), 0))]


def _named(tags: list[str]) -> float:
    """Weigh the names: those of the elements with the name count most, those around them less."""
    if any(map(AUTHOR.search, tags[:-1])):
        return 1.0
    if any(map(BESIDE_AUTHOR.search, tags[:-1])):
        return -0.5
    return 0.6 if AUTHOR.search(tags[-1]) else 0.0


def _assign(slots: list[list[_Text]], posts: int, title: str, found: list[str | None]) -> None:
    """Take the names of the best slot, and where it has none those of the next; else what stands there."""
    points = [_points(each, posts, title) for each in slots]
    order = sorted(range(len(slots)), key=lambda at: -points[at])
    if not order or points[order[0]] < _ENOUGH:
        return
    for at in order:
        if points[at] < points[order[0]] - _NEXT:
            break
        bare = _is_bare(slots[at])
        for text in slots[at]:
            if found[text.post] is None and (points[at] >= _ENOUGH or text.named > 0 or text.person):
                found[text.post] = text.written if bare and text.name else text.name
    for text in slots[order[0]]:
        if found[text.post] is None and _is_bare(slots[order[0]]) and any(map(str.isalnum, text.written)):
            found[text.post] = text.written[:LONGEST]  # people call themselves "2024" and "nobody", too


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
        - 0.05 * min(float(np.mean([text.rank for text in names])), 20.0)
    )


def clean_name(text: str) -> str | None:
    """Return the name in a text such as "Ada on May 3, 2024 at 10:11 said:"; None if there is none.

    >>> clean_name("Ada wrote on 3 May 2024:"), clean_name("10:11"), clean_name("said Ada:")
    ('Ada', None, 'Ada')
    """
    text = " ".join(text.split())
    name = _AFTER.sub("", _before_time(text))
    for _ in range(3):
        name = _VERB.sub("", name)
    name = name.removeprefix("@").removeprefix("said ").strip(" :,|·•–—-~#\xa0»«")
    name = name if _is_initial(name) else name.strip(" .…")
    if not name or len(name) > LONGEST or _COUNT.match(name) or not (is_name(name) or _is_nickname(name)):
        return None
    by = names_in(name)
    return by[0] if len(by) == 1 and len(by[0]) < len(name) and not _is_initial(name) else name


def _is_nickname(name: str) -> bool:
    """Tell whether a text is one word that begins with a letter and goes on with numbers: no date looks like that."""
    return len(name.split()) == 1 and name[0].isalpha() and name[-1].isdigit()


def _is_initial(name: str) -> bool:
    """Tell whether a name ends with an initial, whose point is part of it."""
    return len(name) > 2 and name[-1] == "." and name[-3] in " ."


def _before_time(text: str) -> str:
    """Cut a text where a time begins; `on Friday, ` before it goes, too."""
    times = [match.start() for match in LOOKS_LIKE_TIME.finditer(text) if not text[: match.start()][-1:].isalnum()]
    if not times:
        return text
    start = min([times[0], *(each.start for each in find_dates(text[:200]))])
    return _ON.sub("", text[:start])

"""Footnotes: short references, and the items or paragraphs that they lead to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.word_search import WordSearch
from webwinnow.render.structure.gaps import StartTags, tags_that_hold
from webwinnow.render.structure.kept import Flags
from webwinnow.render.structure.noted import is_raised

_ITEM: Final = NUMBER["li"]
_BODY: Final = column("li p div dd aside")
"""Elements that a footnote may be."""
_SHORT: Final = re.compile(r"[\[(]?\s*(\w{1,4}|[*†‡§¶]{1,4})\s*[\])]?")
_NAMED: Final = re.compile(r"(?:^|[-_:.])(?:fn|ftn|edn|(?:foot-?|end-?|side-?|cite[-_]?)?notes?)(?![a-z]{2})", re.I)
_MOST_ELEMENTS: Final = 200
_FEW, _APART = 1_000, 200
"""So many references any page may have, and one in so many characters; where there are more, all are links. Of 5,012
pages of 22 published test packages, the densest has one in 1,966, and the one with most 703 (measured 2026-11-19)."""
_FRAGMENT: Final = re.compile(r"""\bhref\s*=\s*["']?[^"'\s>#]{0,500}#([^"'\s>]{1,200})""", re.IGNORECASE)
_IDENTIFIER: Final = re.compile(r"""\s(?:id|name)\s*=\s*["']?([^"'\s>]{1,200})""", re.IGNORECASE)

_IDENTIFYING: Final = WordSearch(("id=", "name=", "ID="))


class Notes(NamedTuple):
    """Footnotes and what leads to them."""

    labels: dict[int, str]
    """The label of each element that is a footnote."""
    references: dict[int, str]
    """The label that each link refers to."""
    lists: frozenset[int]
    """Lists that hold nothing but footnotes."""


NO_NOTES: Final = Notes({}, {}, frozenset())


def find_notes(page: Document, needed: Flags, tags: StartTags, suspects: Sequence[int]) -> Notes:
    """Find footnotes of which both the reference and the text are kept; `suspects` are links (see noted.py).

    A reference is raised, or leads to what is named as a footnote.
    """
    links = {
        link: (target, text)
        for link in suspects
        if (target := _fragment(tags.written(link)))
        and (is_raised(page, link) or _NAMED.search(target))
        and (text := _short_text(page, link))
    }
    if not links or len(links) > max(_FEW, len(page.source) // _APART):
        return NO_NOTES
    homes = _identified(page, tags, needed, {target for target, _ in links.values()})
    found: dict[int, str] = {}
    references: dict[int, str] = {}
    used: set[str] = set()
    for link, (target, text) in links.items():
        note = _note(page, link, homes.get(target, -1))
        if note >= 0:
            references[link] = found.get(note) or _label(text, used)
            found[note] = references[link]
            used.add(references[link])
    lists, mixed = _lists(page, needed, found)
    for note in mixed:
        del found[note]
    labels = set(found.values())
    return Notes(found, {link: label for link, label in references.items() if label in labels}, lists)


def _fragment(tag: str) -> str:
    match = _FRAGMENT.search(tag)
    return match[1] if match else ""


def _short_text(page: Document, link: int) -> str:
    """Read the text of a link that may refer to a footnote; empty if it is too long for that."""
    first, close = int(page.elements.first[link]), int(page.elements.close[link])
    if close - first > 8:
        return ""
    gaps = range(first + 1, close + 1)
    text = "".join(page.text(int(page.tokens.gap_start[gap]), int(page.tokens.gap_end[gap])) for gap in gaps)
    match = _SHORT.fullmatch(text.strip())
    return match[1] if match else ""


def _identified(page: Document, tags: StartTags, needed: Flags, wanted: set[str]) -> dict[str, int]:
    """Find the elements that have the wanted identifiers."""
    found: dict[str, int] = {}
    for element in tags_that_hold(page, np.flatnonzero(needed), _IDENTIFYING):
        for name in _IDENTIFIER.findall(tags.written(element)):
            if name in wanted:
                found.setdefault(name, element)
    return found


def _note(page: Document, link: int, target: int) -> int:
    """Return the element of the footnote, -1 if this is no footnote: it stands behind the link."""
    parent, tag = page.elements.parent, page.elements.tag
    at, steps = target, 0
    while at > link and not _BODY[tag[at]] and steps < 3:
        at, steps = int(parent[at]), steps + 1
    fits = at > link and _BODY[tag[at]] and page.elements.last[at] - at < _MOST_ELEMENTS
    return at if fits else -1


def _label(text: str, used: set[str]) -> str:
    """Label a footnote by the text of its reference, as far as that is a word of its own."""
    return text if text.isalnum() and text not in used else f"note-{len(used) + 1}"


def _lists(page: Document, needed: Flags, found: dict[int, str]) -> tuple[frozenset[int], list[int]]:
    """Find the lists of footnotes only; footnotes among other items are items."""
    items = np.flatnonzero((page.elements.tag == _ITEM) & needed).tolist()
    others = {int(page.elements.parent[item]) for item in items if item not in found}
    of_items = [note for note in found if page.elements.tag[note] == _ITEM]
    lists = {int(page.elements.parent[note]) for note in of_items}
    return frozenset(lists - others), [note for note in of_items if int(page.elements.parent[note]) in others]

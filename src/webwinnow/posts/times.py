"""When a post was written: from time elements, from attributes that scripts read, else from text that is a date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.metadata.dates import parse_date
from webwinnow.posts.nesting import Nesting

_TIME: Final = column("time")
_ATTRIBUTES: Final = ("datetime", "title", "data-time", "data-timestamp", "data-date", "data-original-title", "content")
_MANY: Final = 8
"""So many dates of one post are read: the first few stand at its head."""


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

"""What a page holds that posts hold, as sums over its gaps: text, links, headings that lead elsewhere, and dates.

A page of usual size takes a fraction of a millisecond.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.tree.elements import around, before
from webwinnow.language.words import occurrences

Sums = npt.NDArray[np.int32]
Marked = npt.NDArray[np.bool_]

LONGEST_DATED: Final = 120
"""Characters of a run of text that is looked at for a date: longer ones are prose in which a date proves nothing."""
UNITS: Final = (
    "sec|min|hour|hr|day|week|month|year|yr|ago|sekund|stunde|tag|woche|monat|jahr|heure|jour|mois|semaine|hora|dia|día|"
    "mes|año|ore|giorn|час|мин|дн|день|недел|месяц|год|лет|назад|秒|分|小时|小時|天|日|周|週|月|年|时间|時間|시간|분|일|"
    "saat|gün|ay|yıl|روز|ساعت|دقیقه|ماه|سال|ساعة|يوم"
)
SHORT_UNITS: Final = "hdmwy"
_FIRST_LETTERS: Final = "".join(sorted({unit[0] for unit in UNITS.split("|")}))
"""Most numbers need one look at what follows them; the short units begin with some of these letters, too."""
ORDINALS: Final = "st|nd|rd|th"
LOOKS_LIKE_TIME: Final = re.compile(
    rf"\d(?!\d)(?:[:h/年-]\d|\.\d{{1,2}}\.\d\d|[年月]|"
    rf"(?:{ORDINALS})?\W{{1,3}}+(?:\d{{4}}|[^\W\d]{{3,12}}+\W{{1,3}}+\d{{2,4}})|"
    rf"(?= ?(?i:[{_FIRST_LETTERS}])) ?(?:(?i:{UNITS})|[{SHORT_UNITS}]\b))",
)
"""Looks like a point in time, in many languages: a cheap sieve; what the time is, `metadata.dates` reads."""
_BEGINS: Final = re.compile(f"(?={LOOKS_LIKE_TIME.pattern})")
"""The same where times may overlap: one that seems to go on in the next text does not hide one that begins there."""
REFERENCE: Final = re.compile(r"&#?\w{1,8};")
WITHOUT_NUMBER: Final = (" ago", "esterday", "oday at", "oday,", "ust now", "昨天", "今天", "刚刚")
"""What tells a time without a number."""
IS_LINK: Final = column("a button label")
IS_ANCHOR: Final = column("a")
IS_HEADING: Final = column("h1 h2 h3 h4 h5")
LONGEST_NAME: Final = 20
"""Characters of a link that may be no more than a name."""
IS_TIME: Final = column("time")


class Evidence(NamedTuple):
    """Sums before each gap; one more entry closes the page, so that a difference counts what lies between."""

    sums: Sums
    """A row for each of what follows."""
    dated: Marked
    """Per gap: looks like a date."""

    @property
    def characters(self) -> Sums:
        """Visible characters."""
        return self._row(0)

    @property
    def plain(self) -> Sums:
        """Visible characters that are no link."""
        return self._row(1)

    @property
    def titles(self) -> Sums:
        """Headings that are links to other pages, as teasers and posts of weblogs have."""
        return self._row(2)

    @property
    def dates(self) -> Sums:
        """Gaps that look like a date."""
        return self._row(3)

    def _row(self, at: int) -> Sums:
        row: Sums = self.sums[at]
        return row


def add_evidence(page: Document, dated: Marked) -> Sums:
    """Add up what each gap holds: a row for each of the sums."""
    links = IS_LINK[page.elements.tag]
    linked = page.characters_inside(links & ~around(page.elements, links))  # what holds a link was never closed
    characters = page.characters_before
    return np.stack([characters, characters - linked, before(_titles(page), np.int32), before(dated, np.int32)])


def _titles(page: Document) -> Marked:
    """Mark where linked headings start; links within the page and those no longer than a name do not count."""
    elements, headings = page.elements, IS_HEADING[page.elements.tag]
    links = np.flatnonzero(IS_ANCHOR[elements.tag])
    long = page.in_subtrees(page.characters_before, links) > LONGEST_NAME
    links = links[long & ~elements.hold(links, links)]
    tags = elements.first[links[page.inside(headings)[links] | elements.hold(links, np.flatnonzero(headings))]]
    bounds = zip(tags.tolist(), page.tokens.tag_start[tags].tolist(), page.tokens.tag_end[tags].tolist(), strict=True)
    marked = np.zeros(len(page.tokens.code) + 1, dtype=np.bool_)
    marked[[tag + 1 for tag, start, end in bounds if page.source.find("#", start, end) < 0]] = True
    return marked


def dated_gaps(page: Document) -> Marked:
    """Mark the gaps whose text looks like a date, and those at the start of a time element."""
    dated = time_gaps(page)
    runs, source = page.runs, page.source
    short = np.flatnonzero((runs.end - runs.start <= LONGEST_DATED) & page.starts_shown)
    pairs = zip(runs.start[short].tolist(), runs.end[short].tolist(), strict=True)
    texts = [source[start:end] for start, end in pairs]
    bound = np.cumsum([0, *map(len, texts)]) + np.arange(len(texts) + 1)
    text = REFERENCE.sub(lambda match: " " * len(match[0]), "\0".join(texts))  # their numbers are no dates
    found = [match.start() for match in _BEGINS.finditer(text)]
    for words in WITHOUT_NUMBER:
        found += occurrences(text, words)
    dated[runs.gap[short[np.searchsorted(bound, found, side="right") - 1]]] = True
    return dated


def time_gaps(page: Document) -> Marked:
    """Mark the gaps at the start of a time element."""
    dated = np.zeros(len(page.tokens.code) + 1, dtype=np.bool_)
    dated[page.elements.first[IS_TIME[page.elements.tag]] + 1] = True
    return dated

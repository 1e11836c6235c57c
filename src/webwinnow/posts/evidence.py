"""What a page holds that posts hold, as sums over its gaps: text, links, headings that lead elsewhere, and dates.

A page of usual size takes a fraction of a millisecond.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.tree.elements import around
from webwinnow.document.word_search import WordSearch
from webwinnow.document.words import before_gaps
from webwinnow.language.words import occurrences

Sums = npt.NDArray[np.int32]
Marked = npt.NDArray[np.bool_]

LONGEST_DATED: Final = 120
"""Characters of a run of text that is looked at for a date: longer ones are prose in which a date proves nothing."""
_UNIT: Final = (
    "sec|min|hour|hr|day|week|month|year|yr|ago|sekund|stunde|tag|woche|monat|jahr|heure|jour|mois|semaine|hora|dia|día|"
    "mes|año|ore|giorn|час|мин|дн|день|недел|месяц|год|лет|назад|秒|分|小时|小時|天|日|周|週|月|年|时间|時間|시간|분|일|"
    "saat|gün|ay|yıl|روز|ساعت|دقیقه|ماه|سال|ساعة|يوم"
)
_FIRST_LETTERS: Final = "".join(sorted({unit[0] for unit in _UNIT.split("|")}))
"""Most numbers need one look at what follows them; the short units begin with some of these letters, too."""
LOOKS_LIKE_TIME: Final = re.compile(
    rf"\d(?!\d)(?:[:h/年-]\d|\.\d{{1,2}}\.\d\d|[年月]|"
    rf"(?:st|nd|rd|th)?\W{{1,3}}+(?:\d{{4}}|[^\W\d]{{3,12}}+\W{{1,3}}+\d{{2,4}})|"
    rf"(?= ?(?i:[{_FIRST_LETTERS}])) ?(?:(?i:{_UNIT})|[hdmwy]\b))",
)
"""Looks like a point in time, in many languages: a cheap sieve; what the time is, `metadata.dates` reads."""
REFERENCE: Final = re.compile(r"&#?\w{1,8};")
_WITHOUT_NUMBER: Final = (" ago", "esterday", "oday at", "oday,", "ust now", "昨天", "今天", "刚刚")
_MAY_BE_DATED: Final = WordSearch(_WITHOUT_NUMBER, digits=True)
_REACH: Final = 6
"""Runs that a date may reach into behind the one with its first number: each of its gaps is at most three marks."""
_LINK: Final = column("a button label")
_ANCHOR: Final = column("a")
_HEADING: Final = column("h1 h2 h3 h4 h5")
_SHORT: Final = 20
"""Characters of a link that may be no more than a name."""
_TIME: Final = NUMBER["time"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Sums before each gap; one more entry closes the page, so that a difference counts what lies between."""

    characters: Sums
    """Visible characters."""
    plain: Sums
    """Visible characters that are no link."""
    titles: Sums
    """Headings that are links to other pages, as teasers and posts of weblogs have."""
    dates: Sums
    """Gaps that look like a date."""
    dated: Marked
    """Per gap: looks like a date."""


def gather(page: Document) -> Evidence:
    """Collect the evidence."""
    dated = dated_gaps(page)
    links = _LINK[page.elements.tag]
    linked = page.characters_inside(links & ~around(page.elements, links))  # what holds a link was never closed
    return Evidence(page.characters_before, page.characters_before - linked, _sums(_titles(page)), _sums(dated), dated)


def _sums(amounts: Marked) -> Sums:
    return before_gaps(amounts)


def _titles(page: Document) -> Marked:
    """Mark where linked headings start; links within the page and those no longer than a name do not count."""
    elements, headings = page.elements, _HEADING[page.elements.tag]
    links = np.flatnonzero(_ANCHOR[elements.tag])
    long = page.in_subtrees(page.characters_before, links) > _SHORT
    links = links[long & ~elements.hold(links, links)]
    tags = elements.first[links[page.inside(headings)[links] | elements.hold(links, np.flatnonzero(headings))]]
    bounds = zip(tags.tolist(), page.tokens.tag_start[tags].tolist(), page.tokens.tag_end[tags].tolist(), strict=True)
    marked = np.zeros(len(page.tokens.code) + 1, dtype=np.bool_)
    marked[[tag + 1 for tag, start, end in bounds if page.source.find("#", start, end) < 0]] = True
    return marked


def dated_gaps(page: Document) -> Marked:
    """Mark the gaps whose text looks like a date, and those at the start of a time element."""
    dated = np.zeros(len(page.tokens.code) + 1, dtype=np.bool_)
    runs, source = page.runs, page.source
    short = np.flatnonzero((runs.end - runs.start <= LONGEST_DATED) & page.starts_shown)
    marked = _MAY_BE_DATED.counts(page.markup, runs.start[short], runs.end[short], 1)
    short = short[np.convolve(marked, np.ones(_REACH + 1, np.int8))[: len(marked)] > 0] if len(marked) else short
    pairs = zip(runs.start[short].tolist(), runs.end[short].tolist(), strict=True)
    texts = [source[start:end] for start, end in pairs]
    bound = np.cumsum([0, *map(len, texts)]) + np.arange(len(texts) + 1)
    text = REFERENCE.sub(lambda match: " " * len(match[0]), "\0".join(texts))  # their numbers are no dates
    found = [match.start() for match in LOOKS_LIKE_TIME.finditer(text)]
    for words in _WITHOUT_NUMBER:
        found += occurrences(text, words)
    dated[runs.gap[short[np.searchsorted(bound, found, side="right") - 1]]] = True
    dated[page.elements.first[page.elements.tag == _TIME] + 1] = True
    return dated

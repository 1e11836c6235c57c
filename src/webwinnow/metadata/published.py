"""When a page was published and last changed: markup first, then `time` elements, visible dates and the address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

from webwinnow.declared.json_ld import texts
from webwinnow.document import Document
from webwinnow.document.attributes import AttributeSearch, read_attributes
from webwinnow.document.html_names import NUMBER
from webwinnow.document.references import decode_references
from webwinnow.metadata.date_choice import LIKELY, SEEN, STANDS_IN, TIMED, URL, Candidate, chosen, in_order
from webwinnow.metadata.dates import Date, find_dates, parse_date
from webwinnow.metadata.found import Found
from webwinnow.metadata.keys import DATES
from webwinnow.metadata.may_be_dates import dated_runs
from webwinnow.metadata.near import DATE, Surroundings
from webwinnow.metadata.statements import Article, Statements

_ITEMS: Final = {
    "published": {"datePublished": 1.0, "uploadDate": 0.8, "dateCreated": 0.85, "datepublished": 0.95},
    "modified": {"dateModified": 1.0, "datemodified": 0.95},
}
_TIME: Final = NUMBER["time"]
_TIMES: Final = 60
_STATING: Final = ("datetime", "created-timestamp", "content")
"""Attributes that tell the date of an element, the first that is there."""
_TELLING: Final = AttributeSearch((*_STATING, "class", "itemprop", "pubdate"))
"""All attributes of such elements that are looked at."""
_NEAR: Final = (-12, 25)
"""Visible dates are looked for in so many runs of text before and behind the headline."""
_LONGEST: Final = 160
_MARKS: Final = 200
"""Characters of what is said of a date that is looked at once: the dates of a list mostly have the same marks."""
_LABEL: Final = 40
"""A text as short as this before a date may say what the date is."""
_CHANGED: Final = re.compile(
    r"updated|modified|edited|aktualisiert|geändert|mis à jour|modifié|actualizad|atualizad|aggiornat|bijgewerkt|"
    r"uppdaterad|oppdatert|opdateret|päivitetty|aktualizac|aktualizov|обновлен|изменен|оновлен|güncelle|frissítve|"
    r"به‌روز|به روز|تحديث|更新|수정|cập nhật|diperbarui|แก้ไข|last-?mod|upd(?![a-z])"
)
_PUBLISHED: Final = re.compile(r"publi|posted|entry-date|erstellt|created|issued|pubdate|veröffent|发布|投稿|公開|등록")
"""What is said of dates in small letters: without regard to case, a pattern takes many times as long."""
_IN_ADDRESS: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)([/_-]?)(0[1-9]|1[0-2])\2([0-2]\d|3[01])(?!\d)")
_NAMING: Final = ("class", "itemprop", "id")
"""Attributes whose words say what the date of an element is."""
_NAMED_IN_ADDRESS: Final = re.compile(r"/((?:19|20)\d\d)/([a-z]{3})/([0-3]?\d)(?!\d)")
_TIME_ELEMENT, _VISIBLE, _ADDRESS, _ELSEWHERE, _CHANGE = LIKELY, 0.5, 0.85, 0.35, 0.4
"""How far to trust a `time` element, a date near the headline, one in the address, one elsewhere in the page, and the
date of a change where no other is known. On the first half of the sites of fundus, postlight-parser, trafilatura-eval
and wcxb-dev these were right in 0.88, 0.88, 0.97, -, and 0.55 of the pages that had them (November 2026)."""
_YEAR: Final = re.compile(r"\d{4}|[/.-]\d\d(?!\d)|&#|['’年]\s?\d")
"""What a date has at least."""
_ENOUGH, _RUNS = 8, 1500
"""How many dates of the whole page, in how many texts, are looked at where nothing better was found."""


@dataclass(frozen=True, slots=True)
class Dates:
    """Candidates for both dates of a page."""

    published: tuple[Found, ...]
    modified: tuple[Found, ...]


def find_page_dates(
    sources: Statements, articles: list[Article], around: Surroundings, language: str, today: date
) -> Dates:
    """Find all candidates, best first; a date after today is hardly ever meant."""
    published = [*_stated(sources, articles, "published", language), *_from_address(sources.page.url)]
    modified = list(_stated(sources, articles, "modified", language))
    shown = [*_times(sources, around, language), *_visible(sources, around, language)]
    for each in shown:
        (modified if each.changed else published).append((each.found, each.day))
    if not published:
        published = list(_anywhere(sources, around, language))
    published += [
        (Found(found.value, found.source + STANDS_IN, found.start, found.end, _CHANGE * found.confidence), day)
        for found, day in modified
    ]
    told = {day for _, day in _from_address(sources.page.url, spelled_out=True)}
    marked = {each.found.start for each in shown if each.published}
    best = chosen(published, modified, sources.page.url, told, marked, today)
    return Dates(best, in_order(modified, set(), today))


class _Shown(NamedTuple):
    """A date that readers see; whether it is said to be that of a change, and to be that of the publication alone."""

    changed: bool
    published: bool
    found: Found
    day: date


def _made(found: Date, source: str, start: int, end: int, worth: float) -> Candidate:
    return Found(found.iso, source, start, end, worth * found.confidence), found.day


def _stated(sources: Statements, articles: list[Article], which: str, language: str) -> Iterator[Candidate]:
    """Yield the dates that items and meta tags state."""
    for article in articles:
        for name, worth in _ITEMS[which].items():
            value = article.item.properties.get(name)
            for text in texts(value)[:1] if value else ():
                read = parse_date(text, language)
                if read:
                    yield _made(read, article.source(name), *article.place(name), article.weight * worth)
    known = DATES[which]
    for meta in sources.metas if not known.keys().isdisjoint(sources.said) else ():
        worth = known.get(meta.key, 0.0)
        read = parse_date(meta.content, language) if worth else None
        if read:
            yield _made(read, f"meta {meta.key}", meta.start, meta.end, worth)


def _times(sources: Statements, around: Surroundings, language: str) -> Iterator[_Shown]:
    """Read the `time` elements: whether each speaks of a change, and its date."""
    page = sources.page
    dated = [each.element for each in around.near if each.bits & DATE and each.element >= 0]
    times = (page.elements.tag == _TIME).nonzero()[0][:_TIMES].tolist()
    elements = sorted({*times, *dated})[:_TIMES]
    for element, attributes in zip(elements, _TELLING.read(page, elements), strict=True):
        stated = next((attributes[name] for name in _STATING if attributes.get(name)), "")
        written = stated or page.text_of(element, 100, hidden=True)
        read = parse_date(written, language)
        if not read:
            continue
        start, end = page.extent(element)
        before = page.source[max(start - 60, 0) : start].rpartition(">")[2]
        published, changed = _told(" ".join([before, attributes.get("class", ""), attributes.get("itemprop", "")]))
        published = published or "pubdate" in attributes
        worth = _TIME_ELEMENT + 0.08 * published - _far(around.distance(start))
        worth *= 0.4 if around.is_elsewhere(element) else 1
        alone = published and not changed and not _told(page.text_of(element, _LABEL))[1]
        yield _Shown(changed and not published, alone, *_made(read, TIMED, start, end, worth))


def _told(text: str) -> tuple[bool, bool]:
    """Tell whether a text speaks of a publication, and of a change."""
    return _told_once(text) if len(text) <= _MARKS else _told_once.__wrapped__(text)


@lru_cache(maxsize=512)
def _told_once(text: str) -> tuple[bool, bool]:
    small = text.lower()
    return _PUBLISHED.search(small) is not None, _CHANGED.search(small) is not None


def _far(distance: int) -> float:
    """Return by how much a place is worth less for standing far from the headline, more so before it."""
    steps = distance if distance >= 0 else -3 * distance
    return min(steps * 0.005, 0.3)


def _visible(sources: Statements, around: Surroundings, language: str) -> Iterator[_Shown]:
    """Read the dates in short texts around the headline."""
    page, runs, headline = sources.page, sources.page.runs, around.run
    first, last = max(headline + _NEAR[0], 0), min(headline + _NEAR[1], len(sources.page.runs))
    for run in dated_runs(page, first, last - first, _LONGEST, last - first) if first < last else ():
        start, end = runs.start.item(run), runs.end.item(run)
        text = _dated_text(around, run)
        if text is None:
            continue
        for read in find_dates(text, language)[:3]:
            published, changed = _told(f"{_label(around, run - 1) if run > first else ''} {text[: read.start]}")
            worth = _VISIBLE + 0.1 * published - _far(run - headline) - 0.1 * (end - start > 80)
            alone = not changed and (published or _is_marked(page, runs.home.item(run)))
            yield _Shown(changed and not published, alone, *_made(read, SEEN, start, end, worth))


def _is_marked(page: Document, element: int) -> bool:
    """Tell whether the names of an element say that it holds the date of the publication, and not that of a change."""
    written = page.start_tag(element)
    if "&" not in written and not _told(written)[0]:
        return False
    attributes = read_attributes(written)
    published, changed = _told(" ".join([attributes.get(name, "") for name in _NAMING]))
    return published and not changed


def _dated_text(around: Surroundings, run: int) -> str | None:
    """Read a text that may hold a date and is about the page; None where it does not, or is not."""
    runs = around.page.runs
    text = around.page.source[runs.start.item(run) : runs.end.item(run)]
    if not _YEAR.search(text) or around.is_elsewhere(runs.home.item(run)):
        return None
    return decode_references(text)


def _label(around: Surroundings, run: int) -> str:
    """Read a text that may say what the date behind it is: a short one without a date of its own."""
    runs = around.page.runs
    start, end = runs.start.item(run), runs.end.item(run)
    text = around.page.source[start:end] if end - start <= _LABEL else ""
    if not _YEAR.search(text):
        return text
    decoded = _dated_text(around, run)
    return "" if decoded is None or _YEAR.search(decoded) else decoded


def _anywhere(sources: Statements, around: Surroundings, language: str) -> Iterator[Candidate]:
    """Read the dates in short texts of the whole page, those behind the headline first."""
    page, runs = sources.page, sources.page.runs
    found = 0
    for run in dated_runs(page, around.run, len(runs), _LONGEST, _RUNS):
        start, end = runs.start.item(run), runs.end.item(run)
        text = page.source[start:end]
        if "©" in text or "&copy" in text or not _YEAR.search(text):
            continue
        for read in find_dates(page.text(start, end), language)[:1]:
            worth = _ELSEWHERE * (0.6 if around.is_elsewhere(runs.home.item(run)) else 1) - 0.01 * min(found, 9)
            yield _made(read, SEEN, start, end, worth)
            found += 1
        if found >= _ENOUGH:
            return


def _from_address(url: str | None, *, spelled_out: bool = False) -> Iterator[Candidate]:
    """Yield the days in an address; if asked, only those whose parts are parted, which no number can be by chance."""
    if not url:
        return
    for match in _IN_ADDRESS.finditer(url):
        read = parse_date(f"{match[1]}-{match[3]}-{match[4]}") if match[2] or not spelled_out else None
        if read:
            yield _made(read, URL, 0, 0, _ADDRESS if match[2] else _ADDRESS - 0.1)
    for match in _NAMED_IN_ADDRESS.finditer(url):
        read = parse_date(f"{match[3]} {match[2]} {match[1]}")
        if read:
            yield _made(read, URL, 0, 0, _ADDRESS)

"""When a page was published and last changed: markup first, then `time` elements, visible dates and the address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.declared.json_ld import texts
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.document.references import decode_references
from webwinnow.document.word_search import WordSearch, tags_holding
from webwinnow.kernels import LIBRARY, address
from webwinnow.metadata.dates import Date, find_dates, parse_date
from webwinnow.metadata.found import Found
from webwinnow.metadata.statements import DATE_WORDS, Article, Statements, Surroundings

_ITEMS: Final = {
    "published": {"datePublished": 1.0, "uploadDate": 0.8, "dateCreated": 0.85, "datepublished": 0.95},
    "modified": {"dateModified": 1.0, "datemodified": 0.95},
}
_METAS: Final = {
    "published": {
        "article:published_time": 0.88, "og:article:published_time": 0.84, "og:published_time": 0.84,
        "datepublished": 0.84, "article:published": 0.84, "parsely-pub-date": 0.84, "sailthru.date": 0.8,
        "cxenseparse:recs:publishtime": 0.8, "article.published": 0.82, "rnews:datepublished": 0.82,
        "citation_publication_date": 0.8, "citation_online_date": 0.78, "dc.date.issued": 0.8, "dcterms.issued": 0.8,
        "dcterms.created": 0.78, "dc.date.created": 0.78, "pubdate": 0.8, "publishdate": 0.8, "publish-date": 0.8,
        "publish_date": 0.8, "publication_date": 0.8, "publisheddate": 0.8, "ptime": 0.78, "displaydate": 0.78,
        "article_date_original": 0.8, "article:post_date": 0.8, "mediator_published_time": 0.8, "pdate": 0.74,
        "date": 0.72, "dc.date": 0.7, "dcterms.date": 0.7, "dc:date": 0.7, "bt:pubdate": 0.76, "cxense-publish": 0.7,
        "originalpublicationdate": 0.8, "datecreated": 0.74, "shareaholic:article_published_time": 0.76,
        "citation_date": 0.76, "release_date": 0.74,
    },
    "modified": {
        "article:modified_time": 0.88, "og:updated_time": 0.8, "datemodified": 0.84, "dcterms.modified": 0.8,
        "dc.date.modified": 0.8, "last-modified": 0.7, "lastmod": 0.74, "revised": 0.7, "modified_time": 0.76,
        "article:modified": 0.8, "updated_time": 0.74, "last-updated": 0.7, "utime": 0.7, "moddate": 0.7,
    },
}  # fmt: skip
"""Meta tags that hold dates."""
_TIME: Final = NUMBER["time"]
_TIMES: Final = 60
_DATETIME: Final = WordSearch(DATE_WORDS, ignore_case=True)
_STATING: Final = ("datetime", "created-timestamp", "content")
"""Attributes that tell the date of an element, the first that is there."""
_NEAR: Final = (-12, 25)
"""Visible dates are looked for in so many runs of text before and behind the headline."""
_LONGEST: Final = 160
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
_NAMED_IN_ADDRESS: Final = re.compile(r"/((?:19|20)\d\d)/([a-z]{3})/([0-3]?\d)(?!\d)")
_MONTH_IN_ADDRESS: Final = re.compile(r"/((?:19|20)\d\d)/(0[1-9]|1[0-2])/")
_GRACE: Final = timedelta(days=2)
_A_DAY, _A_MINUTE = timedelta(days=1), timedelta(minutes=1)
_BESIDE_MONTH: Final = timedelta(days=120)
"""How far from the month in its address a page may still be dated: some tell when a first version was planned."""
_CONTRADICTS: Final = 0.5
"""What a date is worth that the address contradicts: it belongs to another version of the page or to something in it.
One day is no contradiction but another time zone. Where another source contradicted the day in the address, the address
was right on 5 pages of fundus, postlight-parser, trafilatura-eval, wcxb-dev and atf-news, the other on 1 (November
2026)."""
_ZONES: Final = timedelta(minutes=15)
"""By how much time zones differ,"""
_FARTHEST_ZONE: Final = timedelta(hours=14)
"""and by how much from UTC."""
_IS_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_URL, _SEEN = "url", "visible date"
_OF_PAGE: Final = "meta article:published_time"
"""What speaks of the page as a whole; items may speak of a part of it."""
_FUTURE, _OLD = 0.2, 0.7
_OLDEST: Final = date(1995, 1, 1)
"""Before, there were hardly any pages; such a date is more often one that the page tells of."""
_TIME_ELEMENT, _VISIBLE, _ADDRESS, _ELSEWHERE, _CHANGE = 0.7, 0.5, 0.85, 0.35, 0.4
"""How far to trust a `time` element, a date near the headline, one in the address, one elsewhere in the page, and the
date of a change where no other is known. On the first half of the sites of fundus, postlight-parser, trafilatura-eval
and wcxb-dev these were right in 0.88, 0.88, 0.97, -, and 0.55 of the pages that had them (November 2026)."""
_YEAR: Final = re.compile(r"\d{4}|[/.-]\d\d(?!\d)|&#|['’年]\s?\d")
"""What a date has at least."""
_NUMBER: Final = re.compile("[0-9&\u0660-\U0010ffff]")
"""What a number has at least: digits of other scripts begin with those of Arabic."""
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
    address = list(_from_address(sources.page.url))
    published = [*_stated(sources, articles, "published", language), *address]
    modified = list(_stated(sources, articles, "modified", language))
    for changed, found, day in (*_times(sources, around, language), *_visible(sources, around, language)):
        (modified if changed else published).append((found, day))
    if not published:
        published = list(_anywhere(sources, around, language))
    published += [
        (replace(found, source=f"{found.source} (changed)", confidence=_CHANGE * found.confidence), day)
        for found, day in modified
    ]
    days = {day for _, day in address}
    agreeing = [(_agreeing(found, day, sources.page.url), day) for found, day in published]
    agreeing = [(_less_exact(found, day, published), day) for found, day in agreeing]
    agreeing = _before_changes(agreeing, modified)
    return Dates(_as_shown(_best(agreeing, days, today)), _as_shown(_best(modified, set(), today)))


_Candidate = tuple[Found, date]


def _best(candidates: list[_Candidate], days: set[date], today: date) -> tuple[Found, ...]:
    support = {
        day: {found.source for found, other in candidates if abs(other - day).days <= 1} for _, day in candidates
    }
    raised = [_plausible(found, day, today, len(support[day]) - 1 + (day in days)) for found, day in candidates]
    return tuple(sorted(raised, key=lambda found: -found.confidence))


def _agreeing(found: Found, day: date, url: str | None) -> Found:
    """Lower a date of publication that contradicts the one that the address tells."""
    told = [stated for _, stated in _from_address(url, spelled_out=True)]
    month = _MONTH_IN_ADDRESS.search(url or "")
    if told:
        agrees = min(abs(day - stated) for stated in told) <= _A_DAY
    else:
        agrees = month is None or abs(day - date(int(month[1]), int(month[2]), 15)) <= _BESIDE_MONTH
    return found if agrees else replace(found, confidence=found.confidence * _CONTRADICTS)


def _less_exact(found: Found, day: date, others: list[_Candidate]) -> Found:
    """Lower a day in the address if the page tells the hour, and that is the same day in UTC only."""
    if found.source != _URL:
        return found
    told = [other for other, its_day in others if its_day != day and _told_in_utc(other) == day]
    return replace(found, confidence=_TIME_ELEMENT) if told else found


def _before_changes(published: list[_Candidate], modified: list[_Candidate]) -> list[_Candidate]:
    """Lower dates of publication that are those of the last change, if a meta tag states an earlier one."""
    changed = {found.value for found, _ in modified if "T" in found.value}
    metas = [day for found, day in published if found.source == _OF_PAGE and found.value not in changed]
    first = min(metas, default=date.max - _A_DAY) + _A_DAY
    return [
        (replace(found, confidence=found.confidence * _CONTRADICTS), day)
        if found.value in changed and first < day
        else (found, day)
        for found, day in published
    ]


def _told_in_utc(found: Found) -> date | None:
    """Return the day in UTC of a date that has an hour and a time zone, and is likely to be that of the page."""
    moment = _moment(found.value) if found.confidence >= _TIME_ELEMENT else None
    return moment.astimezone(UTC).date() if moment and moment.tzinfo else None


def _as_shown(dates: tuple[Found, ...]) -> tuple[Found, ...]:
    """Tell the first date in the time zone in which the page shows the same moment, if it is stated in UTC."""
    best = _moment(dates[0].value) if dates else None
    if best is None or best.tzinfo is None or best.utcoffset():
        return dates
    offsets = (_ahead(found, best) for found in dates[1:])
    offset = next((each for each in offsets if each and abs(each) <= _FARTHEST_ZONE and not each % _ZONES), None)
    if offset is None:
        return dates
    return replace(dates[0], value=best.astimezone(timezone(offset)).isoformat()), *dates[1:]


def _ahead(found: Found, moment: datetime) -> timedelta | None:
    """Return how far ahead of UTC another date is if it may be the same moment: the same hour in a time zone, an hour
    that readers see, or a day that they see and that begins with the moment.
    """
    plain, other = moment.replace(tzinfo=None, second=0, microsecond=0), _moment(found.value)
    if other and other.tzinfo:
        return other.utcoffset() if abs(other - moment) < _A_MINUTE else None
    if found.source != _SEEN:
        return None
    if other:
        return other - plain
    begins = not (moment.minute or moment.second) and _IS_DAY.fullmatch(found.value)
    day = datetime.fromisoformat(found.value) if begins else plain
    return day - plain if day.date() != plain.date() else None


def _moment(value: str) -> datetime | None:
    """Read a date that has an hour, in digits of ASCII."""
    try:
        return datetime.fromisoformat(value) if "T" in value else None
    except ValueError:
        return None


def _plausible(found: Found, day: date, today: date, agreeing: int) -> Found:
    confidence = found.confidence + (1 - found.confidence) * 0.06 * min(agreeing, 4)
    confidence *= _FUTURE if day > today + _GRACE else _OLD if day < _OLDEST else 1
    return Found(found.value, found.source, found.start, found.end, round(confidence, 4))


def _made(found: Date, source: str, start: int, end: int, worth: float) -> _Candidate:
    return Found(found.iso, source, start, end, worth * found.confidence), found.day


def _stated(sources: Statements, articles: list[Article], which: str, language: str) -> Iterator[_Candidate]:
    """Yield the dates that items and meta tags state."""
    for article in articles:
        for name, worth in _ITEMS[which].items():
            value = article.item.properties.get(name)
            for text in texts(value)[:1] if value else ():
                read = parse_date(text, language)
                if read:
                    yield _made(read, article.source(name), *article.place(name), article.weight * worth)
    for meta in sources.declared.meta:
        worth = _METAS[which].get(meta.key, 0.0)
        read = parse_date(meta.content, language) if worth else None
        if read:
            yield _made(read, f"meta {meta.key}", meta.start, meta.end, worth)


def _times(sources: Statements, around: Surroundings, language: str) -> Iterator[tuple[bool, Found, date]]:
    """Read the `time` elements: whether each speaks of a change, and its date."""
    page = sources.page
    dated = sources.opened[tags_holding(page, around.near, _DATETIME)]
    elements = np.union1d(np.flatnonzero(page.elements.tag == _TIME), dated[dated >= 0])
    for element in elements[:_TIMES].tolist():
        attributes = page.attributes(element)
        stated = next((attributes[name] for name in _STATING if attributes.get(name)), "")
        written = stated or page.text_of(element, 100, hidden=True)
        read = parse_date(written, language)
        if not read:
            continue
        start, end = page.extent(element)
        before = page.source[max(start - 60, 0) : start].rpartition(">")[2]
        marks = " ".join([before, attributes.get("class", ""), attributes.get("itemprop", "")]).lower()
        published = bool(_PUBLISHED.search(marks)) or "pubdate" in attributes
        worth = _TIME_ELEMENT + 0.08 * published - _far(around.distance(start))
        worth *= 0.4 if around.is_elsewhere(element) else 1
        yield bool(_CHANGED.search(marks)) and not published, *_made(read, "time element", start, end, worth)


def _far(distance: int) -> float:
    """Return by how much a place is worth less for standing far from the headline, more so before it."""
    steps = distance if distance >= 0 else -3 * distance
    return min(steps * 0.005, 0.3)


def _visible(sources: Statements, around: Surroundings, language: str) -> Iterator[tuple[bool, Found, date]]:
    """Read the dates in short texts around the headline."""
    page, runs = sources.page, sources.page.runs
    headline = int(np.searchsorted(runs.start, around.headline))
    first, last = max(headline + _NEAR[0], 0), headline + _NEAR[1]
    starts, ends = runs.start[first:last], runs.end[first:last]
    numbered = may_hold_numbers(page, starts, np.minimum(ends, starts + _LONGEST)) & (ends - starts <= _LONGEST)
    for run in (np.flatnonzero(numbered) + first).tolist():
        text = _dated_text(around, run)
        if text is None:
            continue
        start, end = int(runs.start[run]), int(runs.end[run])
        for read in find_dates(text, language)[:3]:
            said = f"{_label(around, run - 1) if run > first else ''} {text[: read.start]}".lower()
            published = bool(_PUBLISHED.search(said))
            worth = _VISIBLE + 0.1 * published - _far(run - headline) - 0.1 * (end - start > 80)
            yield bool(_CHANGED.search(said)) and not published, *_made(read, _SEEN, start, end, worth)


def _dated_text(around: Surroundings, run: int) -> str | None:
    """Read a text that may hold a date and is about the page; None where it does not, or is not."""
    runs = around.page.runs
    text = around.page.source[runs.start[run] : runs.end[run]]
    if not _YEAR.search(text) or around.is_elsewhere(int(runs.home[run])):
        return None
    return decode_references(text)


def _label(around: Surroundings, run: int) -> str:
    """Read a text that may say what the date behind it is: a short one without a date of its own."""
    runs = around.page.runs
    text = around.page.source[runs.start[run] : runs.end[run]] if runs.end[run] - runs.start[run] <= _LABEL else ""
    if not _YEAR.search(text):
        return text
    decoded = _dated_text(around, run)
    return "" if decoded is None or _YEAR.search(decoded) else decoded


def _anywhere(sources: Statements, around: Surroundings, language: str) -> Iterator[_Candidate]:
    """Read the dates in short texts of the whole page, those behind the headline first."""
    page, runs = sources.page, sources.page.runs
    short = np.flatnonzero(runs.end - runs.start <= _LONGEST)
    headline = int(np.searchsorted(runs.start[short], around.headline))
    found = 0
    order = np.concatenate([short[headline:], short[:headline]])[:_RUNS]
    for run in _with_years(page, order):
        start, end = int(runs.start[run]), int(runs.end[run])
        text = page.source[start:end]
        if "©" in text or "&copy" in text:
            continue
        for read in find_dates(page.text(start, end), language)[:1]:
            worth = _ELSEWHERE * (0.6 if around.is_elsewhere(int(runs.home[run])) else 1) - 0.01 * min(found, 9)
            yield _made(read, _SEEN, start, end, worth)
            found += 1
        if found >= _ENOUGH:
            return


def _with_years(page: Document, runs: npt.NDArray[np.intp]) -> list[int]:
    """Return the runs of text that may hold a date, in the given order; one pattern runs over all of them."""
    runs = runs[may_hold_numbers(page, page.runs.start[runs], page.runs.end[runs])]
    starts, ends = page.runs.start[runs], page.runs.end[runs]
    text = "\0".join([page.source[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)])
    behind = np.cumsum(ends - starts + 1, dtype=np.int64)
    at = np.searchsorted(behind, [match.start() for match in _YEAR.finditer(text)], side="right")
    found: list[int] = runs[np.unique(at)].tolist()
    return found


def may_hold_numbers(
    page: Document, starts: npt.NDArray[np.int32], ends: npt.NDArray[np.int32]
) -> npt.NDArray[np.bool_]:
    """Tell which stretches of the source may hold a number: a digit of any script, or a reference."""
    if LIBRARY is None:
        places = zip(starts.tolist(), ends.tolist(), strict=True)
        return np.array([_NUMBER.search(page.source, start, end) is not None for start, end in places], np.bool_)
    (data, width), marks = page.markup.units, np.empty(len(starts), np.bool_)
    starts, ends = np.ascontiguousarray(starts, np.int32), np.ascontiguousarray(ends, np.int32)
    LIBRARY.of("mark_numbers", width)(data, len(starts), address(starts), address(ends), address(marks))
    return marks


def _from_address(url: str | None, *, spelled_out: bool = False) -> Iterator[_Candidate]:
    """Yield the days in an address; if asked, only those whose parts are parted, which no number can be by chance."""
    for match in _IN_ADDRESS.finditer(url or ""):
        read = parse_date(f"{match[1]}-{match[3]}-{match[4]}") if match[2] or not spelled_out else None
        if read:
            yield _made(read, _URL, 0, 0, _ADDRESS if match[2] else _ADDRESS - 0.1)
    for match in _NAMED_IN_ADDRESS.finditer(url or ""):
        read = parse_date(f"{match[3]} {match[2]} {match[1]}")
        if read:
            yield _made(read, _URL, 0, 0, _ADDRESS)

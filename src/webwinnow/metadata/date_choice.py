"""Which of the dates of a page is meant: what contradicts another date, or what readers see, counts less."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Final

from webwinnow.metadata.found import Found

Candidate = tuple[Found, date]
URL, SEEN, TIMED, STANDS_IN = "url", "visible date", "time element", " (changed)"
"""Sources of dates: the address, texts near the headline, `time` elements; what is added to a date of a change that
stands in for that of the publication."""
_SHOWN: Final = (SEEN, TIMED)
LIKELY: Final = 0.7
"""How sure a date is that tells more than the address."""
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
_AT_HEADLINE, _UNSEEN = 0.45, 0.4
"""How sure a date near the headline is that overrules declared ones, and what those are worth then. Where readers saw
no declared date, but one that is earlier, that was right on 11 pages and the declared one on none; one that a meta tag
declares, too, on 5 and none; one that is marked as that of the publication on 3 and 1, of 1,512 pages of six packages.
One that is later and nothing else was right on 8 and wrong on 7, so it decides nothing (November 2026)."""
_OF_PAGE: Final = "meta article:published_time"
"""What speaks of the page as a whole; items may speak of a part of it."""
_FUTURE, _OLD = 0.2, 0.7
_OLDEST: Final = date(1995, 1, 1)
"""Before, there were hardly any pages; such a date is more often one that the page tells of."""


def chosen(
    published: list[Candidate],
    modified: list[Candidate],
    url: str | None,
    told: set[date],
    marked: set[int],
    today: date,
) -> tuple[Found, ...]:
    """Put the candidates for the date of publication in order, best first.

    `told` are the days that the address plainly tells, `marked` the places of dates that readers see and that are
    marked as those of the publication.
    """
    days = {day for found, day in published if found.source == URL}
    month = _MONTH_IN_ADDRESS.search(url) if url else None
    middle = date(int(month[1]), int(month[2]), 15) if month else None
    weighed = published
    if told or middle:
        weighed = [(_agreeing(found, day, middle, told), day) for found, day in weighed]
    if days:
        weighed = [(_less_exact(found, day, published), day) for found, day in weighed]
    weighed = _as_readers_see(_before_changes(weighed, modified), marked)
    return in_order(weighed, days, today)


def in_order(candidates: list[Candidate], days: set[date], today: date) -> tuple[Found, ...]:
    """Put dates in order, best first; those of some days count more, those after today less."""
    if not candidates:
        return ()
    sources: dict[int, set[str]] = {}
    for found, day in candidates:
        sources.setdefault(day.toordinal(), set()).add(found.source)
    support = {at: len(own.union(*(sources.get(at + step, ()) for step in (-1, 1)))) for at, own in sources.items()}
    raised = [_plausible(found, day, today, support[day.toordinal()] - 1 + (day in days)) for found, day in candidates]
    return _in_own_zone(tuple(sorted(raised, key=lambda found: -found.confidence)))


def _agreeing(found: Found, day: date, month: date | None, told: set[date]) -> Found:
    """Lower a date of publication that contradicts the one that the address tells, or is far from its month."""
    if told:
        agrees = min(abs(day - stated) for stated in told) <= _A_DAY
    else:
        agrees = month is None or abs(day - month) <= _BESIDE_MONTH
    return found if agrees else found._replace(confidence=found.confidence * _CONTRADICTS)


def _less_exact(found: Found, day: date, others: list[Candidate]) -> Found:
    """Lower a day in the address if the page tells the hour, and that is the same day in UTC only."""
    if found.source != URL:
        return found
    told = [other for other, its_day in others if its_day != day and _told_in_utc(other) == day]
    return found._replace(confidence=LIKELY) if told else found


def _as_readers_see(published: list[Candidate], marked: set[int]) -> list[Candidate]:
    """Lower declared dates of publication that readers see nowhere, if the one that they see must be meant.

    It must be if it is earlier, or if a meta tag declares it, too, or if it is marked as that of the publication.
    """
    shown = [(found, day) for found, day in published if found.source in _SHOWN]
    declared = [(found, day) for found, day in published if _is_declared(found)] if shown else []
    best = max(declared, key=lambda each: each[0].confidence, default=None)
    if best is None or any(abs(day - best[1]) <= _A_DAY for _, day in shown):
        return published
    metas = {day for found, day in declared if found.source.startswith("meta ")}
    close = [(found, day) for found, day in shown if found.confidence >= _AT_HEADLINE]
    meant = [day for found, day in close if day < best[1] or day in metas or found.start in marked]
    if not meant:
        return published
    return [
        (found._replace(confidence=found.confidence * _UNSEEN), day)
        if _is_declared(found) and min(abs(day - other) for other in meant) > _A_DAY
        else (found, day)
        for found, day in published
    ]


def _is_declared(found: Found) -> bool:
    """Tell whether a date is stated for programs as that of the publication."""
    return found.source not in (*_SHOWN, URL) and not found.source.endswith(STANDS_IN)


def _before_changes(published: list[Candidate], modified: list[Candidate]) -> list[Candidate]:
    """Lower dates of publication that are those of the last change, if a meta tag states an earlier one."""
    changed = {found.value for found, _ in modified if "T" in found.value}
    if not changed:
        return published
    metas = [day for found, day in published if found.source == _OF_PAGE and found.value not in changed]
    first = min(metas, default=date.max - _A_DAY) + _A_DAY
    return [
        (found._replace(confidence=found.confidence * _CONTRADICTS), day)
        if found.value in changed and first < day
        else (found, day)
        for found, day in published
    ]


def _told_in_utc(found: Found) -> date | None:
    """Return the day in UTC of a date that has an hour and a time zone, and is likely to be that of the page."""
    moment = _moment(found.value) if found.confidence >= LIKELY else None
    return moment.astimezone(UTC).date() if moment and moment.tzinfo else None


def _in_own_zone(dates: tuple[Found, ...]) -> tuple[Found, ...]:
    """Tell the first date in the time zone in which the page shows the same moment, if it is stated in UTC."""
    best = _moment(dates[0].value) if dates else None
    if best is None or best.tzinfo is None or best.utcoffset():
        return dates
    offsets = (_ahead(found, best) for found in dates[1:])
    offset = next((each for each in offsets if each and abs(each) <= _FARTHEST_ZONE and not each % _ZONES), None)
    if offset is None:
        return dates
    return dates[0]._replace(value=best.astimezone(timezone(offset)).isoformat()), *dates[1:]


def _ahead(found: Found, moment: datetime) -> timedelta | None:
    """Return how far ahead of UTC another date is if it may be the same moment: the same hour in a time zone, an hour
    that readers see, or a day that they see and that begins with the moment.
    """
    plain, other = moment.replace(tzinfo=None, second=0, microsecond=0), _moment(found.value)
    if other and other.tzinfo:
        return other.utcoffset() if abs(other - moment) < _A_MINUTE else None
    if found.source != SEEN:
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

"""Dates in text: ISO 8601, names of months in many languages, numbers alone, and other calendars, converted.

Rules where a date may be read in two ways:

- Numbers with dots are day.month.year. With slashes or hyphens, a number above 12 decides; if none is, the month
  comes first on pages whose language is American English, or English of no country, and the day elsewhere.
- A year of two digits is one of 1970 to 2069.
- Years from 1250 to 1419 are Jalali (the Persian calendar); with a month of the lunar calendar, and from 1420 to 1500,
  where Jalali would lie beyond 2040, they are Hijri. Years from 2400 to 2700 are Buddhist (Thailand).
- Relative dates ("two hours ago") and dates without a year or a day are no dates.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from webwinnow.metadata.calendars import BUDDHIST, HIJRI, JALALI, gregorian, hijri, jalali, may_start_month, month

_NUMERIC: Final = re.compile(r"(?<!\d)(?<!\d[./-])(\d{1,4})(\s?[-/.]\s?)(\d{1,2})\2(\d{1,4})(?!\d)(?![./-]\d)")
_COMPACT: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)(?=T?(?:[01]\d|2[0-3])[0-5]\d|\D|$)")
_CJK: Final = re.compile(
    r"(?P<era>令和|平成|昭和|民[國国])?\s*(?P<year>元|\d{1,4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号號]?"
)
_VIETNAMESE: Final = re.compile(
    r"(?<!\d)(\d{1,2})\s*(?:tháng|thg)\s*(\d{1,2})\s*[,/]?\s*(?:năm\s*)?(\d{4})(?!\d)", re.I
)
_ERAS: Final = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}
_PIECE: Final = re.compile(r"\d+|[^\W\d_][^\d\s,;:/()|\[\]<>\"“”\-]*+")
_ISO: Final = re.compile(r"\s*([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9-])")
_MOMENT: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[T ]((?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9])(?:\.[0-9]{1,9})?"
    r"(?:(Z)|([+-](?:0[0-9]|1[0-3])):?([0-5][0-9]))?"
)
"""A moment as most attributes hold it."""
_SPELLED_OUT: Final = re.compile(
    r"(?:([A-Za-z]{3,9}) ([0-9]{1,2}),? |([0-9]{1,2}) ([A-Za-z]{3,9}) )([12][0-9]{3})(?![0-9])"
)
"""What most texts begin with that are a date and no ISO 8601."""
_DIGITS: Final = re.compile(r"\d+")
_COMPACT_DIGITS: Final = len("20240503")
"""What one number has that is a whole date; else there are two at least, a day and a year."""
_STAMP: Final = re.compile(r"\s*(\d{10})(?:\d{3})?(?:\.\d+)?\s*")
_NEAR: Final = 12
"""How many characters may stand between the parts of a date, such as `th of `."""
_READ: Final = 400
"""Characters of a text that is meant to be a date and holds another one than ISO 8601 at its start."""
LONGEST: Final = 20_000
"""Dates are looked for in so many characters; a longer text is no date line."""
_SURE, _LIKELY, _AMBIGUOUS, _SHORT, _LUNAR = 1.0, 0.9, 0.6, 0.5, 0.5
_MONTH_FIRST: Final = ("en", "en-us", "en-ph")
_CLOCK: Final = re.compile(
    r"""(?:T|[\s,|·•@–—-]*+(?:[^\W\d]{1,6}\.?\s{1,2})?(?:-\s)?)
    (?P<hour>\d{1,2})(?:[:.h]|\sh\s)?(?P<minute>\d{2})(?![\d/.-])(?::(?P<second>\d{2}))?(?:[.,]\d{1,9})?
    (?:\s?(?P<half>[ap])\.?m\b\.?)?(?:\s?(?P<zone>Z\b|UTC\b|GMT\b)?(?P<offset>[+-]\d{2}:?\d{2})?)""",
    re.VERBOSE | re.IGNORECASE,
)
_SEPARATED: Final = re.compile(r"\d\s?[:.h]|T\d")


class Date(NamedTuple):
    """A day, and what else was said about the time."""

    day: date
    """The day in the Gregorian calendar."""
    clock: str = ""
    """The time of day as in ISO 8601, with its zone if that was said; empty if there is none."""
    calendar: str = "gregorian"
    """The calendar it was written in: gregorian, jalali, hijri or buddhist."""
    confidence: float = 1.0
    """From 0 to 1: how sure it is that this day was meant."""
    start: int = 0
    end: int = 0
    """Where it stands in the text that was read."""

    @property
    def iso(self) -> str:
        """The date, and the time if there is one, as ISO 8601."""
        return f"{self.day.isoformat()}T{self.clock}" if self.clock else self.day.isoformat()

    def at(self, start: int, end: int, clock: str = "") -> Date:
        """Return the same day with where it stands in a text, and the time of day."""
        return Date(self.day, clock, self.calendar, self.confidence, start, end)


def parse_date(text: str, language: str = "") -> Date | None:
    """Read the first date of a text that is meant to be one, such as an attribute's value; None if it holds none.

    >>> parse_date("Fri, 03 May 2024 10:11:12 +0200").iso, parse_date("۱۴ اردیبهشت ۱۴۰۳").iso
    ('2024-05-03T10:11:12+02:00', '2024-05-03')
    """
    return _parsed(text, language) if len(text) <= _READ else _parsed.__wrapped__(text, language)


@lru_cache(maxsize=256)
def _parsed(text: str, language: str) -> Date | None:
    """Read a date; kept for a while, since a page says the same in several places."""
    moment = _MOMENT.fullmatch(text)
    found = _made(int(moment[1]), int(moment[2]), int(moment[3]), _SURE) if moment else None
    if moment and found:
        zone = moment[5] or (f"{moment[6]}:{moment[7]}" if moment[6] else "")
        return found.at(0, len(text), f"{moment[4]}{zone}")
    stamp = _STAMP.fullmatch(text[:40])
    if stamp and text.isascii():
        second = datetime.fromtimestamp(int(stamp[1]), UTC)
        return Date(second.date(), f"{second:%H:%M:%S}Z", confidence=_LIKELY, end=len(text))
    iso = _ISO.match(text)
    found = _made(int(iso[1]), int(iso[2]), int(iso[3]), _SURE) if iso else None
    if iso and found:  # what most attributes hold, without looking for anything else
        return _with_clock(found, text, iso.start(1), iso.end())
    return _spelled_out(text[:_READ], language) or next(iter(find_dates(text[:_READ], language)), None)


def _spelled_out(text: str, language: str) -> Date | None:
    """Read the date that a text begins with, where a month is called by its name, as `find_dates` does; quicker."""
    match = _SPELLED_OUT.match(text) if text.isascii() else None
    called = month(match[1] or match[4], language.lower().replace("_", "-").split("-")[0]) if match else None
    if match is None or called is None:
        return None
    found = _made(int(match[5]), called.number, int(match[2] or match[3]), _SURE, called.language)
    return found and _with_clock(found, text, 0, match.end())


def _with_clock(found: Date, text: str, start: int, end: int) -> Date:
    """Complete a date that stands somewhere in a text by the time of day behind it."""
    clock, end = clock_behind(text, end)
    return found.at(start, end, clock)


def find_dates(text: str, language: str = "") -> tuple[Date, ...]:
    """Find all dates of a text, in order; the language (`de`, `en-US`) decides where a date may be read in two ways.

    >>> [found.day.isoformat() for found in find_dates("1/2/2024 or May 3rd, 2024 or 2024年5月3日, but not May 3")]
    ['2024-02-01', '2024-05-03', '2024-05-03']
    """
    numbers = list(map(len, _DIGITS.findall(text)))
    compact = max(numbers, default=0) >= _COMPACT_DIGITS
    if len(numbers) < 2 and not compact:
        return ()
    plain = _with_plain_digits(text[:LONGEST])
    language = language.lower().replace("_", "-")
    eastern = _east_asian(plain) if not plain.isascii() or "thg" in plain.lower() else ()
    written = chain(_numeric(plain, language), _compact(plain) if compact else (), eastern)
    found = [each.at(match.start(), match.end()) for match, each in written if each]
    found += _named(plain, language.split("-")[0])
    kept: list[Date] = []
    for each in sorted(found, key=lambda date: (date.start, -date.end)) if len(found) > 1 else found:
        if not kept or each.start >= kept[-1].end:
            kept.append(_with_clock(each, plain, each.start, each.end))
    return tuple(kept)


def _with_plain_digits(text: str) -> str:
    """Write the digits of all scripts as ours, one for one, so that offsets stay."""
    if text.isascii():
        return text
    strange = {letter for letter in set(text) if letter.isdecimal() and not letter.isascii()}
    return text.translate({ord(letter): str(unicodedata.decimal(letter)) for letter in strange}) if strange else text


def _numeric(text: str, language: str) -> Iterator[tuple[re.Match[str], Date | None]]:
    for match in _NUMERIC.finditer(text):
        first, separator, second, last = match[1], match[2].strip(), int(match[3]), match[4]
        if len(first) == 4 and len(last) <= 2:
            found = _made(int(first), second, int(last), _SURE)
        elif len(first) <= 2 and len(last) in (2, 4):
            found = _day_and_month(int(first), second, last, separator, language)
        else:
            found = None
        yield match, found


def _compact(text: str) -> Iterator[tuple[re.Match[str], Date | None]]:
    for match in _COMPACT.finditer(text):
        yield match, _made(int(match[1]), int(match[2]), int(match[3]), _AMBIGUOUS)


def _day_and_month(first: int, second: int, year: str, separator: str, language: str) -> Date | None:
    certain = separator == "." or first > 12 or second > 12 or first == second
    month_first = second > 12 or (not certain and language in _MONTH_FIRST)
    day, month = (second, first) if month_first else (first, second)
    confidence = (_LIKELY if certain else _AMBIGUOUS) if len(year) == 4 else _SHORT
    return _made(_full_year(year), month, day, confidence)


def _full_year(year: str) -> int:
    return int(year) if len(year) > 2 else int(year) + (2000 if int(year) < 70 else 1900)


def _east_asian(text: str) -> Iterator[tuple[re.Match[str], Date | None]]:
    for match in _CJK.finditer(text):
        year = 1 if match["year"] == "元" else int(match["year"])
        since = _ERAS.get(match["era"] or "", 0 if year > 99 else 2000)
        yield match, _made(year + since, int(match[3]), int(match[4]), _SURE)
    for match in _VIETNAMESE.finditer(text):
        yield match, _made(int(match[3]), int(match[2]), int(match[1]), _SURE)


def _named(text: str, language: str) -> Iterator[Date]:
    """Find dates around names of months: look at the numbers before and behind each name."""
    if not any(map(may_start_month, _PIECE.findall(text))):  # as in most texts with numbers
        return
    pieces = [(*match.span(), match[0]) for match in _PIECE.finditer(text)]
    for at, (_, _, word) in enumerate(pieces):
        if not may_start_month(word) or not any(piece[2][0].isdigit() for piece in pieces[max(at - 3, 0) : at + 5]):
            continue
        for width in (2, 1):
            name = " ".join(piece[2] for piece in pieces[at : at + width])
            called = None if name[-1:].isdigit() else month(name, language)
            if called:
                yield from _around(text, pieces, at, at + width, called.number, called.language)
                break


def _around(
    text: str, pieces: list[tuple[int, int, str]], at: int, behind: int, month: int, calendar: str
) -> Iterator[Date]:
    """Read day month year, month day year, or year month day."""
    before, after = _number(pieces, at - 1, -1), _number(pieces, behind, 1)
    year = None if after is None else _number(pieces, after + 1, 1)
    if after is not None and year is not None and pieces[after][2].isdigit() and int(pieces[after][2]) <= 31:
        year = _behind_clock(pieces, after, year)
    for day_at, year_at in ((before, after), (after, year), (after, before)):
        if day_at is None or year_at is None:
            continue
        day, written = pieces[day_at][2], pieces[year_at][2]
        short = len(written) == 2 and text[pieces[year_at][0] - 1 : pieces[year_at][0]] in "'’-." and day_at < year_at
        if len(day) > 2 or not (len(written) == 4 or short):
            continue
        found = _made(_full_year(written), month, int(day), _SHORT if short else _SURE, calendar)
        if found:
            start, end = min(day_at, year_at, at), max(day_at, year_at, behind - 1)
            yield found.at(pieces[start][0], pieces[end][1])
            return


def _number(pieces: list[tuple[int, int, str]], at: int, step: int) -> int | None:
    """Find the next number, in the given direction, with at most two short words between."""
    for place in range(at, at + 3 * step, step):
        if not 0 <= place < len(pieces):
            return None
        gap = pieces[at][0] - pieces[at - 1][1] if step > 0 else pieces[at + 1][0] - pieces[place][1]
        if pieces[place][2].isdigit():
            return place if abs(gap) <= _NEAR else None
        if len(pieces[place][2]) > 5:
            return None
    return None


def _behind_clock(pieces: list[tuple[int, int, str]], after: int, year: int) -> int:
    """Find the year in `May 3 10:11:12 UTC 2024`, where the time stands before it."""
    if len(pieces[year][2]) == 4 and pieces[year][2] > "1000":
        return year
    for place in range(after + 1, min(after + 7, len(pieces))):
        if len(pieces[place][2]) == 4 and pieces[place][2].isdigit() and pieces[place][2] > "1000":
            return place
    return year


@lru_cache(maxsize=256)
def _made(year: int, month: int, day: int, confidence: float, calendar: str = "") -> Date | None:
    """Make a date of numbers; None where the calendar has no such day."""
    if calendar == HIJRI or (1420 <= year <= 1500 and calendar != JALALI):
        return _of(hijri(year, month, day), HIJRI, min(confidence, _LUNAR))
    if calendar == JALALI or 1250 <= year < 1420:
        return _of(jalali(year, month, day), JALALI, min(confidence, _LIKELY))
    if 2400 <= year <= 2700:
        return _of(gregorian(year - BUDDHIST, month, day), "buddhist", min(confidence, _LIKELY))
    return _of(gregorian(year, month, day), "gregorian", confidence) if 1500 < year < 2200 else None


def _of(day: date | None, calendar: str, confidence: float) -> Date | None:
    return Date(day, calendar=calendar, confidence=confidence) if day else None


def clock_behind(text: str, at: int) -> tuple[str, int]:
    """Read the time of day that follows a date: as ISO 8601, and where it ends; empty if there is none.

    >>> clock_behind("2024-05-03, 2:05 pm UTC", 10)
    ('14:05Z', 23)
    """
    match = _CLOCK.match(text, at)
    if not match or not _SEPARATED.search(match[0]):
        return "", at
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"] in "pP" else 0)
    if hour > 23 or int(match["minute"]) > 59 or int(match["second"] or 0) > 59:
        return "", at
    second = f":{match['second']}" if match["second"] else ""
    return f"{hour:02}:{match['minute']}{second}{_zone(match['zone'], match['offset'])}", match.end()


_FURTHEST: Final = "1400"
"""Hours and minutes: no clock is further from Greenwich, and XML allows no more."""


def _zone(zone: str | None, offset: str | None) -> str:
    if offset:
        ahead, minutes = offset[:3], offset[-2:]
        real = f"{ahead[1:]}{minutes}" <= _FURTHEST and minutes < "60"  # an offset that no place has says nothing
        return f"{ahead}:{minutes}" if real else ""
    return "Z" if zone else ""

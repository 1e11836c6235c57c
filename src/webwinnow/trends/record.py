"""What a collection is made of: dated texts, and what was wrong with those that are left out.

Dates may be messy: `2006///`, `May 2006`, `c2006`, `Spring 2006`. Whole dates are read by `metadata.dates`, with its
calendars. A year alone follows the same rules: 1250 to 1419 is Jalali, 2400 to 2700 Buddhist; a Jalali year alone is
given the Gregorian year in which it begins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from webwinnow.metadata.calendars import month
from webwinnow.metadata.dates import parse_date


@dataclass(frozen=True, slots=True)
class Fields:
    """What a file says about one text, as written; whatever is not said is empty."""

    line: int
    journal: str = ""
    title: str = ""
    date: str = ""
    abstract: str = ""
    url: str = ""
    doi: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One dated text: the abstract of a paper, or the main content of a page."""

    journal: str
    """The journal, or the name of the site; empty if neither is known."""
    title: str
    date: str
    """As exact as is known: `2006`, `2006-05` or `2006-05-03`."""
    abstract: str
    url: str = ""
    """An address that leads to it; empty if none is known."""
    file: str = ""
    line: int = 0
    """Where it was read."""

    @property
    def site(self) -> str:
        """The host of the address, without `www.`; empty if there is no address."""
        try:
            host = urlsplit(self.url).hostname or ""
        except ValueError:  # an address such as http://[
            return ""
        return host.removeprefix("www.")


def counted(number: int, noun: str) -> str:
    """Write how many there are.

    >>> counted(1, "record"), counted(2400, "record")
    ('1 record', '2,400 records')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


@dataclass(frozen=True, slots=True)
class FileProblem:
    """Something that was left out or read in another way than it was meant; `str()` is one line."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        """Say where and what."""
        return f"{self.file}:{self.line}: {self.message}"


_YEAR: Final = re.compile(r"[12]\d{3}")
_RIS: Final = re.compile(r"\s*([12]\d{3})/(\d{0,2})/(\d{0,2})(?:/.*)?", re.DOTALL)
_MONTH_BEHIND: Final = re.compile(r"\s*([12]\d{3})\s?[-/.]\s?(\d{1,2})\s*")
_MONTH_BEFORE: Final = re.compile(r"\s*(\d{1,2})\s?[-/.]\s?([12]\d{3})\s*")
_WORD: Final = re.compile(r"[^\W\d_]+")
_IN_TEXT: Final = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_DIGIT: Final = re.compile(r"[^\D0-9]")
_SIGNS: Final = 200
"""Characters of a date that are read; a longer text is no date."""
_JALALI, _BUDDHIST = 621, 543
"""Years between these calendars' counts and ours."""


def moment(text: str, language: str = "") -> str | None:
    """Return a date as `2006`, `2006-05` or `2006-05-03`, as exact as it is written; None if it has no year.

    >>> moment("2006///"), moment("May 2006"), moment("3 May 2006"), moment("n.d.")
    ('2006', '2006-05', '2006-05-03', None)
    """
    text = _DIGIT.sub(lambda digit: str(int(digit[0])), text[:_SIGNS].strip())  # the digits of all scripts
    if _YEAR.fullmatch(text):
        return _joined(text)
    slashes = _RIS.fullmatch(text)
    if slashes:
        return _joined(slashes[1], slashes[2], slashes[3])
    found = parse_date(text, language)
    if found:
        return found.day.isoformat()
    return _month_and_year(text, language) or _year_alone(text)


def _month_and_year(text: str, language: str) -> str | None:
    numbers = _MONTH_BEHIND.fullmatch(text)
    if numbers:
        return _joined(numbers[1], numbers[2])
    numbers = _MONTH_BEFORE.fullmatch(text)
    if numbers:
        return _joined(numbers[2], numbers[1])
    years = _IN_TEXT.findall(text)
    named = (month(word, language.lower()[:2]) for word in _WORD.findall(text))
    called = next((name for name in named if name), None)
    return _joined(years[0], str(called.number)) if called and years else None


def _year_alone(text: str) -> str | None:
    years = (_joined(year) for year in _IN_TEXT.findall(text))
    return next((year for year in years if year), None)


def _joined(year: str, month: str = "", day: str = "") -> str | None:
    """Write what is known; a month or day that cannot be is as good as unknown."""
    number = int(year)
    if 1250 <= number < 1420:
        return str(number + _JALALI)  # its months are not ours
    number -= _BUDDHIST if 2400 <= number <= 2700 else 0
    if not 1500 < number < 2200:
        return None
    if not month or not 1 <= int(month) <= 12:
        return f"{number:04}"
    return f"{number:04}-{int(month):02}" + (f"-{int(day):02}" if day and 1 <= int(day) <= 31 else "")

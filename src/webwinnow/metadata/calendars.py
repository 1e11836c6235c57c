"""Other calendars than the Gregorian: Jalali (Iran, Afghanistan), Hijri, Buddhist (Thailand) and imperial years."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

_NOWRUZ: Final = (1400, date(2021, 3, 21))
"""A year of the Jalali calendar and the day it began."""
_JALALI_YEARS: Final = range(1200, 1500)
"""Where the rule of eight leap years in 33 holds; the calendar became official in 1304."""
_HIJRI_YEARS: Final = range(1300, 1600)
_HIJRI_EPOCH: Final = 227014
"""The day before 1 Muharram 1 in the tabular calendar, as a proleptic Gregorian ordinal."""
BUDDHIST: Final = 543
"""Years from the Buddhist era to ours."""


def jalali(year: int, month: int, day: int) -> date | None:
    """Convert a day of the Persian calendar; None where there is no such day.

    >>> jalali(1403, 2, 14)
    datetime.date(2024, 5, 3)
    """
    if year not in _JALALI_YEARS or not 1 <= month <= 12 or not 1 <= day <= _jalali_month(year, month):
        return None
    known, began = _NOWRUZ
    years = range(known, year) if year >= known else range(year, known)
    days = sum(365 + _is_jalali_leap(each) for each in years)
    before = 31 * (month - 1) if month <= 7 else 186 + 30 * (month - 7)
    return began + timedelta(days if year >= known else -days) + timedelta(before + day - 1)


def _is_jalali_leap(year: int) -> bool:
    return (25 * year + 11) % 33 < 8


def _jalali_month(year: int, month: int) -> int:
    if month == 12:
        return 29 + _is_jalali_leap(year)
    return 31 if month <= 6 else 30


def hijri(year: int, month: int, day: int) -> date | None:
    """Convert a day of the lunar Hijri calendar by its tabular form, which is right to a day or two.

    >>> hijri(1445, 10, 24)
    datetime.date(2024, 5, 3)
    """
    if year not in _HIJRI_YEARS or not 1 <= month <= 12 or not 1 <= day <= 30:
        return None
    days = 29 * (month - 1) + month // 2 + 354 * (year - 1) + (3 + 11 * year) // 30
    return date.fromordinal(_HIJRI_EPOCH + days + day)


def gregorian(year: int, month: int, day: int) -> date | None:
    """Give the day; None where there is no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None

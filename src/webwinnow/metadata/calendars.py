"""Calendars: names of months in many languages (`months.txt`), and the days of other calendars than the Gregorian.

Jalali (Iran, Afghanistan), Hijri, Buddhist (Thailand); imperial years are read in dates.py.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date, timedelta
from functools import lru_cache
from importlib import resources
from typing import Final, NamedTuple

_NOWRUZ: Final = (1400, date(2021, 3, 21))
"""A year of the Jalali calendar and the day it began."""
_JALALI_YEARS: Final = range(1200, 1500)
"""Where the rule of eight leap years in 33 holds; the calendar became official in 1304."""
_HIJRI_YEARS: Final = range(1300, 1600)
_HIJRI_EPOCH: Final = 227014
"""The day before 1 Muharram 1 in the tabular calendar, as a proleptic Gregorian ordinal."""
BUDDHIST: Final = 543
"""Years from the Buddhist era to ours."""
JALALI: Final = "jalali"
HIJRI: Final = "hijri"
_ELISION: Final = re.compile(r"^[dl]['’]")
_VARIANTS: Final = str.maketrans("أإآٱيىكة", "ااااییکه", "ـٔ\u200c\u200f\u200e")
"""One letter for each that Arabic and Persian write in several ways; stretching and marks of direction vanish."""


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
    """Return the day; None where there is no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


class Month(NamedTuple):
    """A month's number and the language or calendar whose name it was called by."""

    number: int
    language: str


def folded(word: str) -> str:
    """Fold a word so that case, accents and the variants of Arabic letters do not matter."""
    if word.isascii():  # as most words, of which no letter has a variant
        return _ELISION.sub("", word.lower()).strip(".")
    decomposed = unicodedata.normalize("NFKD", word.casefold().translate(_VARIANTS))
    kept = "".join(letter for letter in decomposed if not "\u0300" <= letter <= "\u036f")
    return _ELISION.sub("", kept).translate(_VARIANTS).strip(".")


@lru_cache(maxsize=4096)
def may_start_month(word: str) -> bool:
    """Tell whether a word is a month's name, or may be the first of two that are one: most need no further look.

    >>> may_start_month("Mai"), may_start_month("Meán"), may_start_month("Friday")
    (True, True, False)
    """
    plain = folded(word)
    return plain in _names() or plain in _first_words()


@lru_cache(maxsize=2048)
def month(word: str, language: str = "") -> Month | None:
    """Look a name up; where languages disagree, the given one decides, else the first that knows the name.

    >>> month("MÄRZ"), month("listopada", "hr").number, month("listopada").number, month("friday")
    (Month(number=3, language='de'), 10, 11, None)
    """
    known = _names().get(folded(word), ())
    return next((each for each in known if each.language == language), known[0] if known else None)


def month_words() -> frozenset[str]:
    """Return the names of months as they are looked up, of two words the first."""
    return frozenset(name.partition(" ")[0] for name in _names())


@lru_cache(maxsize=1)
def _first_words() -> frozenset[str]:
    """Return the first words of names that have two, without a dot behind them."""
    return frozenset(name.partition(" ")[0].strip(".") for name in _names() if " " in name)


@lru_cache(maxsize=1)
def _names() -> dict[str, tuple[Month, ...]]:
    found: dict[str, tuple[Month, ...]] = {}
    for line in resources.files(__package__).joinpath("months.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        language, months = line.split(":", 1)
        for number, forms in enumerate(months.split(), 1):
            for form in forms.split("|"):
                name = folded(form.replace("_", " "))
                found[name] = (*found.get(name, ()), Month(number, language))
    return found

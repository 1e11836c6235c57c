"""Which texts may hold a date: a quick look before dates are read (dates.py); most texts with numbers hold none.

A text with a date has a year, or what may stand for its digits, and the name of a month, or numbers with signs between.
In ASCII that is seen at once. Of other letters, it is not asked which they are.
"""

from __future__ import annotations

import ctypes
import re
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.reading import columns_of
from webwinnow.kernels import LIBRARY, Library, address
from webwinnow.lazy_values import kept_for_good
from webwinnow.metadata.calendars import month_words

_SIGNS: Final = "\xa0«»·©®™–—‘’“”…•€£"
"""Signs beyond ASCII that are frequent, and no part of a date's name or number."""
_YEAR: Final = re.compile(rf"[0-9]{{4}}|[/.-][0-9]{{2}}|['’]\s?[0-9]|[&\u0660-\U0010ffff](?<![{_SIGNS}])")
"""What stands wherever a year does: digits of other scripts begin with those of Arabic."""
_YEAR_WRITTEN: Final = re.compile(
    rf"[0-9]{{4}}|[/.-][0-9]{{2}}(?![0-9])|['’]\s?[0-9]|&#|[\u0660-\U0010ffff](?<![{_SIGNS}])"
)
"""The same where it must stand in the text as it is written, or its digits as references."""
_REST: Final = re.compile(
    rf"[0-9][^0-9a-zA-Z]{{1,3}}[0-9]{{1,2}}[^0-9a-zA-Z]{{1,3}}[0-9]|[0-9]{{8}}|[&\x80-\U0010ffff](?<![{_SIGNS}])"
)
"""What stands beside it where a date is written without the name of a month in ASCII; of others, a letter at least."""
_BEGINNING: Final = re.compile("(?<![a-zA-Z])[a-zA-Z]{2,3}")
_VIETNAMESE: Final = "thg"
"""Stands before the numbers of months."""
_LETTERS: Final = 27
"""Those of ASCII, and one more for what is none."""
Column = npt.NDArray[np.int32]


class _DateSigns(ctypes.Structure):
    """`DateSigns` of native/near.h."""

    _fields_ = (("month", ctypes.c_void_p), ("sign", ctypes.c_void_p), ("signs", ctypes.c_int32))

    def __init__(self) -> None:
        """Mark what names of months begin with, and keep what is pointed to."""
        self._month = np.zeros((_LETTERS,) * 3, np.uint8)
        for name in _beginnings():
            self._month[tuple(ord(letter) - ord("a") for letter in name)] = 1
        self._sign = np.array(list(map(ord, _SIGNS)), np.uint32)
        super().__init__(address(self._month), address(self._sign), len(self._sign))


@kept_for_good
def _table(_library: Library) -> _DateSigns:
    return _DateSigns()


@kept_for_good
def _beginnings() -> frozenset[str]:
    """Return the first letters, three or two, of names of months in ASCII."""
    return frozenset(name[:3] for name in (*month_words(), _VIETNAMESE) if name.isascii())


def may_hold_dates(page: Document, starts: Column, ends: Column) -> npt.NDArray[np.bool_]:
    """Tell which stretches of the source may hold a date."""
    if LIBRARY is None:
        places = zip(starts.tolist(), ends.tolist(), strict=True)
        return np.array([may_hold_date(page.source[start:end]) for start, end in places], np.bool_)
    (data, width), marks = page.markup.units, np.empty(len(starts), np.bool_)
    starts, ends = np.ascontiguousarray(starts, np.int32), np.ascontiguousarray(ends, np.int32)
    LIBRARY.of("mark_dates", width)(
        ctypes.addressof(_table(LIBRARY)), data, len(starts), address(starts), address(ends), address(marks)
    )
    return marks


def dated_runs(page: Document, first: int, count: int, longest: int, most: int) -> list[int]:
    """Return which of so many runs may hold a date with a year as it is written, from one on, and behind the last from
    the first on.

    Of those that are not longer than `longest`, the first `most` are looked at.
    """
    if LIBRARY is None:
        return _dated_runs(page, first, count, longest, most)
    (data, width), found = page.markup.units, np.empty(min(count, most), np.int32)
    many = LIBRARY.of("find_dated", width)(
        ctypes.addressof(_table(LIBRARY)), data, ctypes.addressof(columns_of(page)), first, count, longest, most,
        address(found),
    )  # fmt: skip
    return found[:many].tolist()  # type: ignore[no-any-return]  # numbers


def _dated_runs(page: Document, first: int, count: int, longest: int, most: int) -> list[int]:
    """Do that by numpy: the definition that compiled code follows."""
    runs = page.runs
    order = np.arange(first, first + count) % max(len(runs), 1)
    short = order[runs.end[order] - runs.start[order] <= longest][:most]
    held = short[may_hold_dates(page, runs.start[short], runs.end[short])].tolist()
    return [run for run in held if _YEAR_WRITTEN.search(page.source[runs.start[run] : runs.end[run]])]


def may_hold_date(text: str) -> bool:
    """Tell whether a text of the source may hold a date.

    >>> may_hold_date("3 May 2024"), may_hold_date("3/5/24"), may_hold_date("2024 in the city"), may_hold_date("May 3")
    (True, True, False, False)
    """
    if not _YEAR.search(text):
        return False
    if _REST.search(text):
        return True
    found = _BEGINNING.findall(text.lower())
    return any(each in _beginnings() or each[:2] in _beginnings() for each in found)

"""`srcset` and `sizes`: which files an image may come from, and how wide it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from webwinnow.media.size import sensible, side

WINDOW: Final = 1280.0
"""Pixels of the window that `sizes` is read for: a computer's, for which its last entry is mostly written."""

_CANDIDATE: Final = re.compile(r"(?P<url>[^\s,]\S*+)(?:(?<=,)|\s*+(?P<descriptor>[^\s,]*+)[^,]*+)")
_DESCRIPTOR: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)([wx])")
_ENTRY: Final = re.compile(
    r"\s*+(?:\(\s*+(?P<which>max|min)-width\s*+:\s*+(?P<limit>[0-9.]++[a-z]*+)\s*+\)\s*+)?"
    r"(?P<length>[0-9.]++)(?P<unit>px|r?em|vw)\s*+"
)
_LONGEST: Final = 2_000
"""Characters of `sizes` that are read."""


class Candidate(NamedTuple):
    """A file that an image may come from."""

    url: str
    width: float | None
    """What its descriptor says (`640w`), if it does and makes sense."""
    density: float
    """What its descriptor says (`2x`), else 1."""


def candidates(srcset: str) -> Iterator[Candidate]:
    """Read the files of a `srcset`; what is broken in one entry does not spoil the others."""
    for found in _CANDIDATE.finditer(srcset):
        url, told = found["url"].rstrip(","), _DESCRIPTOR.fullmatch(found["descriptor"] or "")
        amount = float(told[1]) if told else 1.0
        wide = told is not None and told[2] == "w"
        if url:
            yield Candidate(url, sensible(amount) if wide else None, 1.0 if wide else amount)


def largest(srcset: str) -> Candidate | None:
    """Choose the file with most pixels; of equal ones the first."""
    return max(candidates(srcset), key=lambda each: (each.width or 0.0, each.density), default=None)


def slot_width(sizes: str) -> float | None:
    """Find how wide an image is shown in a window of `WINDOW` pixels; entries that are not understood are passed over.

    >>> slot_width("(max-width: 600px) 100vw, 640px")
    640.0
    """
    for entry in sizes[:_LONGEST].lower().split(","):
        found = _ENTRY.fullmatch(entry)
        if found and _holds(found["which"], found["limit"]):
            return _share(found["length"]) if found["unit"] == "vw" else side(found["length"] + found["unit"])
    return None


def _share(percent: str) -> float | None:
    """Read a length in hundredths of the window."""
    amount = side(percent)
    return None if amount is None else sensible(amount * WINDOW / 100)


def _holds(which: str | None, limit: str | None) -> bool:
    """Tell whether a condition holds in the window."""
    if which is None:
        return True
    bound = side(limit)
    return bound is not None and (bound >= WINDOW if which == "max" else bound <= WINDOW)

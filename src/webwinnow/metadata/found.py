"""A value that was found, with where it stands and how far it can be trusted."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

_AGREEMENT: Final = 0.05
"""What each further source that says the same adds to the confidence."""


class Found(NamedTuple):
    """One value from one place of the page."""

    value: str
    source: str
    """What said so: `json-ld NewsArticle.author`, `meta og:site_name`, `link canonical`, `byline`, `url`."""
    start: int
    end: int
    """Where the element that said so stands in the source; both 0 for the page's address, which is not in it."""
    confidence: float
    """From 0 to 1."""


def ranked(candidates: Iterable[Found]) -> tuple[Found, ...]:
    """Sort by confidence, best first; who is agreed with by others gains, and of equal ones the first stays first."""
    found = list(candidates)
    if len(found) < 2:
        return (_raised(found[0], 0),) if found else ()
    values = [each.value.casefold() for each in found]
    if len(set(values)) == len(values):
        return tuple(sorted([_raised(each, 0) for each in found], key=_confidence, reverse=True))
    sources: dict[str, set[str]] = {}
    for value, each in zip(values, found, strict=True):
        sources.setdefault(value, set()).add(each.source)
    raised = [_raised(each, len(sources[value]) - 1) for value, each in zip(values, found, strict=True)]
    raised.sort(key=_confidence, reverse=True)  # which keeps the order of equal ones, too
    return tuple(raised)


def _raised(found: Found, agreeing: int) -> Found:
    confidence = _agreed(found.confidence, agreeing)
    if confidence == found.confidence:
        return found
    return Found(found.value, found.source, found.start, found.end, confidence)


@lru_cache(maxsize=1024)
def _agreed(was: float, agreeing: int) -> float:
    """Return a confidence that so many others raise; few sources are trusted differently."""
    return round(was + (1 - was) * min(agreeing * _AGREEMENT, 0.5), 4)


_confidence: Final = attrgetter("confidence")


class Claim(NamedTuple):
    """What one place says."""

    values: tuple[str, ...]
    source: str
    start: int
    end: int
    confidence: float

"""What is done to pages, as one value that can be sent to worker processes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from webwinnow.catalogue import DEFAULT, recipes
from webwinnow.errors import UsageError
from webwinnow.expression import parse_extractor
from webwinnow.limits import Limits
from webwinnow.render.formats import FORMATS, OUTLINES, Outline
from webwinnow.version import __version__

LIMITS: Final = Limits(bytes=8 * 2**20, seconds=20.0)
"""A page that is over one passes unfiltered. Of 4,184 pages of published test packages, the largest has 5.3 million
bytes; after 20 seconds, a reader has long gone."""
OFFERED: Final = ("lqf >> bte", "addanag", "dsc", "accb", "plain")
"""What the bar offers besides the proxy's own expression: one of each family, and everything visible."""


@dataclass(frozen=True, slots=True)
class ProxySettings:
    """How pages are filtered."""

    expression: str = DEFAULT
    outline: Outline = "remove"
    reader: bool = False
    bar: bool = True
    limits: Limits = LIMITS

    def __post_init__(self) -> None:
        """Complain at once about what would fail for every page."""
        parse_extractor(self.expression)
        if self.outline not in OUTLINES:
            raise UsageError(f"unknown outline {self.outline!r}: one of {', '.join(OUTLINES)}")
        if self.reader and "reader" not in FORMATS:
            raise UsageError("this version has no reader view: leave --reader out")

    @property
    def offered(self) -> tuple[str, ...]:
        """The expressions that the bar shows."""
        return tuple(dict.fromkeys((self.expression, *OFFERED)))

    @property
    def choices(self) -> frozenset[str]:
        """The expressions that a reader may ask for in an address: nobody can make the proxy run others."""
        return frozenset((*self.offered, *recipes()))

    def fingerprint(self, expression: str) -> str:
        """Return a short text that differs where pages would be filtered differently, if by this expression."""
        return _fingerprint(self, expression)


@lru_cache(maxsize=256)
def _fingerprint(settings: ProxySettings, expression: str) -> str:
    depends_on = (__version__, expression, settings.outline, settings.reader, settings.bar)
    return hashlib.sha256(repr(depends_on).encode()).hexdigest()[:10]

"""What is done to pages, as one value that can be sent to worker processes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from webwinnow.catalogue import DEFAULT, recipes
from webwinnow.errors import UsageError
from webwinnow.expression import parse_extractor
from webwinnow.render.formats import FORMATS, OUTLINES, Outline
from webwinnow.version import __version__

LIMIT: Final = 8 * 2**20
"""Bytes past which a page passes unfiltered: of 4,184 pages of published test packages, the largest has 5.3 million."""
PATIENCE: Final = 20.0
"""Seconds after which a page passes unfiltered: a reader has long gone by then."""
OFFERED: Final = ("lqf >> bte", "addanag", "dsc", "accb", "plain")
"""What the bar offers besides the proxy's own expression: one of each family, and everything visible."""


@dataclass(frozen=True, slots=True)
class ProxySettings:
    """How pages are filtered."""

    expression: str = DEFAULT
    outline: Outline = "remove"
    reader: bool = False
    bar: bool = True
    limit: int = LIMIT
    patience: float = PATIENCE

    def __post_init__(self) -> None:
        """Complain at once about what would fail for every page."""
        parse_extractor(self.expression)
        if self.outline not in OUTLINES:
            raise UsageError(f"unknown outline {self.outline!r}: one of {', '.join(OUTLINES)}")
        if self.reader and "reader" not in FORMATS:
            raise UsageError("this version has no reader view: leave --reader out")
        if self.limit < 1 or not self.patience > 0:
            raise UsageError("the limits of size and time must be above zero: leave them out for the usual ones")

    @property
    def offered(self) -> tuple[str, ...]:
        """The expressions that the bar shows."""
        return tuple(dict.fromkeys((self.expression, *OFFERED)))

    @property
    def choices(self) -> frozenset[str]:
        """The expressions that a reader may ask for in an address: nobody can make the proxy run others."""
        return frozenset((*self.offered, *recipes()))

    def fingerprint(self, expression: str) -> str:
        """A short text that differs where pages would be filtered differently, with this expression for our own."""
        return _fingerprint(self, expression)


@lru_cache(maxsize=256)
def _fingerprint(settings: ProxySettings, expression: str) -> str:
    depends_on = (__version__, expression, settings.outline, settings.reader, settings.bar)
    return hashlib.sha256(repr(depends_on).encode()).hexdigest()[:10]

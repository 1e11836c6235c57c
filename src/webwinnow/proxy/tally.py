"""What the proxy has done so far, in numbers: no addresses are kept."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from statistics import median
from time import time
from typing import Any, Final

from webwinnow.proxy.filtering import Filtered

_RECENT: Final = 1000
"""Pages that times are told of."""


@dataclass(slots=True)
class Tally:
    """Counts of one running proxy; used from its event loop alone."""

    started: float = field(default_factory=time)
    filtered: int = 0
    words: int = 0
    words_kept: int = 0
    passed_on: Counter[str] = field(default_factory=Counter)
    """Pages that were not filtered, by the reason."""
    failures: Counter[str] = field(default_factory=Counter)
    """Extractors that failed, by the kind of error; part of what was passed on."""
    refused: int = 0
    unreachable: int = 0
    _extracting: deque[float] = field(default_factory=lambda: deque(maxlen=_RECENT))
    _added: deque[float] = field(default_factory=lambda: deque(maxlen=_RECENT))

    def count(self, page: Filtered, added: float) -> None:
        """Count a page that was filtered, with the seconds that it was held back for."""
        self.filtered += 1
        self.words += page.removal.words
        self.words_kept += page.removal.words_kept
        self._extracting.append(page.seconds)
        self._added.append(added)

    def fail(self, reason: str) -> None:
        """Count a page whose extractor failed."""
        self.failures[reason] += 1
        self.passed_on["the extractor failed"] += 1

    def as_data(self) -> dict[str, Any]:
        """Everything as plain data; times in milliseconds, None before the first page."""
        return {
            "seconds_running": round(time() - self.started),
            "pages_filtered": self.filtered,
            "words": self.words,
            "words_kept": self.words_kept,
            "milliseconds_extracting": _median(self._extracting),
            "milliseconds_added": _median(self._added),
            "milliseconds_added_most": round(max(self._added) * 1000, 2) if self._added else None,
            "passed_on": dict(self.passed_on),
            "failures": dict(self.failures),
            "requests_refused": self.refused,
            "servers_unreachable": self.unreachable,
        }


def _median(seconds: deque[float]) -> float | None:
    return round(median(seconds) * 1000, 2) if seconds else None

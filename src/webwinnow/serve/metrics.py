"""How it goes, counted, and written as Prometheus reads it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from webwinnow.version import __version__

BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds; the usual ones of Prometheus, and one for pages that take as long as they may."""


@dataclass(slots=True)
class Metrics:
    """The counters of one server; only its event loop touches them."""

    requests: Counter[tuple[str, int]] = field(default_factory=Counter)
    """By address and status."""
    slots: Counter[int] = field(default_factory=Counter)
    """Requests by the place of their time among the bounds."""
    seconds: float = 0.0
    pages: Counter[str] = field(default_factory=Counter)
    """By what became of them: `done`, `refused`, or the trouble with them."""
    busy: int = 0
    """Requests that are being answered."""
    started: float = field(default_factory=monotonic)

    def count(self, path: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self.requests[path, status] += 1
        self.slots[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    def text(self) -> str:
        """Write all of them."""
        return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        yield from _head("requests_total", "counter", "Requests by address and status.")
        for (path, status), number in sorted(self.requests.items()):
            yield f'webwinnow_requests_total{{path="{path}",status="{status}"}} {number}'
        yield from _head("pages_total", "counter", "Pages by what became of them.")
        for outcome, number in sorted(self.pages.items()):
            yield f'webwinnow_pages_total{{outcome="{outcome}"}} {number}'
        yield from self._histogram()
        yield from _head("requests_busy", "gauge", "Requests that are being answered.")
        yield f"webwinnow_requests_busy {self.busy}"
        yield from _head("uptime_seconds", "gauge", "Seconds since the start.")
        yield f"webwinnow_uptime_seconds {monotonic() - self.started:.3f}"
        yield from _head("build_info", "gauge", "The version.")
        yield f'webwinnow_build_info{{version="{__version__}"}} 1'

    def _histogram(self) -> Iterator[str]:
        yield from _head("request_seconds", "histogram", "Seconds from a request to its answer.")
        total = 0
        for at, bound in enumerate((*BOUNDS, "+Inf")):
            total += self.slots[at]
            yield f'webwinnow_request_seconds_bucket{{le="{bound}"}} {total}'
        yield f"webwinnow_request_seconds_sum {self.seconds:.6f}"
        yield f"webwinnow_request_seconds_count {total}"


def _head(name: str, kind: str, summary: str) -> Iterator[str]:
    yield f"# HELP webwinnow_{name} {summary}"
    yield f"# TYPE webwinnow_{name} {kind}"

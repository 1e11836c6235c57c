"""What the proxy has done so far, in numbers (no addresses are kept), and its page about itself."""

from __future__ import annotations

import json
from collections import Counter, deque
from dataclasses import dataclass, field
from statistics import median
from time import time
from typing import Any, Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.proxy.filtering import Filtered
from webwinnow.proxy.messages import KEY, ORIGINAL
from webwinnow.proxy.own_pages import own_page
from webwinnow.proxy.settings import ProxySettings

_RECENT: Final = 1000
"""Pages whose times are kept: the latest."""
CERTIFICATE_PAGE: Final = "http://mitm.it/"
"""mitmproxy's own page, which it answers itself to whoever asks through the proxy."""


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
        """Return everything as plain data; times in milliseconds, None before the first page."""
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


def status_json(tally: Tally, settings: ProxySettings) -> str:
    """Write everything that is known, for programs."""
    used = {"extractor": settings.expression, "outline": settings.outline, "reader": settings.reader}
    return json.dumps(used | tally.as_data(), indent=2) + "\n"


def status_page(tally: Tally, settings: ProxySettings) -> str:
    """Write the page for people."""
    counts = tally.as_data()
    shown = element("code", settings.expression)
    table = element("table", element("tbody", *(_row(*row) for row in _rows(counts, settings))))
    help_with_it = element(
        "p",
        "For pages over https, the browser must trust this proxy's certificate: open ",
        element("a", CERTIFICATE_PAGE, href=CERTIFICATE_PAGE),
        " through the proxy, once. To see a page as it is, add ",
        element("code", f"?{KEY}={ORIGINAL}"),
        " to its address.",
    )
    return own_page("webwinnow proxy", join([element("p", "Pages are filtered by ", shown, "."), table, help_with_it]))


def _rows(counts: dict[str, Any], settings: ProxySettings) -> list[tuple[str, str]]:
    kept = counts["words_kept"] / counts["words"] if counts["words"] else 1.0
    rows = [
        ("Pages filtered", f"{counts['pages_filtered']:,}"),
        ("Text kept", f"{kept:.0%} of {counts['words']:,} words"),
        ("Time added per page (median)", _milliseconds(counts["milliseconds_added"])),
        ("Time added at most", _milliseconds(counts["milliseconds_added_most"])),
        ("Of it the extractor's own (median)", _milliseconds(counts["milliseconds_extracting"])),
        ("Failures of the extractor", _listed(counts["failures"])),
        ("Pages passed on unfiltered", _listed(counts["passed_on"])),
        ("Requests refused", f"{counts['requests_refused']:,}"),
        ("Servers not reached", f"{counts['servers_unreachable']:,}"),
        ("The rest of a page", "a page of its own" if settings.reader else settings.outline),
        ("Largest page that is filtered", f"{settings.limits.bytes:,} bytes"),
        ("Running for", f"{counts['seconds_running']:,} s"),
    ]
    return [(name, value) for name, value in rows]


def _row(name: str, value: str) -> Html:
    return element("tr", element("th", name, scope="row"), element("td", value))


def _milliseconds(value: float | None) -> str:
    return "no page yet" if value is None else f"{value:,.1f} ms"


def _listed(counts: dict[str, int]) -> str:
    total = sum(counts.values())
    return f"{total:,} ({', '.join(f'{reason}: {count:,}' for reason, count in counts.items())})" if total else "0"

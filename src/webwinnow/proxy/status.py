"""The proxy's page about itself, for people and for programs."""

from __future__ import annotations

import json
from typing import Any, Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.proxy.own_pages import own_page
from webwinnow.proxy.query_key import KEY, ORIGINAL
from webwinnow.proxy.settings import Settings
from webwinnow.proxy.tally import Tally

CERTIFICATE_PAGE: Final = "http://mitm.it/"
"""mitmproxy's own page, which it answers itself to whoever asks through the proxy."""


def status_json(tally: Tally, settings: Settings) -> str:
    """Write everything that is known, for programs."""
    told = {"extractor": settings.expression, "outline": settings.outline, "reader": settings.reader}
    return json.dumps(told | tally.as_data(), indent=2) + "\n"


def status_page(tally: Tally, settings: Settings) -> str:
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


def _rows(counts: dict[str, Any], settings: Settings) -> list[tuple[str, str]]:
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
        ("Largest page that is filtered", f"{settings.limit:,} bytes"),
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

"""What the proxy has done so far, in numbers (no addresses are kept), and its page about itself.

All pages that the proxy itself writes have one look, no scripts, and are readable in the dark. Among them is what the
reader sees when a page cannot be fetched. mitmproxy writes a page with its bare message there; no hook lets others
write it, so ours takes its place where mitmproxy's protocol layers look it up. Where a version of mitmproxy has no such
place, its own page stays.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import time
from typing import Any, Final, NamedTuple

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import variables
from webwinnow.proxy.filtering import Filtered, ProxySettings
from webwinnow.proxy.messages import KEY, ORIGINAL

HEADERS: Final = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
}
"""What is sent along with such a page."""
_STYLE: Final = (
    f":root{{color-scheme:light dark;{variables(lambda colour: colour.light)}}}"
    f"@media(prefers-color-scheme:dark){{:root{{{variables(lambda colour: colour.dark)}}}}}"
    "body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;"
    "padding:0 1rem}h1{font-size:1.5rem}a{color:var(--content)}small{color:var(--quiet);overflow-wrap:anywhere}"
    "th,td{text-align:start;padding:.25rem 1rem .25rem 0;border-bottom:1px solid var(--rule);font-weight:normal}"
    "td{font-variant-numeric:tabular-nums}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}"
)
_LAYERS: Final = "mitmproxy.proxy.layers.http"
_WRITER: Final = "format_error"
_KNOWN: Final = (
    (
        "certificate has expired",
        "The site's certificate has expired",
        "Nobody can be sure that this is the site. Try again later; if it is your own, renew its certificate.",
    ),
    (
        "self-signed certificate|self signed certificate|unable to get local issuer|unable to verify the first",
        "The site's certificate is not signed by anybody who is trusted",
        "It may be another site that answers. If you know who signed it, start the proxy with "
        "--trust FILE, where FILE holds their certificate.",
    ),
    (
        "hostname mismatch|ip address mismatch",
        "The site's certificate is for another site",
        "Check the address. Do not enter anything secret here.",
    ),
    (
        "certificate verify failed",
        "The site's certificate cannot be trusted",
        "It may be another site that answers. Do not enter anything secret here.",
    ),
    ("does not speak tls", "The site does not speak https", "Try the same address with http:// in front."),
    (
        "tls version|tls handshake|openssl|ssl",
        "No secure connection to the site could be made",
        "The site and the proxy agree on no way to encrypt. Try again later, or without the proxy.",
    ),
    (
        "name or service not known|nodename nor servname|no address|name resolution|getaddrinfo",
        "There is no site with this name",
        "Check the address for slips, and that this machine is on the internet.",
    ),
    ("refused|connect call failed", "The site refuses connections", "Check the address, or try again later."),
    ("timed out|timeout", "The site does not answer", "Try again later."),
    ("unreachable", "The site cannot be reached", "Check that this machine is on the internet."),
    (
        "disconnected|closed connection|connection closed|reset|eof|incomplete",
        "The site broke off in the middle of its answer",
        "Try again later.",
    ),
    (
        "invalid http|protocol error|malformed|garbage|unexpected data|received .* from server",
        "The site answers in a way that is not HTTP",
        "Nothing can be shown of that. Check the address and its port.",
    ),
)
"""What to look for in mitmproxy's message, in this order, and what to say."""


def own_page(title: str, content: Html) -> str:
    """Write a page with a heading and what stands below it."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width"),
        element("title", title),
        element("style", Html(_STYLE)),
    )
    body = element("body", element("main", element("h1", title), content))
    return "<!doctype html>\n" + element("html", head, body, lang="en")


class ErrorText(NamedTuple):
    """A heading, and what helps."""

    what: str
    advice: str


def error_text(message: str) -> ErrorText:
    """Find words for a message of mitmproxy's."""
    lowered = message.lower()
    for patterns, what, advice in _KNOWN:
        if any(_within(pattern, lowered) for pattern in patterns.split("|")):
            return ErrorText(what, advice)
    return ErrorText("The page could not be fetched", "Try again later, or without the proxy.")


def error_page(status: int, message: str) -> bytes:
    """Write the page for a failure; in ASCII, since nobody tells the browser its encoding."""
    what, advice = error_text(message)
    content: list[Html] = [
        element("p", advice),
        element("p", element("small", f"Status {status}. The proxy says: {message[:1000]}")),
    ]
    return own_page(what, join(content)).encode("ascii", "xmlcharrefreplace")


def install_error_pages() -> None:
    """Let mitmproxy's protocol layers write our page."""
    for layer in ("_http1", "_http2", "_http3"):
        if find_spec(f"{_LAYERS}.{layer}"):
            module = import_module(f"{_LAYERS}.{layer}")
            if hasattr(module, _WRITER):
                setattr(module, _WRITER, error_page)


def _within(pattern: str, message: str) -> bool:
    """Look for the parts of a pattern in their order."""
    at = 0
    for part in pattern.split(".*"):
        at = message.find(part, at)
        if at < 0:
            return False
    return True


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

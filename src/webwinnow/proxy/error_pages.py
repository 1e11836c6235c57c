"""What the reader sees when a page cannot be fetched: what happened, and what helps.

mitmproxy writes a page with its bare message; there is no hook to write another one, so ours takes its place where
mitmproxy's protocol layers look it up. Where a version of mitmproxy has no such place, its own page stays.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Final, NamedTuple

from webwinnow.drawing.markup import Html, element, join
from webwinnow.proxy.own_pages import own_page

_LAYERS: Final = "mitmproxy.proxy.layers.http"
_WRITER: Final = "format_error"


class Explanation(NamedTuple):
    """A heading, and what helps."""

    what: str
    advice: str


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


def explained(message: str) -> Explanation:
    """Find words for a message of mitmproxy's."""
    lowered = message.lower()
    for patterns, what, advice in _KNOWN:
        if any(_within(pattern, lowered) for pattern in patterns.split("|")):
            return Explanation(what, advice)
    return Explanation("The page could not be fetched", "Try again later, or without the proxy.")


def error_page(status: int, message: str) -> bytes:
    """Write the page for a failure; in ASCII, since nobody tells the browser its encoding."""
    what, advice = explained(message)
    content: list[Html] = [
        element("p", advice),
        element("p", element("small", f"Status {status}. The proxy says: {message[:1000]}")),
    ]
    return own_page(what, join(content)).encode("ascii", "xmlcharrefreplace")


def install() -> None:
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

"""What a page in the browser may load: itself, and, where that is asked for, what our own client fetches for it.

The browser has no network. Each of its requests comes here; the page itself is answered with the source that we have,
and everything else is refused, or fetched by `fetch.Client`, which judges every address: none on this machine or in a
private network is reached, whatever a script asks for, unless the user allows it. Only GET is answered, so a page sends
nothing anywhere but addresses; cookies are neither kept nor sent.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from webwinnow.errors import WebwinnowError
from webwinnow.fetch import Client, Fetched

if TYPE_CHECKING:
    from playwright.async_api import Frame, Route

NOWHERE: Final = "http://page.invalid/"
"""The address of a page that has none; the ending is reserved, so nobody can own it."""
_REFUSING: Final = (
    "default-src 'none'; style-src 'unsafe-inline' data:; img-src data: blob:; font-src data:; media-src data: blob:;"
    " script-src 'unsafe-inline' 'unsafe-eval' data: blob:; frame-src data: blob: about:; webrtc 'block'"
)
"""Sent with a page that may load nothing: a second fence, inside the browser."""
_MOST: Final = 300
"""Requests that one page may make."""
_TOTAL: Final = 100_000_000
"""Bytes that it may load in all."""


@dataclass(slots=True)
class Loading:
    """Answers the requests of one page."""

    source: str
    address: str
    client: Client | None
    """Fetches what the page refers to; None refuses all of it."""
    known: dict[str, Fetched] = field(default_factory=dict)
    """What was fetched before, for the same page."""
    served: bool = False
    asked: int = 0
    loaded: int = 0
    refused: int = 0

    async def answer(self, route: Route, frame: Frame) -> None:
        """Answer one request."""
        from playwright.async_api import Error

        with suppress(Error):  # the page may be gone before its answer
            if self._is_page(route, frame):
                self.served = True
                fence = {} if self.client else {"Content-Security-Policy": _REFUSING}
                kind = {"Content-Type": "text/html; charset=utf-8"}
                await route.fulfill(status=200, headers=kind | fence, body=self.source.encode(errors="replace"))
            elif self.client is None or not self._may_load(route, frame):
                self.refused += 1
                await route.abort("blockedbyclient")
            else:
                await self._load(route, self.client)

    def _is_page(self, route: Route, frame: Frame) -> bool:
        return not self.served and route.request.is_navigation_request() and route.request.frame == frame

    def _may_load(self, route: Route, frame: Frame) -> bool:
        """Tell whether a request is answered at all: the page itself is never left for another."""
        request = route.request
        self.asked += 1
        leaves = request.is_navigation_request() and request.frame == frame
        web = request.url.startswith(("http://", "https://"))
        return web and request.method == "GET" and not leaves and self.asked <= _MOST and self.loaded < _TOTAL

    async def _load(self, route: Route, client: Client) -> None:
        address, left = route.request.url, max(_TOTAL - self.loaded, 1)
        try:
            if address not in self.known:
                bounded = replace(client, limit=min(client.limit, left))
                self.known[address] = await asyncio.to_thread(bounded, address)
        except WebwinnowError:
            self.refused += 1
            await route.abort("failed")
            return
        fetched = self.known[address]
        self.loaded += len(fetched.body)
        charset = f"; charset={fetched.charset}" if fetched.charset else ""
        headers = {"Access-Control-Allow-Origin": await _origin(route)}
        if fetched.content_type:
            headers["Content-Type"] = fetched.content_type + charset
        await route.fulfill(status=200, headers=headers, body=fetched.body)


async def _origin(route: Route) -> str:
    return await route.request.header_value("origin") or "*"

"""What makes mitmproxy our proxy: targets are judged, all but pages streams through, `GET /` tells how it goes."""

from __future__ import annotations

import asyncio
from typing import Final

from mitmproxy import ctx
from mitmproxy.http import Headers, HTTPFlow, Response
from mitmproxy.proxy.server_hooks import ServerConnectionHookData

from webwinnow.drawing.markup import element
from webwinnow.proxy.addon import HELD, WISH, PageFilter
from webwinnow.proxy.own_pages import HEADERS, own_page
from webwinnow.proxy.status import status_json, status_page
from webwinnow.proxy.targets import Verdict, is_own, known_verdict, leads_here, looked_up_verdict

_ANSWERED_HERE: Final = "mitm.it"
"""mitmproxy's page about its certificates; no request for it leaves this machine."""


class Relay:
    """Stands behind the filter in the list of add-ons."""

    def __init__(self, pages: PageFilter, allowed: tuple[str, ...] = ()) -> None:
        """Know whom to ask about pages, and which hosts alone may be reached, if any are named."""
        self.pages = pages
        self.allowed = allowed

    async def http_connect(self, flow: HTTPFlow) -> None:
        """Judge where a tunnel leads; requests in it cannot lead elsewhere."""
        await self._judge(flow)

    async def requestheaders(self, flow: HTTPFlow) -> None:
        """Judge where a request leads, and let its body stream."""
        request = flow.request
        in_tunnel = flow.server_conn.address == (request.host, request.port)
        if _is_for_us(flow) or in_tunnel or await self._judge(flow):
            request.stream = request.method not in ("GET", "HEAD") and not _is_for_us(flow)

    def request(self, flow: HTTPFlow) -> None:
        """Answer what is asked of the proxy itself."""
        if flow.response is None and _is_for_us(flow):
            flow.response = self._own_answer(flow.request.path.partition("?")[0])
            flow.metadata.pop(WISH, None)

    def responseheaders(self, flow: HTTPFlow) -> None:
        """Let everything stream that is not a page to wait for."""
        if flow.response is not None and HELD not in flow.metadata:
            flow.response.stream = True

    def error(self, flow: HTTPFlow) -> None:
        """Count failures; a client that went away is none."""
        if flow.error is not None and "client" not in flow.error.msg.lower():
            self.pages.tally.unreachable += 1

    async def server_connect(self, data: ServerConnectionHookData) -> None:
        """Never connect to ourselves under another name: the request would go round for ever."""
        host, port, *_ = data.server.address or ("", 0)
        ports = {address[1] for address in ctx.master.addons.get("proxyserver").listen_addrs()}
        if port in ports and data.server.error is None and await asyncio.to_thread(leads_here, host, port):
            data.server.error = "this address is the proxy itself"

    async def _judge(self, flow: HTTPFlow) -> bool:
        """Let a request go on to the very address that was judged, or refuse it."""
        request = flow.request
        if request.host == _ANSWERED_HERE:
            return True
        verdict = await self._verdict(flow)
        if verdict.refusal is not None:
            self.pages.tally.refused += 1
            flow.response = _answer(403, own_page("This proxy does not go there", element("p", f"{verdict.refusal}.")))
            return False
        if verdict.host != request.host:
            request.headers.setdefault("host", request.pretty_host)
            request.data.host = verdict.host  # the header stays as it was
        return True

    async def _verdict(self, flow: HTTPFlow) -> Verdict:
        known = known_verdict(str(flow.client_conn.peername[0]), flow.request.host, self.allowed)
        if known is not None:
            return known
        return await asyncio.to_thread(looked_up_verdict, flow.request.host, flow.request.port)

    def _own_answer(self, path: str) -> Response:
        tally, settings = self.pages.tally, self.pages.settings
        if path == "/":
            return _answer(200, status_page(tally, settings))
        if path == "/status.json":
            return _answer(200, status_json(tally, settings), "application/json")
        nothing = element("p", "There is nothing here but ", element("a", "the status", href="/"), ".")
        return _answer(404, own_page("Not found", nothing))


def _is_for_us(flow: HTTPFlow) -> bool:
    listening, port, *_ = flow.client_conn.sockname
    return flow.request.port == port and flow.request.scheme == "http" and is_own(flow.request.host, listening)


def _answer(status: int, text: str, kind: str | None = None) -> Response:
    headers = HEADERS | ({"content-type": kind} if kind else {})
    return Response.make(status, text.encode("utf-8", "replace"), Headers(_encoded(headers)))


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]

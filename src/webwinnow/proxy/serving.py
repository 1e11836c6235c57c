"""Starts the proxy and runs it until somebody ends it: mitmproxy with our filter, and a relay.

The relay judges where requests lead, lets all but pages stream, and answers `GET /` with how it goes.
"""

from __future__ import annotations

import asyncio
import logging
import math
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from mitmproxy import ctx, exceptions
from mitmproxy.addons import block, core, disable_h2c, next_layer, onboarding, proxyserver, tlsconfig
from mitmproxy.http import Headers, HTTPFlow, Response
from mitmproxy.master import Master
from mitmproxy.options import Options
from mitmproxy.proxy.server_hooks import ServerConnectionHookData

from webwinnow.drawing.markup import element
from webwinnow.errors import WebwinnowError
from webwinnow.listening import ListenAddress
from webwinnow.proxy.addon import HELD, JOBS, WISH, PageFilter
from webwinnow.proxy.filtering import ProxySettings
from webwinnow.proxy.network import Destination, is_own, known_destination, leads_here, looked_up_destination
from webwinnow.proxy.status import HEADERS, install_error_pages, own_page, status_json, status_page

_ANSWERED_HERE: Final = "mitm.it"
"""mitmproxy's page about its certificates; no request for it leaves this machine."""


@dataclass(frozen=True, slots=True)
class Service:
    """All that a proxy is started with."""

    settings: ProxySettings
    address: ListenAddress = field(default_factory=ListenAddress)
    allowed: tuple[str, ...] = ()
    certificates: Path | None = None
    """The folder of our own authority's certificate; mitmproxy's usual one if none is named."""
    trusted: Path | None = None
    """Certificates of further authorities that servers may be signed by."""
    jobs: int = JOBS


def serve(service: Service, announce: Callable[[ListenAddress], None]) -> None:
    """Run the proxy until it is interrupted; `announce` is called once it can be used.

    Whether it can listen there is better asked before (`check_listen_address`): mitmproxy does not tell what is wrong.
    """
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # clients that go away are no news
    asyncio.run(_serve(service, announce))


async def _serve(service: Service, announce: Callable[[ListenAddress], None]) -> None:
    master = _master(service)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows has none of these
            loop.add_signal_handler(number, master.shutdown)
    announcement = _Announcement(announce)
    master.addons.add(announcement)
    install_error_pages()
    await master.run()
    if announcement.failed:
        raise WebwinnowError(f"{service.address}: another program has just taken this port: try again")


def _master(service: Service) -> Master:
    """Put mitmproxy together from the parts that a proxy for pages needs, and ours."""
    address, pages = service.address, PageFilter()
    try:
        master = Master(Options(listen_host=address.host, listen_port=address.port))
        parts = [core.Core(), block.Block(), disable_h2c.DisableH2C(), onboarding.Onboarding()]
        parts += [proxyserver.Proxyserver(), next_layer.NextLayer(), tlsconfig.TlsConfig()]
        parts += [pages, Relay(pages, service.allowed)]
        if service.certificates is not None:
            master.options.update(confdir=str(service.certificates))
        master.addons.add(*parts)
        master.options.update(**_options(service))
    except (exceptions.OptionsError, OSError, ValueError) as error:
        raise WebwinnowError(f"the proxy cannot start: {error}: check the folder of its certificates") from error
    return master


def _options(service: Service) -> dict[str, object]:
    settings = service.settings
    return {
        "connection_strategy": "lazy",  # so that our page explains what cannot be reached, not the browser
        "rawtcp": False,  # a tunnel for pages carries nothing else
        "stream_large_bodies": str(settings.limits.bytes),
        "ssl_verify_upstream_trusted_ca": str(service.trusted) if service.trusted is not None else None,
        "webwinnow_extractor": settings.expression,
        "webwinnow_outline": settings.outline,
        "webwinnow_reader": settings.reader,
        "webwinnow_bar": settings.bar,
        **{f"webwinnow_{name}": math.ceil(most) for name, most in asdict(settings.limits).items()},
        "webwinnow_jobs": service.jobs,
    }


class _Announcement:
    """Says where the proxy listens, once everything is ready."""

    def __init__(self, announce: Callable[[ListenAddress], None]) -> None:
        self.announce = announce
        self.failed = False

    def running(self) -> None:
        addresses = ctx.master.addons.get("proxyserver").listen_addrs()
        if addresses:
            self.announce(ListenAddress(str(addresses[0][0]), int(addresses[0][1])))
        else:
            self.failed = True
            ctx.master.shutdown()


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

    async def _verdict(self, flow: HTTPFlow) -> Destination:
        known = known_destination(str(flow.client_conn.peername[0]), flow.request.host, self.allowed)
        if known is not None:
            return known
        return await asyncio.to_thread(looked_up_destination, flow.request.host, flow.request.port)

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

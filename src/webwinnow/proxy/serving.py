"""Starts the proxy and runs it until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from mitmproxy import ctx, exceptions
from mitmproxy.addons import block, core, disable_h2c, next_layer, onboarding, proxyserver, tlsconfig
from mitmproxy.master import Master
from mitmproxy.options import Options

from webwinnow.errors import WebwinnowError
from webwinnow.proxy import error_pages
from webwinnow.proxy.addon import JOBS, PageFilter
from webwinnow.proxy.place import Place
from webwinnow.proxy.relay import Relay
from webwinnow.proxy.settings import Settings


@dataclass(frozen=True, slots=True)
class Service:
    """All that a proxy is started with."""

    settings: Settings
    place: Place = field(default_factory=Place)
    allowed: tuple[str, ...] = ()
    certificates: Path | None = None
    """The folder of our own authority's certificate; mitmproxy's usual one if none is named."""
    trusted: Path | None = None
    """Certificates of further authorities that servers may be signed by."""
    jobs: int = JOBS


def serve(service: Service, announce: Callable[[Place], None]) -> None:
    """Run the proxy until it is interrupted; `announce` is called once it can be used.

    Whether it can listen there is better asked before (`check_place`): mitmproxy does not tell what is wrong.
    """
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # clients that go away are no news
    asyncio.run(_serve(service, announce))


async def _serve(service: Service, announce: Callable[[Place], None]) -> None:
    master = _master(service)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows has none of these
            loop.add_signal_handler(number, master.shutdown)
    announcement = _Announcement(announce)
    master.addons.add(announcement)
    error_pages.install()
    await master.run()
    if announcement.failed:
        raise WebwinnowError(f"{service.place}: another program has just taken this port: try again")


def _master(service: Service) -> Master:
    """Put mitmproxy together from the parts that a proxy for pages needs, and ours."""
    place, pages = service.place, PageFilter()
    try:
        master = Master(Options(listen_host=place.host, listen_port=place.port))
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
        "connection_strategy": "lazy",  # so that a server that cannot be reached is told in a page, not by the browser
        "rawtcp": False,  # a tunnel for pages carries nothing else
        "stream_large_bodies": str(settings.limit),
        "ssl_verify_upstream_trusted_ca": str(service.trusted) if service.trusted is not None else None,
        "webwinnow_extractor": settings.expression,
        "webwinnow_outline": settings.outline,
        "webwinnow_reader": settings.reader,
        "webwinnow_bar": settings.bar,
        "webwinnow_limit": settings.limit,
        "webwinnow_patience": int(settings.patience),
        "webwinnow_jobs": service.jobs,
    }


class _Announcement:
    """Says where the proxy listens, once everything is ready."""

    def __init__(self, announce: Callable[[Place], None]) -> None:
        self.announce = announce
        self.failed = False

    def running(self) -> None:
        addresses = ctx.master.addons.get("proxyserver").listen_addrs()
        if addresses:
            self.announce(Place(str(addresses[0][0]), int(addresses[0][1])))
        else:
            self.failed = True
            ctx.master.shutdown()

"""The way to a target: straight to an address that was judged, or by a proxy of the environment."""

import socket
from dataclasses import dataclass
from urllib.request import getproxies_environment, proxy_bypass

from webwinnow.errors import FetchError
from webwinnow.fetch.addresses import IP, Address, is_public, literal, lookup
from webwinnow.fetch.connection import Deadline
from webwinnow.fetch.failures import PlacelessError, blamed_on
from webwinnow.fetch.urls import Target, parse

_PROXY_SHARE = 4  # of the time left, the part spent to judge a name that the proxy will resolve again


@dataclass(frozen=True, slots=True)
class Route:
    """Addresses to connect to, the proxy behind them if any, and a private address of the target if any."""

    addresses: tuple[Address, ...]
    proxy: Target | None
    private: IP | None


def find_route(target: Target, deadline: Deadline) -> Route:
    """Resolve and judge a target once; whoever connects must use these addresses and no others."""
    proxy = proxy_for(target)
    if proxy is not None:
        with blamed_on(proxy.netloc):
            addresses = lookup(proxy.host, proxy.port, deadline.left())
        return Route(addresses, proxy, _first_private(_known(target, deadline)))
    addresses = lookup(target.host, target.port, deadline.left())
    return Route(addresses, None, _first_private([address.ip for address in addresses]))


def proxy_for(target: Target) -> Target | None:
    """The proxy that the environment names for a target, read anew each time."""
    value = getproxies_environment().get(target.scheme)
    if not value or proxy_bypass(target.authority) or proxy_bypass(target.host):
        return None
    try:
        proxy = parse(value if "://" in value else f"http://{value}")
    except FetchError:
        proxy = None
    if proxy is None or proxy.scheme != "http":  # the value may hold a password: it is not shown
        raise PlacelessError(f"the variable {target.scheme}_proxy is no http:// proxy: correct or unset it")
    return proxy


def _known(target: Target, deadline: Deadline) -> list[IP]:
    spelled_out = literal(target.host)
    if spelled_out is not None:
        return [spelled_out]
    try:
        return [found.ip for found in lookup(target.host, target.port, deadline.left() / _PROXY_SHARE)]
    except (socket.gaierror, TimeoutError):
        return []  # behind many a proxy only the proxy resolves names


def _first_private(ips: list[IP]) -> IP | None:
    return next((ip for ip in ips if not is_public(ip)), None)

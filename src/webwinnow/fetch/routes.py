"""The way to a target, found in time: which addresses a host name stands for, which of them are public, or a proxy."""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from urllib.request import getproxies_environment, proxy_bypass

from webwinnow.errors import FetchError
from webwinnow.fetch.fetched import PlacelessError, blamed_on
from webwinnow.fetch.urls import Target, parse

IP = IPv4Address | IPv6Address

_GLOBAL_UNICAST = ip_network("2000::/3")  # all of IPv6 that IANA has given out for hosts on the internet
_TRANSLATED = ip_network("64:ff9b::/96")  # NAT64: the last 32 bits are the IPv4 address that is reached
# Special in the registries of IANA, but not in those of every Python: protocol assignments, relays of 6to4,
# Teredo and its like, 6to4, documentation.
_NOT_HOSTS = tuple(
    map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20")),
)
_PROXY_SHARE = 4  # of the time left, the part spent to judge a name that the proxy will resolve again


@dataclass(frozen=True, slots=True)
class Address:
    """One result of a lookup: what to connect to, and the address in it that was judged."""

    family: int
    place: tuple[str | int | bytes, ...]  # as `socket.connect` takes it

    @property
    def ip(self) -> IP:
        """The address itself."""
        return ip_address(str(self.place[0]))


def is_public(ip: IP) -> bool:
    """Tell whether an address is a host on the open internet; one that wraps an IPv4 address is what that one is."""
    if isinstance(ip, IPv4Address):
        return _is_open(ip)
    if ip.ipv4_mapped is not None:
        return _is_open(ip.ipv4_mapped)
    if ip in _TRANSLATED:
        return _is_open(IPv4Address(int(ip) & 0xFFFFFFFF))
    return ip in _GLOBAL_UNICAST and _is_open(ip)


def literal(host: str) -> IP | None:
    """Return the address that a host spells out in digits (octal and hexadecimal too), or that localhost is."""
    name = host.rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return IPv4Address("127.0.0.1")
    try:
        return ip_address(name)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(name))
    except OSError:
        return None


def lookup(host: str, port: int, seconds: float) -> tuple[Address, ...]:
    """Resolve a host name; in a thread of its own, since the system's resolver takes no time limit."""
    answers: SimpleQueue[tuple[Address, ...] | Exception] = SimpleQueue()
    Thread(target=lambda: answers.put(_answer(host, port)), daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError(f"no answer about {host}") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def _answer(host: str, port: int) -> tuple[Address, ...] | Exception:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, ValueError) as error:
        return error
    return tuple(Address(family, place) for family, _, _, _, place in found)


def _is_open(ip: IP) -> bool:
    special = ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback or ip.is_link_local
    return ip.is_global and not special and not any(ip in network for network in _NOT_HOSTS)


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment at which a fetch must have ended."""

    moment: float

    @classmethod
    def after(cls, seconds: float) -> "Deadline":
        """Set a deadline so many seconds from now."""
        return cls(monotonic() + seconds)

    def left(self) -> float:
        """Return the seconds left; TimeoutError when there are none."""
        seconds = self.moment - monotonic()
        if seconds <= 0:
            raise TimeoutError("the deadline has passed")
        return seconds


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
    """Return the proxy that the environment names for a target, read anew each time."""
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

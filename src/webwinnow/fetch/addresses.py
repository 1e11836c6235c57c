"""Which addresses a host name stands for, and which of them are public."""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from queue import Empty, SimpleQueue
from threading import Thread

IP = IPv4Address | IPv6Address

_GLOBAL_UNICAST = ip_network("2000::/3")  # all of IPv6 that IANA has given out for hosts on the internet
_TRANSLATED = ip_network("64:ff9b::/96")  # NAT64: the last 32 bits are the IPv4 address that is reached
# Special in the registries of IANA, but not in those of every Python: protocol assignments, relays of 6to4,
# Teredo and its like, 6to4, documentation.
_NOT_HOSTS = tuple(
    map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20")),
)


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
    """Whether an address is a host on the open internet; one that wraps an IPv4 address is what that one is."""
    if isinstance(ip, IPv4Address):
        return _is_open(ip)
    if ip.ipv4_mapped is not None:
        return _is_open(ip.ipv4_mapped)
    if ip in _TRANSLATED:
        return _is_open(IPv4Address(int(ip) & 0xFFFFFFFF))
    return ip in _GLOBAL_UNICAST and _is_open(ip)


def literal(host: str) -> IP | None:
    """The address that a host spells out in digits (decimal, octal and hexadecimal too), or that localhost is."""
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

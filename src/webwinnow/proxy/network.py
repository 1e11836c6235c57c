"""Where the proxy listens, and what may be reached through it.

Clients on this machine reach what they could reach anyway. Others reach the open internet only: not this machine,
not the network it is in. What is judged is the resolved address, and that very address is what is connected to.
"""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from ipaddress import IPv6Address, ip_address
from typing import Final

from webwinnow.errors import UsageError, WebwinnowError
from webwinnow.fetch.routes import IP, is_public, literal, lookup

_PRIVILEGED: Final = 1024
_PATIENCE: Final = 15.0
"""Seconds for looking a name up."""


@dataclass(frozen=True, slots=True)
class ListenAddress:
    """Where the proxy listens."""

    host: str = "127.0.0.1"
    port: int = 8080

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        with suppress(ValueError):
            return ip_address(self.host).is_loopback
        return self.host == "localhost"

    def __str__(self) -> str:
        """Write it as browsers take it."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def read_listen_address(listen: str) -> ListenAddress:
    """Read what the user writes: host and port, a port alone, or a host alone."""
    host, colon, port = listen.rpartition(":")
    if not colon and port.isdigit():
        host = "127.0.0.1"
    elif not colon or port.endswith("]"):
        host, port = listen, "8080"
    if not (port.isascii() and port.isdigit() and int(port) < 65536):
        raise UsageError(f"--listen {listen}: not a port between 0 and 65535: write host:port, such as 127.0.0.1:8080")
    return ListenAddress(host.strip("[]") or "127.0.0.1", int(port))


def check_listen_address(address: ListenAddress) -> None:
    """Try whether one can listen there, and say what helps if not."""
    try:
        found = socket.getaddrinfo(address.host or None, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, resolved = found[0]
        with socket.socket(family, kind, protocol) as probe:
            if os.name == "posix":  # as asyncio does: a port that was just left may be taken again
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(resolved)
            probe.listen()
    except OSError as error:
        raise _explained(address, error) from None


def _explained(address: ListenAddress, error: OSError) -> WebwinnowError:
    if error.errno == errno.EADDRINUSE:
        return WebwinnowError(
            f"{address}: another program listens at this port: choose another, such as --listen "
            f"{ListenAddress(address.host, address.port + 1 if address.port < 65535 else 8080)}, or see who it is with "
            f"'ss -ltnp sport = :{address.port}'"
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        free = ListenAddress(address.host, address.port + 8000 if address.port < _PRIVILEGED else 8080)
        return WebwinnowError(f"{address}: no permission for ports below {_PRIVILEGED}: try --listen {free}")
    return UsageError(f"{address}: cannot listen there ({error.strerror}): 127.0.0.1 is this machine, 0.0.0.0 any")


@dataclass(frozen=True, slots=True)
class Destination:
    """Where to connect, or why not."""

    host: str
    refusal: str | None = None


def known_destination(client: str, host: str, allowed: tuple[str, ...] = ()) -> Destination | None:
    """Judge a destination if no name must be looked up for it; None if one must.

    With `allowed`, only hosts that match one of its patterns are reached, private ones too: they were named.
    """
    if allowed:
        matches = any(fnmatchcase(host.lower().rstrip("."), pattern.lower()) for pattern in allowed)
        return Destination(host, None if matches else f"{host} is not among the hosts that this proxy was started for")
    return Destination(host) if is_loopback(client) else None


def looked_up_destination(host: str, port: int) -> Destination:
    """Judge a destination for a client elsewhere by its addresses; may take as long as looking up a name does."""
    try:
        found = [address.ip for address in lookup(host, port, _PATIENCE)]
    except (OSError, ValueError):
        return Destination(host, f"{host} was not found")
    if not found or not all(map(is_public, found)):
        return Destination(host, f"{host} is a private address, which only this machine may reach through the proxy")
    return Destination(str(found[0]))


def is_loopback(client: str) -> bool:
    """Tell whether a client is on this machine."""
    return _unmapped(ip_address(client.partition("%")[0])).is_loopback


def is_own(host: str, listening: str) -> bool:
    """Tell whether a host spelt in digits (or localhost) is the address that a connection came in at."""
    ip = literal(host.strip("[]"))
    return ip is not None and (ip.is_loopback or _unmapped(ip) == _unmapped(ip_address(listening.partition("%")[0])))


def leads_here(host: str, port: int) -> bool:
    """Tell whether a host is this machine, under any of its names and addresses."""
    try:
        return any(_is_ours(address.ip) for address in lookup(host, port, _PATIENCE))
    except (OSError, ValueError):
        return False


def _is_ours(ip: IP) -> bool:
    """An address is ours if one can listen at it."""
    try:
        with socket.socket(socket.AF_INET if ip.version == 4 else socket.AF_INET6) as probe:
            probe.bind((str(ip), 0))
    except OSError:
        return False
    return True


def _unmapped(ip: IP) -> IP:
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip

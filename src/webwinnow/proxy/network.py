"""What may be reached through the proxy.

Clients on this machine reach what they could reach anyway. Others reach the open internet only: not this machine,
not the network it is in. What is judged is the resolved address, and that very address is what is connected to.
"""

import socket
from dataclasses import dataclass
from fnmatch import fnmatchcase
from ipaddress import IPv6Address, ip_address
from typing import Final

from webwinnow.fetch.routes import IP, is_public, literal, lookup

_PATIENCE: Final = 15.0
"""Seconds for looking a name up."""


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
    """Tell whether an address is ours: one can listen at it."""
    try:
        with socket.socket(socket.AF_INET if ip.version == 4 else socket.AF_INET6) as probe:
            probe.bind((str(ip), 0))
    except OSError:
        return False
    return True


def _unmapped(ip: IP) -> IP:
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip

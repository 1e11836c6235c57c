"""Where the proxy listens, and whether it can."""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

from webwinnow.errors import UsageError, WebwinnowError

_PRIVILEGED: Final = 1024


@dataclass(frozen=True, slots=True)
class Place:
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


def read_place(listen: str) -> Place:
    """Read what the user writes: host and port, a port alone, or a host alone."""
    host, colon, port = listen.rpartition(":")
    if not colon and port.isdigit():
        host = "127.0.0.1"
    elif not colon or port.endswith("]"):
        host, port = listen, "8080"
    if not (port.isascii() and port.isdigit() and int(port) < 65536):
        raise UsageError(f"--listen {listen}: not a port between 0 and 65535: write host:port, such as 127.0.0.1:8080")
    return Place(host.strip("[]") or "127.0.0.1", int(port))


def check_place(place: Place) -> None:
    """Try whether one can listen there, and say what helps if not."""
    try:
        found = socket.getaddrinfo(place.host or None, place.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as probe:
            if os.name == "posix":  # as asyncio does: a port that was just left may be taken again
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen()
    except OSError as error:
        raise _explained(place, error) from None


def _explained(place: Place, error: OSError) -> WebwinnowError:
    if error.errno == errno.EADDRINUSE:
        return WebwinnowError(
            f"{place}: another program listens at this port: choose another, such as --listen "
            f"{Place(place.host, place.port + 1 if place.port < 65535 else 8080)}, or see who it is with "
            f"'ss -ltnp sport = :{place.port}'"
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        free = Place(place.host, place.port + 8000 if place.port < _PRIVILEGED else 8080)
        return WebwinnowError(f"{place}: no permission for ports below {_PRIVILEGED}: try --listen {free}")
    return UsageError(f"{place}: cannot listen there ({error.strerror}): 127.0.0.1 is this machine, 0.0.0.0 any")

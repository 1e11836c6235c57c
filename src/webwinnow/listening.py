"""Where servers of ours listen: the address as users write it, and what helps if it cannot be had."""

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
class ListenAddress:
    """Where a server listens."""

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


def read_listen_address(listen: str, usual: int = 8080) -> ListenAddress:
    """Read what the user writes: host and port, a port alone, or a host alone, at the usual port."""
    host, colon, port = listen.rpartition(":")
    if not colon and port.isdigit():
        host = "127.0.0.1"
    elif not colon or port.endswith("]"):
        host, port = listen, str(usual)
    if not (port.isascii() and port.isdigit() and int(port) < 65536):
        raise UsageError(
            f"--listen {listen}: not a port between 0 and 65535: write host:port, such as 127.0.0.1:{usual}"
        )
    return ListenAddress(host.strip("[]") or "127.0.0.1", int(port))


def check_listen_address(address: ListenAddress) -> None:
    """Try whether one can listen there, and say what helps if not."""
    listening_socket(address).close()


def listening_socket(address: ListenAddress) -> socket.socket:
    """Listen at an address; an error says what helps."""
    try:
        found = socket.getaddrinfo(address.host or None, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, resolved = found[0]
        opened = socket.socket(family, kind, protocol)
        try:
            if os.name == "posix":  # as asyncio does: a port that was just left may be taken again
                opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            opened.bind(resolved)
            opened.listen()
        except OSError:
            opened.close()
            raise
    except OSError as error:
        raise _explained(address, error) from None
    return opened


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

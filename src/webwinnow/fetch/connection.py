"""Connections that end in time: connect, proxy tunnel, TLS, request and the reading of the answer."""

import io
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from typing import TYPE_CHECKING, cast

from webwinnow.fetch.fetched import PlacelessError, blamed_on, status_error
from webwinnow.fetch.routes import Address, Deadline
from webwinnow.fetch.urls import Target

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class _Incoming(io.RawIOBase):
    """What a socket receives, within a deadline (against servers that drip) and a number of bytes.

    The number bounds what http.client holds of hostile framing, such as a chunk of size -1.
    """

    def __init__(self, sock: socket.socket, deadline: Deadline, most: int) -> None:
        self._sock, self._deadline, self._most = sock, deadline, most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        self._sock.settimeout(self._deadline.left())
        count = self._sock.recv_into(buffer)
        self._most -= count
        if self._most < 0:
            raise PlacelessError("the answer is far larger than the limit: raise the limit to read it")
        return count

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Do the one thing that HTTPResponse asks of a socket."""
        return io.BufferedReader(self)


def exchange(sock: socket.socket, head: str, method: str, deadline: Deadline, most: int) -> HTTPResponse:
    """Send the head of a request, read the head of the answer."""
    sock.settimeout(deadline.left())
    sock.sendall(head.encode("ascii"))
    response = HTTPResponse(cast(socket.socket, _Incoming(sock, deadline, most)), method=method)
    try:
        response.begin()
    except BaseException:
        response.close()
        raise
    return response


@contextmanager
def connection(
    target: Target, proxy: Target | None, addresses: tuple[Address, ...], deadline: Deadline
) -> Iterator[socket.socket]:
    """Yield a socket to the target, through the proxy and within TLS where they are needed; closed at the end."""
    with blamed_on(None if proxy is None else proxy.netloc):
        sock = _connect(addresses, deadline)
    try:
        if target.scheme == "https":
            if proxy is not None:
                _open_tunnel(sock, target, proxy, deadline)
            sock = _secured(sock, target.host, deadline)
        yield sock
    finally:
        sock.close()


def _connect(addresses: tuple[Address, ...], deadline: Deadline) -> socket.socket:
    problem = OSError("the host has no address")
    for position, address in enumerate(addresses):
        sock = socket.socket(address.family, socket.SOCK_STREAM)
        try:
            # A share for each address that is left: a silent one must not use up the time of the others.
            sock.settimeout(deadline.left() / (len(addresses) - position))
            sock.connect(address.place)
            return sock
        except OSError as error:
            sock.close()
            problem = error
    raise problem


def _open_tunnel(sock: socket.socket, target: Target, proxy: Target, deadline: Deadline) -> None:
    lines = [f"CONNECT {target.authority} HTTP/1.1", f"Host: {target.authority}"]
    if proxy.credentials is not None:
        lines.append(f"Proxy-Authorization: {proxy.credentials}")
    # Read as the answer to HEAD: after it comes the tunnel, not a body.
    with (
        blamed_on(proxy.netloc),
        exchange(sock, "\r\n".join([*lines, "", ""]), "HEAD", deadline, most=1_000_000) as response,
    ):
        if not 200 <= response.status < 300:
            raise PlacelessError(f"the proxy opens no tunnel; {status_error(response.status)}")


def _secured(sock: socket.socket, host: str, deadline: Deadline) -> ssl.SSLSocket:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    sock.settimeout(deadline.left())
    return context.wrap_socket(sock, server_hostname=host.rstrip("."))

"""A network of our own: servers on 127.0.0.1, names from a dictionary, and no way out."""

import os
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from small_sites import serving

Page = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Network:
    """What names resolve to, and what was asked of the network."""

    names: dict[str, list[str]] = field(default_factory=dict)
    lookups: list[str] = field(default_factory=list)
    connects: list[str] = field(default_factory=list)


@pytest.fixture(autouse=True)
def network(monkeypatch) -> Network:
    """Public addresses lead to loopback too; unknown names do not exist; no proxy is set."""
    known, resolve, connect = Network(), socket.getaddrinfo, socket.socket.connect

    def getaddrinfo(host, port, *arguments, **options):
        known.lookups.append(host)
        spellings = known.names.get(host)
        if spellings is None and host != "localhost" and ":" not in host and not host[0].isdigit():
            raise socket.gaierror(socket.EAI_NONAME, "unknown here")
        found = [resolve(each, port, *arguments, **options) for each in spellings or [host]]
        return [answer for answers in found for answer in answers]

    def connect_inside(self, place):
        known.connects.append(place[0])
        connect(self, ("127.0.0.1", place[1]) if self.family == socket.AF_INET else ("::1", *place[1:]))

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(socket.socket, "connect", connect_inside)
    for name in list(os.environ):
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    return known


class Site(ThreadingHTTPServer):
    """A server whose pages are functions in a dictionary."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.pages: dict[str, Page] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []

    def url(self, path: str = "/", scheme: str = "http", host: str = "127.0.0.1") -> str:
        return f"{scheme}://{host}:{self.server_port}{path}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        self.server.requests.append((self.path, dict(self.headers)))
        self.server.pages.get(self.path, status(404))(self)

    def do_CONNECT(self) -> None:
        self.server.requests.append((self.path, dict(self.headers)))
        self.server.pages["CONNECT"](self)

    def log_message(self, *_: object) -> None:
        pass


def status(number: int, **headers: str) -> Page:
    return answer(b"", number, **headers)


def answer(body: bytes, number: int = 200, **headers: str) -> Page:
    """A page with headers, whose names are written with underscores here."""

    def page(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(number)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return page


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site()) as running:
        yield running


@pytest.fixture
def other_site() -> Iterator[Site]:
    with serving(Site()) as running:
        yield running


@pytest.fixture(name="answer")
def answer_fixture() -> Callable[..., Page]:
    return answer


@pytest.fixture(name="raw")
def raw_fixture() -> Callable[[bytes], Page]:
    """An answer written to the wire as it is."""

    def raw(text: bytes) -> Page:
        def page(handler: BaseHTTPRequestHandler) -> None:
            handler.wfile.write(text)
            handler.close_connection = True

        return page

    return raw

"""Small sites on this machine, for tests that fetch: a function from a path to what is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple, TypeVar


class Sent(NamedTuple):
    """What a site sends for a path."""

    body: bytes = b""
    kind: str = "text/html; charset=utf-8"
    status: int = 200


class SmallSite(ThreadingHTTPServer):
    """A site, and what it was asked for."""

    daemon_threads = True

    def __init__(self, answer: Callable[[str], Sent]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.asked: list[str] = []

    def url(self, path: str = "") -> str:
        return f"http://127.0.0.1:{self.server_port}{path}"


Site = TypeVar("Site", bound=ThreadingHTTPServer)


class _Handler(BaseHTTPRequestHandler):
    server: SmallSite

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        sent = self.server.answer(self.path)
        self.send_response(sent.status)
        self.send_header("Content-Type", sent.kind)
        self.send_header("Content-Length", str(len(sent.body)))
        self.end_headers()
        self.wfile.write(sent.body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving(site: Site) -> Iterator[Site]:
    """Run a site as long as the block runs."""
    with site:
        thread = Thread(target=site.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield site
        finally:
            site.shutdown()
            thread.join()


def small_site(answer: Callable[[str], Sent]) -> AbstractContextManager[SmallSite]:
    """Run a site that answers so."""
    return serving(SmallSite(answer))

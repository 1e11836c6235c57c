"""One server for all tests of the service, and a site to fetch from."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from serve.running import RunningServer, running_server

NEWS = Path(__file__).parents[1] / "pages" / "news-english" / "source.html"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = NEWS.read_bytes() if self.path.startswith("/news") else b"\x89PNG\r\n\x1a\n\0\0"
        kind = "text/html; charset=utf-8" if self.path.startswith("/news") else "image/png"
        self.send_response(404 if self.path == "/gone" else 200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def server() -> Iterator[RunningServer]:
    """It may fetch from this machine, and gives a page ten seconds."""
    with running_server("--allow-private", "-j", "1", "--timeout", "10", "--limit", "2000000") as started:
        yield started

"""A minimal web server that serves exactly one document, and remembers when it was served.

Paper: gottron2007, section 4.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import perf_counter
from typing import Final
from urllib.parse import urlsplit

PATH: Final = "/page.html"
"""Where the document is; everything else is not found."""


class PageServer(ThreadingHTTPServer):
    """Serves one document on a free port of this machine."""

    daemon_threads = True

    def __init__(self, document: bytes) -> None:
        """Take the document and a port."""
        super().__init__(("127.0.0.1", 0), _Handler)
        self.document = document
        self.served: float | None = None
        """When the document was last served, on the clock of `perf_counter`."""

    @property
    def url(self) -> str:
        """The address of the document."""
        return f"http://127.0.0.1:{self.server_address[1]}{PATH}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: whoever asked has gone away, and that shows in the answer."""


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    timeout = 60
    disable_nagle_algorithm = True  # the last byte must not wait for company

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        if urlsplit(self.path).path != PATH:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")  # no charset: the document may name its own
        self.send_header("Content-Length", str(len(self.server.document)))
        if with_body:
            self.server.served = perf_counter()
        self.end_headers()
        if with_body:
            self._serve(self.server.document)

    def _serve(self, document: bytes) -> None:
        """Send the document and note the time before its last byte: after it, the proxy may be faster than we are."""
        self.wfile.write(document[:-1])
        self.server.served = perf_counter()
        self.wfile.write(document[-1:])

    def log_message(self, format: str, *arguments: object) -> None:
        """Print nothing."""


@contextmanager
def serving(document: bytes) -> Iterator[PageServer]:
    """Serve a document for a while."""
    with PageServer(document) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()

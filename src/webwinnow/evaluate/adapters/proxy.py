"""Any content extractor that is a web proxy: it is asked for a page that we serve, and answers with less of it.

Paper: gottron2007, section 4.2. The time is taken from the end of serving the document to the end of receiving it. The
answer is stripped of tags, comments, style and script, and nothing else; `visible=True` reads what readers see instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import perf_counter
from typing import ClassVar, Final
from urllib.parse import urlsplit

from webwinnow.errors import FetchError, UsageError
from webwinnow.evaluate.adapters import adapter
from webwinnow.fetch import Fetched
from webwinnow.fetch.connection import connection, exchange
from webwinnow.fetch.fetched import ACCEPTED, explained, from_header, read_body, status_error
from webwinnow.fetch.routes import Deadline, lookup
from webwinnow.fetch.urls import Target, parse

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


_LARGEST: Final = 256 * 2**20
"""Bytes of an answer: as many as a page of a package may have."""


@dataclass(frozen=True, slots=True)
class ProxyAdapter(adapter.SpecifiedAdapter):
    """A proxy on this machine or another that can reach this one."""

    kind: ClassVar[str] = "proxy"

    timeout: float = adapter.TIMEOUT
    visible: bool = False
    """Whether only text that readers see counts: no titles, text areas and hidden text."""

    def version(self) -> str:
        """Return nothing, for nothing is known; raises UsageError if the address is none of a proxy."""
        _address(self.specification)
        return ""

    def prepare(self) -> None:
        """Load nothing."""

    def __call__(self, page: adapter.Asked) -> adapter.Answer:
        """Serve the page, and ask the proxy for it."""
        with serving(page.html) as server:
            fetched = _ask(_address(self.specification), server.url, self.timeout)
            received = perf_counter()
            served = server.served
        if served is None:
            raise adapter.NoAnswerError("wrong answer", "the proxy answered without asking for the page")
        html = None if fetched.content_type is None else "html" in fetched.content_type
        read = adapter.visible_text if self.visible else adapter.stripped_text
        text = adapter.answer_text(fetched.body, charset=fetched.charset, html=html, read=read)
        return adapter.Answer(text, max(received - served, 0.0))


def _ask(proxy: Target, url: str, timeout: float) -> Fetched:
    deadline = Deadline.after(timeout)
    try:
        with explained(f"proxy {proxy.netloc}"):
            addresses = lookup(proxy.host, proxy.port, deadline.left())
            with (
                connection(parse(url), proxy, addresses, deadline) as sock,
                exchange(sock, _head(proxy, url), "GET", deadline, 2 * _LARGEST) as response,
            ):
                if not 200 <= response.status < 300:
                    raise status_error(response.status)
                return from_header(url, read_body(response, _LARGEST), response.headers.get("Content-Type"))
    except FetchError as error:
        raise adapter.NoAnswerError("timeout" if _timed_out(error) else "crash", str(error)) from None


def _head(proxy: Target, url: str) -> str:
    lines = [f"GET {url} HTTP/1.1", f"Host: {parse(url).netloc}", "Accept: text/html, */*;q=0.5"]
    lines += [f"Accept-Encoding: {ACCEPTED}", "Connection: close"]
    if proxy.credentials is not None:
        lines.append(f"Proxy-Authorization: {proxy.credentials}")
    return "\r\n".join([*lines, "", ""])


def _timed_out(error: BaseException | None) -> bool:
    while error is not None and not isinstance(error, TimeoutError):
        error = error.__cause__
    return error is not None


def _address(specification: str) -> Target:
    try:
        proxy = parse(specification if "://" in specification else f"http://{specification}")
    except FetchError as error:
        raise UsageError(f"--proxy {error}") from None
    if proxy.scheme != "http":
        raise UsageError(f"--proxy {specification}: only http proxies can be asked: write http://host:port")
    return proxy
